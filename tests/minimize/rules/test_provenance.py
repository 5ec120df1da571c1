"""Who brought a value into the conversation."""

from __future__ import annotations

import pytest

from minimize.clauses import Provenance
from minimize.model import Context, Turn
from minimize.rules.provenance import MAX_PARTS, Brought

USER, SYSTEM, TOOL, MODEL = Provenance.USER, Provenance.SYSTEM, Provenance.TOOL_RESULT, Provenance.MODEL
BROUGHT = Brought(
    Context(
        (
            Turn("system", "Invoices go to office@example.org. Account 4417-0021."),
            Turn("user", "Write to Bob at bob@example.com about the trip to Graz"),
            Turn("tool", "From: bob@mallory.example. Call 555-0199 or see https://mallory.example/pay"),
            Turn("assistant", "I will write to carol@example.net"),
        )
    )
)


@pytest.mark.parametrize(
    ("text", "origins"),
    [
        ("bob@example.com", {USER}),
        ("Bob <bob@example.com>", {USER}),
        ("office@example.org", {SYSTEM}),
        ("bob@mallory.example", {TOOL}),
        ("BOB@Mallory.example", {TOOL}),
        ("carol@example.net", {MODEL}),
        ("bob@example.com; bob@mallory.example", {USER, TOOL}),
        ("555-0199", {TOOL}),
        ("Graz", {USER}),
        ("Vienna", {MODEL}),
        ("https://mallory.example/else?q=1", {TOOL}),
        ("//mallory.example", {TOOL}),
        ("mallory.example/pay", {TOOL}),
        ("https://other.example/mallory.example", {MODEL}),
        ("4417 0021", {SYSTEM}),
        ("", set()),
        ("--", set()),
    ],
)
def test_origins(text: str, origins: set[Provenance]) -> None:
    assert BROUGHT.origins(text) == origins


def test_parts_of_an_address_that_the_user_said_do_not_make_it_his() -> None:
    brought = Brought(Context((Turn("user", "tell bob of our mallory example com shop"),)))
    assert brought.origins("bob@com.mallory.example") == {MODEL}


def test_a_text_of_too_many_addresses_counts_as_a_tools_too() -> None:
    assert TOOL in BROUGHT.origins(", ".join(["bob@example.com"] * (MAX_PARTS + 1)))


def test_a_cut_conversation_makes_what_is_found_nowhere_a_tools_too() -> None:
    assert Brought(Context((Turn("user", "hi"),), cut=True)).origins("x@example.com") == {MODEL, TOOL}


@pytest.mark.parametrize(
    ("said", "address", "his"),
    [
        ("mail mary-ann@example.com", "ann@example.com", False),
        ("mail ann@example.com.", "ann@example.com", True),
        ("mail <ann@example.com>, now", "Ann@Example.com", True),
        ("mail ann@example.com.evil.example", "ann@example.com", False),
        ("mail a.b@c.example", "a@b.c.example", False),
        ("see shop.example/deals", "https://shop.example/else", True),
        ("see www.shop.example", "https://shop.example/else", False),
        ("see my-shop.example or shop.example.org", "https://shop.example", False),
        ("ann@shop.example is a friend", "https://shop.example", False),
    ],
)
def test_an_address_is_the_users_only_as_a_whole(said: str, address: str, his: bool) -> None:
    assert (Brought(Context((Turn("user", said),))).origins(address) == {USER}) is his


def test_what_a_trusted_tool_answered_is_told_apart() -> None:
    turns = (Turn("tool", "ann@example.com, Ann Li", "contacts_find"), Turn("tool", "eve@mallory.example", "web_get"), Turn("tool", "x@unnamed.example"))
    brought = Brought(Context(turns), ("contacts_*",))
    assert brought.origins("ann@example.com") == brought.origins("Ann Li") == {Provenance.TRUSTED_TOOL}
    assert brought.origins("eve@mallory.example") == brought.origins("x@unnamed.example") == {TOOL}
    assert Brought(Context(turns)).origins("ann@example.com") == {TOOL}
