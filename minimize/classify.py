"""Stage 1: which privacy-sensitive items the arguments of a call hold, and where.

Must not be in here: costs, necessity, dispositions; how an item is found (`minimize.detectors`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from minimize.decode import LONGEST_PIECE
from minimize.decode.files import SHORTEST, files, is_whole, without
from minimize.detectors.beside import with_towns
from minimize.detectors.context import masked, outside
from minimize.detectors.engine import continued, detect, detect_all, steps_of
from minimize.detectors.pictures import pictures
from minimize.detectors.place import Place
from minimize.detectors.resolve import COARSE
from minimize.detectors.roles import narrative
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import raw
from minimize.model import STAGES, Deadline, Finding
from minimize.paths import Document, Leaf, join
from tool_registry.model import Param, Registry, ToolSpec, Use

_IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$.-]{0,40}")
_SHORTEST: Final = 4
_TEXTS: Final = frozenset({"unknown", "text", "body", "description", "summary", "comment", "title", "custom_value", "task"})
"""Roles that inside a profile or history hold prose like those that promise it."""
MAX_SEEN: Final = 512
"""Tools whose declared places are remembered between calls."""
_DATA_KEY: Final = re.compile(r"[@ ]|\d{4}|[^\x00-\x7f]")


def classify(
    document: Document,
    spec: ToolSpec,
    knowledge: Knowledge,
    deadline: Deadline,
    stages: tuple[str, ...] = STAGES,
    sent: Sequence[tuple[str, str]] = (),
) -> tuple[Finding, ...]:
    """Find the items of a call's arguments: values, numbers, and keys that are data.

    Findings of one place don't overlap (higher S wins, then the longer, then the taxonomy's order). Items of city, region or
    country precision carry that precision and are no reason to call a value dirty. `sent`: short values of earlier calls by field,
    of which a value here may be the next piece. Raises DeadlineExceeded.
    """
    deadline.check()
    read: list[tuple[str, bool]] = []
    texts: list[tuple[str, Place]] = []
    leaves: list[Leaf] = []
    told: list[Finding] = []
    for leaf in document.leaves:
        if leaf.value is None or leaf.value == "" or isinstance(leaf.value, bool):
            continue
        text = leaf.text
        if len(text) >= SHORTEST:
            text = _readable(leaf.pointer, text, told)
        place = _place(leaf, spec, knowledge)
        if place is not None and text:
            read.append((leaf.pointer, False))
            texts.append((text, place))
            leaves.append(leaf)
    for steps in _data_keys(document, spec):
        read.append((join(steps), True))
        texts.append((steps[-1], Place("", tool=spec.name, kind=spec.kind.name)))
    found = detect_all(texts, knowledge, steps_of(stages), deadline.check)
    if sent and "decoding" in stages:
        for (text, place), hits in zip(texts, found, strict=True):
            if len(text) <= LONGEST_PIECE and not hits:
                hits += continued(text, place, sent, knowledge, steps_of(stages))
    for leaf, hits in zip(leaves, found, strict=False):
        if isinstance(leaf.value, str):
            _add_narrative(leaf, spec, knowledge, hits)
            if spec.required_context is not None:
                _add_unnamed(leaf, spec, spec.required_context, hits)
    return tuple(told) + tuple(
        _finding(pointer, hit, in_key) for (pointer, in_key), hits in zip(read, found, strict=True) for hit in hits if not (in_key and hit.precision in COARSE)
    )


def _readable(pointer: str, text: str, told: list[Finding]) -> str:
    """Give what can be read of a long text: all but the files in it, nothing of one that is a file. What pictures tell is added to `told`."""
    held = files(text)
    if not held:
        return text
    told += [_finding(pointer, hit, False) for hit in pictures(text, held)]
    if not held[0].known:
        return text
    return "" if is_whole(text, held[0]) else without(text, held)


def unread(document: Document) -> tuple[str, ...]:
    """Give the places whose values are files, or hold some: binary in base64, data URIs. Nobody looked into them."""
    return tuple(leaf.pointer for leaf in document.leaves if isinstance(leaf.value, str) and len(leaf.value) >= SHORTEST and files(leaf.text))


def _data_keys(document: Document, spec: ToolSpec) -> list[tuple[str, ...]]:
    """Members whose keys are data rather than names of the schema: nothing declares them, and they are no plain identifiers."""
    found = []
    for steps in document.keys:
        if _DATA_KEY.search(steps[-1]) or not _IDENTIFIER.fullmatch(steps[-1]):
            param = spec.param(steps)
            if param is None or param.pointer.endswith("/*"):
                found.append(steps)
    return found


def _place(leaf: Leaf, spec: ToolSpec, knowledge: Knowledge) -> Place | None:
    """Where a leaf stands, None for a setting; remembered for what the tool declares (the same spec object comes back from its cache)."""
    param = spec.direct.get(leaf.steps)
    if param is None:
        return _made(leaf, spec, knowledge, spec.param(leaf.steps))
    held = _seen.get(id(spec))
    if held is None or held[0] is not spec or held[1] is not knowledge:
        if len(_seen) >= MAX_SEEN:
            _seen.clear()
        held = _seen[id(spec)] = (spec, knowledge, {})
    places = held[2]
    key = (param.pointer, isinstance(leaf.value, str))
    if key not in places:
        places[key] = _made(leaf, spec, knowledge, param)
    return places[key]


_seen: dict[int, tuple[ToolSpec, Knowledge, dict[tuple[str, bool], Place | None]]] = {}
"""The spec is held, so that its identity is not given to another object meanwhile."""


def _made(leaf: Leaf, spec: ToolSpec, knowledge: Knowledge, param: Param | None) -> Place | None:
    if param is not None and param.need.use is Use.SETTING:
        return None
    field = next((s for s in reversed(leaf.steps) if not s.isdigit()), "")
    return Place(field, knowledge.fields.of(field), spec.name, spec.kind.name, param.role if param else "", not isinstance(leaf.value, str))


def _add_narrative(leaf: Leaf, spec: ToolSpec, knowledge: Knowledge, hits: list[Hit]) -> None:
    """Where a name promises what is told about the user and nothing more telling was found, the prose itself is the item."""
    text = leaf.text
    if len(text) < _SHORTEST or any(hit.precision not in COARSE for hit in hits):
        return
    param = spec.direct.get(leaf.steps)
    if param is not None and not param.about_user and param.role not in _TEXTS:
        return
    role, about = _promise(leaf, spec, knowledge.registry)
    if not about or text in knowledge.phrases.said:
        return
    item = narrative(text, role, about)
    if item is not None:
        hits.append(item)


def _add_unnamed(leaf: Leaf, spec: ToolSpec, named: Sequence[str], hits: list[Hit]) -> None:
    """Where a tool says which context it needs, values in its texts under other names are items; they take the place of what overlaps."""
    text, param = leaf.text, spec.param(leaf.steps)
    if param is None or param.need.use not in (Use.CONTENT, Use.LABEL):
        return
    before = [hit for hit in hits if not masked(text[hit.start : hit.end], named)]
    before.sort(key=lambda hit: hit.start)
    merged: list[Hit] = []
    at = 0
    for item in outside(text, named):
        over: list[Hit] = []
        while at < len(before) and before[at].start < item.end:
            (over if before[at].end > item.start else merged).append(before[at])
            at += 1
        if merged and merged[-1].end > item.start:
            continue
        telling = next((hit for hit in over if hit.precision not in COARSE), item)
        start, end = min([item.start, *(hit.start for hit in over)]), max([item.end, *(hit.end for hit in over)])
        merged.append(item._replace(start=start, end=end, category=telling.category))
    hits[:] = [*merged, *before[at:]]


def _promise(leaf: Leaf, spec: ToolSpec, registry: Registry) -> tuple[str, str]:
    """The role of a place and whether it promises what is told about the user (`always`, `maybe`, or empty)."""
    steps = leaf.steps
    param = spec.param(steps)
    while param is None and len(steps) > 1 and steps[-1].isdigit():
        steps = steps[:-1]
        param = spec.param(steps)
    if param is not None:
        role, about, ballast = param.role, param.about_user, param.need.use is Use.BALLAST or param.need.precision == "none"
        if about == "maybe" and param.required and not param.nullable:
            return role, ""
    else:
        known, _ = registry.role_of_key(steps[-1], spec.kind)
        role, about, ballast = known.name, known.about_user, spec.kind.need(known, optional=True).use is Use.BALLAST
    if about or (param is not None and not ballast) or role not in _TEXTS:
        return role, about if ballast else ""
    return role, "maybe" if _inside_story(steps, spec) else ""


def _inside_story(steps: tuple[str, ...], spec: ToolSpec) -> bool:
    above = (spec.param(steps[:depth]) for depth in range(1, len(steps)))
    return any(param is not None and param.about_user == "always" for param in above)


def _finding(pointer: str, hit: Hit, in_key: bool) -> Finding:
    return Finding(pointer, hit.start, hit.end, hit.category, hit.sub, hit.detector, hit.confidence, hit.precision, hit.encoding, in_key)


def classify_text(
    text: str, field: str = "", tool: str = "", *, knowledge: Knowledge, coarse: bool = False, stages: tuple[str, ...] = STAGES
) -> list[dict[str, Any]]:
    """Find the items of one string, for `toolminimize detect`.

    Gives `{"start", "end", "category", "sub", "confidence", "detector"}` in text order, offsets in code points. Without `coarse`,
    places of city precision and coarser are left out.
    """
    place = Place(field, knowledge.fields.of(field), tool)
    told: list[Finding] = []
    text = _readable("", text, told) if len(text) >= SHORTEST else text
    found: list[Finding | Hit] = [*told, *with_towns(raw(text), detect(text, place, knowledge, steps_of(stages)))]
    found.sort(key=lambda item: item.start)
    return [
        {"start": i.start, "end": i.end, "category": i.category, "sub": i.sub, "confidence": i.confidence, "detector": i.detector}
        for i in found
        if coarse or i.precision not in COARSE
    ]
