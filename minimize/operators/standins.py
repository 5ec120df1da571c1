"""Schema-valid stand-ins for values that a required field must not hold: reserved ranges only, deterministic, never the original.

A stand-in never stands for a recipient, a payee or a login, where it would act on a stranger: `acts_on` says which roles those are.
Must not be in here: validation (whoever uses them validates the whole instance), decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from minimize.knowledge.phrases import Phrases
from minimize.operators.moments import coarsen_time
from minimize.operators.patterns import sample
from minimize.schema import Place

_ACTS_ON: Final = ("recipient", "payee", "beneficiary", "login", "username", "account_to", "destination_account", "iban", "to_", "cc", "bcc")
_BY_FORMAT: Final[Mapping[str, tuple[str, ...]]] = {
    "email": ("user@example.com",),
    "idn-email": ("user@example.com",),
    "uri": ("https://example.com/",),
    "url": ("https://example.com/",),
    "uri-reference": ("https://example.com/",),
    "iri": ("https://example.com/",),
    "hostname": ("example.com",),
    "ipv4": ("192.0.2.1",),
    "ipv6": ("2001:db8::1",),
    "uuid": ("00000000-0000-4000-8000-000000000000",),
    "date": ("2000-01-01", "1990-01-01"),
    "date-time": ("2000-01-01T00:00:00Z", "1990-01-01T00:00:00Z"),
    "time": ("00:00:00Z", "00:00:00"),
    "duration": ("P1D",),
    "phone": ("+12025550100", "+12025550101"),
}
_BY_ROLE: Final[Mapping[str, tuple[str, ...]]] = {
    "email": ("user@example.com",),
    "phone": ("+12025550100", "+12025550101", "202-555-0100", "2025550100"),
    "ip": ("192.0.2.1",),
    "url": ("https://example.com/",),
}
RESERVED: Final = frozenset(text for texts in (*_BY_FORMAT.values(), *_BY_ROLE.values()) for text in texts)
"""Stand-ins of reserved ranges."""
_NAMES: Final = frozenset({"name", "person_name", "given_name", "family_name", "contact_name", "display_name", "username"})
_NEUTRAL_MEMBERS: Final = ("unknown", "other", "none", "unspecified", "prefer_not_to_say", "not_specified", "n/a", "any", "default", "u", "x", "o")


def limits(place: Place) -> dict[str, Any]:
    """What the schema says of a place that a stand-in has to obey."""
    return {name: getattr(place, name) for name in ("format", "pattern", "enum", "min_length", "max_length", "minimum", "maximum")}


def acts_on(role: str) -> bool:
    """Whether a value of this role names whom or what the call acts on."""
    return any(role == word or (word.endswith("_") and role.startswith(word)) for word in _ACTS_ON)


def text_standins(value: str, role: str, language: str, phrases: Phrases, place: Mapping[str, Any]) -> Iterator[str]:
    """Candidates for a string, best first. `place` holds the schema's `format`, `pattern`, `enum`, `min_length`, `max_length`."""
    for candidate in _candidates(value, role, language, phrases, place):
        fitted = fit(candidate, place.get("min_length"), place.get("max_length"))
        if fitted is not None and fitted != value:
            yield fitted


def is_standin(value: Any, role: str, language: str, phrases: Phrases, place: Mapping[str, Any]) -> bool:
    """Whether a value is one that we put there ourselves: a second pass must leave it alone."""
    if isinstance(value, str):
        if value in phrases.said or value in RESERVED:
            return True
        pattern = place.get("pattern")
        if pattern and sample(pattern, 0) == sample(pattern, 1):
            return False  # the only text that the schema takes says nothing of where it comes from
        if value[4:10] == "-01-01" and value[:4].isdigit() and (place.get("format") in ("date", "date-time") or role == "birth_date"):
            return True
        return any(fit(made, place.get("min_length"), place.get("max_length")) == value for made in _candidates("", role, language, phrases, place))
    return isinstance(value, int | float) and value in (place.get("minimum"), 0, 1)


def _candidates(value: str, role: str, language: str, phrases: Phrases, place: Mapping[str, Any]) -> Iterator[str]:
    if place.get("enum"):
        members = {str(member).lower(): member for member in place["enum"] if isinstance(member, str)}
        yield from (members[word] for word in _NEUTRAL_MEMBERS if word in members)
        return
    form = str(place.get("format") or "")
    if form in ("date", "date-time") or role in ("birth_date", "date_of_birth", "dob"):
        yield from reversed(coarsen_time(value, "year"))
    yield from _BY_FORMAT.get(form, ())
    yield from _BY_ROLE.get(role, ())
    pattern = place.get("pattern")
    if pattern:
        for shift in range(3):
            made = sample(pattern, shift)
            if made:
                yield made
    if form in _BY_FORMAT:
        return
    yield phrases.standin("person_name" if role in _NAMES else role, language)
    yield phrases.standin("text", language)
    yield from ("-", "n/a", "0", "00000", "X")


def fit(text: str, shortest: int | None, longest: int | None) -> str | None:
    """Give the text within the lengths: cut at a word, or repeated; None if neither is possible."""
    if longest is not None and len(text) > longest:
        head = text[:longest]
        text = head.rsplit(" ", 1)[0] if " " in head else head
        if not text.strip():
            return None
    if shortest is not None and len(text) < shortest:
        if not text:
            return None
        filler = text if len(text) > 1 else text * 2
        while len(text) < shortest and len(text) < 10_000:
            text = f"{text} {filler}" if len(filler) > 1 and not filler.isdigit() else text + filler
        text = text if longest is None or len(text) <= longest else text[:longest]
    return text


def number_standins(value: float, place: Mapping[str, Any], whole: bool) -> Iterator[int | float]:
    """Candidates for a number: the ends of its range, zero, one."""
    for candidate in (place.get("minimum"), 0, 1, place.get("maximum"), 10):
        if candidate is None or candidate == value or isinstance(candidate, bool):
            continue
        yield int(candidate) if whole and float(candidate).is_integer() else candidate
