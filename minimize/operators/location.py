"""Build a coarser place from what the gazetteer recognises in a text: minimum by construction, never "the old value minus what was found".

Must not be in here: which precision is needed (`needs`), stand-ins. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from minimize.knowledge.model import Places, PlaceSpan
from minimize.knowledge.phrases import Phrases
from minimize.knowledge.postcodes import town_of_zip
from tool_registry.model import PRECISION_LADDERS

MAX_PLACE: Final = 2_000
"""Longest text that is taken for a place."""
_LADDER: Final = PRECISION_LADDERS["location"]
_PARTS: Final = re.compile(r"[^,;\n、，；،؛|()（）]+")
_POSTCODE: Final = re.compile(
    r"(?<![\w-])(?:\d{5}-\d{4}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|[A-Z]{1,2}-\d{4,5}|\d{5}|\d{4}\s?[A-Z]{2}|〒?\d{3}-\d{4}|\d{2}-\d{3}|\d{4}|\d{6})(?![\w-])"
)
_STATE_ZIP: Final = re.compile(r"\b([A-Z]{2})\.?\s+(\d{5})(?:-\d{4})?(?!\d)")
_STATE: Final = re.compile(r"\s*[A-Z]{2,3}(?:\s+[A-Z\d][\w -]*)?\s*$")
_ZIP4: Final = re.compile(r"(?<!\d)(\d{5})-\d{4}(?!\d)")
_GPS: Final = re.compile(r"(?<![\d.])([-+]?\d{1,3}\.\d+)(?![\d.])")
_GPS_TEXT: Final = re.compile(r"^\s*(?:geo:)?[-+]?\d{1,3}\.\d+\s*[,; ]\s*[-+]?\d{1,3}\.\d+")
_WORD: Final = re.compile(r"[^\W_]+")
_AREA: Final = re.compile(r"\s*(?P<town>[^\s・･/／]{1,8})[\s・･/／]{1,2}(?P<quarter>[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{1,6})\s*")
"""A town and a quarter of it in scripts without spaces, the town first: `大阪・梅田`, `부산 서면`."""
_STATION: Final = re.compile(
    r"[^\d,;]*\b(?:hbf|hauptbahnhof|bahnhof|bhf|zob|gare|station|terminal|airport|flughafen|a[eé]roporto?|aeropuerto|estaci[oó]n|esta[cç][aã]o|rodovi[aá]ri[ao]|stazione|centraal"
    r"|centralstation|hovedbaneg[aå]rd|lentoasema|rautatieasema|n[aá]dra[zž][ií]|dworzec|lotnisko|gara|p[aá]lyaudvar|otogar|havaliman[iı]|вокзал|аэропорт|аеропорт)\b[^\d,;]*",
    re.IGNORECASE,
)
"""The name of a station or airport, which is public and as coarse as travel goes."""
_SURNAME: Final = 3
"""Letters of a name that may as well be a quarter's: many quarters are surnames, few are full names."""
_FORMS: Final = (
    ("region", re.compile("[\u4e00-\u9fff]{1,4}[都道府県省縣]|[\uac00-\ud7a3]{1,6}도(?=\\s)")),
    ("city", re.compile("(?<=都)[\u4e00-\u9fff]{1,4}区|[\u4e00-\u9fff]{1,5}[市県郡]|[\uac00-\ud7a3]{1,6}시(?=\\s|$)")),
    ("neighbourhood", re.compile("[\u4e00-\u9fff]{1,4}[区區县駅里]|[\uac00-\ud7a3]{1,6}[구군동읍면역](?=\\s|$)")),
)
"""Names of districts and stations by their last letter, where scripts have one for that."""
DIGITS: Final = {"exact": 12, "street": 4, "postcode": 2, "neighbourhood": 2, "city": 1, "region": 0, "country": 0, "none": 0}
"""Decimals of a coordinate by precision: one is about 11 km, two about 1.1 km."""


@dataclass(frozen=True, slots=True)
class _Part:
    start: int
    end: int
    spans: tuple[PlaceSpan, ...]
    pure: bool
    """Nothing but place names, postcodes and words such as "downtown"."""


