"""Which findings may be acted on at all."""

from __future__ import annotations

from dataclasses import replace

from minimize.model import Bands, Disposition, Policy, Reason
from minimize.needs import Sites
from tests.minimize.analyze.world import KNOWLEDGE, case, found


def sift(policy: Policy, confidence: float = 0.6) -> tuple[int, list[tuple[Disposition, Reason]]]:
    at_hand = case({"notes": "for Ola"}, policy=policy)
    finding = found("/notes", "for Ola", "Ola", "DI", confidence=confidence)
    act, kept = at_hand.sift(at_hand.sites.of(("notes",)), "for Ola", [finding])
    return len(act), [(d.disposition, d.reason) for d in kept]


def test_confidence_bands() -> None:
    assert sift(Policy()) == (1, [])
    assert sift(Policy(), 0.4) == (0, [(Disposition.KEEP, Reason.LOW_CONFIDENCE)])
    assert sift(Policy(confidence={"DI": Bands(act=0.9, confirm=0.5)})) == (0, [(Disposition.REVIEW, Reason.NEEDS_CONFIRMATION)])


def test_consent() -> None:
    assert sift(Policy(task_context=("ola",))) == (0, [(Disposition.KEEP, Reason.CONSENTED)])


def test_exemptions_reach_below() -> None:
    at_hand = case({"notes": "x"}, exempt=("/people/*",))
    assert at_hand.exempted("/people/0/name")
    assert not at_hand.exempted("/people")


def test_dispensable_is_optional_or_nullable() -> None:
    assert case({"notes": "x"}).dispensable(("notes",))
    assert not case({"notes": "x"}, required=("notes",)).dispensable(("notes",))


def wished(field: str, text: str, task: str) -> bool:
    at_hand = case({field: text}, said=task)
    story = found(f"/{field}", text, text, "Im", sub="user_context")
    act, _ = at_hand.sift(at_hand.sites.of((field,)), text, [story])
    return not act


def test_what_the_user_has_noted_stays() -> None:
    assert wished("notes", "Bring the green ladder", "Remind me at six, with a note to bring the green ladder.")
    assert not wished("notes", "Bring the green ladder", "Remind me at six.")


def test_a_story_stays_only_in_the_users_own_words() -> None:
    assert wished("profile", "green ladder", "Find me a shop for a green ladder.")
    assert not wished("profile", "user owns a green ladder", "Find me a shop for a green ladder.")


def test_what_is_noted_of_a_named_person_stays_in_the_users_own_words_only() -> None:
    at_hand = case({"notes": "x"}, said="Remind me, with a note to bring the green ladder.")
    site = at_hand.sites.of(("notes",))
    named = replace(at_hand.sites.spec.direct["notes",], about_user="always")
    of_person = replace(at_hand, sites=Sites(replace(at_hand.sites.spec, direct={("notes",): named}), KNOWLEDGE.registry))
    story = found("/notes", "green ladders to bring", "green ladders to bring", "Im", sub="user_context")
    assert not at_hand.sift(site, "green ladders to bring", [story])[0]
    assert of_person.sift(site, "green ladders to bring", [story])[0]
