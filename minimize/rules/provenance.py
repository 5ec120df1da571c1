"""Who brought a value into the conversation: the user, the system prompt, a trusted tool, any other tool, or nobody but the model.

A user is taken at his word, not at his words: an address counts as his only where it stands whole in what he wrote, not where its parts
do. Of a URL the host tells, since the rest can be made up behind it. What is found nowhere is the model's, and may be a tool's where not
all that tools answered is at hand. A text with several addresses has as many provenances as its parts.
Must not be in here: rules. This is a comparison of texts: what a model says in other words than a tool is the model's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Final

from mypy_extensions import mypyc_attr

from minimize.analyze.provenance import Said, folded
from minimize.clauses import Provenance
from minimize.model import Context, Turn

MAX_PARTS: Final = 50
"""Addresses of one text that are looked at; a text with more counts as a tool's as well."""
MAX_TEXT: Final = 20_000

MAX_PLACES: Final = 100
"""Places of one source at which an address is looked for."""
_JOINS: Final = frozenset(".-_+%")
_GOES_ON: Final = frozenset("-_@")

_ADDRESS: Final = re.compile(
    r"[^\s<>(),;:\"'@/\\]{1,200}@[^\s<>(),;:\"'@/\\]{1,250}"  # an e-mail address
    r"|(?:[A-Za-z][A-Za-z0-9+.\-]{0,20}:)?//[^\s<>\"'`]{1,2000}"
    r"|www\.[^\s<>\"'`]{1,2000}"
)
_AUTHORITY: Final = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//([^/?#\\]*)")
_PORT: Final = re.compile(r":\d*\Z")
_BARE_HOST: Final = re.compile(r"[^\s@/?#:,;]+(?:\.[^\s@/?#:,;.]+)+(?:[/?#:]\S*)?\Z")

Origins = frozenset[Provenance]
_TOOLS: Final = ("tool", "function")
_SYSTEM: Final = ("system", "developer")


@mypyc_attr(native_class=False)
class Brought:
    """The conversation of one call, asked who brought a value in. Computed on first use."""

    def __init__(self, context: Context, trusted: Sequence[str] = ()) -> None:
        """Take tools whose names match one of the globs `trusted` for trusted ones."""
        self._context = context
        self._trusted_tools = trusted
        self._known: dict[str, Origins] = {}

    @cached_property
    def _user(self) -> Said:
        return self._said(("user",))

    @cached_property
    def _system(self) -> Said:
        return self._said(_SYSTEM)

    @cached_property
    def _tools(self) -> Said:
        return self._said(_TOOLS)

    @cached_property
    def _trusted(self) -> Said:
        return self._said(_TOOLS, trusted=True)

    def _said(self, roles: tuple[str, ...], *, trusted: bool = False) -> Said:
        return Said("\n".join([turn.text for turn in self._context.turns if turn.role in roles and self._is_trusted(turn) is trusted]))

    def _is_trusted(self, turn: Turn) -> bool:
        return bool(turn.tool) and turn.role in _TOOLS and _matches(turn.tool, self._trusted_tools)

    @property
    def _good(self) -> list[tuple[Said, Provenance]]:
        """Whose word counts before that of any other tool, in order."""
        told = [(self._user, Provenance.USER), (self._system, Provenance.SYSTEM)]
        return [*told, (self._trusted, Provenance.TRUSTED_TOOL)] if self._trusted_tools else told

    def origins(self, text: str) -> Origins:
        """Give the provenances of a value's parts; none for a text without letters and digits."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._origins(text)
        return found

    def _origins(self, text: str) -> Origins:
        if len(text) > MAX_TEXT:
            return self._origins(text[:MAX_TEXT]) | self._nowhere | {Provenance.TOOL_RESULT}
        parts = _ADDRESS.findall(text)
        found: set[Provenance] = set()
        if len(parts) > MAX_PARTS:
            parts = parts[:MAX_PARTS]
            found.add(Provenance.TOOL_RESULT)
        for part in parts:
            found |= self._address(part.rstrip(".,;:!?)]}"))
        rest = _ADDRESS.sub(" ", text) if parts else text
        if any(map(str.isalnum, rest)):
            found |= self._address(rest) if _BARE_HOST.match(rest.strip()) else self._words(rest)
        return frozenset(found)

    def _address(self, text: str) -> Origins:
        """Of an address: verbatim, and of a URL at least its host."""
        host = _host(text)
        for said, origin in self._good:
            if _stands(host, said.text):
                return frozenset((origin,))
        return frozenset((Provenance.TOOL_RESULT,)) if self._tools.verbatim(host) else self._nowhere

    def _words(self, text: str) -> Origins:
        for said, origin in self._good:
            if said.holds(text):
                return frozenset((origin,))
        return frozenset((Provenance.TOOL_RESULT,)) if self._tools.holds(text) else self._nowhere

    @property
    def _nowhere(self) -> Origins:
        return frozenset((Provenance.MODEL, Provenance.TOOL_RESULT)) if self._context.cut else frozenset((Provenance.MODEL,))


def _matches(name: str, globs: Sequence[str]) -> bool:
    return any(fnmatchcase(name, glob) for glob in globs)


def _stands(address: str, text: str) -> bool:
    """Whether an address stands in a folded text as a whole: not as the end of a longer mailbox, nor the start of a longer host."""
    plain = folded(address)
    at = text.find(plain) if plain else -1
    for _ in range(MAX_PLACES):
        if at < 0:
            return False
        before, after = text[at - 1 : at] if at else "", text[at + len(plain) : at + len(plain) + 2]
        inside = before.isalnum() or before in _JOINS or (before == "@" and "@" not in plain)
        goes_on = after[:1].isalnum() or after[:1] in _GOES_ON or (after[:1] == "." and after[1:].isalnum())
        if not inside and not goes_on:
            return True
        at = text.find(plain, at + 1)
    return False


def _host(address: str) -> str:
    """Give the host of a URL, without what may stand before it; an e-mail address as it is."""
    match = _AUTHORITY.match(address)
    host = match[1] if match else address if "@" in address else re.split(r"[/?#\\]", address, maxsplit=1)[0]
    if match:
        host = _PORT.sub("", host.rpartition("@")[2])
    return host.removeprefix("www.") or address
