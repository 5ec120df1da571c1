"""Rules made ready: schemas compiled, sorted, remembered by tool; a rule that cannot be meant as written is refused.

Must not be in here: calls, configuration files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from minimize.clauses import Rule, RuleAction
from minimize.errors import RuleError
from minimize.validity import Validity, compiled, resolve
from tool_registry.model import PRECISION_LADDERS

SCHEMAS: Final = ("arguments", "recipient", "subject", "value")
"""Fields of a rule that hold a JSON Schema."""
MAX_TOOLS: Final = 512
"""Tools' names whose rules are remembered."""
MAX_SEEN: Final = 64
"""Sets of rules that are remembered."""
MAX_DEPTH: Final = 32

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_ONE: Final = ("not", "if", "then", "else", "items", "contains", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "propertyNames")
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS: Final = ("properties", "patternProperties", "dependentSchemas", "$defs")
# fmt: off
_PLAIN: Final = frozenset(
    ["$schema", "$id", "$anchor", "$ref", "$comment", "title", "description", "default", "examples", "type", "enum", "const", "pattern", "format",
     "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems",
     "minContains", "maxContains", "required", "minProperties", "maxProperties", "dependentRequired"]
)
# fmt: on
_KNOWN: Final = _PLAIN.union(_ONE, _LISTS, _MAPS)


class Ready:
    """One rule with its schemas compiled."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.arguments = _validity(rule.arguments, "arguments")
        self.recipient = _validity(rule.recipient, "recipient")
        self.subject = _validity(rule.subject, "subject")
        self.value = _validity(rule.value, "value")


class Compiled:
    """The rules of a policy, first the ones that count first."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._ready = [Ready(rule) for rule in sorted(rules, key=lambda rule: -rule.priority)]
        self._by_tool: dict[str, tuple[Ready, ...]] = {}

    def for_tool(self, name: str) -> tuple[Ready, ...]:
        """Give the rules whose globs take in a tool's name."""
        found = self._by_tool.get(name)
        if found is None:
            found = tuple([ready for ready in self._ready if not ready.rule.tools or any(fnmatchcase(name, glob) for glob in ready.rule.tools)])
            if len(self._by_tool) >= MAX_TOOLS:
                self._by_tool.clear()
            self._by_tool[name] = found
        return found

    @classmethod
    def of(cls, rules: tuple[Rule, ...]) -> Compiled:
        """Give the compiled form of a policy's rules, from the cache if they were seen before (as the same object)."""
        held = _seen.get(id(rules))
        if held is not None and held[0] is rules:
            return held[1]
        made = cls(rules)
        if len(_seen) >= MAX_SEEN:
            _seen.clear()
        _seen[id(rules)] = (rules, made)
        return made


_seen: dict[int, tuple[tuple[Rule, ...], Compiled]] = {}
"""The rules are held, so that their identity is not given to another object meanwhile."""


def check(rule: Rule) -> None:
    """Refuse (RuleError) a rule that cannot be meant as written; names of kinds, roles, tiers and categories are the caller's to check."""
    labels = {label for ladder in PRECISION_LADDERS.values() for label in ladder} - {"exact"}
    if rule.then is RuleAction.STRICTER and rule.precision not in labels:
        raise RuleError("precision", f"`then: stricter` needs `precision`, one of {', '.join(sorted(labels))}")
    if rule.then is not RuleAction.STRICTER and rule.precision is not None:
        raise RuleError("precision", "only `then: stricter` has a `precision`")
    for field in SCHEMAS:
        text: str = getattr(rule, field)
        if not text:
            continue
        fault = next(_faults(json.loads(text), json.loads(text), ""), None)
        if fault is not None:
            raise RuleError(field, fault)
        if _validity(text, field) is None:
            raise RuleError(field, "no valid JSON Schema")


def _validity(text: str, field: str) -> Validity | None:
    if not text:
        return None
    schema = json.loads(text)
    if isinstance(schema, bool):
        schema = {} if schema else {"not": {}}
    found = compiled({"$schema": _DRAFT, **schema}) if isinstance(schema, dict) else None
    if found is None:
        raise RuleError(field, "no valid JSON Schema")
    return found


def _faults(root: Any, schema: Any, at: str, depth: int = 0) -> Iterator[str]:
    """What a schema engine would pass over in silence: unknown keywords, references that lead nowhere."""
    if isinstance(schema, bool):
        return
    if not isinstance(schema, Mapping):
        yield f"at `{at or '/'}` stands no JSON Schema"
        return
    if depth > MAX_DEPTH:
        yield "a JSON Schema nests too deep"
        return
    for keyword, inner in schema.items():
        if keyword not in _KNOWN:
            yield f"at `{at or '/'}` stands an unknown keyword of JSON Schema"
        elif keyword == "$ref" and (not isinstance(inner, str) or resolve(root, inner) is None):
            yield f"at `{at or '/'}` stands a `$ref` that leads nowhere; only references within the schema can be followed"
        elif keyword in _ONE:
            yield from _faults(root, inner, f"{at}/{keyword}", depth + 1)
        elif keyword in _LISTS and isinstance(inner, list):
            for index, each in enumerate(inner):
                yield from _faults(root, each, f"{at}/{keyword}/{index}", depth + 1)
        elif keyword in _MAPS and isinstance(inner, Mapping):
            for name, each in inner.items():
                yield from _faults(root, each, f"{at}/{keyword}/{name}", depth + 1)
