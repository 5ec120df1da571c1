"""A call's arguments as a document: values, leaves in their order, and edits of the original text.

Number literals, escapes, spacing and order are kept, since only `minimize.spans` changes the text, and only at spans.
Must not be in here: schemas, findings, what is private. No value of the arguments gets into an exception.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from minimize.errors import CallError, DuplicateKeys, InvalidArguments, TooDeep, TooLarge
from minimize.pointers import join, matches, split
from minimize.spans import Drop, Edit, Put, Rename, Splice, apply

__all__ = ["Document", "Drop", "Edit", "Leaf", "Put", "Rename", "Splice", "join", "matches", "split"]

Steps = tuple[str, ...]

_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Leaf(NamedTuple):
    """One value that is no container."""

    steps: Steps
    """Object keys and array indices as text, from the root."""
    value: str | int | float | bool | None
    literal: str = ""
    """Source text of a number (`1.10`, `1e400`, `NaN`), empty for everything else."""

    @property
    def pointer(self) -> str:
        """RFC 6901 pointer."""
        return join(self.steps)

    @property
    def text(self) -> str:
        """What a detector reads: the string, or the number's literal, or nothing.

        Lone surrogates are U+FFFD in it, character for character, since engines read UTF-8.
        """
        if not isinstance(self.value, str):
            return self.literal
        return self.value if self.value.isascii() else _SURROGATE.sub("\ufffd", self.value)

    def same(self, other: Leaf) -> bool:
        """Whether it says the same: type and text, so that `1.10` is not `1.1`, NaN is NaN, and true is not 1."""
        return type(self.value) is type(other.value) and self.literal == other.literal and (self.literal != "" or self.value == other.value)


class Document:
    """The arguments of one call. Made by `parse` only; never changed."""

    text: str
    root: dict[str, Any]
    """Plain values. Integers that Python refuses to read (over 4,300 digits) are floats, mostly infinite; their leaves keep the literal."""

    def __init__(self, text: str, root: dict[str, Any], literals: list[str], max_depth: int) -> None:
        self.text = text
        self.root = root
        self._literals = literals
        self._max_depth = max_depth
        self._walked: tuple[tuple[Leaf, ...], tuple[Steps, ...]] | None = None
        self._by_steps: dict[Steps, Leaf] | None = None

    @classmethod
    def parse(cls, text: str, *, max_depth: int = 64, max_bytes: int = 4_000_000) -> Document:
        """Read the JSON text of an object; nothing, blanks or `null` are the empty object (no-argument tools send them).

        `max_depth` counts nested containers, `max_bytes` UTF-8 bytes.
        Raises InvalidArguments, DuplicateKeys, TooDeep or TooLarge. NaN and the infinities are read, as Python clients do.
        """
        if len(text) * 4 > max_bytes and len(text.encode("utf-8", "surrogatepass")) > max_bytes:
            raise TooLarge()
        literals: list[str] = []
        root = _read(text, literals)
        if root is None:
            root = {}
        if not isinstance(root, dict):
            raise InvalidArguments()
        document = cls(text, root, literals, max_depth)
        if text.count("{") + text.count("[") > max_depth:
            document._walk()  # it checks the depth; texts with fewer brackets cannot be too deep
        return document

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All values that are no containers, in the order of the text; an empty container gives none."""
        return self._walk()[0]

    @property
    def keys(self) -> tuple[Steps, ...]:
        """The steps of every object member, in the order of the text."""
        return self._walk()[1]

    def leaf(self, pointer: str) -> Leaf | None:
        """Give the leaf at a place, None if there is none or a container stands there."""
        if self._by_steps is None:
            self._by_steps = {leaf.steps: leaf for leaf in self.leaves}
        return self._by_steps.get(split(pointer))

    def value(self, pointer: str) -> Any:
        """Give the value at a place; KeyError if it is absent."""
        value: Any = self.root
        for step in split(pointer):
            if isinstance(value, dict) and step in value:
                value = value[step]
            elif isinstance(value, list) and _is_index(step) and int(step) < len(value):
                value = value[int(step)]
            else:
                raise KeyError("no such place")
        return value

    def has(self, pointer: str) -> bool:
        """Tell whether something stands at the place."""
        try:
            self.value(pointer)
        except KeyError:
            return False
        return True

    def only(self, leaves: Sequence[Leaf]) -> Document:
        """Give the document with just these of its leaves and no keys, for looking at a part of it."""
        part = Document(self.text, self.root, [], self._max_depth)
        part._walked = (tuple(leaves), ())
        return part

    def edit(self, edits: Sequence[Edit]) -> str:
        """Give the text with the edits made at spans, everything else byte-identical; see `spans.apply` for order and errors."""
        return apply(self.text, edits)

    def _walk(self) -> tuple[tuple[Leaf, ...], tuple[Steps, ...]]:
        """Give leaves and keys, collected once."""
        if self._walked is None:
            leaves: list[Leaf] = []
            keys: list[Steps] = []
            try:
                _walk(self.root, (), iter(self._literals), leaves, keys, self._max_depth)
            except RecursionError:
                raise TooDeep() from None
            self._walked = tuple(leaves), tuple(keys)
        return self._walked


def _is_index(step: str) -> bool:
    return step.isascii() and step.isdigit() and (step == "0" or step[0] != "0") and len(step) < 10


def _read(text: str, literals: list[str]) -> Any:
    """Read JSON with the C scanner. It meets numbers in the order of the text, so their literals go into one list."""
    note = literals.append

    def integer(literal: str) -> int | float:
        note(literal)
        return int(literal) if len(literal) < 4300 else float(literal)

    def real(literal: str) -> float:
        note(literal)
        return float(literal)

    fault: type[CallError]
    try:
        return json.JSONDecoder(object_pairs_hook=unique, parse_int=integer, parse_float=real, parse_constant=real).decode(text)
    except DuplicateKeys:
        fault = DuplicateKeys
    except RecursionError:
        fault = TooDeep
    except ValueError:
        if not text.strip(" \t\n\r"):
            return None
        fault = InvalidArguments
    # Raised out here, so that it has no context: a JSONDecodeError holds the whole text.
    raise fault()


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members; DuplicateKeys if a key occurs twice (a hook for `json`)."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise DuplicateKeys()
    return members


def _walk(value: Any, steps: Steps, literals: Any, leaves: list[Leaf], keys: list[Steps], depth: int) -> None:
    """Collect leaves and keys below a container; `depth` is how many more levels are allowed, this one included."""
    if depth <= 0:
        raise TooDeep()
    if type(value) is dict:
        items: Any = value.items()
    else:
        items = zip(map(str, range(len(value))), value, strict=True)
    in_object = type(value) is dict
    for step, item in items:
        place = (*steps, step)
        if in_object:
            keys.append(place)
        kind = type(item)
        if kind is str:
            leaves.append(Leaf(place, item))
        elif kind is dict or kind is list:
            _walk(item, place, literals, leaves, keys, depth - 1)
        elif kind is int or kind is float:
            leaves.append(Leaf(place, item, next(literals)))
        else:
            leaves.append(Leaf(place, item))
