"""Which role a parameter's name, place and schema suggest. Reads the role data's index; knows no kinds beyond their `names`.

Must not be in here: needs and dispositions, argument values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tool_registry.model import Kind, Role, Use
from tool_registry.words import bare, fold, is_unspaced, tokens

HEAD_FIRST: Final = frozenset({"es", "fr", "pt", "it", "ro", "ar", "fa", "he", "pl", "cs", "uk", "ru", "el", "id", "vi", "th"})
"""Languages whose compounds begin with the head: `ciudad_envio` is a city."""
_COUNTING: Final = frozenset({"max", "min", "num", "total", "count", "number", "limit"})
MAX_NAME: Final = 120
"""Characters of a name that are looked at (and kept in caches)."""
_SAYS_LITTLE: Final = 0.45
_WELL_NAMED: Final = 0.9
"""From here on a name itself says what an object is."""
_SHORT_HEADS: Final = frozenset({"id", "nr", "no", "tz", "ip"})
"""Words of two letters that name something at the end of a longer name; others (`to`, `de`, `a`) only stand alone."""
_NAMES: Final = frozenset(
    {
        "name",
        "nom",
        "nombre",
        "nome",
        "naam",
        "nazwa",
        "имя",
        "اسم",
        "氏名",
        "namn",
        "navn",
        "nimi",
        "nama",
        "nume",
        "jmeno",
        "nev",
        "adi",
        "імя",
        "ονομα",
        "שם",
        "نام",
        "naav",
        "namae",
    }
)
_ABOUT: Final = frozenset({"info", "information", "details", "detail", "story"})
_NUMBERS: Final = frozenset({"number", "nummer", "numero", "nr", "no", "num"})
_NUMBERED: Final = frozenset({"phone", "email", "account_number", "card", "passport", "licence", "national_id", "insurance_id"})
"""Roles whose objects hold the thing itself under `number`, `value` or `address`."""
_TEXT = frozenset({"string"})
_QUALIFIED: Final = re.compile(r"(?:_(?:any|all)|(?<=s)_not|(?<=_by)_not)$", re.IGNORECASE)
"""Ends of names that only say how a search treats several values: `assignee_any`, `followers_not`."""
_LISTED: Final = frozenset({"title", "query", "constraints"})
"""Texts that no list of objects can be: such a list holds its members (`events`, `questions`, `rules`)."""
_MAILED: Final = re.compile(r"\be-?mail", re.IGNORECASE)
_POSTED: Final = re.compile(r"\b(?:street|postal|shipping|billing|delivery|home|city)", re.IGNORECASE)
_HOLDING: Final = frozenset({"object", "array", "null"})
_FORMATS: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "email": ("email", frozenset({"recipient", "sender", "user_id", "username", "profile", "person"})),
    "idn-email": ("email", frozenset({"recipient", "sender"})),
    "date": ("date", frozenset({"birth_date", "year", "datetime", "card"})),
    "date-time": ("datetime", frozenset({"birth_date", "date"})),
    "time": ("datetime", frozenset({"date"})),
    "uuid": ("record_id", frozenset({"user_id", "client_reference", "channel", "recipient", "credential", "account_number"})),
    "ipv4": ("client_reference", frozenset()),
    "ipv6": ("client_reference", frozenset()),
    "binary": ("file_content", frozenset({"attachment"})),
    "byte": ("file_content", frozenset({"attachment"})),
    "password": ("credential", frozenset()),
    "phone": ("phone", frozenset({"recipient", "sender"})),
}
"""A format's role, and the roles that a name may give and that go with the format."""
_OTHERWISE: Final = {"person": "person_name", "party": "username", "history": "text", "filter": "query", "card": "item"}
"""What a role becomes where the schema's type cannot bear it."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A role and how sure it is; `evidence` is the id of the datum that led to it."""

    role: Role
    confidence: float
    evidence: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name of a role in the data."""

    role: str
    head_first: bool
    english: bool
    compounds: bool = False
    """A language that writes compounds as one word has it."""


@dataclass(frozen=True)
class RoleIndex:
    """The role data, indexed by the tokens of their names."""

    roles: Mapping[str, Role]
    names: Mapping[tuple[str, ...], Phrase]
    anywhere: Mapping[tuple[str, ...], str]
    describe: Mapping[tuple[str, ...], str]
    pieces: tuple[tuple[str, str], ...]
    """Names in unspaced scripts, longest first, with their role."""
    numeric: frozenset[str]
    """Roles that numbers can bear."""
    enum_kept: frozenset[str]
    person_words: frozenset[str]
    """Words for persons: `<word>_name` is a person's name, `<word>_info` all about them."""
    types: Mapping[str, frozenset[str]]
    person_pieces: tuple[str, ...] = ()
    """Words for persons in unspaced scripts."""
    bounds: frozenset[str] = frozenset()
    """Words of lower and upper bounds: `min`, `ab`, `desde`."""
    bound_stems: tuple[str, ...] = ()
    bound_pieces: tuple[str, ...] = ()
    vessels: frozenset[tuple[str, ...]] = frozenset()
    """Names that say nothing of what stands there (`data`, `arg1`, `payload`) unless the schema declares them."""

    def by_name(self, name: str, names: Mapping[tuple[str, ...], str], above: str = "") -> Guess:
        """Guess from the name alone: the kind's own names first, then whole, end, beginning and inside."""
        found, confidence, evidence = _by_name(self, name[:MAX_NAME], _Names.of(names), above[:MAX_NAME])
        return Guess(self.roles[found], confidence, evidence)

    def names_person(self, name: str) -> bool:
        """Whether a name says whom its value is about: `applicant_notes`, `catatan_pelamar`, `contact_private_life`."""
        words = tokens(name[:MAX_NAME])
        if len(words) > 1 and any(word in self.person_words or self._is_person((word,)) for word in words):
            return True
        return is_unspaced(name) and any(piece in fold(name[:MAX_NAME]) for piece in self.person_pieces)

    def _is_person(self, words: tuple[str, ...]) -> bool:
        phrase = self.names.get(words)
        return phrase is not None and self.roles[phrase.role].person

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


