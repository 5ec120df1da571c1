"""A client's schema as the core sees it: is a call valid, does a rewrite add a violation, what is declared at a place.

Views are cached, since the same tools come with every request of a conversation. Nothing here raises because of a schema or an instance,
but for `SchemaView.of` a TooDeep for a schema that nests beyond what Python can walk.
Must not be in here: engines (`validity`), lookups (`places`), decisions.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import orjson

from minimize.errors import TooDeep
from minimize.places import Place, Places
from minimize.validity import Violation, compiled

__all__ = ["Place", "SchemaView", "Violation"]

MAX_CACHED = 512
MAX_CACHED_BYTES = 8_000_000
"""Bounds of one generation of the cache: views, and JSON bytes of their schemas."""
MAX_SEEN = 512
"""How many schema objects are known by identity."""

_NOTHING: Any = object()


class SchemaView:
    """One schema. Get it from `of`; the schema must not be changed afterwards."""

    def __init__(self, schema: Mapping[str, Any] | None) -> None:
        self.schema = schema
        self._validity = compiled(schema) if isinstance(schema, dict) else None
        self._places = Places(schema if isinstance(schema, dict) else None, self._validity)

    @classmethod
    def of(cls, schema: Mapping[str, Any] | None) -> SchemaView:
        """Give the view of a schema, from the cache if it was seen before (as the same object, or with the same content)."""
        return _cache.view(schema)

    @property
    def usable(self) -> bool:
        """Whether calls can be judged: there is a schema, and it compiles. Remote references are never fetched and assert nothing."""
        return self._validity is not None

    def is_valid(self, instance: Any) -> bool | None:
        """Judge arguments (plain values), formats asserted; None without a usable schema."""
        return None if self._validity is None else self._validity.is_valid(instance)

    def violations(self, instance: Any) -> frozenset[Violation]:
        """Give the errors as (pointer, keyword), never a value; empty without a usable schema."""
        return frozenset() if self._validity is None else self._validity.violations(instance)

    def adds_violation(self, before: Any, after: Any) -> bool:
        """Tell whether a rewrite breaks what was whole: valid before must be valid after, invalid before may gain no error.

        Where items were taken out of arrays, places are compared without their indices, by number.
        """
        if self._validity is None or self._validity.is_valid(after) is not False:
            return False
        if self._validity.is_valid(before):
            return True
        old, new = self.violations(before), self.violations(after)
        if new <= old:
            return False
        return not _without_indices(new) <= _without_indices(old)

    def place(self, instance: Any, steps: tuple[str, ...]) -> Place:
        """Say what is declared at steps (keys and indices as text) of an instance."""
        return self._places.place(instance, steps)

    def accepts(self, root_after: Any, root_before: Any = _NOTHING) -> bool:
        """Tell whether a candidate of a rewrite may stand: it is valid, or adds no violation to `root_before`; true without a usable schema."""
        if root_before is _NOTHING:
            return self.is_valid(root_after) is not False
        return not self.adds_violation(root_before, root_after)


def _without_indices(violations: frozenset[Violation]) -> Counter[Violation]:
    return Counter(("/".join("*" if step.isdigit() else step for step in pointer.split("/")), keyword) for pointer, keyword in violations)


class _Cache:
    """Views by content, in two generations: a full one becomes the old one, what is asked for again is taken over, the rest goes.

    In front of it the schema objects seen last, by identity. Shared by threads without a lock: every step is one operation of a dict,
    and the worst that a race can do is to compile a schema twice.
    """

    def __init__(self) -> None:
        self._young: dict[bytes, SchemaView] = {}
        self._old: dict[bytes, SchemaView] = {}
        self._bytes = 0
        self._seen: dict[int, tuple[Any, SchemaView]] = {}

    def view(self, schema: Mapping[str, Any] | None) -> SchemaView:
        seen = self._seen.get(id(schema))
        if seen is not None and seen[0] is schema:
            return seen[1]
        text = _content(schema)
        key = hashlib.blake2b(text, digest_size=16).digest()
        view = self._young.get(key)
        if view is None:
            view = self._old.get(key) or SchemaView(schema)
            if len(self._young) >= MAX_CACHED or self._bytes + len(text) > MAX_CACHED_BYTES:
                self._old, self._young, self._bytes = self._young, {}, 0
            self._young[key] = view
            self._bytes += len(text)
        if len(self._seen) >= MAX_SEEN:
            self._seen = {}
        # The schema is held, so that its identity is not given to another object meanwhile.
        self._seen[id(schema)] = (schema, view)
        return view


def _content(schema: Any) -> bytes:
    try:
        return orjson.dumps(schema, option=orjson.OPT_SORT_KEYS)
    except (TypeError, ValueError):
        # Lone surrogates and integers of more than 64 bits are fine for `json`; what no JSON text can say is told apart by `repr`.
        pass
    try:
        return json.dumps(schema, default=repr, skipkeys=True).encode("utf-8", "surrogatepass")
    except (RecursionError, ValueError):
        fault = TooDeep()
    raise fault  # out here, so that it has no context: errors of `json` name values


_cache = _Cache()
