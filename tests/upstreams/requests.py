"""A request as a lane sees it, without the parser."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

TOOLS = [{"type": "function", "function": {"name": n, "parameters": {"type": "object", "properties": {}}}} for n in ("get_weather", "lookup")]


@dataclass(frozen=True)
class Body:
    model: str = "m"
    stream: bool = False
    fields: dict[str, Any] = field(default_factory=dict)

    def upstream_body(self, model: str | None) -> bytes:
        value = {"model": model or self.model, "messages": [{"role": "user", "content": "hello"}], **({"stream": True} if self.stream else {}), **self.fields}
        return json.dumps(value).encode()
