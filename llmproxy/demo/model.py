"""A scripted model behind an OpenAI-compatible door that calls tools with more than they need. No minimising, and no part of serving.

It answers a request whose last user message is a scenario's with that scenario's call; anything else with a line of text. In a stream the arguments
come in small pieces, cut anywhere.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from llmproxy.demo.scenarios import Scenario

NAME = "demo-model"
PIECE = 7
"""Characters of the arguments in one chunk of a stream."""
HELLO = "This is the demo model of ToolMinimize. It calls tools only for the requests of its own scenarios."


class DemoModel:
    """The model's server on a free loopback port, in a thread. A context manager; `url` is the base URL with `/v1`."""

    def __init__(self, scenarios: Sequence[Scenario]) -> None:
        self._by_text = {s.user: s for s in scenarios}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> DemoModel:
        threading.Thread(target=self._server.serve_forever, name="demo-model", daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Answer a request as one chat completion."""
        scenario = self._find(request)
        message: dict[str, Any] = {"role": "assistant", "content": None if scenario else HELLO}
        if scenario:
            message["tool_calls"] = [{"id": _call_id(scenario), "type": "function", "function": {"name": scenario.name, "arguments": scenario.arguments}}]
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if scenario else "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        return {**_head("chat.completion"), "choices": [choice], "usage": usage}

    def chunks(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Answer a request as the chunks of a stream."""
        scenario = self._find(request)
        yield _chunk({"role": "assistant", "content": None if scenario else ""})
        if scenario is None:
            for word in HELLO.split(" "):
                yield _chunk({"content": word + " "})
            yield _chunk({}, "stop")
            return
        yield _chunk(
            {"tool_calls": [{"index": 0, "id": _call_id(scenario), "type": "function", "function": {"name": scenario.name, "arguments": ""}}]},
        )
        for at in range(0, len(scenario.arguments), PIECE):
            yield _chunk({"tool_calls": [{"index": 0, "function": {"arguments": scenario.arguments[at : at + PIECE]}}]})
        yield _chunk({}, "tool_calls")

    def _find(self, request: dict[str, Any]) -> Scenario | None:
        texts = [m.get("content") for m in request.get("messages", ()) if m.get("role") == "user"]
        return self._by_text.get(texts[-1]) if texts and isinstance(texts[-1], str) else None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                """Say nothing: requests hold what users said."""

            def do_GET(self) -> None:
                """Answer `/v1/models`."""
                self._send("application/json", json.dumps({"object": "list", "data": [{"id": NAME, "object": "model", "owned_by": "demo"}]}).encode())

            def do_POST(self) -> None:
                """Answer `/v1/chat/completions`."""
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if request.get("stream"):
                    events = [json.dumps(chunk, ensure_ascii=False) for chunk in model.chunks(request)] + ["[DONE]"]
                    self._send("text/event-stream", "".join(f"data: {e}\n\n" for e in events).encode())
                else:
                    self._send("application/json", json.dumps(model.answer(request), ensure_ascii=False).encode())

            def _send(self, kind: str, body: bytes) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        return Handler


def _call_id(scenario: Scenario) -> str:
    return "call_demo_" + "".join(c for c in scenario.title.lower() if c.isalpha())[:12]


def _head(kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-demo", "object": kind, "created": 1_780_000_000, "model": NAME}


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {**_head("chat.completion.chunk"), "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
