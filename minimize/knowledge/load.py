"""Reads the packaged knowledge, once a process, when it is first asked for.

Must not be in here: knowledge, and how it is compiled (`minimize.knowledge.build`).
"""

from __future__ import annotations

import threading
import zlib
from importlib import resources
from types import MappingProxyType
from typing import Any

import orjson

from minimize.errors import KnowledgeError
from minimize.knowledge.fields import FieldWords
from minimize.knowledge.gazetteer import Gazetteer
from minimize.knowledge.languages import Languages
from minimize.knowledge.lexicon import Lexicon
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import RuleSet
from minimize.knowledge.people import People
from minimize.knowledge.terms import TermSet
from minimize.model import Category

_LOCK = threading.Lock()
_LOADED: list[Knowledge] = []


def load() -> Knowledge:
    """Give the packaged knowledge; the first call reads it (about 0.3 s), later ones share it.

    Raises KnowledgeError if the package's data is missing or damaged.
    """
    if not _LOADED:
        with _LOCK:
            if not _LOADED:
                _LOADED.append(_read())
    return _LOADED[0]


def _read() -> Knowledge:
    from minimize.knowledge import phrases
    from tool_registry import load as tools

    rules = unpack("rules.bin")
    names = unpack("lexicon.bin")
    # The largest first, each source dropped once it is used: what it took is then room for the next.
    lexicon = Lexicon.of({"words": names.pop("words"), "common": names.pop("common"), "public": rules["public"], "everyday": rules["everyday"]})
    gazetteer = Gazetteer.of(names.pop("places"))
    terms = TermSet.of(rules.pop("terms"), names.pop("lexicons"), frozenset(rules["not_occupations"]))
    return Knowledge(
        categories=MappingProxyType({row["code"]: Category(**row) for row in rules["categories"]}),
        registry=tools.load(),
        gazetteer=gazetteer,
        patterns=RuleSet.of(rules["patterns"], rules["gates"], lambda name: unpack(f"{name}.bin")["patterns"]),
        terms=terms,
        fields=FieldWords.load(rules["fields"]),
        lexicon=lexicon,
        people=People.of(rules["people"]),
        languages=Languages.of(rules["languages"]),
        phrases=phrases.load(),
        version=rules["digest"],
    )


def unpack(name: str) -> dict[str, Any]:
    """Give one packed data file. Raises KnowledgeError."""
    try:
        packed = (resources.files("minimize.knowledge") / "data" / name).read_bytes()
        read: dict[str, Any] = orjson.loads(zlib.decompress(packed))
    except (OSError, zlib.error, ValueError) as error:
        raise KnowledgeError(f"packaged data `{name}` is missing or damaged; `make knowledge` writes it anew") from error
    return read
