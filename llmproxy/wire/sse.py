"""Server-sent events on bytes: an incremental decoder that keeps the bytes of each event, and an encoder.

Follows the WHATWG specification: lines end with LF, CRLF or CR, a blank line ends an event, lines that begin with a colon are
comments, several `data` lines are joined with LF, one space after the colon and a byte order mark at the start do not count.
The bytes may be cut anywhere; the same input gives the same events whole and byte by byte.

Must not be in here: JSON, what an event means, decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from minimize.errors import StreamFault

PING: Final = b": ping\n\n"
"""A comment event that keeps load balancers from closing a quiet line."""

DEFAULT_EVENT_LIMIT: Final = 8 * 1024 * 1024
"""Bytes of one event."""

_BLANK_LINE: Final = re.compile(rb"\r\r|\r\n(?>\r\n|\n|\r)|\n(?>\r\n|\n|\r)")
_BOM: Final = b"\xef\xbb\xbf"
_LONGEST_END: Final = 4


class Event(NamedTuple):
    """One event as it came."""

    raw: bytes
    """All its bytes, line ends and comments included; the events' `raw` put together are the input."""
    data: bytes | None
    """The joined `data` lines; None when there are none (comments, keep-alives)."""
    name: bytes = b""
    """The `event` field, if any."""


class Decoder:
    """Feed it bytes, it gives the events that are complete. Raises StreamFault (`event_too_large`) beyond the bound."""

    def __init__(self, event_limit_bytes: int = DEFAULT_EVENT_LIMIT) -> None:
        self._limit = event_limit_bytes
        self._buffer = bytearray()
        self._searched = 0
        """Up to where the buffer holds no end of an event."""
        self._first = True
        self._returns = False
        """Whether carriage returns were seen, so that events may end in other ways than LF LF."""

    def lone(self, data: bytes) -> Event | None:
        """Give the event if these bytes are just one of the plainest form and none is unfinished: the usual case, taken fast."""
        if data[:6] != b"data: " or data.find(b"\n") != len(data) - 2 or data[-1:] != b"\n" or b"\r" in data:
            return None
        if self._buffer or len(data) > self._limit:
            return None
        self._first = False
        return Event(data, data[6:-2])

    def feed(self, data: bytes) -> Iterator[Event]:
        """Take some bytes and give the events that they complete; to be exhausted before the next bytes."""
        if self._returns or b"\r" in data:
            self._returns = True
            self._buffer += data
            yield from self._cut()
            return
        if self._buffer:
            self._buffer += data
            if self._buffer.find(b"\n\n", self._searched) < 0:
                self._wait()
                return
            data = bytes(self._buffer)
            self._buffer.clear()
        *parts, rest = data.split(b"\n\n")
        for part in parts:
            yield self._event(part + b"\n\n")
        self._buffer += rest
        self._wait()

    def _wait(self) -> None:
        self._searched = max(0, len(self._buffer) - _LONGEST_END + 1)
        if len(self._buffer) > self._limit:
            raise StreamFault("event_too_large", "the upstream sent an event that is larger than the proxy may hold")

    def end(self) -> Event | None:
        """Give what is left at the end of the bytes as an event of its own, if anything is; its blank line is missing."""
        raw = bytes(self._buffer)
        self._buffer.clear()
        return self._event(raw) if raw else None

    def _cut(self) -> Iterator[Event]:
        buffer, start = self._buffer, 0
        at = self._searched
        while True:
            found = _BLANK_LINE.search(buffer, at)
            if found is None:
                break
            end = found.end()
            if end == len(buffer) and found[0].endswith(b"\r") and found[0] != b"\r\r":
                break  # the LF of this CR may be on its way, and it belongs to this event
            yield self._event(bytes(buffer[start:end]))
            start = at = end
        if start:
            del buffer[:start]
        self._wait()

    def _event(self, raw: bytes) -> Event:
        if len(raw) > self._limit:
            raise StreamFault("event_too_large", "the upstream sent an event that is larger than the proxy may hold")
        if self._first:
            self._first = False
            if raw.startswith(_BOM):
                return Event(raw, *_fields(raw[len(_BOM) :]))
        if raw.startswith(b"data: ") and raw.find(b"\n") == len(raw) - 2 and b"\r" not in raw:
            return Event(raw, raw[6:-2])
        return Event(raw, *_fields(raw))


def _fields(raw: bytes) -> tuple[bytes | None, bytes]:
    lines: list[bytes] = []
    name = b""
    for line in raw.splitlines():
        key, _, value = line.partition(b":")
        if key == b"data":
            lines.append(value.removeprefix(b" "))
        elif key == b"event":
            name = value.removeprefix(b" ")
    return (b"\n".join(lines) if lines else None), name


def encode(data: bytes) -> bytes:
    """Give one event with this data, which may have several lines."""
    if b"\n" not in data and b"\r" not in data:
        return b"data: " + data + b"\n\n"
    return b"".join(b"data: " + line + b"\n" for line in data.splitlines()) + b"\n"


def with_data(event: Event, data: bytes) -> bytes:
    """Give the event's bytes with other data: its line ends, comments and other fields stay, its `data` lines become one."""
    if event.data is None:
        raise ValueError("an event without data cannot be given other data")
    end = b"\r\n" if b"\r\n" in event.raw else b"\n" if b"\n" in event.raw else b"\r"
    out: list[bytes] = []
    written = False
    body = event.raw.removeprefix(_BOM)
    for line in body.splitlines():
        if line.partition(b":")[0] != b"data":
            out.append(line)
        elif not written:
            out.extend(b"data: " + part for part in data.splitlines())
            written = True
    while out and not out[-1]:
        out.pop()
    return end.join(out) + end + end


def terminated(event: Event) -> Event:
    """Give the event with the blank line that the end of the bytes took from it."""
    end = b"\r\n" if b"\r\n" in event.raw else b"\n"
    missing = end if event.raw.endswith((b"\n", b"\r")) else end + end
    return Event(event.raw + missing, event.data, event.name)
