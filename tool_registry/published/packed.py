"""Holds many servers' annotations as one run of bytes with an index: a tool is parsed only when a declared one bears its name.

Must not be in here: matching (`match`), checks (`read`), files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from tool_registry.needs import need, written
from tool_registry.published.model import PublishedParam, PublishedServer, PublishedTool, canonical


class Head(NamedTuple):
    """What is held of a server besides its tools."""

    server: str
    title: str
    operator: str
    version: int
    source: str
    aliases: tuple[str, ...]
    trust: str
    trust_reason: str


def pack(servers: Iterable[PublishedServer], version: str) -> bytes:
    """Write servers as a line of index and a line a tool; `version` is the digest of what they were read from."""
    heads: list[Any] = []
    names: dict[str, list[int]] = {}
    body: list[bytes] = []
    at = 0
    for number, server in enumerate(servers):
        heads.append([server.server, server.title, server.operator, server.version, server.source, server.aliases, server.trust, server.trust_reason])
        for tool in server.tools.values():
            params = [[p.pointer, p.role, written(p.need), p.why] for p in tool.params.values()]
            line = orjson.dumps([tool.name, tool.kind, params]) + b"\n"
            names.setdefault(canonical(tool.name), []).extend((number, at, len(line)))
            body.append(line)
            at += len(line)
    return orjson.dumps({"version": version, "servers": heads, "names": names}) + b"\n" + b"".join(body)


def version_of(packed: bytes) -> str:
    """Give the digest that `pack` was given."""
    start = packed[:80].split(b'"', 5)
    return start[3].decode() if len(start) > 4 and start[1] == b"version" else ""


class Packed:
    """Servers' annotations; the index is read on first use."""

    def __init__(self, packed: bytes, hidden: frozenset[str] = frozenset()) -> None:
        self._bytes = packed
        self._hidden = hidden
        self._start = 0
        self._heads: tuple[Head, ...] = ()
        self._names: Mapping[str, list[int]] = {}

    def _open(self) -> None:
        if not self._start:
            end = self._bytes.index(b"\n")
            index = orjson.loads(self._bytes[:end])
            self._heads = tuple(Head(h[0], h[1], h[2], h[3], h[4], tuple(h[5]), h[6], h[7]) for h in index["servers"])
            self._names = index["names"]
            self._start = end + 1

    @property
    def heads(self) -> tuple[Head, ...]:
        """The servers, without their tools."""
        self._open()
        return tuple(head for head in self._heads if head.server not in self._hidden) if self._hidden else self._heads

    def without(self, slugs: Iterable[str]) -> Packed:
        """Give the same without some servers, which another part describes."""
        return Packed(self._bytes, self._hidden.union(slugs))

    def named(self, name: str) -> Iterator[tuple[Head, PublishedTool]]:
        """Give the tools of this canonical name, each with its server."""
        self._open()
        found = self._names.get(name, ())
        for at in range(0, len(found), 3):
            head = self._heads[found[at]]
            if head.server in self._hidden:
                continue
            yield head, self._tool(head, found[at + 1], found[at + 2])

    def tools(self, server: str) -> dict[str, PublishedTool]:
        """Give all tools of a server, by name, as its document lists them."""
        self._open()
        places = sorted((found[at + 1], found[at + 2], found[at]) for found in self._names.values() for at in range(0, len(found), 3))
        tools = (self._tool(self._heads[number], start, size) for start, size, number in places if self._heads[number].server == server)
        return {tool.name: tool for tool in tools}

    def _tool(self, head: Head, start: int, size: int) -> PublishedTool:
        name, kind, params = orjson.loads(self._bytes[self._start + start : self._start + start + size])
        read = {p: PublishedParam(p, role, need(line), why) for p, role, line, why in params}
        return PublishedTool(head.server, name, kind, head.trust, head.version, read)
