"""A server's document is read strictly: each fault is one line that says where and what."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tool_registry.published.documents import PLANTS, changed, known
from tool_registry.errors import RegistryError
from tool_registry.model import Need, Use
from tool_registry.published.read import lint, server

SLUG = "plant-shop"


def tool(**keys: Any) -> dict[str, Any]:
    """Give the document with one tool of these keys."""
    return changed(common={}, tools={"grow": {"kind": "order", **keys}})


def param(pointer: str = "/x", **keys: Any) -> dict[str, Any]:
    return tool(params={pointer: {"role": "item", "need": "payload", "why": "What grows.", **keys}})


def test_a_good_document_becomes_a_server() -> None:
    got = server(PLANTS, SLUG, known())
    assert (got.server, got.version, got.aliases, got.trust) == ("plant-shop", 2, ("plants",), "third_party_no_dpa")
    sent = got.tools["send_plant"]
    assert (sent.kind, sent.evidence, sent.named) == ("order", "tool.plant-shop.send_plant", {"plant", "city", "card_text", "why", "to"})
    assert sent.params["/city"].need == Need(Use.PAYLOAD, "city")
    assert got.tools["list_plants"].params["/page"].why == "Which part of the list."
    assert lint(PLANTS, SLUG, known()) == []


@pytest.mark.parametrize(
    ("datum", "fault"),
    [
        ([], "must be a mapping"),
        (changed(server="other"), "folder's name"),
        (changed(version=0), "`version`"),
        (changed(version=True), "`version`"),
        (changed(operator=""), "`operator`"),
        (changed(aliases=["--"]), "`aliases`"),
        (changed(colour="green"), "unknown key `colour`"),
        (changed(trust="local"), "`trust`"),
        (changed(trust={"tier": "friend", "reason": "x"}), "unknown tier `friend`"),
        (changed(trust={"tier": "first_party", "reason": "x"}), "is the user's to say"),
        (changed(tools={}), "at least one tool"),
        (
            changed(common={"page": {"role": "page", "need": "setting", "why": "x"}, "lost": {"role": "page", "need": "setting", "why": "x"}}),
            "`lost` is used by no tool",
        ),
        (tool(kind="gardening"), "unknown kind `gardening`"),
        (tool(colour="green"), "unknown key `colour`"),
        (tool(params=["x"]), "`params` must be a mapping"),
        (tool(params={"/x": "page"}), "unknown common entry `page`"),
        (param("x"), "not a JSON pointer"),
        (param("/x/"), "not a JSON pointer"),
        (param("/a~2"), "not a JSON pointer"),
        (param("/x/y"), "`/x` around it is not annotated"),
        (param(role="gnome"), "unknown role `gnome`"),
        (param(need="love"), "unknown use `love`"),
        (param(need="payload galaxy"), "unknown category or precision `galaxy`"),
        (param(role="city", need="payload month"), "not on the ladder of role `city`"),
        (param(need=3), "`need` must be a line"),
        (param(why=""), "`why` must be"),
        (param(why="x" * 161), "`why` must be"),
        (param(note="x"), "unknown key `note`"),
        (changed(tools={"a_b": {"kind": "order", "params": {"/page": "page"}}, "A-b": {"kind": "order"}}), "same name"),
    ],
)
def test_each_fault_is_one_line(datum: Any, fault: str) -> None:
    faults = lint(datum, SLUG, known())
    assert any(fault in line for line in faults)
    assert all(line.startswith("tools/plant-shop: ") and "\n" not in line for line in faults)
    with pytest.raises(RegistryError):
        server(datum, SLUG, known())
