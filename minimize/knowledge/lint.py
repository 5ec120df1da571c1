"""Runs every example of the knowledge: what a rule must match and must not match.

Must not be in here: knowledge. `toolminimize registry lint` and the tests call `lint()`; it reads the sources beside the packed data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from minimize.knowledge.build import compile as build
from minimize.knowledge.fields import NOTHING, FieldWords
from minimize.knowledge.patterns import Alone, Rule, RuleSet
from minimize.knowledge.terms import TermSet
from minimize.knowledge.text import View


def lint() -> list[str]:
    """Give one line for each fault: an example that fails, an unknown category or validator, packed data that is stale."""
    from minimize.knowledge.load import unpack

    packed = unpack("rules.bin")
    faults = [] if packed["digest"] == build.digest() else ["rules.bin is older than its sources: run `make knowledge`"]
    categories = {row["code"] for row in packed["categories"]}
    fields = FieldWords.load(build.fields())
    gated = build.gates()
    faults += [f"{name}.bin is older than its sources: run `make knowledge`" for name in gated if unpack(f"{name}.bin")["digest"] != build.digest_of(name)]
    seen: set[str] = set()
    for row in build.rules():
        if row["id"] in seen:
            faults.append(f"rule `{row['id']}` is there twice")
        seen.add(row["id"])
        if row["category"] not in categories:
            faults.append(f"rule `{row['id']}` has an unknown category")
        faults += _bare(f"rule `{row['id']}`", row) + _rule_faults(row, fields, gated)
    for section in build.terms():
        if section["category"] not in categories | {"-"}:
            faults.append(f"lexicon section `{section['id']}` has an unknown category")
        faults += _bare(f"lexicon section `{section['id']}`", section) + _section_faults(section)
    return faults


def _bare(what: str, row: dict[str, Any]) -> list[str]:
    """Faults of a rule or section that does not say what it must match and what it must not."""
    return [f"{what} has no example that it must {'match' if key == 'match' else 'not match'}" for key in ("match", "avoid") if not row.get(key)]


def _examples(row: dict[str, Any], key: str) -> Iterator[dict[str, Any]]:
    for written in row.get(key, []):
        yield build.example(written["text"], written["field"]) if isinstance(written, dict) else build.example(written)


def _rule_faults(row: dict[str, Any], fields: FieldWords, gated: dict[str, Any]) -> list[str]:
    packed, name = [build.packed_rule(row)], row.get("gate", "")
    alone = RuleSet.of([], {name: gated[name]}, lambda _: packed) if name else RuleSet.of(packed)
    rule: Rule = (alone.behind(name).rules if name else alone.rules)[0]
    faults = []
    for key in ("match", "avoid"):
        for example in _examples(row, key):
            view = View(example["text"])
            evidence = fields.of(example["field"]) if example["field"] else NOTHING
            hints = frozenset((evidence.sub,)) if evidence.mode in ("whole", "hint") else frozenset[str]()
            found = [(h.start, h.end) for h in rule.find(view, Alone(view, hints))]
            wanted = example["spans"] if key == "match" else []
            if found != wanted:
                faults.append(f"rule `{rule.id}`: example {example['text']!r} gives {found}, not {wanted}")
            if found and not alone.find(view, Alone(view, hints)):
                faults.append(f"rule `{rule.id}`: its prefilter or gate misses {example['text']!r}")
    return faults


def _section_faults(section: dict[str, Any]) -> list[str]:
    data = {k: v for k, v in section.items() if k not in ("words", "match", "avoid")}
    terms = TermSet.of({"sections": [data], "words": ["\n".join({build._term(w) for w in section["words"]})]})
    faults = []
    for key in ("match", "avoid"):
        for example in _examples(section, key):
            found = [(h.start, h.end) for h in terms.find(View(example["text"]))]
            if key == "match" and not all(any((s <= a and b <= e) or (a <= s and e <= b) for a, b in found) for s, e in example["spans"]):
                faults.append(f"lexicon section `{section['id']}`: example {example['text']!r} is not found")
            if key == "avoid" and found:
                faults.append(f"lexicon section `{section['id']}`: example {example['text']!r} is found")
    return faults