def coarsen(
    text: str,
    precision: str,
    places: Places,
    phrases: Phrases,
    private: Sequence[tuple[int, int]] = (),
    facilities: Sequence[tuple[int, int]] = (),
    names: Sequence[tuple[int, int]] = (),
) -> str | None:
    """Give the text at the precision; None where nothing of it is finer.

    `private` are spans that are no unknown town (a street, an id); `facilities` must not remain even where the gazetteer knows a town
    of the name; `names` are persons, in which a town among other words counts last. The empty text is never given: where nothing
    needed is recognised, what is finer is cut and the rest stays; if nothing stays, the answer is None.
    """
    if _GPS_TEXT.match(text):
        rounded = _GPS.sub(lambda match: round_literal(match.group(1), DIGITS.get(precision, 1)), text)
        return rounded if rounded != text else None
    if precision in ("exact", "street") or len(text) > MAX_PLACE:
        return None
    at = _LADDER.index(precision) if precision in _LADDER else _LADDER.index("city")
    spans = known_places(text, places)
    parts = [_part(text, start, end, spans, phrases, facilities, private) for start, end in _parts(text, spans)]
    parts = [part for part in parts if text[part.start : part.end].strip()]
    if len(parts) < 3 and not (private or facilities or names) and _one_word_more(text, parts):
        return None
    if not (private or facilities or names) and len(text.split()) <= 6 and spans and _STATION.fullmatch(text):
        return None
    if _is_area(text, at, spans, (*private, *facilities, *(name for name in names if name[1] - name[0] > _SURNAME))):
        return None
    kept = _quarter(text, parts, at, (*private, *facilities, *names)) or _pure(parts, at) or _mixed(text, parts, at, (*names, *facilities))
    if not kept and (town := _town_by_zip(text, at)) is not None:
        return town if town != text.strip() else None
    kept = kept or _mixed(text, parts, at, facilities) or _unknown(text, parts, at, (*private, *facilities))
    if kept == [(part.start, part.end) for part in parts]:
        return None
    built = _join(text, kept)
    if not built or built == text.strip() or not _WORD.search(built):
        return None
    return built


def known_places(text: str, places: Places) -> tuple[PlaceSpan, ...]:
    """Give the gazetteer's places with those that the form of a name tells (`강남구`, `杉並区`, `강남역`)."""
    found = places.places(text)
    if text.isascii():
        return found
    more: list[PlaceSpan] = []
    for level, form in _FORMS:
        taken = sorted((span.start, span.end) for span in (*found, *more))
        at = 0
        for start, end in (*taken, (len(text), len(text))):
            more += [PlaceSpan(match.start(), match.end(), level, match.group(), "") for match in form.finditer(text, at, start)]
            at = max(at, end)
    return tuple(sorted((*found, *more), key=lambda span: span.start)) if more else found


def apart(text: str, start: int, end: int, places: Places) -> bool:
    """Whether a span stands in a part of an address of its own, or in brackets: no house number, town or postcode beside it.

    What stands before a state's code or a country is a town, whatever it is called (`Charlotte, NC`), and so is one word behind a street.
    """
    parts = list(_PARTS.finditer(text))
    for index, match in enumerate(parts):
        if not match.start() <= start < match.end():
            continue
        if match.start() and text[match.start() - 1] in "(（":
            return True
        known = places.places(text)
        if any(c.isdigit() for c in match.group()) or len(match.group()) == len(text) or _touched(known, match.start(), match.end()):
            return False
        after = parts[index + 1] if index + 1 < len(parts) else None
        if after is None:  # one word behind a street is a town
            return " " in match.group().strip() or not any(c.isdigit() for c in parts[index - 1].group())
        region = [span for span in known if after.start() <= span.start and span.end <= after.end() and span.level in ("region", "country")]
        return not region and not _STATE.match(after.group())
    return False


def _touched(spans: Sequence[PlaceSpan], start: int, end: int) -> bool:
    return any(span.start < end and start < span.end for span in spans)


def round_literal(literal: str, digits: int) -> str:
    """Round a decimal number's source text to so many decimals, never adding any."""
    whole, _, fraction = literal.partition(".")
    if len(fraction) <= digits:
        return literal
    rounded = f"{float(literal):.{digits}f}"
    return rounded if digits else rounded + ".0" if fraction and not whole else rounded


