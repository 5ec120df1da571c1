"""What stands around a run of words that may be a name, and what it says of it.

Must not be in here: words that are names (`names`, the lexicon), how much their signs weigh together (`persons`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from minimize.detectors.names import UNIT
from minimize.detectors.scan import Scan
from minimize.knowledge.people import People

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
_GLUE_BEFORE: Final = "@/\\_#$`=<&?%"
_PREPOSITIONS: Final = frozenset(
    ["with", "from", "for", "to", "by", "and", "mit", "von", "avec", "pour", "con", "para", "com", "met", "z", "dla", "с", "от", "для"]
)
_PLACED: Final = (" in ", " near ", " en ", " em ", " im ", " am ", " zum ", " zur ", " der ", " das ", " den ", " dem ", " die ", " ein ", " eine ")
_LIVES: Final = re.compile(
    r",? (?:who )?(?:lives|lived|was born|is born|passed away|grew up|married|got (?:married|divorced|engaged|fired|promoted)|turns \d|turned \d|"
    r"wohnt|heiratet|habite|vive (?:en|a|em|in)|abita|mora (?:em|na|no)|woont|mieszka)\b|"
    r"'s (?:wife|husband|partner|mother|mom|mum|father|dad|son|daughter|kids|children|birthday|phone|number|address|salary|doctor|therapist|"
    r"boyfriend|girlfriend|ssn|killers?)\b"
)
"""Behind what is somebody, whoever it is."""
_SPEAKS: Final = re.compile(
    r" (?:said|says|told|asked|thinks|thought|wants|wanted|feels|felt|texted|called me|emailed|wrote|replied|had given|gave|has been|hasn't|is from|is my|"
    r"is our|is his|is her|is (?:allergic|pregnant|sick|ill|divorced|single|coming|late|here)|and (?:i|me|her|his|my)|"
    r"(?:his|her|their) (?:address|number|phone|email|name|ssn|file|keys?|card)|speaks?|sagte|sagt|meinte|dit|a dit|dice|dijo|disse|zegt)\b|"
    r", (?:can|could|would|will|please|are|do|did|have|i|we|you|my|kannst|konntest|peux|puedes|puoi)\b|: [a-z]"
)
"""Behind what is somebody if it can be a name at all."""
_END: Final = re.compile(
    r"\s*(?:$|[,.;!?)\n\x00]|'s\b|(?:about|on|at|to|that|by|before|after|if|and|for|in|this|next|today|tonight|tomorrow|now|asap|when|why|how|please|"
    r"is|was|has|will|from|with|regarding|re)\b)"
)
"""Behind a name that was addressed, in lower case."""


_INITIALS: Final = re.compile(r"(?<![\w.&@/])(?:[A-ZÀ-ÞА-Я]\. ?){1,3}$")
_NO_INITIALS: Final = frozenset(
    ["US", "UK", "DC", "LA", "PO", "EU", "UN", "NY", "AM", "PM", "USA", "UAE", "BC", "AD", "PS", "NB", "S", "N", "W", "E", "U", "B"]
)
_HOUSE_BEFORE: Final = re.compile(r"(?<![\w:./-])(?!(?:19|20)\d\d )\d{3,5} $")
_HOUSE_BEHIND: Final = re.compile(r" (?!(?:19|20)\d\d\b)\d{3,5}(?=[.,]?(?:\s*$|[ ,.]*\n))")
_NUMBER_BEHIND: Final = re.compile(r" \d{1,5}(?![\w:/-]|\.\d)")


class Around:
    """Looks at the surroundings of positions in the texts."""

    def __init__(self, scan: Scan, people: People, begins: list[int], ends: list[int], values: frozenset[int]) -> None:
        """`begins`, `ends`: of the fields for names; they don't overlap. `values`: where values of pairs inside the texts begin whose keys are for names."""
        self.scan, self.people, self.raw, self.fold = scan, people, scan.view.raw, scan.view.fold
        self.begins, self.ends, self.values = begins, ends, values
        self._spoken: bool | None = None
        self._levels: dict[int, int] = {}

    def hinted(self, position: int) -> bool:
        """Whether the field at a position is one for names."""
        i = bisect_right(self.begins, position)
        return i > 0 and self.ends[i - 1] > position

    def glued(self, start: int) -> bool:
        """Whether what stands before makes a word part of a path, an address, a brand."""
        if start == 0 or start in self.values:
            return False
        before = self.raw[start - 1]
        if before == " ":
            return self.raw[max(0, start - 2) : start] == "& "
        return before in _GLUE_BEFORE or before.isdigit() or before == "&" or (before == "." and start > 1 and self.raw[start - 2].isalnum())

    def may_be_introduced(self) -> bool:
        """Whether words that introduce a name are anywhere in the texts."""
        if self._spoken is None:
            self._spoken = any(words in self.fold for words in self.people.introducers)
        return self._spoken

    def introduces(self, position: int) -> int:
        """What stands before a position: 3 a field for names or words that introduce one, 2 a word for people, 1 a preposition, 0 nothing."""
        level = self._levels.get(position)
        if level is None:
            level = self._levels[position] = self._introduces(position)
        return level

    def _introduces(self, position: int) -> int:
        if self.hinted(position):
            return 3
        tail = self._tail(position)
        if not tail:
            return 0
        people = self.people
        if any(" ".join(tail[-n:]) in people.introducers for n in (1, 2, 3) if len(tail) >= n):
            return 3
        if tail[-1] in people.verbs or " ".join(tail[-2:]) in people.verbs or tail[-1] in people.nouns or tail[-1] in people.greetings:
            return 2
        return 1 if tail[-1] in _PREPOSITIONS else 0

    def addressed(self, position: int) -> bool:
        """Whether words before a position say that somebody is spoken or written to, or met."""
        tail = self._tail(position)
        return bool(tail) and (tail[-1] in self.people.addressed or " ".join(tail[-2:]) in self.people.addressed)

    def named(self, position: int) -> bool:
        """Whether words before a position say that a person's own name follows."""
        tail = self._tail(position)
        return any(" ".join(tail[-n:]) in self.people.naming for n in (1, 2, 3) if len(tail) >= n)

    def _tail(self, position: int) -> list[str]:
        low = self.scan.bounds(position)[0]
        return self.fold[max(low, position - 26) : position].rstrip(" :=\"'(,\u2014-/&?").split()[-3:]

    def ends_address(self, end: int) -> bool:
        """Whether what stands behind may follow somebody who is spoken or written to."""
        return _END.match(self.fold, end) is not None

    def follows(self, end: int) -> int:
        """What stands behind a run: 2 what only persons do, 1 what somebody does, 0 nothing."""
        if _LIVES.match(self.fold, end):
            return 2
        return 1 if _SPEAKS.match(self.fold, end) else 0

    def numbered(self, start: int, end: int, lone: bool) -> bool:
        """Whether numbers around a run make it a street: one of a house before it, or (of a lone word: any) behind it; years don't count."""
        if _HOUSE_BEFORE.search(self.raw, max(0, start - 7), start):
            return True
        behind = (_NUMBER_BEHIND if lone else _HOUSE_BEHIND).match(self.raw, end)
        return behind is not None

    def initials(self, start: int) -> int:
        """Where initials before a word begin (`J.K. Hromada`), the word's own start if there are none; abbreviations of countries are none."""
        match = _INITIALS.search(self.raw, max(0, start - 9), start)
        return start if match is None or match[0].replace(" ", "").replace(".", "") in _NO_INITIALS else match.start()

    def after_noun(self, position: int) -> bool:
        """Whether the word before is one for people (`lawyer Munich` names a city, `tell Paris` a person)."""
        before = self.fold[max(0, position - 20) : position].split()
        return bool(before) and before[-1] in self.people.nouns

    def in_a_place(self, position: int) -> bool:
        """Whether a lone word stands where a place would (`hotels in Crete`), or where German writes any noun with a capital."""
        low = max(self.scan.bounds(position)[0], position - 6)
        return f" {self.fold[low:position]}".endswith(_PLACED)

    def long(self, position: int) -> bool:
        """Whether the text of a field for names is longer than names are."""
        low, high = self.scan.bounds(position)
        return self.hinted(position) and self.raw.count(" ", low, high) > 2

    def title_case(self, position: int) -> bool:
        """Whether nearly all words of the text are capitalised, so that capitals say nothing."""
        low, high = self.scan.bounds(position)
        letters = [self.raw[m.start()].isupper() for m in UNIT.finditer(self.raw, low, min(high, low + 240)) if m.end() - m.start() > 2]
        return len(letters) >= 3 and sum(letters) >= 0.75 * len(letters)

    def organisation(self, end: int, start: int, stop: int, whole: bool = False) -> int:
        """Whether the word at `start:stop` behind a run makes it an organisation, a thing, a place: 2 written as one with it, 1 maybe, 0 no.

        `whole`: the run is a given name and more, which may have things.
        """
        if whole and self.fold[start:stop] in self.people.wares:
            return 0
        if self.fold[start:stop] not in self.people.organisation and self.fold[start:stop] not in self.people.shops:
            return 0
        gap = self.raw[end:start]
        if stop - start <= 2 and not self.raw[start].isupper():
            return 0
        if (gap == " " and self.raw[start].isupper()) or (gap in ("'s ", "\u2019s ") and self.fold[start:stop] in self.people.shops):
            return 2
        return 1 if gap in (" ", "'s ", "\u2019s ", ", ") else 0

    def saint(self, start: int) -> bool:
        """Whether what stands before makes a name one of a place (`San Diego`, `Lake Charles`)."""
        return self.raw[max(0, start - 6) : start].endswith(_SAINTS)
