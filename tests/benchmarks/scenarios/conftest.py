"""Two tools as a file of schemas holds them."""

from __future__ import annotations

import json

import pytest

TEXT = {"type": "string"}
SEARCH = {"type": "object", "properties": {"query": TEXT, "count": {"type": "integer"}}, "required": ["query"]}
FIELDS = ("calendarId", "summary", "description", "start", "end")
EVENT = {"type": "object", "properties": dict.fromkeys(FIELDS, TEXT), "required": ["summary", "start", "end"]}


@pytest.fixture
def schemas(tmp_path):
    rows = [
        {"server": "brave-search", "tool": {"name": "brave_web_search", "description": "Search the web", "inputSchema": SEARCH}},
        {"server": "google-calendar", "tool": {"name": "create-event", "description": "Create a calendar event", "inputSchema": EVENT}},
    ]
    path = tmp_path / "schemas.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path
