"""Names of persons in scripts with spaces: units, their runs, and what speaks for a run being a name.

Must not be in here: words as such (`names`), the names (the lexicon), the words around names (data/people.yaml), Han, kana and Hangul (`persons_cjk`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

from minimize.detectors.names import ASCII_UNIT, POSSESSIVE, UNIT, Unit, flags_of, has_family_ending
from minimize.detectors.persons_around import Around
from minimize.detectors.persons_score import Scorer
from minimize.detectors.scan import Scan
from minimize.knowledge.lexicon import COMMON, CURATED, FAMILY, GIVEN, PLACE, POPULAR
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import is_cjk

_VERSUS: Final = re.compile(r" vs?\.? ")
_BEFORE_VERSUS: Final = re.compile(r" vs?\.? $")
_STATE: Final = re.compile(
    r",? (?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|"
    r"ON|BC|QC|AB|NSW|VIC|QLD|UK|USA)\b"
)
_NAMES_TOO: Final = frozenset(["don", "dom", "san", "col", "bay", "lady", "lord", "sir", "father", "sister", "king", "queen"])
"""Titles that are parts of names of places and things as well."""
_SMALL_TITLES: Final = frozenset(
    [
        *("dr", "mr", "mrs", "ms", "prof", "herr", "frau", "herrn", "doctor", "professor", "monsieur", "madame", "mme", "mlle", "maitre", "senor", "senora"),
        *("sra", "srta", "signor", "signora", "sig", "dott", "dottoressa", "mevrouw", "meneer", "pan", "pani", "panu", "panem", "sayin", "nurse", "officer"),
        *("detective", "pastor", "rabbi", "imam", "sheikh", "sergeant", "attorney", "senator"),
    ]
)
"""Titles that are ones without a capital, too."""
_OF: Final = frozenset(["de", "di", "d", "da", "do", "del", "of", "van", "von"])
MAX_UNITS: Final = 6
MAX_NAMES: Final = 200
"""Names of which parts are looked for again."""
_AFTER_PART: Final = frozenset("@_\\`(=/&")
_GLUE_AFTER: Final = "@_\\`(="


_CODE: Final = re.compile(r"[ :#]{1,2}(?=[A-Z0-9]*\d)[A-Z0-9]{4}")
"""Behind capitals that are the label of a code (`IBAN GB29...`)."""


def persons(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Names of persons, by lexicon, capitals, titles and context."""
    return _Finder(scan, knowledge).find()


