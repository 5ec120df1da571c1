"""Cut items out of text that has a form of its own, so that the form holds: the query of a URL, JSON in a string.

Must not be in here: free text (`cutting`), decisions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from minimize.errors import CallError
from minimize.operators.cutting import Piece
from minimize.paths import Document, Drop, Put

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s<>\"']+|(?<![\w/])/[\w./~%-]*\?[^\s<>\"']+", re.IGNORECASE)
_PARAM: Final = re.compile(r"[^?&#;]+")


def url_pieces(text: str, spans: Sequence[tuple[int, int]]) -> tuple[list[Piece], list[tuple[int, int]]]:
    """Give pieces that drop the query parameters in which spans stand, and the spans that stand in no URL's query."""
    pieces: list[Piece] = []
    left = list(spans)
    for url in _URL.finditer(text):
        query = text.find("?", url.start(), url.end())
        if query < 0:
            continue
        fragment = text.find("#", query, url.end())
        end = fragment if fragment >= 0 else url.end()
        inside = [span for span in left if query < span[0] < end]
        if not inside:
            continue
        left = [span for span in left if span not in inside]
        params = [(m.start(), m.end()) for m in _PARAM.finditer(text, query + 1, end)]
        kept = [p for p in params if not any(a < p[1] and p[0] < b for a, b in inside)]
        if len(kept) < len(params):
            pieces.append((query if not kept else query + 1, end, "&".join(text[a:b] for a, b in kept)))
    return pieces, left


def parameter(text: str, at: int) -> str | None:
    """Name of the query parameter in which a position stands, None outside a query."""
    for url in _URL.finditer(text):
        query = text.find("?", url.start(), url.end())
        if 0 <= query < at < url.end():
            for param in _PARAM.finditer(text, query + 1, url.end()):
                if param.start() <= at < param.end():
                    return param.group().partition("=")[0].lower()
    return None


def addresses(text: str) -> list[tuple[int, int]]:
    """Spans of URLs up to their query: scheme, host and path say what is fetched, so nothing is ever cut there."""
    spans = []
    for url in _URL.finditer(text):
        query = text.find("?", url.start(), url.end())
        spans.append((url.start(), query if query >= 0 else url.end()))
    return spans


def json_without(text: str, spans: Sequence[tuple[int, int]]) -> str | None:
    """Give a JSON text without the members in which spans stand; None if the text is no JSON object or array."""
    bare = text.strip()
    if not bare or bare[0] not in "{[":
        return None
    try:
        document = Document.parse('{"":' + text + "}")
    except CallError:
        return None
    private = [text[a:b] for a, b in spans if text[a:b].strip()]
    edits = [Drop(leaf.pointer) for leaf in document.leaves if leaf.text and any(_shares(leaf.text, item) for item in private)]
    if not edits:
        return None
    arrays = {edit.pointer.rpartition("/")[0] for edit in edits if edit.pointer.rpartition("/")[2].isdigit()}
    put = [Put(edit.pointer, "") if edit.pointer.rpartition("/")[0] in arrays else edit for edit in edits]
    return document.edit(put)[len('{"":') : -1]


def _shares(leaf: str, item: str) -> bool:
    return item in leaf or (len(leaf) > 3 and leaf in item)
