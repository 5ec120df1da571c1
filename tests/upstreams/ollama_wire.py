"""A fake Llama behind Ollama's chat wire (newline-delimited JSON)."""

from __future__ import annotations

import json
from typing import Any

from tests.upstreams.server import Handler, Reply, Request, Step
from tests.upstreams.speech import Speech, pieces


def _line(model: str, message: dict[str, Any], done: bool) -> bytes:
    value = {"model": model, "created_at": "2026-01-01T00:00:00Z", "message": {"role": "assistant", **message}, "done": done}
    if done:
        value |= {"done_reason": "stop", "prompt_eval_count": 9, "eval_count": 5, "total_duration": 1, "eval_duration": 1}
    return json.dumps(value).encode() + b"\n"


def _calls(speech: Speech) -> list[dict[str, Any]]:
    return [{"function": {"name": name, "arguments": json.loads(arguments)}} for name, arguments in speech.calls]


def speaking(speech: Speech) -> Handler:
    """Answer every chat with one speech; `/api/show` says that the model knows tools."""

    def answer(request: Request) -> Reply:
        if request.path == "/api/show":
            return Reply.of_json({"capabilities": ["completion", "tools"], "template": "{{ .Tools }}", "model_info": {}, "details": {"family": "llama"}})
        if request.path != "/api/chat":
            return Reply.of_json({"error": "no such path"}, 404)
        model = request.json["model"]
        calls = {"tool_calls": _calls(speech)} if speech.calls else {}
        if not request.json.get("stream"):
            return Reply(200, {"content-type": "application/json"}, [_line(model, {"content": speech.text, **calls}, True)], True)
        steps: list[Step] = [_line(model, {"content": piece}, False) for piece in pieces(speech.text)]
        if calls:
            steps.append(_line(model, {"content": "", **calls}, False))
        return Reply(200, {"content-type": "application/x-ndjson"}, [*steps, _line(model, {"content": ""}, True)])

    return answer
