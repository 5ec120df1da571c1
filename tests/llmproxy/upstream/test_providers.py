import subprocess
import sys

import pytest

from llmproxy.upstream.providers import OPENAI_COMPATIBLE, TRANSLATED, Placement, place


@pytest.mark.parametrize(
    ("model", "base", "placed"),
    [
        ("openai/gpt-4o", None, Placement("raw", "openai", "gpt-4o", "https://api.openai.com/v1")),
        ("gpt-4o", None, Placement("raw", "openai", "gpt-4o", "https://api.openai.com/v1")),
        ("openai/served-here", "http://127.0.0.1:9/v1/", Placement("raw", "openai", "served-here", "http://127.0.0.1:9/v1")),
        ("openrouter/meta/llama", None, Placement("raw", "openrouter", "meta/llama", "https://openrouter.ai/api/v1")),
        ("org/model", "http://127.0.0.1:9/v1", Placement("raw", "openai", "org/model", "http://127.0.0.1:9/v1")),
        ("claude-x", None, Placement("litellm", "anthropic", "anthropic/claude-x", None)),
        ("anthropic/claude-x", "http://127.0.0.1:9", Placement("litellm", "anthropic", "anthropic/claude-x", "http://127.0.0.1:9")),
        ("ollama/llama3", None, Placement("litellm", "ollama_chat", "ollama_chat/llama3", None)),
        ("somebody/else", None, Placement("ask", "", "somebody/else")),
        ("hosted_vllm/x", None, None),
    ],
)
def test_a_name_leads_somewhere(model: str, base: str | None, placed: Placement | None) -> None:
    assert place(model, base) == placed


def test_an_entrys_provider_needs_no_prefix() -> None:
    assert place("llama3", "http://127.0.0.1:9", "ollama_chat") == Placement("litellm", "ollama_chat", "ollama_chat/llama3", "http://127.0.0.1:9")
    assert place("llama3", "http://127.0.0.1:9/v1", "hosted_vllm") == Placement("raw", "hosted_vllm", "llama3", "http://127.0.0.1:9/v1")


def test_no_provider_is_both_compatible_and_translated() -> None:
    assert not TRANSLATED & set(OPENAI_COMPATIBLE)


def test_deciding_imports_no_litellm() -> None:
    program = "import sys; import llmproxy.upstream.table, llmproxy.upstream.raw; assert 'litellm' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