class _Finder:
    """Walks the units of the texts once."""

    def __init__(self, scan: Scan, knowledge: Knowledge) -> None:
        self.scan, self.raw, self.fold = scan, scan.view.raw, scan.view.fold
        self.lexicon, self.people, self.gazetteer = knowledge.lexicon, knowledge.people, knowledge.gazetteer
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
        self.around = Around(scan, self.people, self.begins, self.ends, self.values)
        self.hits: list[Hit] = []
        self.scorer = Scorer(scan, self.lexicon, self.people, self.around, self.hits)
        self.units: list[tuple[int, int]] = []
        self.made: dict[int, Unit] = {}

    def find(self) -> list[Hit]:
        self.units = [m.span() for m in (ASCII_UNIT if self.raw.isascii() else UNIT).finditer(self.raw)]
        free = 0
        for i in self._candidates():
            if i >= free:
                free = self._at(i)
        return [*self.hits, *self._again()] if self.hits else self.hits

    def _again(self) -> list[Hit]:
        """Parts of full names that stand in the texts once more, alone."""
        names = {self.fold[hit.start : hit.end] for hit in self.hits[:MAX_NAMES]}
        parts = {word for name in names if " " in name for word in name.split() if len(word) > 2 and word not in self.people.titles}
        parts = {word for word in parts if self.fold.count(word) > 1}
        found: list[Hit] = []
        starts = [hit.start for hit in self.hits]
        for i, (start, end) in enumerate(self.units if parts else ()):
            word = self.fold[start:end]
            if word not in parts or not self.raw[start].isupper() or self.around.glued(start):
                continue
            before = bisect_right(starts, start)
            if before and self.hits[before - 1].end > start:
                continue
            follows = self.around.organisation(end, *self.units[i + 1]) if i + 1 < len(self.units) else 0
            if not self.lexicon.flags(word) & COMMON and not follows and not self._headed(i) and self.raw[end : end + 1] not in _AFTER_PART:
                found.append(self._hit(start, end, 0.7, "again"))
        return found

    def _candidates(self) -> list[int]:
        """Units at which a name may begin."""
        raw, fold, words, titles, common = self.raw, self.fold, self.lexicon.words.get, self.people.titles, self.lexicon.common
        hinted = self._hinted_units() if self.begins else ()
        units, addressing = self.units, self.people.addressing
        return [
            i
            for i, (start, end) in enumerate(self.units)
            if ((flags := words(word := fold[start:end], 0)) and (not flags & COMMON or flags & POPULAR or raw[start].isupper()))
            or (not flags and word not in common and (raw[start].isupper() or (i > 0 and fold[units[i - 1][0] : units[i - 1][1]] in addressing)))
            or word in titles
            or "'" in word
            or "-" in word
            or i in hinted
        ]

    def _hinted_units(self) -> set[int]:
        starts = [start for start, _ in self.units]
        zones = zip(self.begins, self.ends, strict=True)
        return {i for begin, end in zones for i in range(bisect_left(starts, begin), bisect_left(starts, end))}

    def _unit(self, i: int) -> Unit:
        unit = self.made.get(i)
        if unit is None:
            start, end = self.units[i]
            if self.raw[end - 2 : end] in POSSESSIVE:
                end -= 2
            word, first = self.fold[start:end], self.raw[start]
            upper = first.isupper()
            flags = flags_of(word, upper, self.lexicon.words)
            unit = self.made[i] = Unit(start, end, flags, upper or first == first.swapcase(), word, word in self.people.particles)
        return unit

    def _adjacent(self, unit: Unit, i: int) -> bool:
        """Whether unit i follows the one before it as the next word of a name would."""
        if unit.follows < 0:
            left = self._unit(i - 1)
            gap = self.raw[left.end : self.units[i][0]]
            unit.follows = gap in (" ", "  ") or (gap in (". ", ".") and (len(left.word) <= 2 or left.word in self.people.titles))
        return unit.follows > 0

    def _at(self, i: int) -> int:
        """Look for a name that begins at unit i; give the unit to go on with."""
        if self.around.glued(self.units[i][0]):
            return i + 1
        first = self._unit(i)
        if is_cjk(first.word[:1]) or "\uac00" <= first.word[:1] <= "\ud7a3" or not first.word:
            return i + 1
        title = first if self._is_title(first) else None
        run = self._run(i + 1 if title else i, title)
        if not run:
            return i + 1
        if not title and (self._is_a_thing(run[0]) or self._is_public(i, run) or self._headed(i) or self.around.saint(run[0].start)):
            return i + len(run)
        hit = self._judge(i, run, title)
        if hit is None:
            return i + 1 if any(u.flags for u in run[1:]) else i + len(run)
        self.hits.append(hit)
        k = i + len(run) + (1 if title else 0)
        while k < len(self.units) and self.units[k][0] < hit.end:
            k += 1
        return k

    def _headed(self, i: int) -> bool:
        """Whether the word before unit i makes it an organisation or a place (`Hotel Le Bristol`)."""
        if i == 0:
            return False
        start, end = self.units[i - 1]
        if end != self.units[i][0] - 1:
            return False
        word = self.fold[start:end]
        if word in _OF and i > 1:
            before = self.units[i - 2]
            return before[1] == start - 1 and self.fold[before[0] : before[1]] in self.people.after
        return (self.raw[start].isupper() and word in self.people.heads) or word in self.people.things

    def _is_a_thing(self, unit: Unit) -> bool:
        """Whether the first word of a run makes it something called after somebody (`Birne Helene`, `Konrad-Adenauer-Platz`)."""
        if "-" in unit.word and (last := unit.word.rpartition("-")[2]) in self.people.organisation:
            return last not in self.people.surnames
        return unit.word in self.people.heads or (unit.word in self.people.things and not unit.flags & CURATED)

    def _is_title(self, unit: Unit) -> bool:
        if unit.word not in self.people.titles or (unit.word in ("pan", "bay", "don", "dom", "col") and self.raw[unit.start : unit.end].isupper()):
            return False
        return self.raw[unit.end : unit.end + 1] == "." or unit.capital or not unit.word.isascii() or unit.word in _SMALL_TITLES

    def _run(self, i: int, title: Unit | None) -> list[Unit]:
        """Collect the units that belong together as a name."""
        run: list[Unit] = []
        lower: bool | None = None
        for k in range(i, min(i + MAX_UNITS, len(self.units))):
            unit = self._unit(k)
            if (run or title) and not self._adjacent(unit, k):
                break
            initial = len(unit.word) == 1 and unit.word.isalpha() and (unit.capital or (unit.word != "v" and self._stands_for_a_name(k, unit, run)))
            if not (initial or (unit.particle and (run or title))):
                if lower is None:
                    lower = not unit.capital
                if not (self._joins_lower(unit, run, self.units[i][0]) if lower else self._joins(unit)):
                    break
                if run and run[0].flags and self._is_acronym(unit) and not self._is_acronym(run[0]):
                    break
                if not unit.flags and len(run) >= 2 and run[0].flags & GIVEN and run[-1].flags & FAMILY:
                    break  # whole already: what follows is another noun with a capital
            run.append(unit)
            if unit.end != self.units[k][1]:
                break
        while run and ((run[-1].particle and not run[-1].capital) or (len(run[-1].word) == 1 and len(run) == 1 and not title)):
            run.pop()
        return run

    def _is_acronym(self, unit: Unit) -> bool:
        """Whether a unit is some capitals that are no known name (`Okta SSO`)."""
        return 2 <= len(unit.word) <= 4 and not (unit.flags & (GIVEN | FAMILY) and not unit.flags & COMMON) and self.raw[unit.start : unit.end].isupper()

    def _joins(self, unit: Unit) -> bool:
        """Whether a unit may be part of a name with capitals: known, or no word that we know."""
        if unit.joins < 0:
            unit.joins = self._may_join(unit)
        return unit.joins > 0

    def _may_join(self, unit: Unit) -> bool:
        head = unit.word in self.people.organisation
        if unit.flags & (GIVEN | FAMILY) and unit.capital:
            return not (head and not (unit.flags & CURATED or unit.word in self.people.surnames))
        capital = self.raw[unit.start].isupper() or (unit.capital and self.around.hinted(unit.start))
        return capital and not head and len(unit.word) > 1 and unit.word not in self.lexicon.common

    def _joins_lower(self, unit: Unit, run: list[Unit], start: int) -> bool:
        """The same without capitals, for a run that starts there: known and no common word; more behind words that introduce a person or a given name."""
        if unit.flags & (GIVEN | FAMILY):
            if unit.word in self.people.organisation:
                return False
            if not unit.flags & COMMON:
                return True
            if self.around.introduces(start) < 2:
                return False
            return bool(unit.flags & (POPULAR | FAMILY) if run else unit.flags & POPULAR or self.around.named(unit.start))
        if unit.word in self.lexicon.common or unit.word in self.people.organisation or self.around.introduces(start) < 2:
            return len(run) == 1 and bool(run[0].flags & CURATED) and has_family_ending(unit.word) and unit.word not in self.lexicon.common
        if self.around.addressed(start) or (not run and self.around.named(unit.start)):
            return len(run) < 3 and (len(unit.word) > 2 or (bool(run) and unit.word.isalpha()))
        return len(run) == 1 and len(unit.word) >= 4

    def _stands_for_a_name(self, k: int, unit: Unit, run: list[Unit]) -> bool:
        """Whether a small letter is an initial: a stop behind it, or a given name before it and a family name behind."""
        if self.raw[unit.end : unit.end + 1] == ".":
            return True
        if not run or not run[0].flags & CURATED or run[0].flags & COMMON or k + 1 >= len(self.units):
            return False
        after = self._unit(k + 1)
        return self._adjacent(after, k + 1) and bool(after.flags & FAMILY) and not after.flags & COMMON and len(after.word) > 2

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
        if not title and len(run) == 1 and _CODE.match(self.raw, end) and self.raw[start:end].isupper():
            return None
        if not title and len(run) == 1 and not run[0].capital and after != "," and self.scorer.lone_lower(run[0], run) < 0.5:
            return None
        behind = i + len(run) + (title is not None)
        whole = len(run) > 1 and run[0].flags & (GIVEN | CURATED | COMMON) == GIVEN | CURATED
        thing = self.around.organisation(end, *self.units[behind], whole) if behind < len(self.units) else 0
        if title:
            if any(self.fold[start : unit.end] in self.lexicon.public for unit in run) or (thing == 2 and title.word in _NAMES_TOO):
                return None
            if not run[0].capital and not run[0].flags:
                return None
            return self._hit(start, end, 0.95, "title")
        if len(run) == 1 and not run[0].flags & (GIVEN | FAMILY) and not self.around.hinted(start) and not self.around.may_be_introduced():
            return (self._last_first(i, run) if "-" in run[0].word else None) or self._unknown(run[0], thing)
        if (self.around.numbered(start, end, len(run) == 1) or self._is_place(i, run)) and self.scorer.context(run) < 2:
            return None
        if self.raw[end : end + 3] == " & " or thing == 2 or (thing and (not run[0].capital or self.scorer.context(run) < 2)):
            return None
        if len(run) <= 2 and run[-1].flags & PLACE and _STATE.match(self.raw, end):
            return None
        if self._shouted(run, start, end):
            return self._last_first(i, run)
        named = self._with_initials(run) if not thing else None
        if named is not None:
            return named
        score = self.scorer.score(run)
        return self._hit(start, end, score, "lexicon") if score >= 0.5 else self._last_first(i, run)

    def _with_initials(self, run: list[Unit]) -> Hit | None:
        """A word with initials before it, which may be part of the run already."""
        core = [unit for unit in run if len(unit.word) > 1]
        if len(core) != 1 or not core[0].capital or core[0].flags & (COMMON | PLACE) or len(core[0].word) <= 3 or run[-1] is not core[0]:
            return None
        initials = self.around.initials(core[0].start)
        return self._hit(initials, core[0].end, 0.72, "initials") if initials < core[0].start else None

    def _unknown(self, unit: Unit, thing: int) -> Hit | None:
        """Judge a lone word that nobody knows: by initials before it, by what only persons do behind it."""
        if not unit.capital or len(unit.word) <= 3:
            return None
        initials = self.around.initials(unit.start)
        if initials < unit.start and not thing and not self.gazetteer.level(unit.word):
            return self._hit(initials, unit.end, 0.7, "initials")
        return self._hit(unit.start, unit.end, 0.62, "deed") if self.around.follows(unit.end) == 2 else None

    def _is_place(self, i: int, run: list[Unit]) -> bool:
        """Whether a run is the name of a city of several words, or of one with its country or region behind a comma."""
        start, end = run[0].start, run[-1].end
        if len(run) > 1:
            return self.gazetteer.level(self.fold[start:end].replace("-", " ")) != ""
        k = i + 1
        if k >= len(self.units) or self.raw[end : self.units[k][0]] != ", " or not self.gazetteer.level(run[0].word):
            return False
        return self.gazetteer.level(self._unit(k).word) in ("country", "region")

    def _last_first(self, i: int, run: list[Unit]) -> Hit | None:
        """`Last, First`: a family name that is no given name or place, a comma, a given name."""
        last, k = run[-1], i + len(run)
        if len(run) != 1 or k >= len(self.units) or self.raw[last.end : self.units[k][0]] != ", ":
            return None
        first = self._unit(k)
        family = last.flags & FAMILY or ("-" in last.word and last.capital)
        if family and not last.flags & (GIVEN | COMMON | PLACE) and first.capital and first.flags & CURATED and not first.flags & (COMMON | PLACE):
            return self._hit(last.start, first.end, 0.8, "last_first")
        return None

    def _is_public(self, i: int, run: list[Unit]) -> bool:
        """Whether a run names a public figure as a subject, rather than somebody to whom something is sent or said."""
        start = run[0].start
        public = self.lexicon.public
        if i > 0 and self.units[i - 1][1] == start - 1 and self.fold[self.units[i - 1][0] : run[-1].end] in public:
            return True
        if not any(self.fold[start : unit.end] in public for unit in run):
            return False
        return self.around.introduces(start) < 2 and self.fold[max(0, start - 4) : start] != " to "

    def _shouted(self, run: list[Unit], start: int, end: int) -> bool:
        """Whether a run in capitals is none: a ticker, a keyword; names in capitals are of known given and family names."""
        if not self.raw[start:end].isupper() or self.around.hinted(start):
            return False
        return len(run) < 2 or (
            not (any(u.flags & GIVEN and not u.flags & COMMON for u in run) and any(u.flags & FAMILY for u in run))
            and not all(u.flags & (GIVEN | FAMILY) for u in run)
        )

    def _hit(self, start: int, end: int, confidence: float, how: str) -> Hit:
        return Hit(start, end, "DI", "person", confidence, f"person.{how}")
