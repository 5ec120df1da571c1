"""A declared tool is known by its name and its parameters together."""

from __future__ import annotations

from copy import deepcopy

import pytest

from tests.tool_registry.published.documents import PLANTS, known
from tool_registry.published.match import Published
from tool_registry.published.packed import Packed, pack
from tool_registry.published.read import server

KNOWN = known()
SHOP = server(PLANTS, "plant-shop", KNOWN)
CAFE = server({**deepcopy(PLANTS), "server": "cafe", "aliases": []}, "cafe", KNOWN)
LOCAL = server({**deepcopy(PLANTS), "server": "shed", "aliases": [], "trust": {"tier": "local", "reason": "x"}}, "shed", KNOWN)
ALL = ("plant", "city", "card_text", "why", "to")


def found(name: str, names: tuple[str, ...] = ALL, servers: tuple[object, ...] = (SHOP,)) -> str:
    tool = Published([Packed(pack([s], "")) for s in servers]).match(name, names)  # type: ignore[list-item]
    return tool.evidence if tool is not None else ""


@pytest.mark.parametrize(
    "name",
    [
        "send_plant",
        "Send-Plant",
        "plants__send_plant",
        "mcp_plants_send_plant",
        "mcp__plant-shop__send_plant",
        "plants.send_plant",
        "our_plants_send_plant",
        "mcp__green__send_plant",
        "mcp_send_plant",
    ],
)
def test_the_name_counts_with_or_without_the_servers(name: str) -> None:
    assert found(name) == "tool.plant-shop.send_plant"


@pytest.mark.parametrize("name", ["", "send", "send_plants", "resend_plant", "please_send_plant", "send_plant_now"])
def test_another_name_is_another_tool(name: str) -> None:
    assert found(name) == ""


@pytest.mark.parametrize(
    ("names", "same"),
    [
        (ALL, True),
        (ALL[:4], True),
        ((*ALL, "colour"), True),
        ((*ALL, "colour", "size"), False),
        (ALL[:3], False),
        (("plant", "city", "shape", "colour"), False),
        ((), False),
    ],
)
def test_the_same_name_with_other_parameters_is_another_tool(names: tuple[str, ...], same: bool) -> None:
    assert bool(found("send_plant", names)) is same


def test_few_parameters_tell_a_tool_only_with_its_servers_name() -> None:
    assert found("list_plants", ("page",)) == "tool.plant-shop.list_plants"  # the alias stands in it
    assert found("plants__list_plants", ("page", "size")) == ""
    assert found("list_plants", ("page",), (CAFE,)) == ""
    assert found("cafe__list_plants", ("page",), (CAFE,)) == "tool.cafe.list_plants"


def test_a_long_name_with_both_its_parameters_is_enough() -> None:
    page = {"role": "page", "need": "setting", "why": "x"}
    tools = {name: {"kind": "order", "params": {"/page": page, "/size": page}} for name in ("list_plants", "list_old_plants")}
    shop = server({**deepcopy(PLANTS), "server": "kiosk", "aliases": [], "common": {}, "tools": tools}, "kiosk", KNOWN)
    assert found("list_old_plants", ("page", "size"), (shop,)) == "tool.kiosk.list_old_plants"
    assert found("list_plants", ("page", "size"), (shop,)) == found("list_old_plants", ("page",), (shop,)) == ""


def test_of_two_servers_the_named_one_wins_and_without_a_name_the_first() -> None:
    assert found("cafe__send_plant", ALL, (SHOP, CAFE)) == "tool.cafe.send_plant"
    assert found("cafe__send_plant", ALL[:4], (SHOP, CAFE)) == "tool.cafe.send_plant"
    assert found("green__send_plant", ALL, (CAFE, SHOP)) == "tool.cafe.send_plant"


def test_a_local_tool_is_trusted_only_under_its_servers_name() -> None:
    assert found("send_plant", ALL, (LOCAL,)) == ""
    assert found("shed__send_plant", ALL, (LOCAL,)) == "tool.shed.send_plant"
    assert found("mcp__shed__send_plant", ALL, (LOCAL,)) == "tool.shed.send_plant"
    for foreign in ("acme_shed__send_plant", "shed_acme_com__send_plant", "shedding__send_plant", "acme.shed.send_plant"):
        assert found(foreign, ALL, (LOCAL,)) == ""
