"""An exchange becomes rows without values: pointers, categories, reasons, costs and keyed hashes.

What a user or model wrote is left behind here, in the writer's thread: values become keyed hashes, object keys that no
schema declares become keyed hashes too (they are data), names of unknown shape likewise.

Must not be in here: SQL, threads, time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import orjson

from llmproxy.config.keys import keyed_hash
from llmproxy.records.model import ExchangeRecord
from minimize import pointers
from minimize.model import Decision, Finding, MinimizedCall

HASH_DIGITS = 24
"""Hex digits of a keyed hash that are kept: 96 bits."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/@+\-]{0,127}\Z")
_MEMBER = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]{0,47}\Z")
_ROWS_A_CALL = 500
_SCHEMA_NODES = 20_000
_INDEX_DIGITS = 5
_NESTS = (dict, list)
_NO_SUCH = (400, 404)
"""Statuses with which a model's name is whatever the client wrote there."""


def written(value: list[str] | dict[str, str]) -> str:
    """Give a small value as the JSON text that a column holds."""
    try:
        return orjson.dumps(value).decode() if value else "[]" if isinstance(value, list) else "{}"
    except orjson.JSONEncodeError:  # a lone surrogate
        return json.dumps(value)


def short_hash(secret: bytes, value: str) -> str:
    """Give the keyed hash of a value as it is stored and reported."""
    return keyed_hash(secret, value).hex()[:HASH_DIGITS]


def exchange_row(record: ExchangeRecord, secret: bytes, versions: Mapping[str, str]) -> dict[str, Any]:
    """Give the row of an exchange."""
    return {
        "exchange_id": record.exchange_id,
        "time": record.time,
        "key_name": record.key_name,
        "model": hidden_name(record.model, secret) if record.status in _NO_SUCH else plain_name(record.model, secret),
        "stream": record.stream,
        "status": record.status,
        "policy_hash": record.policy_hash,
        "not_read": written(list(record.not_read)),
        "versions": written(dict(versions)),
    }


def call_row(record: ExchangeRecord, position: int, secret: bytes) -> dict[str, Any]:
    """Give the row of one call."""
    decided, latency = record.calls[position]
    hider = Hider(decided, secret)
    return {
        "exchange_id": record.exchange_id,
        "position": position,
        "call_id": plain_name(decided.call.call_id, secret),
        "tool": plain_name(decided.call.name, secret),
        "kind": decided.kind,
        "trust": decided.trust,
        "mode": decided.mode.value,
        "changed": decided.changed,
        "blocked": decided.blocked.value if decided.blocked else None,
        "failure": decided.failure.value if decided.failure else None,
        "needs_confirmation": decided.needs_confirmation,
        "valid_before": decided.valid_before,
        "valid_after": decided.valid_after,
        "cost_before": decided.cost_before.value,
        "cost_after": decided.cost_after.value,
        "items_before": decided.cost_before.items,
        "items_after": decided.cost_after.items,
        "extension_before": decided.cost_before.extension,
        "extension_after": decided.cost_after.extension,
        "latency_ms": round(latency, 4),
        "flags": written([hider.flag(f) for f in decided.flags]),
    }


def decision_rows(record: ExchangeRecord, position: int, secret: bytes) -> list[dict[str, Any]]:
    """Give a row per finding of each decision, and one for a decision without findings (at most 500 a call)."""
    decided = record.calls[position][0]
    hider = Hider(decided, secret)
    rows: list[dict[str, Any]] = []
    for decision in decided.decisions:
        for finding in decision.findings or (None,):
            if len(rows) == _ROWS_A_CALL:
                return rows
            rows.append(_decision_row(record, position, len(rows), decision, finding, hider))
    return rows


def _decision_row(record: ExchangeRecord, position: int, number: int, decision: Decision, finding: Finding | None, hider: Hider) -> dict[str, Any]:
    place = finding.pointer if finding else decision.pointer
    return {
        "exchange_id": record.exchange_id,
        "position": position,
        "number": number,
        "pointer": hider.pointer(place),
        "category": finding.category if finding else None,
        "sub": finding.sub if finding else None,
        "detector": finding.detector if finding else None,
        "confidence": finding.confidence if finding else decision.confidence,
        "disposition": decision.disposition.value,
        "reason": decision.reason.value,
        "rules": written(list(decision.rules)),
        "role": decision.role,
        "precision": decision.precision,
        "value_hash": hider.value_hash(finding) if finding else None,
    }


