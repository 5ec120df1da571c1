"""Cut items out of text that has a form of its own, so that the form holds: the query of a URL, JSON in a string.

Must not be in here: free text (`cutting`), decisions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from minimize.errors import CallError
from minimize.operators.cutting import Piece
from minimize.paths import Document, Drop, Put

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s<>\"']+|(?<![\w/])/[\w./~%-]{0,300}\?[^\s<>\"']+", re.IGNORECASE)
_PARAM: Final = re.compile(r"[^?&#;]+")
MAX_PAIRS: Final = 200_000
"""Values of a JSON text times items to take out of it; beyond that only whole values are compared."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a URL's query."""

    start: int
    end: int
    name: str
    url: int
    """Which URL of the text."""


@dataclass(frozen=True, slots=True)
class Urls:
    """The URLs of a text: spans up to their query, spans of the queries, parameters; all in text order."""

    addresses: tuple[tuple[int, int], ...]
    queries: tuple[tuple[int, int], ...]
    """From the question mark to the end or the fragment; empty where there is no query."""
    parameters: tuple[Parameter, ...]

    def in_address(self, start: int, end: int) -> bool:
        """Whether a span stands in what is fetched rather than in a query."""
        at = bisect_right(self.addresses, start, key=lambda span: span[0]) - 1
        return at >= 0 and end <= self.addresses[at][1]

    def parameter(self, start: int) -> Parameter | None:
        """The parameter in which a position stands."""
        at = bisect_right(self.parameters, start, key=lambda param: param.start) - 1
        return self.parameters[at] if at >= 0 and start < self.parameters[at].end else None


def urls_of(text: str) -> Urls:
    """Find the URLs of a text, and paths with a query as logs have them."""
    addresses, queries, parameters = [], [], []
    for index, url in enumerate(_URL.finditer(text)):
        query = text.find("?", url.start(), url.end())
        fragment = text.find("#", url.start(), url.end())
        end = fragment if fragment >= 0 else url.end()
        addresses.append((url.start(), query if 0 <= query < end else url.end()))
        queries.append((query, end) if 0 <= query < end else (url.end(), url.end()))
        if 0 <= query < end:
            for param in _PARAM.finditer(text, query + 1, end):
                parameters.append(Parameter(param.start(), param.end(), param.group().partition("=")[0].lower(), index))
    return Urls(tuple(addresses), tuple(queries), tuple(parameters))


def url_pieces(text: str, spans: Sequence[tuple[int, int]]) -> tuple[list[Piece], list[tuple[int, int]]]:
    """Give pieces that drop the query parameters in which spans stand, and the spans that stand in no URL's query."""
    urls = urls_of(text)
    left: list[tuple[int, int]] = []
    gone: dict[int, set[int]] = {}
    for start, end in spans:
        first = urls.parameter(start)
        if first is None:
            left.append((start, end))
            continue
        gone.setdefault(first.url, set()).add(first.start)
    pieces: list[Piece] = []
    kept: dict[int, list[str]] = {index: [] for index in gone}
    for param in urls.parameters:
        if param.url in gone and param.start not in gone[param.url]:
            kept[param.url].append(text[param.start : param.end])
    for index in sorted(gone):
        query, end = urls.queries[index]
        pieces.append((query if not kept[index] else query + 1, end, "&".join(kept[index])))
    return pieces, left


def json_without(text: str, spans: Sequence[tuple[int, int]]) -> str | None:
    """Give a JSON text without the members in which spans stand; None if it is no JSON, empty if no member holds a span whole."""
    bare = text.strip()
    if not bare or bare[0] not in "{[":
        return None
    try:
        document = Document.parse('{"":' + text + "}")
    except CallError:
        return None
    private = {text[a:b] for a, b in spans if text[a:b].strip()}
    leaves = [leaf for leaf in document.leaves if leaf.text]
    pairs = len(private) * len(leaves) <= MAX_PAIRS
    edits = [Drop(leaf.pointer) for leaf in leaves if (any(_shares(leaf.text, item) for item in private) if pairs else leaf.text in private)]
    if not edits:
        return ""
    arrays = {edit.pointer.rpartition("/")[0] for edit in edits if edit.pointer.rpartition("/")[2].isdigit()}
    put = [Put(edit.pointer, "") if edit.pointer.rpartition("/")[0] in arrays else edit for edit in edits]
    return document.edit(put)[len('{"":') : -1]


def _shares(leaf: str, item: str) -> bool:
    return item in leaf or (len(leaf) > 3 and leaf in item)
