"""Cut items out of free text so that what remains still reads: labels and prepositions go along, joints are mended.

Must not be in here: finding the items, deciding about them. Works on spans, gives pieces for a splice; linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from minimize.knowledge.phrases import Phrases

Piece = tuple[int, int, str]
"""(start, end, new text) in code points; an empty text is a cut."""

_REACH: Final = 48
"""How far before an item words are looked for that go with it."""
_OPEN: Final = {"(": ")", "[": "]", "（": "）", "「": "」", "『": "』", "【": "】", "“": "”", "«": "»", '"': '"', "'": "'"}
_REMARKS: Final = ("(", "[", "（")
"""What begins a remark of its own: the words before it don't belong to it."""
_CLAUSE_END: Final = re.compile(r"[!?。！？;；؟؛\n]+|\.+(?=\s|$)")
_CLAUSE_EDGE: Final = re.compile(r"[,;:!?()\[\]\n。！？；，、،؛؟：（）]|\.(?=\s|$)|\s[–—-]\s|—")
_CLAUSE_REACH: Final = 400
"""Longest clause that is taken out at once, on either side of an item."""
_LEFT: Final = re.compile(r"[^\S\n]*[,;:|/·•&、，；：،؛–—-]?[^\S\n]*$")
_RIGHT: Final = re.compile(r"[^\S\n]*(?:[,;:|/·•&、，；：،؛–—]|-(?=\s))?[^\S\n]*")
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)$")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_BETWEEN: Final = re.compile(r"[\s,;:/|&+·•、，；：،؛()（）\[\].#–—-]*")


def cut(text: str, items: Sequence[Piece], phrases: Phrases) -> tuple[Piece, ...]:
    """Give the pieces that take the items out, or put their new text in, with everything that only served them.

    `items` are spans with the text that replaces them (empty to cut); they may touch and overlap. The pieces do not.
    """
    merged = _merge(text, _grow(text, _disjoint(items), phrases), phrases)
    whole = _hollow_clauses(text, merged, phrases)
    return tuple(_mend(text, whole, phrases))


def clause(text: str, start: int, end: int) -> tuple[int, int]:
    """Give the clause around a span: from the last comma, bracket, dash or sentence end before it to the next one after it."""
    left = 0
    for match in _CLAUSE_EDGE.finditer(text, max(0, start - _CLAUSE_REACH), start):
        left = match.end()
    left = left or max(0, start - _CLAUSE_REACH) if start > _CLAUSE_REACH else left
    after = _CLAUSE_EDGE.search(text, end, min(len(text), end + _CLAUSE_REACH))
    right = after.start() if after else min(len(text), end + _CLAUSE_REACH)
    while left < start and text[left].isspace():
        left += 1
    return min(left, start), max(right, end)


def apply(text: str, pieces: Sequence[Piece]) -> str:
    """Give the text with the pieces put in."""
    out: list[str] = []
    at = 0
    for start, end, new in pieces:
        out += (text[at:start], new)
        at = end
    out.append(text[at:])
    return "".join(out)


def words_left(text: str, phrases: Phrases) -> bool:
    """Whether a text still says something: a number or a word that is not hollow."""
    return any(word.lower() not in phrases.hollow for word in _WORD.findall(text))


def _disjoint(items: Sequence[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for start, end, new in sorted(items, key=lambda item: (item[0], -item[1])):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]), out[-1][2] or new)
        else:
            out.append((start, end, new))
    return out


def _grow(text: str, items: list[Piece], phrases: Phrases) -> list[Piece]:
    """Widen each cut over the labels before it, the units after it and the brackets around it."""
    out: list[Piece] = []
    for index, (start, end, new) in enumerate(items):
        floor = out[-1][1] if out else 0
        ceiling = items[index + 1][0] if index + 1 < len(items) else len(text)
        if not new:
            trail = phrases.trails.match(text[end : min(ceiling, end + 24)])
            end += trail.end() if trail else 0
            if text[start : start + 1] not in _REMARKS:
                start = _leads(text, start, floor, phrases)
            start, end = _brackets(text, start, end, floor, ceiling)
        out.append((start, end, new))
    return out


def _leads(text: str, start: int, floor: int, phrases: Phrases) -> int:
    for _ in range(6):
        lead = phrases.lead(text, start, floor)
        if lead == start:
            break
        start = lead
    return start


def _brackets(text: str, start: int, end: int, floor: int, ceiling: int) -> tuple[int, int]:
    left, right = start, end
    while left > floor and text[left - 1] in " \t":
        left -= 1
    while right < ceiling and text[right] in " \t":
        right += 1
    if left > floor and right < ceiling and _OPEN.get(text[left - 1]) == text[right]:
        return left - 1, right + 1
    return start, end


