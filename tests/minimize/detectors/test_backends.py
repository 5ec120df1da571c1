from dataclasses import replace

import pytest

from minimize.detectors.backends import MOST_TEXTS, is_free_text
from minimize.detectors.engine import detect, detect_all, steps_of
from minimize.detectors.place import Place
from minimize.knowledge.load import load
from minimize.minimizer import Minimizer
from minimize.model import STAGES, Backend, Policy, Reason, ToolCall

SAID = "the parcel for oddname zebrandt is late"
ITEM = (15, 31, "DI", "person", 0.95)


def knowing(*items, mode="add", **more):
    return replace(load(), backends=(Backend("fake", lambda text: items, mode, **more),))


def persons(text, knowledge, stages=STAGES):
    return [(h.start, h.end, h.detector, h.confidence) for h in detect(text, Place(), knowledge, steps_of(tuple(stages))) if h.sub == "person"]


def test_add_counts_what_nothing_else_found():
    assert persons(SAID, load()) == []
    assert persons(SAID, knowing(ITEM)) == [(15, 31, "backend.fake", 0.95)]


def test_confirm_adds_nothing_and_makes_surer_what_was_found():
    assert persons(SAID, knowing(ITEM, mode="confirm")) == []
    text = "Please tell Margaret Holloway about it"
    ((start, end, _, before),) = persons(text, load())
    ((*_, after),) = persons(text, knowing((12, 29, "DI", "person", 0.96), mode="confirm"))
    assert (start, end) == (12, 29) and before < after == 0.96
    assert persons(text, knowing((12, 29, "F", "card", 0.96), mode="confirm")) == persons(text, load())


def test_a_policy_switches_backends_off_like_any_stage():
    assert persons(SAID, knowing(ITEM), [s for s in STAGES if s != "backends"]) == []


@pytest.mark.parametrize(
    "item",
    [
        (-1, 4, "DI", "person", 0.95),
        (5, 5, "DI", "person", 0.95),
        (15, 999, "DI", "person", 0.95),
        (15, 31, "ZZ", "person", 0.95),
        (15, 31, "DI", "person", 0.5),
        (15, 31, "DI", "person", 7.0),
    ],
)
def test_what_makes_no_sense_or_is_unsure_is_not_looked_at(item):
    assert persons(SAID, knowing(item)) == []


def test_only_free_text_of_bounded_length_is_shown():
    assert is_free_text(SAID) and is_free_text("请把包裹交给我的邻居")
    assert not any(map(is_free_text, ("GHENT", "2026-01-31", "user_id=77", "aGVsbG8gd29ybGQ", "Oddname Zebrandt")))
    seen = []
    knowledge = replace(load(), backends=(Backend("fake", lambda text: seen.append(text) or (), "add", max_length=40),))
    detect_all([(SAID, Place()), (SAID * 2, Place()), ("GHENT", Place()), ("12 34 56", Place(number=True))], knowledge)
    assert seen == [SAID]


def test_of_very_many_texts_only_some_are_shown():
    seen = []
    knowledge = replace(load(), backends=(Backend("fake", lambda text: seen.append(text) or (), "add"),))
    detect_all([(SAID, Place())] * 40, knowledge)
    assert len(seen) == MOST_TEXTS


def test_spans_of_several_texts_stand_in_their_own():
    knowledge = replace(load(), backends=(Backend("fake", lambda text: [ITEM] if text == SAID else [], "add"),))
    first, second = detect_all([("nothing to see here", Place()), (SAID, Place())], knowledge)
    assert [(h.start, h.end) for h in second if h.sub == "person"] == [(15, 31)] and not [h for h in first if h.sub == "person"]


def test_a_backend_that_fails_ends_in_the_policys_failure_mode():
    def broken(text):
        raise RuntimeError("no such tensor")

    minimizer = Minimizer(load(), Policy(), backends=(Backend("fake", broken),))
    done = minimizer.minimize(ToolCall("get_weather", '{"city": "Ghent", "notes": "a text of some words"}'))
    assert done.blocked is Reason.INTERNAL_ERROR
    without = Policy(stages=tuple(s for s in STAGES if s != "backends"))
    assert minimizer.minimize(ToolCall("get_weather", '{"city": "Ghent", "notes": "a text of some words"}'), policy=without).blocked is None
