"""Stage 4: carry the decisions out, so that the call stays valid against the client's schema.

Every decision that changes something gets candidates, best first; the whole instance is validated with each. First all best
candidates are tried together, then one decision after the other; a decision without a valid candidate is NoValidRewrite.
Must not be in here: what is decided and why, operations on one value (`operators`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from minimize.candidates import Candidate, Desk, candidates
from minimize.errors import CallError, DuplicateKeys, NoValidRewrite
from minimize.model import Decision
from minimize.paths import Document, Edit
from minimize.pointers import join, split

Veto = Callable[[str, Sequence[Decision]], bool]
"""Whether something speaks against a text, with the decisions as they were carried out so far."""
MAX_TRIES = 400
MIN_TRIES = 12
MAX_BYTES = 4_000_000
"""Validations of one call over all its decisions, and the bytes that may be read for them (but so many tries there always are)."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The new arguments, and the decisions as they were carried out (a removal may have become a substitution)."""

    text: str
    decisions: tuple[Decision, ...]
    missing: tuple[Decision, ...] = ()
    """Decisions that no valid candidate carried out."""


def rewrite(desk: Desk, decisions: Sequence[Decision]) -> Rewriting:
    """Give the rewritten arguments. Raises NoValidRewrite with the place that has no valid candidate."""
    done = attempt(desk, decisions)
    if done.missing:
        raise NoValidRewrite(pointer=done.missing[0].pointer)
    return done


def attempt(desk: Desk, decisions: Sequence[Decision], veto: Veto | None = None) -> Rewriting:
    """Give the best valid rewrite, with what it could not carry out in `missing`.

    With a `veto` every candidate has to pass it, too: the next weaker one is tried where it objects.
    """
    changing = [d for d in decisions if d.disposition.changes]
    if not changing:
        return Rewriting(desk.document.text, tuple(decisions))
    streams = {id(d): _Stream(candidates(desk, d)) for d in changing}
    if veto is not None:
        return _one_by_one(desk, decisions, changing, streams, veto)
    firsts = [streams[id(d)].at(0) for d in changing]
    if all(firsts):
        edits = [edit for first in firsts if first for edit in first.edits]
        text = _edited(desk, edits)
        if text is not None:
            outcome = {id(d): first for d, first in zip(changing, firsts, strict=True) if first}
            return Rewriting(text, _as_done(decisions, outcome))
    return _one_by_one(desk, decisions, changing, streams, None)


def _one_by_one(desk: Desk, decisions: Sequence[Decision], changing: Sequence[Decision], streams: dict[int, _Stream], veto: Veto | None) -> Rewriting:
    edits: list[Edit] = []
    outcome: dict[int, Candidate] = {}
    missing: list[Decision] = []
    text = desk.document.text
    tries = 0
    most = min(MAX_TRIES, max(MIN_TRIES, MAX_BYTES // (len(text) + 1)))
    for each in changing:
        for candidate in streams[id(each)]:
            tries += 1
            if tries > most:
                break
            now = _edited(desk, [*edits, *candidate.edits])
            if now is not None and not (veto and veto(now, _as_done(decisions, {**outcome, id(each): candidate}))):
                edits += candidate.edits
                outcome[id(each)] = candidate
                text = now
                break
        if id(each) not in outcome:
            missing.append(each)
    return Rewriting(text, _as_done(decisions, outcome), tuple(missing))


class _Stream:
    """Candidates of one decision, made once, read as often as needed."""

    def __init__(self, source: Iterator[Candidate]) -> None:
        self._source = source
        self._made: list[Candidate] = []

    def at(self, index: int) -> Candidate | None:
        while len(self._made) <= index:
            made = next(self._source, None)
            if made is None:
                return None
            self._made.append(made)
        return self._made[index]

    def __iter__(self) -> Iterator[Candidate]:
        index = 0
        while (candidate := self.at(index)) is not None:
            yield candidate
            index += 1


def _edited(desk: Desk, edits: Sequence[Edit]) -> str | None:
    """Give the edited text if the schema accepts it (nothing in it that was not wrong before)."""
    try:
        text = desk.document.edit(edits)
        after = Document.parse(text, max_depth=10_000, max_bytes=1 << 40)
    except (DuplicateKeys, ValueError, KeyError, CallError):
        return None
    return text if desk.accepts(after.root) else None


def _as_done(decisions: Iterable[Decision], outcome: dict[int, Candidate]) -> tuple[Decision, ...]:
    """The decisions as they were carried out; one that changed an object's form stands for all below it."""
    formed = [candidate.around for candidate in outcome.values() if candidate.around is not None]
    out = []
    for each in decisions:
        candidate = outcome.get(id(each))
        if candidate is None:
            if not any(split(each.pointer)[: len(around)] == around for around in formed):
                out.append(each)
            continue
        if candidate.around is not None:
            each = replace(each, pointer=join(candidate.around))
        out.append(each if candidate.disposition is each.disposition else replace(each, disposition=candidate.disposition, whole=True))
    return tuple(out)


__all__ = ["MAX_TRIES", "Desk", "Rewriting", "attempt", "rewrite"]
