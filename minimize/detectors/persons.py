"""Names of persons in scripts with spaces: units, their runs, and what speaks for a run being a name.

Must not be in here: words as such (`names`), the names (the lexicon), the words around names (data/people.yaml), Han, kana and Hangul (`persons_cjk`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

from minimize.detectors.names import ASCII_UNIT, POSSESSIVE, UNIT, Unit, flags_of
from minimize.detectors.scan import Scan
from minimize.knowledge.lexicon import BRAND, COMMON, CURATED, FAMILY, GIVEN, PLACE, POPULAR
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import is_cjk

_SAINTS: Final = (
    "San ",
    "Santa ",
    "Saint ",
    "St. ",
    "St ",
    "Los ",
    "Las ",
    "Santo ",
    "Sant ",
    "Sankt ",
    "S\u00e3o ",
    "Port ",
    "Lake ",
    "Mount ",
    "Fort ",
    "Cape ",
)
"""Before a name that is then one of a place."""
_VERSUS: Final = re.compile(r" vs?\.? ")
_BEFORE_VERSUS: Final = re.compile(r" vs?\.? $")
_STATE: Final = re.compile(
    r",? (?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|"
    r"ON|BC|QC|AB|NSW|VIC|QLD|UK|USA)\b"
)
_AND: Final = frozenset(("and", "&", "und", "et", "y", "e", "en", "i", "ve", "\u0438", "/", "", "\u0648"))
_PREPOSITIONS: Final = frozenset(
    ["with", "from", "for", "to", "by", "and", "mit", "von", "avec", "pour", "con", "para", "com", "met", "z", "dla", "с", "от", "для"]
)
MAX_UNITS: Final = 6
_GLUE_BEFORE: Final = "@/\\_#$`=<&?%"
_GLUE_AFTER: Final = "@_\\`(="


def persons(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Names of persons, by lexicon, capitals, titles and context."""
    return _Finder(scan, knowledge).find()


