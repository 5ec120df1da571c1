"""Ask LiteLLM what a model name means that the table of providers does not know.

Must not be in here: the import itself, requests.
"""

from __future__ import annotations

from llmproxy.errors import LaneMissing
from llmproxy.upstream import litellm_door
from llmproxy.upstream.providers import AMBIENT, TRANSLATED, Placement


async def ask(placement: Placement) -> tuple[Placement | None, str | None]:
    """Give the placement as LiteLLM knows it, with the provider's key that it found in the environment; (None, None): it knows none.

    An OpenAI-compatible provider goes to the raw lane by LiteLLM's base URL. Raises `LaneMissing` for `provider/name` without LiteLLM.
    """
    if not litellm_door.installed():
        if "/" in placement.model:
            raise LaneMissing
        return None, None
    litellm = await litellm_door.load()
    try:
        model, provider, key, base = litellm.get_llm_provider(placement.model)
    except Exception:
        return None, None
    compatible = provider in litellm.openai_compatible_providers and provider not in TRANSLATED | AMBIENT
    if base and compatible:
        return Placement("raw", provider, model, str(base).rstrip("/")), key
    return Placement("litellm", provider, f"{provider}/{model}"), key
