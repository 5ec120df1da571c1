"""A fake model behind Anthropic's Messages wire."""

from __future__ import annotations

import json
from typing import Any

from tests.upstreams.server import Handler, Reply, Request
from tests.upstreams.speech import Speech, pieces


def event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields}, separators=(',', ':'))}\n\n".encode()


def whole(speech: Speech, model: str) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": speech.text}] if speech.text else []
    content += [{"type": "tool_use", "id": f"toolu_{i}", "name": name, "input": json.loads(arguments)} for i, (name, arguments) in enumerate(speech.calls)]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "tool_use" if speech.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 9, "output_tokens": 5},
    }


def streamed(speech: Speech, model: str) -> list[bytes]:
    message = {**whole(Speech(), model), "stop_reason": None, "usage": {"input_tokens": 9, "output_tokens": 1}}
    events = [event("message_start", message=message)]
    index = 0
    if speech.text:
        events.append(event("content_block_start", index=0, content_block={"type": "text", "text": ""}))
        events += [event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece}) for piece in pieces(speech.text)]
        events.append(event("content_block_stop", index=0))
        index = 1
    for i, (name, arguments) in enumerate(speech.calls):
        events.append(event("content_block_start", index=index + i, content_block={"type": "tool_use", "id": f"toolu_{i}", "name": name, "input": {}}))
        events += [event("content_block_delta", index=index + i, delta={"type": "input_json_delta", "partial_json": piece}) for piece in pieces(arguments)]
        events.append(event("content_block_stop", index=index + i))
    stop = "tool_use" if speech.calls else "end_turn"
    events.append(event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 5}))
    return [*events, event("message_stop")]


def speaking(speech: Speech) -> Handler:
    """Answer every message with one speech."""

    def answer(request: Request) -> Reply:
        if not request.path.split("?")[0].endswith("/messages"):
            return Reply.of_json({"type": "error", "error": {"type": "not_found_error", "message": "no such path"}}, 404)
        if request.json.get("stream"):
            return Reply.of_events(*streamed(speech, request.json["model"]))
        return Reply.of_json(whole(speech, request.json["model"]))

    return answer