@dataclass(frozen=True, eq=False)
class _Names:
    """A kind's own names, hashed by identity so that guesses can be cached."""

    names: Mapping[tuple[str, ...], str]

    @classmethod
    def of(cls, names: Mapping[tuple[str, ...], str]) -> _Names:
        key = id(names)
        if key not in _KEPT:
            if len(_KEPT) > 512:
                _KEPT.clear()
            _KEPT[key] = cls(names)
        return _KEPT[key]


_KEPT: dict[int, _Names] = {}


@lru_cache(maxsize=16384)
def _by_name(index: RoleIndex, name: str, own: _Names, above: str) -> tuple[str, float, str]:
    found = _spelled(index, name, own, above)
    plain = bare(name)
    return found if plain == name else max(found, _spelled(index, plain, own, above), key=lambda guess: guess[1])


def _spelled(index: RoleIndex, name: str, own: _Names, above: str) -> tuple[str, float, str]:
    words = tokens(_QUALIFIED.sub("", name))[:8]
    if not words:
        return "unknown", 0.0, ""
    if words in own.names:
        return own.names[words], 0.97, f"kind-name:{'_'.join(words)}"
    if above:
        together = index.names.get((tokens(above)[-1:] or ("",)) + words)
        if together:
            return together.role, 0.9, f"name:{above}.{name}"
    whole = index.names.get(words)
    if whole:
        return whole.role, 0.95, f"name:{'_'.join(words)}"
    for start in range(1, len(words)):
        role = own.names.get(words[start:])
        if role and (start + 1 < len(words) or (len(words[start]) > 2 and words[start] not in _NAMES)):
            return role, 0.85, f"kind-name:{'_'.join(words[start:])}"
    return _by_part(index, words, name)


