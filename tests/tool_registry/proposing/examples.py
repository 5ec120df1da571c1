"""Tools that the tests of proposals share."""

from __future__ import annotations

from typing import Any

from tool_registry.load import load
from tool_registry.model import ToolSpec

FORECAST: dict[str, Any] = {
    "type": "object",
    "properties": {
        "location": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}},
        "user": {"$ref": "#/$defs/User"},
        "languages": {"type": "array", "items": {"type": "string"}},
    },
    "$defs": {"User": {"type": "object", "properties": {"name": {"type": "string"}}}},
}
RIDE: dict[str, Any] = {"type": "object", "properties": {"pickup": {"type": "string"}, "dropoff": {"type": "string"}}, "required": ["pickup"]}


def spec(schema: dict[str, Any], name: str = "get_forecast", description: str = "Weather forecast for a place.") -> ToolSpec:
    return load().recognise(name, description, schema, trust_annotations=True)
