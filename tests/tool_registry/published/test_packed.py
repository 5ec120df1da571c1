"""What is packed comes out as it was."""

from __future__ import annotations

from tests.tool_registry.published.documents import PLANTS, known
from tool_registry.published.packed import Packed, pack, version_of
from tool_registry.published.read import server

PLANT_SHOP = server(PLANTS, "plant-shop", known())


def test_tools_come_out_as_they_were_packed() -> None:
    packed = Packed(pack([PLANT_SHOP], "abc"))
    assert packed.tools("plant-shop") == PLANT_SHOP.tools
    [(head, tool)] = packed.named("send_plant")
    assert tool == PLANT_SHOP.tools["send_plant"]
    assert (head.server, head.aliases, head.operator) == ("plant-shop", ("plants",), "A made-up shop for plants")
    assert list(packed.named("unknown")) == []
    assert packed.tools("unknown") == {}


def test_the_version_is_read_without_the_rest() -> None:
    assert version_of(pack([PLANT_SHOP], "0123456789ab")) == "0123456789ab"
    assert version_of(b"") == version_of(b"[]") == ""
