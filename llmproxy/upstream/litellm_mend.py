"""What LiteLLM's answers need to be OpenAI's again; pure functions and one small state machine over dictionaries.

Mended: ids and times that differ between chunks of one answer, a model name with LiteLLM's prefix, the required `content: null` and
`finish_reason: null`, positions inside whole tool calls, one finish chunk for all of `n` choices. Must not be in here: LiteLLM.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _bare(model: object, provider: str) -> object:
    return model.removeprefix(f"{provider}/") if isinstance(model, str) else model


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_none(v) for k, v in value.items() if v is not None}
    return [_without_none(v) for v in value] if isinstance(value, list) else value


def whole(answer: dict[str, Any], provider: str) -> dict[str, Any]:
    """Mend a whole answer, `ModelResponse.model_dump()`."""
    out: dict[str, Any] = _without_none(answer)
    out["model"] = _bare(answer.get("model"), provider)
    for choice in out.get("choices") or []:
        message = choice.get("message") or {}
        message.setdefault("role", "assistant")
        message.setdefault("content", None)
        choice.setdefault("finish_reason", "stop")
        for call in message.get("tool_calls") or []:
            call.pop("index", None)
        _drop_empty(message, "provider_specific_fields")
    return out


def _drop_empty(holder: dict[str, Any], name: str) -> None:
    if name in holder and not holder[name]:
        del holder[name]


class ChunkMender:
    """Mends the chunks of one stream, in order."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._head: dict[str, Any] | None = None
        self._calling: dict[int, bool] = {}
        """Choice -> whether it made a tool call."""
        self._finished: set[int] = set()

    def feed(self, chunk: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Give the chunk mended, and finish chunks for the other choices after the last one's where LiteLLM makes only one."""
        out: dict[str, Any] = _without_none(chunk)
        if self._head is None:
            self._head = {
                "id": out.get("id"),
                "object": "chat.completion.chunk",
                "created": out.get("created"),
                "model": _bare(out.get("model"), self._provider),
            }
        out = {**out, **self._head}
        out["choices"] = out.get("choices") or []
        for choice in out["choices"]:
            self._choice(choice)
        if "usage" in out and not out["usage"]:
            del out["usage"]
        if out["choices"] or "usage" in out:
            yield out

    def _choice(self, choice: dict[str, Any]) -> None:
        index = choice.setdefault("index", 0)
        delta = choice.setdefault("delta", {})
        _drop_empty(delta, "provider_specific_fields")
        if delta.get("tool_calls") or delta.get("function_call"):
            self._calling[index] = True
            if delta.get("content") == "":
                del delta["content"]
        self._calling.setdefault(index, False)
        reason = choice.setdefault("finish_reason", None)
        if reason is not None:
            self._finished.add(index)
            if reason in ("stop", "tool_calls"):
                choice["finish_reason"] = self._reason(index)

    def _reason(self, index: int) -> str:
        return "tool_calls" if self._calling[index] else "stop"

    def end(self) -> Iterator[dict[str, Any]]:
        """Give finish chunks for choices that never got one although another did."""
        if not self._finished or self._head is None:
            return
        for index in sorted(set(self._calling) - self._finished):
            yield {**self._head, "choices": [{"index": index, "delta": {}, "finish_reason": self._reason(index)}]}
