"""How sure it is that a run of words names a person, from what its words are and what stands around them.

Must not be in here: which words make a run (`persons`), what stands around it (`persons_around`).
"""

from __future__ import annotations

from typing import Final

from minimize.detectors.names import Unit, has_family_ending
from minimize.detectors.persons_around import Around
from minimize.detectors.scan import Scan
from minimize.knowledge.lexicon import BRAND, COMMON, CURATED, FAMILY, GIVEN, PLACE, POPULAR, Lexicon
from minimize.knowledge.patterns import Hit
from minimize.knowledge.people import People

_AND: Final = frozenset(("and", "&", "und", "et", "y", "e", "en", "i", "ve", "\u0438", "/", "", "\u0648"))


class Scorer:
    """Weighs the signs of runs; 0.5 and more is a name."""

    def __init__(self, scan: Scan, lexicon: Lexicon, people: People, around: Around, hits: list[Hit]) -> None:
        """`hits`: the names found so far, which grow meanwhile."""
        self.scan, self.raw = scan, scan.view.raw
        self.lexicon, self.people, self.around, self.hits = lexicon, people, around, hits

    def score(self, run: list[Unit]) -> float:
        """How sure it is that a run without a title names a person."""
        core = [u for u in run if len(u.word) > 1 and u.word not in self.people.particles]
        strong_given = [
            u for u in core if u.flags & GIVEN and u.flags & CURATED and not u.flags & (COMMON | (BRAND if self.raw[u.start : u.end].isascii() else 0))
        ]
        strong_family = [u for u in core if u.flags & FAMILY and not u.flags & (COMMON | BRAND)]
        weak = [u for u in core if u.flags & (GIVEN | FAMILY)]
        lower = not run[0].capital
        if not core:
            return 0.0
        if lower and len(core) == 1:
            return self.lone_lower(core[0], run)
        if len(core) == 1 and "address" in self.scan.every and "address" in self.scan.hints(run[0].start):
            return 0.0
        context = self.context(run)
        if len(core) >= 2 or (len(run) >= 2 and len(run[0].word) == 1):
            return self._score_many(core, strong_given, strong_family, weak, lower, context, run)
        unit = core[0]
        if len(run) >= 2 and self._before_initials(unit, run):
            return 0.8
        if not context and not self.raw[unit.start].isupper():
            return 0.0  # a script without capitals, where names are words as well
        if len(unit.word) <= 3 and self.raw[unit.start : unit.end].isupper() and context < 2:
            return 0.0
        if context < 2 and (self.around.in_a_place(unit.start) or unit.word in self.people.demonyms or self._joint(unit)):
            return 0.0
        if strong_given and unit.flags & CURATED:
            if unit.flags & PLACE:
                return 0.7 if context >= 3 or (context == 2 and not self.around.after_noun(unit.start)) else 0.0
            return 0.8 if context else 0.62
        if context >= 2 and weak and not unit.flags & BRAND:
            return 0.72
        if context >= 3 and unit.word not in self.lexicon.common and len(unit.word) > 2 and not self.around.long(unit.start):
            return 0.7
        return 0.0

    def _joint(self, unit: Unit) -> bool:
        """Whether a word joins family names, as methods and tests are called (`Jaro-Winkler`): or one for a thing: not all are given names."""
        if "-" not in unit.word:
            return False
        parts = [self.lexicon.flags(part) for part in unit.word.split("-")]
        return not all(flags & GIVEN for flags in parts) or parts[0] & CURATED == 0

    def _before_initials(self, unit: Unit, run: list[Unit]) -> bool:
        """Whether a run is a family name with initials behind it (`Lindholm G.M.`)."""
        alone = unit.flags & FAMILY and not unit.flags & (COMMON | PLACE) and all(len(u.word) == 1 for u in run[1:])
        return bool(alone) and self.raw[run[-1].end : run[-1].end + 1] == "."

    def lone_lower(self, unit: Unit, run: list[Unit]) -> float:
        """How sure one word without a capital is: a given name behind words for persons, or whatever somebody says that he is called."""
        if (unit.flags & CURATED or not unit.flags & COMMON) and self.around.named(unit.start) and self.around.ends_address(unit.end):
            return 0.7
        if unit.flags & COMMON:
            return 0.0
        return 0.75 if unit.flags & GIVEN and unit.flags & CURATED and not unit.flags & PLACE and self.context(run) >= 2 else 0.0

    def _score_many(self, core: list[Unit], given: list[Unit], family: list[Unit], weak: list[Unit], lower: bool, context: int, run: list[Unit]) -> float:
        if lower:
            return self._score_lower(core, given, family, context, run)
        first = core[0]
        initial = len(core) == 2 and len(run) >= 3 and any(len(u.word) == 1 for u in run[1:-1])
        if initial and (len(weak) == 2 or not any(u.flags & COMMON for u in core)):
            return 0.9 if weak else 0.7
        if context < 2 and first.flags & BRAND and self.raw[first.start : first.end].isascii() and not (first.flags & CURATED and core[-1] in family):
            return 0.0
        if context < 2 and first.flags & COMMON and not first.flags & (POPULAR | BRAND):
            return self._score_common(core, family)
        if given:
            if all(u.flags & PLACE for u in given) and not family and not context:
                return 0.0
            return 0.92 if len(weak) == len(core) else 0.8
        if len(core) == 2 and weak and all(u.capital and not u.flags & (BRAND | PLACE) and len(u.word) > 3 for u in core):
            known, other = (first, core[1]) if first.flags & GIVEN else (core[1], first)
            if known.flags & GIVEN and not other.flags and not self.around.title_case(first.start):
                if context >= 2:
                    return 0.7
                return 0.6 if not known.flags & COMMON or (known.flags & POPULAR and context) else 0.0
        if (
            len(core) == 2
            and core[-1] in family
            and not first.flags
            and len(core[-1].word) >= 5
            and not core[-1].flags & PLACE
            and not self.around.title_case(first.start)
        ):
            return 0.8 if context else 0.58
        if family and (len(run[0].word) == 1 or context >= 2 or any(u.flags & GIVEN for u in core)):
            return 0.85 if len(weak) == len(core) or context else 0.65
        if len(weak) == len(core) and first.flags & GIVEN and core[-1].flags & FAMILY:
            return 0.75 if context else (0.6 if not self.around.title_case(run[0].start) else 0.0)
        return 0.7 if context >= 3 or (context == 2 and len(core) == 2 and all(u.capital and not u.flags & COMMON for u in core)) else 0.0

    def _score_common(self, core: list[Unit], family: list[Unit]) -> float:
        """How sure a run is whose first word is a frequent one as well: a known name with a family name of its own, or a family name with a given one."""
        first, last = core[0], core[-1]
        if len(core) < 2 or not all(u.capital for u in core) or self.around.title_case(first.start):
            return 0.0
        if first.flags & GIVEN and first.flags & CURATED and last in family and not last.flags & PLACE and len(last.word) > 4:
            return 0.6
        known = last.flags & GIVEN and not last.flags & (FAMILY | COMMON | PLACE | BRAND)
        return 0.6 if first.flags & FAMILY and known and len(last.word) > 4 else 0.0

    def _score_lower(self, core: list[Unit], given: list[Unit], family: list[Unit], context: int, run: list[Unit]) -> float:
        """How sure a run without capitals is: known names only, or behind a word that introduces persons."""
        if len(given) + len([f for f in family if f not in given]) >= min(2, len(core)) and any(u.flags & CURATED or context for u in core):
            return 0.82
        if len(run[0].word) == 1 and family:
            return 0.75
        if context >= 2 and core[0].flags & GIVEN and (core[0] in given or core[0].flags & POPULAR):
            return 0.75
        if core[0] in given and len(core) == 2 and not core[0].flags & PLACE and (core[1] in family or has_family_ending(core[1].word)):
            return 0.7
        known = any(u.flags & (GIVEN | FAMILY) for u in core) and (core[-1].flags or core[-1].word[-1] != "s")
        if known and len(core) <= 3 and self.around.addressed(run[0].start) and self.around.ends_address(run[-1].end):
            return 0.65
        return 0.0

    def context(self, run: list[Unit]) -> int:
        """What stands around a run: 3 a field for names or words that introduce one, 2 a word for people, 1 a weak sign, 0 nothing."""
        context = self.around.introduces(run[0].start)
        if context >= 2:
            return context
        after = self.raw[run[-1].end : run[-1].end + 2]
        if after in ("'s", "\u2019s"):
            return 2 if run[0].flags & GIVEN else 1
        if run[0].flags & (GIVEN | FAMILY) or len(run) > 1:
            context = max(context, 2 * self.around.follows(run[-1].end) if run[0].flags & GIVEN else self.around.follows(run[-1].end))
        if self.hits and run[0].start - self.hits[-1].end <= 5 and self.raw[self.hits[-1].end : run[0].start].strip(" ,") in _AND:
            return 2
        return context