def shorten_postcode(text: str, precision: str) -> str:
    """ZIP+4 to ZIP-5 at `postcode`; to ZIP-3 or the outward code at `neighbourhood` and coarser."""
    text = _ZIP4.sub(r"\1", text)
    if precision in ("neighbourhood", "city"):
        outward = re.fullmatch(r"\s*([A-Z]{1,2}\d[A-Z\d]?)\s?\d[A-Z]{2}\s*", text)
        if outward:
            return outward.group(1)
    return text


def _town_by_zip(text: str, at: int) -> str | None:
    """The town of a US ZIP that stands behind its state, where the text names no town that is known."""
    match = _STATE_ZIP.search(text)
    town = town_of_zip(match.group(2)) if match and at == _LADDER.index("city") else None
    return town if match and town and town.endswith(f", {match.group(1)}") else None


def _parts(text: str, spans: Sequence[PlaceSpan]) -> list[tuple[int, int]]:
    """The comma parts of a text; a place name with a comma in it (`Dayton, OH`) keeps its parts together."""
    parts: list[tuple[int, int]] = []
    for match in _PARTS.finditer(text):
        if parts and any(span.start < parts[-1][1] and match.start() < span.end for span in spans):
            parts[-1] = (parts[-1][0], match.end())
        else:
            parts.append(match.span())
    return parts


def _part(
    text: str,
    start: int,
    end: int,
    spans: Sequence[PlaceSpan],
    phrases: Phrases,
    facilities: Sequence[tuple[int, int]],
    private: Sequence[tuple[int, int]],
) -> _Part:
    inside = [span for span in spans if start <= span.start and span.end <= end]
    inside += [
        PlaceSpan(m.start(), m.end(), "postcode", m.group(), "")
        for m in _POSTCODE.finditer(text, start, end)
        if not any(span.start < m.end() and m.start() < span.end for span in inside) and not any(a < m.end() and m.start() < b for a, b in private)
    ]
    inside.sort(key=lambda span: span.start)
    rest, at = [], start
    for span in inside:
        rest.append(text[at : span.start])
        at = span.end
    rest.append(text[at:end])
    words = [word for piece in rest for word in _WORD.findall(piece) if not (word.isupper() and word.isascii() and len(word) <= 4)]
    hit = any(a < end and start < b for a, b in facilities)
    plain = all(word.lower() in phrases.around for word in words)
    # `69500 Bron`: behind other parts a code is followed by its town, known or not.
    town = start > 0 and len(inside) == 1 and inside[0].level == "postcode" and not rest[0].strip() and all(word[0].isupper() for word in words)
    touched = any(a < end and start < b for a, b in private)
    return _Part(start, end, tuple(inside), not hit and (bool(inside) or not words) and (plain or (town and not touched and len(words) <= 3)))


def _pure(parts: Sequence[_Part], at: int) -> list[tuple[int, int]]:
    """The parts that are nothing but places, without what is finer, if the needed level is among them."""
    pure = [part for part in parts if part.pure]
    if any(span.level in _wanted(at) for part in pure for span in part.spans if _LADDER.index(span.level) >= at):
        return [piece for part in pure for piece in _allowed(part, at)]
    return []


def _one_word_more(text: str, parts: Sequence[_Part]) -> bool:
    """Whether a part is a known place but for one word, without digits: rather a longer name (`Lang Son`) than a facility."""
    for part in parts:
        rest = text[part.start : part.end]
        for span in part.spans:
            rest = rest.replace(text[span.start : span.end], " ")
        words = _WORD.findall(rest)
        if not part.pure and part.spans and len(words) == 1 and words[0].isalpha() and words[0][0].isupper():
            return True
    return False


