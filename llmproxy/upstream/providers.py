"""What a LiteLLM-style model name means: which provider, which base URL, which lane. Data and pure functions.

OpenAI-compatible upstreams are known here without LiteLLM, so that an install without it serves them; what is not known here is
`ASK`: LiteLLM is asked once, off the loop. Must not be in here: LiteLLM, keys, network.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OPENAI_COMPATIBLE: dict[str, str | None] = {
    "openai": "https://api.openai.com/v1",
    "cerebras": "https://api.cerebras.ai/v1",
    "deepinfra": "https://api.deepinfra.com/v1/openai",
    "deepseek": "https://api.deepseek.com/v1",
    "fireworks_ai": "https://api.fireworks.ai/inference/v1",
    "groq": "https://api.groq.com/openai/v1",
    "mistral": "https://api.mistral.ai/v1",
    "nvidia_nim": "https://integrate.api.nvidia.com/v1",
    "openrouter": "https://openrouter.ai/api/v1",
    "together_ai": "https://api.together.xyz/v1",
    "xai": "https://api.x.ai/v1",
    "custom_openai": None,
    "hosted_vllm": None,
    "litellm_proxy": None,
    "llamafile": None,
    "lm_studio": None,
    "openai_like": None,
}
"""Providers that speak OpenAI's chat completions, and their base URL; None: the entry has to say `api_base`."""

TRANSLATED = frozenset(
    [
        "ai21",
        "aleph_alpha",
        "amazon_nova",
        "anthropic",
        "anthropic_text",
        "azure",
        "azure_ai",
        "azure_text",
        "bedrock",
        "bedrock_converse",
        "bytez",
        "chatgpt",
        "clarifai",
        "cloudflare",
        "cohere",
        "cohere_chat",
        "databricks",
        "gemini",
        "github_copilot",
        "gradient_ai",
        "huggingface",
        "langgraph",
        "maritalk",
        "nlp_cloud",
        "oci",
        "ollama",
        "ollama_chat",
        "oobabooga",
        "palm",
        "petals",
        "predibase",
        "replicate",
        "sagemaker",
        "sagemaker_chat",
        "sagemaker_nova",
        "sap",
        "snowflake",
        "text-completion-openai",
        "triton",
        "vertex_ai",
        "vertex_ai_beta",
        "watsonx",
        "watsonx_text",
    ]
)
"""Providers whose wire is another one, also behind an `api_base`: LiteLLM translates."""

AMBIENT = frozenset(
    [
        "bedrock",
        "bedrock_converse",
        "sagemaker",
        "sagemaker_chat",
        "sagemaker_nova",
        "vertex_ai",
        "vertex_ai_beta",
        "watsonx",
        "oci",
        "sap",
        "github_copilot",
        "chatgpt",
    ]
)
"""Providers that take credentials from the operator's surroundings: no pass-through to them."""

_OPENAI_NAMES = ("gpt-", "chatgpt-", "o1", "o3", "o4", "ft:gpt-", "codex-", "computer-use-")


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model name leads, as far as it is known without LiteLLM."""

    lane: Literal["raw", "litellm", "ask"]
    provider: str
    model: str
    """Raw lane: the name at the provider. LiteLLM lane: LiteLLM's whole name."""
    base_url: str | None = None


def place(model: str, api_base: str | None = None, provider: str | None = None) -> Placement | None:
    """Place a model name; None when it can lead nowhere (a provider without a base URL of its own and no `api_base`).

    `provider` is an entry's `custom_llm_provider`: then the name carries no prefix.
    """
    base = api_base.rstrip("/") if api_base else None
    prefix, slash, rest = model.partition("/")
    if provider is None and slash and (prefix in OPENAI_COMPATIBLE or prefix in TRANSLATED):
        provider, model = prefix, rest
    if provider is not None:
        return _placed(provider, model, base)
    if model.startswith("claude"):
        return _placed("anthropic", model, base)
    if base is not None:
        return Placement("raw", "openai", model, base)
    if not slash and model.startswith(_OPENAI_NAMES):
        return _placed("openai", model, None)
    return Placement("ask", "", model)


def _placed(provider: str, model: str, base: str | None) -> Placement | None:
    if provider in TRANSLATED:
        # `ollama/` is LiteLLM's name for the completion wire, where tools are emulated in the prompt; chat has them natively.
        provider = "ollama_chat" if provider == "ollama" else provider
        return Placement("litellm", provider, f"{provider}/{model}", base)
    if provider not in OPENAI_COMPATIBLE:
        return Placement("raw", provider, model, base) if base else Placement("ask", provider, f"{provider}/{model}")
    base = base or OPENAI_COMPATIBLE[provider]
    return Placement("raw", provider, model, base) if base else None
