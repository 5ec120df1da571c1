"""Words of names and descriptions: tokens, stems, and which groups of the vocabulary they belong to.

Must not be in here: kinds, roles, schemas. Input is bounded by the callers' caps; everything is linear in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

MAX_TOKENS = 40
"""Tokens of a name or description that are looked at; what a tool does stands in its first sentence."""

MAX_CHARS = 600
"""Characters of a name or description that are looked at (and kept in caches)."""
COMPOUNDING = frozenset({"de", "nl", "sv", "da", "nb", "fi", "hu"})
"""Languages that write compounds as one word: `kundnotiz`, `reisegrund`."""
_LONGEST_STEM = 18
_SHORTEST_HEAD = 5
"""Letters of a compound's head that is read by itself."""

MAX_KNOWN = 20_000
"""Words whose symbols are kept before the cache starts afresh."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"(?:[^\W\d_]|[\u0900-\u0dff\u0e00-\u0e7f])+")
"""Letters of any script; Indic and Thai vowel signs are no letters to Python, so these blocks count whole."""
_ACCENTS = re.compile("[\u0300-\u036f]")
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ı": "i", "ł": "l", "ø": "o", "đ": "d"})
_BARE = str.maketrans("äöüåÄÖÜÅ", "aouaAOUA")
_KEPT_S = frozenset({"news", "series", "species", "always", "gps", "sms", "details", "previous"})


def fold(text: str) -> str:
    """Give the text in one spelling: case-folded, without accents, composed. `Größe` and `grosse` become the same."""
    if text.isascii():
        return text.lower()
    text = _spelled_umlauts(text.casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))


def _spelled_umlauts(text: str) -> str:
    """Spell letters out that decompose into no accent, and German umlauts as names in code do (`ausfuehren`)."""
    return text.translate(_SPELLED)


def bare(text: str) -> str:
    """Give the text with plain letters for umlauts, as Nordic, Finnic, Hungarian and Turkish names in code have them (`säljare`, `saljare`)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).translate(_BARE)


def stem(token: str) -> str:
    """Give an English plural's singular; other words as they are. The same rule runs over data and input."""
    if len(token) < 4 or not token.endswith("s") or token.endswith(("ss", "us", "is")) or token in _KEPT_S:
        return token
    if token.endswith("ies") and len(token) > 4:
        return token[:-3] + "y"
    if token.endswith(("sses", "xes", "ches", "shes")):
        return token[:-2]
    return token[:-1]


def tokens(text: str) -> tuple[str, ...]:
    """Split a name or phrase into stemmed words: camelCase, snake_case, kebab-case, any script; digits fall away."""
    return _tokens(text[:MAX_CHARS])


@lru_cache(maxsize=16384)
def _tokens(text: str) -> tuple[str, ...]:
    text = unicodedata.normalize("NFC", text)
    return tuple(stem(t) for t in _WORD.findall(fold(_CAMEL.sub(" ", text)))[:MAX_TOKENS])


def is_unspaced(text: str) -> bool:
    """Whether a text is written, partly, in a script that puts no spaces between words."""
    return _UNSPACED.search(text) is not None


class Vocabulary:
    """Which symbols (`@send`, `~weather`, the word itself) a text's words stand for."""

    def __init__(self) -> None:
        self._words: dict[str, set[str]] = {}
        self._stems: dict[str, set[str]] = {}
        self._pieces: dict[str, set[str]] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._open: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._heads: dict[str, set[str]] = {}
        self._english: set[str] = set()
        self._known: dict[str, frozenset[str]] = {}

    def add(self, word: str, symbol: str) -> None:
        """Let `word` stand for `symbol`. `abc*` matches words that begin so; unspaced scripts match anywhere."""
        if is_unspaced(word):
            self._pieces.setdefault(fold(word), set()).add(symbol)
            return
        parts = tokens(word)
        if word.endswith("*") and len(parts) == 1:
            self._stems.setdefault(stem(fold(word[:-1]))[:_LONGEST_STEM], set()).add(symbol)
        elif word.endswith("*") and parts:
            self._open.setdefault(parts[0], []).append((parts, symbol))
        elif len(parts) == 1:
            self._words.setdefault(parts[0], set()).add(symbol)
        elif parts:
            self._phrases.setdefault(parts[0], []).append((parts, symbol))

    def add_all(self, by_language: Mapping[str, Iterable[str]], symbol: str) -> None:
        """Let every word of every language stand for `symbol`."""
        for language, words in by_language.items():
            for word in words:
                self.add(word, symbol)
                if language in COMPOUNDING and len(bare := word.rstrip("*")) >= _SHORTEST_HEAD and not is_unspaced(word) and len(tokens(bare)) == 1:
                    self._heads.setdefault(stem(fold(bare)), set()).add(symbol)
                if language == "en":
                    self._english.update(tokens(word))

    def add_english(self, words: Iterable[str]) -> None:
        """Note English words that only look like another language's stem (`business`, `bus*`)."""
        for word in words:
            self._english.update(tokens(word))

    def symbols(self, text: str, *, limit: int = MAX_TOKENS) -> set[str]:
        """Give every symbol that the text's first `limit` words stand for, the words themselves included; umlauts count in either spelling."""
        found = self._symbols(text, limit)
        plain = bare(text)
        return found if plain == text else found | self._symbols(plain, limit)

    def _symbols(self, text: str, limit: int) -> set[str]:
        found: set[str] = set()
        words = tokens(text)[:limit]
        for position, token in enumerate(words):
            found |= self._of(token)
            for phrase, symbol in self._phrases.get(token, ()):
                if words[position : position + len(phrase)] == phrase:
                    found.add(symbol)
            for phrase, symbol in self._open.get(token, ()):
                last = position + len(phrase) - 1
                if words[position:last] == phrase[:-1] and last < len(words) and words[last].startswith(phrase[-1]):
                    found.add(symbol)
        if not text.isascii() and is_unspaced(text):
            folded = fold(text[:400])
            for piece, symbols in self._pieces.items():
                if piece in folded:
                    found |= symbols
        return found

    def _head(self, token: str) -> set[str]:
        """Give the symbols of a compound's head, the longest that is known: `teamkalender`, `familjekalender`."""
        for cut in range(3, len(token) - _SHORTEST_HEAD + 1):
            found = self._heads.get(token[cut:])
            if found:
                return found
        return set()

    def _of(self, token: str) -> frozenset[str]:
        """Give the symbols of one word; kept, within a bound, since tools speak a small language."""
        known = self._known.get(token)
        if known is not None:
            return known
        found = {token, *self._words.get(token, ())}
        if token not in self._english:
            for end in range(3, min(len(token), _LONGEST_STEM) + 1):
                found |= self._stems.get(token[:end], set())
            if len(found) == 1 and len(token) > _SHORTEST_HEAD + 2:
                found |= self._head(token)
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        self._known[token] = frozenset(found)
        return self._known[token]
