import pytest

from llmproxy.errors import LaneMissing
from llmproxy.upstream import litellm_door
from llmproxy.upstream.providers import Placement
from llmproxy.upstream.resolve import ask


async def test_a_compatible_provider_goes_to_the_raw_lane_by_litellms_base() -> None:
    placement, _ = await ask(Placement("ask", "", "moonshot/kimi"))
    assert placement == Placement("raw", "moonshot", "kimi", "https://api.moonshot.ai/v1")


async def test_a_name_that_litellm_knows_by_itself_is_translated() -> None:
    placement, _ = await ask(Placement("ask", "", "gemini-2.5-flash"))
    assert placement is not None
    assert placement.lane == "litellm"


async def test_nobody_knows_it() -> None:
    assert await ask(Placement("ask", "", "no-such-model")) == (None, None)


async def test_without_litellm_a_providers_name_gets_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litellm_door, "installed", lambda: False)
    with pytest.raises(LaneMissing):
        await ask(Placement("ask", "", "moonshot/kimi"))
    assert await ask(Placement("ask", "", "no-such-model")) == (None, None)