def _merge(text: str, items: list[Piece], phrases: Phrases) -> list[Piece]:
    """Unite cuts with nothing but punctuation and hollow words between them."""
    out: list[Piece] = []
    for start, end, new in items:
        if out and not out[-1][2] and not new and start - out[-1][1] <= _REACH:
            gap = text[out[-1][1] : start]
            if "\n" not in gap and not words_left(gap, phrases) and not re.search(r"[.!?。！？]\s", gap):
                out[-1] = _unbracketed(text, out[-1][0], end)
                continue
        out.append((start, end, new))
    return out


def _unbracketed(text: str, start: int, end: int) -> Piece:
    if start > 0 and end < len(text) and _OPEN.get(text[start - 1]) == text[end]:
        return start - 1, end + 1, ""
    return start, end, ""


def _hollow_clauses(text: str, items: list[Piece], phrases: Phrases) -> list[Piece]:
    """Take a clause out whole when a cut leaves only hollow words of it."""
    out: list[Piece] = []
    bounds = [match.end() for match in _CLAUSE_END.finditer(text)] + [len(text)]
    at = clause = 0
    index = 0
    while index < len(items):
        while bounds[clause] < items[index][1] and clause + 1 < len(bounds):
            clause += 1
        begin = bounds[clause - 1] if clause else 0
        group = [items[index]]
        while index + 1 < len(items) and items[index + 1][1] <= bounds[clause]:
            index += 1
            group.append(items[index])
        begin = min(max(begin, at), group[0][0])
        end = max(bounds[clause], group[-1][1])
        rest = apply(text[begin:end], [(s - begin, e - begin, new) for s, e, new in group])
        if words_left(rest, phrases) or any(new for _, _, new in group):
            out.extend(group)
        else:
            while begin < group[0][0] and text[begin] in " \t\n" and (begin == 0 or text[begin] == " "):
                begin += 1
            stop = end - 1 if end > begin and text[end - 1] == "\n" else end
            out.append((begin, max(stop, group[-1][1]), ""))
        at = out[-1][1]
        index += 1
    return out


def _mend(text: str, items: list[Piece], phrases: Phrases) -> list[Piece]:
    """Close the joints: no double separators, nothing dangling at an edge."""
    out: list[Piece] = []
    for index, (start, end, new) in enumerate(items):
        if new:
            out.append((start, end, new))
            continue
        floor = out[-1][1] if out else 0
        ceiling = items[index + 1][0] if index + 1 < len(items) else len(text)
        out.append(_joint(text, start, end, floor, ceiling, phrases))
    return out


def _joint(text: str, start: int, end: int, floor: int, ceiling: int, phrases: Phrases) -> Piece:
    window = text[max(floor, start - _REACH) : start]
    left = start - len(_found(_LEFT.search(window)))
    right_match = _RIGHT.match(text, end, ceiling)
    right = right_match.end() if right_match else end
    if _closes(text, right):
        left = _undangle(text, left, floor, phrases)
        return left, right, ""
    if left <= floor or text[left - 1] in "\n([{（「『【“«" or (text[left - 1] in ".!?。！？:" and left == start):
        return _capital(text, (left if left <= floor and floor == 0 else start, right, ""), start, ceiling)
    if text[left - 1] in ".!?。！？":
        return _capital(text, (left, right, " " if text[left - 1] in ".!?" else ""), start, ceiling)
    first, second = text[left:start], text[end:right]
    if first.strip():
        joint = first if first.strip() not in "-" else " - "
    elif second.strip():
        joint = second
    else:
        joint = " " if first or second else ""
    return left, right, joint


def _capital(text: str, piece: Piece, start: int, ceiling: int) -> Piece:
    """Let a sentence begin with a capital when the one that it began with went."""
    left, right, new = piece
    if right >= ceiling or not (text[start].isupper() and text[right].islower()) or not text[:left].rstrip(" ").endswith((".", "!", "?", "\n")):
        return piece
    return left, right + 1, new + text[right].upper()


def _closes(text: str, at: int) -> bool:
    return at >= len(text) or text[at] in '.!?)]）」』】。！？\n"”»'


def _undangle(text: str, left: int, floor: int, phrases: Phrases) -> int:
    for _ in range(4):
        window = text[max(floor, left - _REACH) : left]
        word = _LAST_WORD.search(window)
        if word is None or word.group().lower() not in phrases.joiners:
            return left
        left -= len(word.group())
        left -= len(_found(_LEFT.search(text[max(floor, left - _REACH) : left])))
    return left


def _found(match: re.Match[str] | None) -> str:
    return match.group() if match else ""
