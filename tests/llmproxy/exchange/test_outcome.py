import pytest

from llmproxy.exchange.outcome import outcome, signs

EXAMPLES = [(told, text) for told, texts in signs().examples.items() for text in texts]


@pytest.mark.parametrize(("told", "text"), EXAMPLES)
def test_the_examples_beside_the_data(told: str, text: str) -> None:
    assert outcome(text) == told


def test_a_long_result_is_judged_by_its_beginning_in_linear_time() -> None:
    assert outcome('{"error": "x"' + " " * 300_000) == "ok"
    assert outcome("Error: " + "a" * 1_000_000) == "error"


def test_deep_nesting_does_not_break_it() -> None:
    assert outcome("[" * 100_000) == "ok"