def _quarter(text: str, parts: Sequence[_Part], at: int, avoid: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """At the precision of a neighbourhood, or of a postcode where there is none, the short part before a town is its quarter, known or not."""
    if at not in (_LADDER.index("neighbourhood"), _LADDER.index("postcode")):
        return []
    kept = _pure(parts, at)
    if at == _LADDER.index("postcode") and any(span.level == "postcode" for part in parts if part.pure for span in part.spans):
        return kept
    first = next((index for index, part in enumerate(parts) if kept and part.start <= kept[0][0] < part.end), 0)
    before = parts[first - 1] if first else None
    if before is None or before.pure or any(a < before.end and before.start < b for a, b in avoid):
        return kept
    words = text[before.start : before.end].split()
    quarter = len(words) <= 3 and not any(c.isdigit() for word in words for c in word)
    return [(before.start, before.end), *kept] if quarter else kept


def _is_area(text: str, at: int, spans: Sequence[PlaceSpan], avoid: Sequence[tuple[int, int]]) -> bool:
    """Whether the text is a town and its quarter, and no more, where a quarter is wanted; where a place stands, a surname is a place."""
    match = _AREA.fullmatch(text) if at in (_LADDER.index("neighbourhood"), _LADDER.index("postcode")) else None
    if match is None or any(a < match.end("quarter") and match.start("quarter") < b for a, b in avoid):
        return False
    return any((span.start, span.end) == match.span("town") and span.level in ("city", "region") for span in spans)


def _wanted(at: int) -> tuple[str, ...]:
    return _LADDER[: max(at, _LADDER.index("city")) + 1]


def _mixed(text: str, parts: Sequence[_Part], at: int, avoid: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The last place that stands among other words (not inside a span to avoid), with the regions and countries of other parts."""
    for part in reversed(parts):
        inside = [s for s in part.spans if s.level in _wanted(at) and _LADDER.index(s.level) >= at and not any(a <= s.start and s.end <= b for a, b in avoid)]
        if not part.pure and inside:
            run = _run(text, _Part(part.start, part.end, tuple(s for s in part.spans if s in inside or s.level in ("region", "country")), False), at)
            return sorted([run, *(piece for other in parts if other.pure for piece in _allowed(other, at))])
    return []


def _run(text: str, part: _Part, at: int) -> tuple[int, int]:
    """The longest run of allowed places that stand side by side, the last one if several."""
    best: tuple[int, int] | None = None
    current: tuple[int, int] | None = None
    size = most = 0
    for span in part.spans:
        if _LADDER.index(span.level) < at:
            current, size = None, 0
            continue
        if current is not None and not text[current[1] : span.start].strip(" ,-–"):
            current, size = (current[0], span.end), size + 1
        else:
            current, size = (span.start, span.end), 1
        if size >= most:
            best, most = current, size
    return best if best is not None else (part.start, part.start)


def _allowed(part: _Part, at: int) -> list[tuple[int, int]]:
    """The part without its places that are finer than needed."""
    finer = [span for span in part.spans if _LADDER.index(span.level) < at]
    if not finer:
        return [(part.start, part.end)]
    pieces, start = [], part.start
    for span in finer:
        pieces.append((start, span.start))
        start = span.end
    pieces.append((start, part.end))
    return [(a, b) for a, b in pieces if a < b]


def _unknown(text: str, parts: Sequence[_Part], at: int, private: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """No needed place is recognised: cut what is finer (numbers, postcodes, what was found private), keep the last parts."""
    kept: list[tuple[int, int]] = []
    for part in reversed(parts):
        if part.pure:
            kept = [*_allowed(part, at), *kept]
            continue
        hits = [b for a, b in private if a < part.end and part.start < b]
        start = max([part.start, *(b for b in hits if b < part.end)]) if hits else part.start
        bare = _POSTCODE.sub("", text[start : part.end]) if at > _LADDER.index("postcode") else text[start : part.end]
        if (hits and start == part.start) or any(c.isdigit() for c in bare) or not _WORD.search(bare):
            break
        if kept and len(_WORD.findall(bare)) > 2:
            break  # a name of three words before a place that is kept is no town
        kept = [*_allowed(_Part(start, part.end, tuple(s for s in part.spans if s.start >= start), False), at), *kept]
        if len(kept) >= 2 or hits:
            break
    return kept


def _join(text: str, kept: Sequence[tuple[int, int]]) -> str:
    """Join spans with the separator that stood between neighbours, with `, ` where something between them went."""
    out = ""
    last = 0
    for start, end in kept:
        piece = text[start:end]
        bare = piece.strip(" \t-–/")
        if not bare:
            continue
        if out:
            between = text[last:start] + piece[: len(piece) - len(piece.lstrip())]
            sign = between.strip()
            out += between if sign in (",", "、", "，", "،", ";") else ", " if sign else " "
        out += bare
        last = end
    return out.strip(" ,;、，،-–")