class Hider:
    """Takes the data out of one call's pointers and turns findings into keyed hashes."""

    def __init__(self, decided: MinimizedCall, secret: bytes) -> None:
        self._secret = secret
        self._arguments = decided.call.arguments
        self._custom = decided.call.custom
        self._schema = decided.call.schema
        self._psd_keys = frozenset(_last(f.pointer) for f in decided.findings if f.in_key)
        self._root: Any = None
        self._read = False
        self._hidden: dict[str, str] = {}

    def pointer(self, pointer: str) -> str:
        """Give a pointer whose undeclared or sensitive member names are keyed hashes, 12 digits behind a `#`."""
        hidden = self._hidden.get(pointer)
        if hidden is None:
            hidden = self._hidden[pointer] = pointers.join([self._step(step) for step in pointers.split(pointer)])
        return hidden

    def _step(self, step: str) -> str:
        if step.isdecimal() and len(step) <= _INDEX_DIGITS:
            return step
        if self._schema:
            known = step in self._declared
        else:
            known = step not in self._psd_keys and bool(_MEMBER.match(step))
        return step if known else "#" + short_hash(self._secret, step)[:12]

    @cached_property
    def _declared(self) -> frozenset[str]:
        return declared_members(self._schema or {})

    def flag(self, flag: str) -> str:
        """Give a flag; a pointer in it is treated as any pointer."""
        name, colon, place = flag.partition(":/")
        return name + ":" + self.pointer("/" + place) if colon else flag

    def value_hash(self, finding: Finding) -> str | None:
        """Give the keyed hash of what stands at a finding's span; None where it cannot be found again."""
        text = self._text_at(finding)
        return short_hash(self._secret, text[finding.start : finding.end]) if text is not None and finding.end <= len(text) else None

    def _text_at(self, finding: Finding) -> str | None:
        if self._custom:
            return self._arguments
        if finding.in_key:
            return _last(finding.pointer)
        if not self._read:
            self._read = True
            try:
                self._root = json.loads(self._arguments, parse_int=Literal, parse_float=Literal, parse_constant=Literal)
            except (ValueError, RecursionError):
                self._root = None
        return text_of(self._root, finding.pointer)


class Literal(str):
    """A number of the arguments as its source text."""

    __slots__ = ()


def text_of(root: Any, pointer: str) -> str | None:
    """Give the text at a pointer (a number's source text), or None."""
    place = root
    for name in pointers.split(pointer):
        if isinstance(place, dict) and name in place:
            place = place[name]
        elif isinstance(place, list) and name.isdecimal() and int(name) < len(place):
            place = place[int(name)]
        else:
            return None
    return place if isinstance(place, str) else None


def _last(pointer: str) -> str:
    return pointers.split(pointer)[-1] if pointer else ""


def declared_members(schema: Mapping[str, Any]) -> frozenset[str]:
    """Give all property names that a schema declares, at any depth."""
    found: set[str] = set()
    todo: list[Any] = [dict(schema)]
    seen = 0
    while todo and seen < _SCHEMA_NODES:
        node = todo.pop()
        seen += 1
        if isinstance(node, dict):
            properties = node.get("properties")
            if isinstance(properties, dict):
                found.update(properties)
            todo += [value for value in node.values() if isinstance(value, _NESTS)]
        elif isinstance(node, list):
            todo += [value for value in node if isinstance(value, _NESTS)]
    return frozenset(found)


def plain_name(name: str, secret: bytes) -> str:
    """Give a tool's, model's or call's name where it looks like one, else its keyed hash: a model may write anything there."""
    return name if not name or _NAME.match(name) else hidden_name(name, secret)


def hidden_name(name: str, secret: bytes) -> str:
    """Give a name's keyed hash behind a `#`."""
    return "#" + short_hash(secret, name)