class _Finder:
    """Walks the units of the texts once."""

    def __init__(self, scan: Scan, knowledge: Knowledge) -> None:
        self.scan, self.raw, self.fold = scan, scan.view.raw, scan.view.fold
        self.lexicon, self.people = knowledge.lexicon, knowledge.people
        self.introduced: bool | None = None
        zones = [(p.start, p.end) for p in scan.inner(knowledge) if p.evidence.sub == "person"]
        self.values = frozenset(start for start, _ in zones)
        """Where values of pairs inside the texts begin whose keys are for names."""
        if "person" in scan.every:
            zones += [(start, end) for start, end, place in scan.each() if "person" in place.hints]
        self.begins: list[int] = []
        self.ends: list[int] = []
        """Of the fields for names: values of the call, and of pairs inside its texts; they don't overlap."""
        for start, end in sorted(zones):
            if self.ends and start <= self.ends[-1]:
                self.ends[-1] = max(end, self.ends[-1])
            else:
                self.begins.append(start)
                self.ends.append(end)
        self.hits: list[Hit] = []
        self.units: list[tuple[int, int]] = []
        self.made: dict[int, Unit] = {}

    def find(self) -> list[Hit]:
        self.units = [m.span() for m in (ASCII_UNIT if self.raw.isascii() else UNIT).finditer(self.raw)]
        free = 0
        for i in self._candidates():
            if i >= free:
                free = self._at(i)
        return self.hits

    def _candidates(self) -> list[int]:
        """Units at which a name may begin."""
        raw, fold, words, titles, common = self.raw, self.fold, self.lexicon.words.get, self.people.titles, self.lexicon.common
        hinted = self._hinted_units() if self.begins else ()
        return [
            i
            for i, (start, end) in enumerate(self.units)
            if ((flags := words(word := fold[start:end], 0)) and (not flags & COMMON or flags & POPULAR or raw[start].isupper()))
            or (not flags and raw[start].isupper() and word not in common)
            or word in titles
            or "'" in word
            or "-" in word
            or i in hinted
        ]

    def _hinted_units(self) -> set[int]:
        starts = [start for start, _ in self.units]
        zones = zip(self.begins, self.ends, strict=True)
        return {i for begin, end in zones for i in range(bisect_left(starts, begin), bisect_left(starts, end))}

    def _hinted(self, position: int) -> bool:
        """Whether the field at a position is one for names."""
        i = bisect_right(self.begins, position)
        return i > 0 and self.ends[i - 1] > position

    def _may_be_introduced(self) -> bool:
        """Whether words that introduce a name are anywhere in the texts."""
        if self.introduced is None:
            self.introduced = any(words in self.fold for words in self.people.introducers)
        return self.introduced

    def _unit(self, i: int) -> Unit:
        unit = self.made.get(i)
        if unit is None:
            start, end = self.units[i]
            if self.raw[end - 2 : end] in POSSESSIVE:
                end -= 2
            word, first = self.fold[start:end], self.raw[start]
            upper = first.isupper()
            unit = self.made[i] = Unit(start, end, flags_of(word, upper, self.lexicon.words), upper or first == first.swapcase(), word)
        return unit

    def _adjacent(self, left: Unit, i: int, allow_initial: bool = True) -> bool:
        """Whether unit i follows a unit as the next word of a name would."""
        gap = self.raw[left.end : self.units[i][0]]
        return gap == " " or (gap in (". ", ".") and (len(left.word) <= 2 or left.word in self.people.titles)) or gap == "  "

    def _at(self, i: int) -> int:
        """Look for a name that begins at unit i; give the unit to go on with."""
        if self._glued(self.units[i][0]):
            return i + 1
        first = self._unit(i)
        if is_cjk(first.word[:1]) or "\uac00" <= first.word[:1] <= "\ud7a3" or not first.word:
            return i + 1
        title = first if self._is_title(first) else None
        run = self._run(i + 1 if title else i, title)
        if not run:
            return i + 1
        if not title and (self._is_public(run) or self.raw[max(0, run[0].start - 6) : run[0].start].endswith(_SAINTS)):
            return i + len(run)
        hit = self._judge(i, run, title)
        if hit is None:
            return i + 1 if any(u.flags for u in run[1:]) else i + len(run)
        self.hits.append(hit)
        k = i + len(run) + (1 if title else 0)
        while k < len(self.units) and self.units[k][0] < hit.end:
            k += 1
        return k

    def _glued(self, start: int) -> bool:
        """Whether what stands before makes a word part of a path, an address, a brand."""
        if start == 0 or start in self.values:
            return False
        before = self.raw[start - 1]
        if before == " ":
            return self.raw[max(0, start - 2) : start] == "& "
        return before in _GLUE_BEFORE or before.isdigit() or before == "&" or (before == "." and start > 1 and self.raw[start - 2].isalnum())

    def _is_title(self, unit: Unit) -> bool:
        if unit.word not in self.people.titles or (unit.word in ("pan", "bay", "don", "dom", "col") and self.raw[unit.start : unit.end].isupper()):
            return False
        dotted = self.raw[unit.end : unit.end + 1] == "."
        return dotted or unit.capital or unit.word in ("dr", "mr", "mrs", "ms", "prof", "herr", "frau", "herrn", "doctor", "professor", "monsieur", "madame")

    def _run(self, i: int, title: Unit | None) -> list[Unit]:
        """Collect the units that belong together as a name."""
        run: list[Unit] = []
        last = title
        introduced = i < len(self.units) and self.raw[self.units[i][0]].islower() and self._introduces(self.units[i][0]) >= 2
        lower: bool | None = None
        for k in range(i, min(i + MAX_UNITS, len(self.units))):
            if last is not None and not self._adjacent(last, k):
                break
            unit = self._unit(k)
            initial = len(unit.word) == 1 and unit.word.isalpha() and (unit.capital or (unit.word != "v" and self.raw[unit.end : unit.end + 1] == "."))
            particle = unit.word in self.people.particles and bool(run or title)
            if not (particle or initial):
                if lower is None:
                    lower = not unit.capital
                if not (self._joins_lower(unit, run, introduced) if lower else self._joins(unit)):
                    break
                if not unit.flags and len(run) >= 2 and run[0].flags & GIVEN and run[-1].flags & FAMILY:
                    break  # whole already: what follows is another noun with a capital
            run.append(unit)
            last = unit
            if unit.end != self.units[k][1]:
                break
        while run and ((run[-1].word in self.people.particles and not run[-1].capital) or (len(run[-1].word) == 1 and len(run) == 1 and not title)):
            run.pop()
        return run

    def _joins(self, unit: Unit) -> bool:
        """Whether a unit may be part of a name with capitals: known, or no word that we know."""
        head = unit.word in self.people.organisation
        if unit.flags & (GIVEN | FAMILY) and unit.capital:
            return not (head and unit.flags & COMMON and not unit.flags & CURATED)
        capital = self.raw[unit.start].isupper() or (unit.capital and self._hinted(unit.start))
        return capital and not head and len(unit.word) > 1 and unit.word not in self.lexicon.common

    def _joins_lower(self, unit: Unit, run: list[Unit], introduced: bool) -> bool:
        """The same without capitals: known and no common word; more behind words that introduce a person."""
        if unit.flags & (GIVEN | FAMILY):
            return not unit.flags & COMMON or (introduced and bool(unit.flags & (POPULAR | FAMILY) if run else unit.flags & POPULAR))
        return introduced and len(run) == 1 and len(unit.word) >= 4 and unit.word not in self.lexicon.common and unit.word not in self.people.organisation

    def _judge(self, i: int, run: list[Unit], title: Unit | None) -> Hit | None:
        start, end = (title or run[0]).start, run[-1].end
        after = self.raw[end : end + 1]
        if (
            (after and (after in _GLUE_AFTER or after.isdigit()))
            or (after == "." and self.raw[end + 1 : end + 2].isalnum() and not self.raw[end + 1 : end + 2].isupper())
            or (after == "/" and self.raw[end + 1 : end + 2] != " ")
        ):
            return None
        if _VERSUS.match(self.fold, end) or _BEFORE_VERSUS.search(self.fold[max(0, start - 5) : start]):
            return None
        if title:
            if self.fold[start:end] in self.lexicon.public:
                return None
            if not run[0].capital and not run[0].flags:
                return None
            return self._hit(start, end, 0.95, "title")
        if len(run) == 1 and not run[0].flags & (GIVEN | FAMILY) and not self._hinted(start) and not self._may_be_introduced():
            return None
        if self.raw[end : end + 3] == " & " or (self._organisation_after(i + len(run), end) and self._context(i, run) < 2):
            return None
        if len(run) <= 2 and run[-1].flags & PLACE and _STATE.match(self.raw, end):
            return None
        if self._shouted(run, start, end):
            return None
        score = self._score(i, run)
        return self._hit(start, end, score, "lexicon") if score >= 0.5 else self._last_first(i, run)

    def _last_first(self, i: int, run: list[Unit]) -> Hit | None:
        """`Last, First`: a family name that is no given name or place, a comma, a given name."""
        last, k = run[-1], i + len(run)
        if len(run) != 1 or k >= len(self.units) or self.raw[last.end : self.units[k][0]] != ", ":
            return None
        first = self._unit(k)
        if last.flags & FAMILY and not last.flags & (GIVEN | COMMON | PLACE) and first.capital and first.flags & CURATED and not first.flags & (COMMON | PLACE):
            return self._hit(last.start, first.end, 0.8, "last_first")
        return None

    def _is_public(self, run: list[Unit]) -> bool:
        """Whether a run names a public figure as a subject, rather than somebody to whom something is sent or said."""
        start = run[0].start
        if not any(self.fold[start : unit.end] in self.lexicon.public for unit in run):
            return False
        return self._introduces(start) < 2 and self.fold[max(0, start - 4) : start] != " to "

    def _shouted(self, run: list[Unit], start: int, end: int) -> bool:
        """Whether a run in capitals is none: a ticker, a keyword; names in capitals are of known given and family names."""
        if not self.raw[start:end].isupper() or self._hinted(start):
            return False
        return len(run) < 2 or (
            not (any(u.flags & GIVEN and not u.flags & COMMON for u in run) and any(u.flags & FAMILY for u in run))
            and not all(u.flags & (GIVEN | FAMILY) for u in run)
        )

    def _score(self, i: int, run: list[Unit]) -> float:
        """How sure it is that a run without a title names a person."""
        core = [u for u in run if len(u.word) > 1 and u.word not in self.people.particles]
        strong_given = [u for u in core if u.flags & GIVEN and u.flags & CURATED and not u.flags & (COMMON | BRAND)]
        strong_family = [u for u in core if u.flags & FAMILY and not u.flags & (COMMON | BRAND)]
        weak = [u for u in core if u.flags & (GIVEN | FAMILY)]
        lower = not run[0].capital
        if not core or (lower and len(core) == 1 and core[0].flags & (COMMON | PLACE)):
            return 0.0
        if len(core) == 1 and "address" in self.scan.every and "address" in self.scan.hints(run[0].start):
            return 0.0
        context = self._context(i, run)
        if len(core) >= 2 or (len(run) >= 2 and len(run[0].word) == 1):
            return self._score_many(core, strong_given, strong_family, weak, lower, context, run)
        unit = core[0]
        if lower:
            return 0.75 if unit.flags & GIVEN and unit.flags & CURATED and not unit.flags & (COMMON | PLACE) and context >= 2 else 0.0
        if len(unit.word) <= 3 and self.raw[unit.start : unit.end].isupper() and context < 2:
            return 0.0
        if context < 2 and self._in_a_place(unit.start):
            return 0.0
        if strong_given and unit.flags & CURATED:
            if unit.flags & PLACE:
                return 0.7 if context >= 3 or (context == 2 and not self._after_noun(unit.start)) else 0.0
            return 0.8 if context else 0.62
        if context >= 2 and weak and not unit.flags & BRAND:
            return 0.72
        if context >= 3 and unit.word not in self.lexicon.common and len(unit.word) > 2 and not self._long(unit.start):
            return 0.7
        return 0.0

    def _score_many(self, core: list[Unit], given: list[Unit], family: list[Unit], weak: list[Unit], lower: bool, context: int, run: list[Unit]) -> float:
        if lower:
            return self._score_lower(core, given, family, context, run)
        first = core[0]
        if context < 2 and (first.flags & BRAND or (first.flags & COMMON and not first.flags & POPULAR)):
            return 0.0
        if given:
            if all(u.flags & PLACE for u in given) and not family and not context:
                return 0.0
            return 0.92 if len(weak) == len(core) else 0.8
        if len(core) == 2 and weak and all(u.capital and not u.flags & (BRAND | PLACE) and len(u.word) > 3 for u in core):
            known, other = (first, core[1]) if first.flags & GIVEN else (core[1], first)
            if known.flags & GIVEN and not other.flags and not self._title_case(first.start):
                if context >= 2:
                    return 0.7
                return 0.6 if not known.flags & COMMON or (known.flags & POPULAR and context) else 0.0
        if (
            len(core) == 2
            and core[-1] in family
            and not first.flags
            and len(core[-1].word) >= 5
            and not core[-1].flags & PLACE
            and not self._title_case(first.start)
        ):
            return 0.8 if context else 0.58
        if family and (len(run[0].word) == 1 or context >= 2 or any(u.flags & GIVEN for u in core)):
            return 0.85 if len(weak) == len(core) or context else 0.65
        if len(weak) == len(core) and first.flags & GIVEN and core[-1].flags & FAMILY:
            return 0.75 if context else (0.6 if not self._title_case(run[0].start) else 0.0)
        return 0.7 if context >= 3 or (context == 2 and len(core) == 2 and all(u.capital and not u.flags & COMMON for u in core)) else 0.0

    @staticmethod
    def _score_lower(core: list[Unit], given: list[Unit], family: list[Unit], context: int, run: list[Unit]) -> float:
        """How sure a run without capitals is: known names only, or behind a word that introduces persons."""
        if len(given) + len([f for f in family if f not in given]) >= min(2, len(core)) and any(u.flags & CURATED or context for u in core):
            return 0.82
        if len(run[0].word) == 1 and family:
            return 0.75
        if context >= 2 and core[0].flags & GIVEN and (core[0] in given or core[0].flags & POPULAR):
            return 0.75
        return 0.0

    def _title_case(self, position: int) -> bool:
        """Whether nearly all words of the text are capitalised, so that capitals say nothing."""
        low, high = self.scan.bounds(position)
        letters = [self.raw[m.start()].isupper() for m in UNIT.finditer(self.raw, low, min(high, low + 240)) if m.end() - m.start() > 2]
        return len(letters) >= 3 and sum(letters) >= 0.75 * len(letters)

    def _context(self, i: int, run: list[Unit]) -> int:
        """What stands around a run: 3 a field for names or words that introduce one, 2 a word for people, 1 a weak sign, 0 nothing."""
        context = self._introduces(run[0].start)
        if context >= 2:
            return context
        after = self.raw[run[-1].end : run[-1].end + 2]
        if after in ("'s", "\u2019s"):
            return 2 if run[0].flags & GIVEN else 1
        if self.hits and run[0].start - self.hits[-1].end <= 5 and self.raw[self.hits[-1].end : run[0].start].strip(" ,") in _AND:
            return 2
        return context

    def _introduces(self, position: int) -> int:
        """What stands before a position: 3 a field for names or words that introduce one, 2 a word for people, 1 a preposition, 0 nothing."""
        if self._hinted(position):
            return 3
        before = self.fold[max(self.scan.bounds(position)[0], position - 26) : position].rstrip(" :=\"'(,\u2014-/&?")
        tail = before.split()[-3:]
        if not tail:
            return 0
        people = self.people
        if any(" ".join(tail[-n:]) in people.introducers for n in (1, 2, 3) if len(tail) >= n):
            return 3
        if tail[-1] in people.verbs or " ".join(tail[-2:]) in people.verbs or tail[-1] in people.nouns or tail[-1] in people.greetings:
            return 2
        return 1 if tail[-1] in _PREPOSITIONS else 0

    def _after_noun(self, position: int) -> bool:
        """Whether the word before is one for people (`lawyer Munich` names a city, `tell Paris` a person)."""
        before = self.fold[max(0, position - 20) : position].split()
        return bool(before) and before[-1] in self.people.nouns

    def _in_a_place(self, position: int) -> bool:
        """Whether a lone word stands where a place would (`hotels in Crete`), or where German writes any noun with a capital."""
        before = self.fold[max(0, position - 6) : position]
        return before.endswith(
            (" in ", " near ", " en ", " em ", " im ", " am ", " zum ", " zur ", " der ", " das ", " den ", " dem ", " die ", " ein ", " eine ")
        )

    def _long(self, position: int) -> bool:
        """Whether the text of a field for names is longer than names are."""
        low, high = self.scan.bounds(position)
        return self._hinted(position) and self.raw.count(" ", low, high) > 2

    def _organisation_after(self, k: int, end: int) -> bool:
        if k >= len(self.units):
            return False
        start, stop = self.units[k]
        return self.raw[end:start] in (" ", "'s ", "\u2019s ", ", ") and self.fold[start:stop] in self.people.organisation

    def _hit(self, start: int, end: int, confidence: float, how: str) -> Hit:
        return Hit(start, end, "DI", "person", confidence, f"person.{how}")
