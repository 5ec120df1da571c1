from dataclasses import replace

from llmproxy.exchange.ours import of_calls, of_exchange
from minimize.model import Decision, Disposition, Mode, Reason, ToolCall
from tests.upstreams.minimizers import Cutting


def test_an_exchange_says_its_id_and_mode() -> None:
    assert of_exchange("ex-1", Mode.SHADOW) == [(b"x-toolminimize-exchange-id", b"ex-1"), (b"x-toolminimize-mode", b"shadow")]


def test_counts_and_costs_are_summed() -> None:
    calls = [Cutting().minimize(ToolCall("f", text)) for text in ('{"notes": "x", "a": 1}', '{"a": 1}', '{"notes": 2}')]
    assert dict(of_calls(calls)) == {
        b"x-toolminimize-calls": b"3", b"x-toolminimize-changed": b"2", b"x-toolminimize-cost-before": b"16.0", b"x-toolminimize-cost-after": b"0.0",
    }  # fmt: skip


def test_places_to_review_are_counted() -> None:
    call = replace(Cutting().minimize(ToolCall("f", "{}")), decisions=(Decision("/body", Disposition.REVIEW, Reason.MESSAGE_CONTENT),))
    assert (b"x-toolminimize-review", b"1") in of_calls([call])


def test_how_the_judge_fared_is_said_the_worst_first() -> None:
    judged = [replace(Cutting().minimize(ToolCall("f", "{}")), flags=(flag,)) for flag in ("judge:asked", "undeclared_tool", "judge:budget", "judge:cached")]
    assert (b"x-toolminimize-judge", b"budget") in of_calls(judged)
    assert (b"x-toolminimize-judge", b"asked") in of_calls(judged[:2])
    assert b"x-toolminimize-judge" not in dict(of_calls(judged[1:2]))
