"""The package as a whole against JSON Schema's own test suite: whatever the schema, a rewrite stays valid or is refused, and nothing crashes."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema
from referencing.exceptions import NoSuchResource, Unresolvable

from minimize.candidates import Desk
from minimize.minimizer import Minimizer
from minimize.model import Decision, Disposition, Finding, Reason, ToolCall
from minimize.needs import Sites
from minimize.paths import Document
from minimize.rewrite import attempt
from minimize.schema import SchemaView
from tests.minimize.analyze.world import KNOWLEDGE, Registry
from tool_registry.model import Kind, ToolSpec

SUITE = Path(__file__).parents[1] / "vectors" / "json_schema_test_suite" / "draft2020-12.jsonl"
GROUPS = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
FILES = sorted({group["group"].partition(":")[0] for group in GROUPS})
PSD = "Ola Nordmann, 202-555-0143"
METASCHEMA = re.compile(r'"\$(?:dynamic)?[rR]ef": *"https?://json-schema\.org')
MOST = 12
"""Instances of one schema that are rewritten."""
DRAWN = settings(max_examples=3, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])


def of(file: str) -> list[dict[str, Any]]:
    return [group for group in GROUPS if group["group"].partition(":")[0] == file]


@cache
def drawn(text: str) -> list[Any]:
    """Instances that the generator fills the schema with; none where it cannot.

    Nor where the schema refers to a metaschema: the generator rewrites what it refers to in place, for all that run in the same process.
    """
    if METASCHEMA.search(text):
        return []
    schema = json.loads(text)
    out: list[Any] = []

    @DRAWN
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        out.append(data.draw(from_schema(schema)))

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            draw()
    except Exception:  # what the generator cannot fill: references, unsatisfiable schemas, formats that it does not know
        return []
    return [value for value in out if is_json(value)]


def is_json(value: Any) -> bool:
    text = json.dumps(value)
    return "NaN" not in text and "Infinity" not in text and "\\ud" not in text


def wrapped(schema: Any) -> dict[str, Any]:
    """Parameters with one required member of the schema, as a resource of its own so that its references hold."""
    inner = {"$id": "urn:example:member", **schema} if isinstance(schema, dict) else schema
    return {"type": "object", "properties": {"member": inner}, "required": ["member"]}


def calls(group: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for value in [*group["valid"], *drawn(json.dumps(group["schema"]))][:MOST]:
        if isinstance(value, dict) and isinstance(group["schema"], dict):
            yield group["schema"], value
        yield wrapped(group["schema"]), {"member": value}


def decisions(document: Document, how: Disposition) -> list[Decision]:
    made = []
    for leaf in document.leaves:
        found = Finding(leaf.pointer, 0, len(leaf.text), "DI", "person", "forced", 1.0)
        whole = how is not Disposition.GENERALISE
        if leaf.steps and leaf.value is not None:
            made.append(Decision(leaf.pointer, how, Reason.NOT_THE_TASK, (found,), whole, "exact"))
    return made


def valid(schema: Any, arguments: Any) -> bool:
    """Whether the reference implementation says so; what it cannot resolve it says nothing of."""
    try:
        return jsonschema.Draft202012Validator(schema).is_valid(arguments)
    except (NoSuchResource, Unresolvable, RecursionError):
        return False


@pytest.mark.parametrize("file", FILES)
def test_forced_removals_leave_valid_arguments_or_are_refused(file: str) -> None:
    for group in of(file):
        for schema, arguments in calls(group):
            view = SchemaView.of(schema)
            document = Document.parse(json.dumps(arguments))
            sites = Sites(ToolSpec("tool", Kind("generic", "", {}), 1.0, "", {}, schema), Registry())  # type: ignore[arg-type]
            desk = Desk(document, view, sites, KNOWLEDGE, lambda: "en", lambda after, v=view, d=document: not v.adds_violation(d.root, after))
            for how in (Disposition.REMOVE, Disposition.GENERALISE, Disposition.SUBSTITUTE):
                done = attempt(desk, decisions(document, how))
                after = json.loads(done.text)
                assert valid(schema, after) or not valid(schema, arguments), (group["group"], how, arguments, after)


@pytest.mark.parametrize("file", FILES)
def test_no_schema_crashes_a_call_that_shares_too_much(file: str) -> None:
    minimizer = Minimizer()
    for group in of(file):
        for schema, arguments in calls(group):
            shared = {**arguments, "notes": PSD}
            done = minimizer.minimize(ToolCall("find_item", json.dumps(shared), schema))
            assert done.failure is None or done.failure is Reason.NO_VALID_REWRITE, (group["group"], done.failure)
            if done.blocked is None and valid(schema, shared):
                assert valid(schema, json.loads(done.arguments)), (group["group"], shared, done.arguments)