def _by_part(index: RoleIndex, words: tuple[str, ...], name: str) -> tuple[str, float, str]:
    if len(words) > 1 and words[-2] in index.person_words and words[-1] in (*_NAMES, *_ABOUT):
        return ("person_name" if words[-1] in _NAMES else "profile"), 0.85, f"person-word:{words[-2]}"
    if len(words) > 1 and words[0] in _NAMES and words[-1] in index.person_words:
        return "person_name", 0.85, f"person-word:{words[-1]}"
    if words[-1] in _NAMES:
        named = index.names.get(words[:-1])
        if named and not index.roles[named.role].person:
            return named.role, 0.85, f"name:{'_'.join(words[:-1])}"
    if (told := _of_somebody(index, words, name)) is not None:
        return told
    best = ("unknown", 0.0, "")
    for size in range(min(4, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            part = words[start : start + size]
            if part in index.anywhere:
                return index.anywhere[part], 0.9, f"name:{'_'.join(part)}"
            phrase = index.names.get(part)
            if phrase is None or (size == 1 and len(part[0]) < (3 if phrase.english else 4) and part[0] not in _SHORT_HEADS):
                continue
            confidence = _confidence(phrase, at_end=start + size == len(words), at_start=start == 0) + 0.06 * size
            if confidence > best[1]:
                best = (phrase.role, confidence, f"name:{'_'.join(part)}")
    if best[1] < _SAYS_LITTLE:
        best = _by_compound(index, words[-1], best)
    if best[1] < _SAYS_LITTLE and is_unspaced(name):
        folded = fold(name)
        for piece, role in index.pieces:
            if piece in folded:
                return role, 0.7, f"name:{piece}"
    return best


def _of_somebody(index: RoleIndex, words: tuple[str, ...], name: str) -> tuple[str, float, str] | None:
    """Read a person's word beside one for a story, in any order and language: `notas_cliente`, `klient_kontekst`, `顾客备注`."""
    if not index.names_person(name):
        return None
    for word in words if len(words) in (2, 3) else ():
        phrase = index.names.get((word,))
        if phrase is not None and index.roles[phrase.role].about_user and not index.roles[phrase.role].person:
            return phrase.role, 0.8, f"name:{word}"
    if is_unspaced(name):
        folded = fold(name)
        for piece, role in index.pieces:
            if index.roles[role].about_user and piece in folded:
                return role, 0.8, f"name:{piece}"
    return None


def _by_compound(index: RoleIndex, word: str, best: tuple[str, float, str]) -> tuple[str, float, str]:
    """Read a word by its end, as Germanic languages compound: `sendungsnummer`, `lieferanschrift`."""
    for cut in range(2, len(word) - 3):
        phrase = index.names.get((word[cut:],))
        if phrase is not None and (phrase.compounds or not phrase.head_first) and (not phrase.english or len(word) - cut > 4):
            return phrase.role, 0.6, f"name:{word[cut:]}"
    return best


def _confidence(phrase: Phrase, *, at_end: bool, at_start: bool) -> float:
    """Say how much a part of a name counts: heads stand last in English and German, first in Romance and Slavic names."""
    if at_end:
        return 0.66 if phrase.head_first and not phrase.english else 0.72
    if at_start and phrase.head_first:
        return 0.68 if phrase.english else 0.76
    return 0.5 if at_start else 0.35


def _by_description(index: RoleIndex, description: str) -> tuple[str, float, str]:
    words = tokens(description[:200])[:14]
    for size in (3, 2, 1):
        for start in range(len(words) - size + 1):
            role = index.describe.get(words[start : start + size])
            if role:
                return role, 0.5, f"description:{'_'.join(words[start : start + size])}"
    return "unknown", 0.0, ""


def guess(index: RoleIndex, kind: Kind, name: str, schema: Mapping[str, Any], types: frozenset[str], above: Guess | None, above_name: str) -> Guess:
    """Guess the role of a declared place from its name, what is above it, type, format, enum and description."""
    got = index.by_name(name, kind.names, above_name if above and above.role.container else "")
    got = _beside_person(index, got, name, above)
    if types == {"boolean"}:
        return Guess(index.roles["flag"], 0.95, "type:boolean")
    values = schema.get("enum")
    if ("const" in schema or (isinstance(values, list) and values)) and got.role.name not in index.enum_kept:
        return Guess(index.roles["choice"], 0.95, "enum")
    if got.confidence < _SAYS_LITTLE and isinstance(schema.get("description"), str):
        role, confidence, evidence = _by_description(index, schema["description"])
        if confidence > got.confidence:
            got = Guess(index.roles[role], confidence, evidence)
    elif got.role.name == "address" and types <= _TEXT and _of_mail(schema.get("description")):
        got = Guess(index.roles["email"], 0.8, "description:email")
    got = _bound(index, kind, _by_format(index, got, schema), name)
    return _fitted(index, got, name, types, schema)


def _of_mail(description: object) -> bool:
    """Whether a description says that an address is one for e-mail."""
    return isinstance(description, str) and _MAILED.search(description[:200]) is not None and _POSTED.search(description[:200]) is None


def _beside_person(index: RoleIndex, got: Guess, name: str, above: Guess | None) -> Guess:
    """Read `name`, `id` and the like by what encloses them: a person's name, a place's name, a free field's value."""
    if above is None:
        return got
    words = tokens(name)
    inside = got.role.name
    if above.role.name in _NUMBERED and words in (("number",), ("numero",), ("nummer",), ("value",), ("address",)):
        return Guess(above.role, 0.9, f"inside:{above.role.name}")
    if not above.role.container:
        return got
    if above.role.person:
        if inside == "name" or (words and words[-1] in _NAMES and inside in ("title", "label", "unknown", "person_name")):
            return Guess(index.roles["person_name"], 0.9, "inside:person")
        if inside == "record_id" and words[-1:] in (("id",), ("number",), ("ref",), ("uid",)):
            return Guess(index.roles["user_id"], 0.8, "inside:person")
        if inside == "title" and len(words) == 1:
            return Guess(index.roles["gender"], 0.6, "inside:person")
    elif above.role.name == "address" and inside == "name":
        return Guess(index.roles["person_name"], 0.8, "inside:address")
    elif above.role.ladder == "location" and inside in ("name", "text"):
        return Guess(above.role, 0.7, "inside:place")
    elif above.role.keyed and words in (("value",), ("val",), ("v",), ("wert",), ("valor",), ("valeur",)):
        return Guess(index.roles["custom_value"], 0.9, "inside:keyed")
    elif above.role.keyed and words in (("id",), ("key",), ("k",), ("name",), ("field",), ("gid",)):
        return Guess(index.roles["choice"], 0.8, "inside:keyed")
    return got


def _by_format(index: RoleIndex, got: Guess, schema: Mapping[str, Any]) -> Guess:
    wanted = schema.get("format")
    if isinstance(wanted, str) and wanted in _FORMATS:
        role, allowed = _FORMATS[wanted]
        if got.role.name != role and got.role.name not in allowed:
            return Guess(index.roles[role], 0.9, f"format:{wanted}")
    if wanted in ("uri", "url", "iri") and got.role.name in ("unknown", "item", "record_id", "name", "text"):
        return Guess(index.roles["url"], 0.9, f"format:{wanted}")
    return got


def _fitted(index: RoleIndex, got: Guess, name: str, types: frozenset[str], schema: Mapping[str, Any]) -> Guess:
    """Fit the guess to the JSON type: numbers bear few roles, objects are containers, free objects are keyed."""
    role = got.role
    if types and types <= {"number", "integer"}:
        if tokens(name)[:1] and tokens(name)[0] in _COUNTING and role.name not in ("amount", "user_id", "phone"):
            return Guess(index.roles["limit"], 0.8, "type:number")
        if role.name not in index.numeric:
            return Guess(index.roles["number"], max(0.6, got.confidence - 0.3), "type:number")
        return got
    if types and types <= _HOLDING and (person := _persons(index, got, name, types)):
        return person
    if types == {"object"}:
        return _fitted_object(index, got, schema)
    if role.name == "metadata" and types <= _TEXT and types:
        return Guess(index.roles["custom_value"], got.confidence, got.evidence)
    allowed = index.types.get(role.name)
    if allowed and types and not types & allowed:
        return Guess(index.roles[_OTHERWISE.get(role.name, "unknown")], got.confidence * 0.7, got.evidence)
    if types == {"array"} and role.name in _LISTED and isinstance(items := schema.get("items"), Mapping) and "properties" in items:
        return Guess(index.roles["group"], 0.6, "type:list-of-objects")
    if types == {"array"} and role.name == "label":
        return Guess(index.roles["tags"], got.confidence, got.evidence)
    if role.name == "quantity" and types == _TEXT and tokens(name)[-1:] and tokens(name)[-1] in _NUMBERS:
        return Guess(index.roles["record_id"], got.confidence, got.evidence)
    if role.name == "person" and types <= _TEXT:
        return Guess(index.roles["person_name"], got.confidence * 0.8, got.evidence)
    return got


def _bound(index: RoleIndex, kind: Kind, got: Guess, name: str) -> Guess:
    """Read a lower or upper bound of a search as the filter that it is, no figure of the user's: `min_salary`, `gehalt_ab`."""
    if got.role.name != "income" or kind.base != "lookup":
        return got
    words = tokens(name)
    bounded = any(word in index.bounds or word.startswith(index.bound_stems) for word in words) or any(piece in name for piece in index.bound_pieces)
    return Guess(index.roles["amount"], got.confidence, got.evidence) if bounded else got


def _persons(index: RoleIndex, got: Guess, name: str, types: frozenset[str]) -> Guess | None:
    """Read an object, or an array, that a word for persons names as data about them: `titular`, `guests`, `kandidaat`."""
    if got.role.container or "object" not in types or (got.confidence >= _WELL_NAMED and got.role.name != "person_name"):
        return None
    if got.role.name == "person_name":
        return Guess(index.roles["person"], 0.8, got.evidence)
    words = tokens(name)
    if words and (words[-1] in index.person_words or (is_unspaced(name) and fold(name) in index.person_pieces)):
        return Guess(index.roles["person"], 0.8, f"person-word:{words[-1]}")
    return None


def _fitted_object(index: RoleIndex, got: Guess, schema: Mapping[str, Any]) -> Guess:
    role = got.role
    if role.container or Use.BALLAST in (role.default.use, (role.optional_default or role.default).use):
        return got
    if role.name == "task":
        return Guess(index.roles["group"], 0.7, "type:task")  # the structured data of a task are the task
    if not schema.get("properties") and schema.get("additionalProperties") is not False:
        return Guess(index.roles["metadata"], 0.6, "type:free-object")
    return Guess(index.roles["group"], 0.6, "type:object")
