"""A fake model behind OpenAI's chat completions wire."""

from __future__ import annotations

import json
from typing import Any

from tests.upstreams.server import Handler, Reply, Request
from tests.upstreams.speech import Speech, pieces


def event(value: Any) -> bytes:
    return b"data: " + (value if isinstance(value, bytes) else json.dumps(value, separators=(",", ":")).encode()) + b"\n\n"


def chunk(delta: dict[str, Any], finish: str | None = None, model: str = "fake-1", index: int = 0) -> bytes:
    choice = {"index": index, "delta": delta, "logprobs": None, "finish_reason": finish}
    return event({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1700000000, "model": model, "choices": [choice]})


DONE = b"data: [DONE]\n\n"


def whole(speech: Speech, model: str = "fake-1") -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": speech.text or None, "refusal": None}
    if speech.calls:
        message["tool_calls"] = [
            {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": arguments}} for i, (name, arguments) in enumerate(speech.calls)
        ]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls" if speech.calls else "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": model,
        "choices": [choice],
        "usage": usage,
        "service_tier": "default",
    }


def streamed(speech: Speech, model: str = "fake-1") -> list[bytes]:
    events = [chunk({"role": "assistant", "content": "" if speech.text else None}, model=model)]
    events += [chunk({"content": piece}, model=model) for piece in pieces(speech.text)]
    for i, (name, arguments) in enumerate(speech.calls):
        head = {"index": i, "id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": ""}}
        events.append(chunk({"tool_calls": [head]}, model=model))
        events += [chunk({"tool_calls": [{"index": i, "function": {"arguments": piece}}]}, model=model) for piece in pieces(arguments)]
    events.append(chunk({}, "tool_calls" if speech.calls else "stop", model=model))
    return [*events, DONE]


def speaking(speech: Speech) -> Handler:
    """Answer every chat completion with one speech, and `/models` with two names."""

    def answer(request: Request) -> Reply:
        if request.path.endswith("/models"):
            return Reply.of_json({"object": "list", "data": [{"id": n, "object": "model", "created": 1, "owned_by": "fake"} for n in ("fake-1", "fake-2")]})
        if not request.path.endswith("/chat/completions"):
            return Reply.of_json({"error": {"message": "no such path"}}, 404)
        if request.json.get("stream"):
            return Reply.of_events(*streamed(speech, request.json["model"]), x_request_id="req_up")
        return Reply.of_json(whole(speech, request.json["model"]), x_request_id="req_up", x_ratelimit_remaining_requests="41")

    return answer
