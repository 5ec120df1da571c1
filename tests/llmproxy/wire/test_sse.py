"""The decoder on bytes cut anywhere, and the encoder."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmproxy.wire import sse
from llmproxy.wire.sse import Decoder, Event
from minimize.errors import StreamFault


def decode(*pieces: bytes) -> list[Event]:
    """All events of these bytes, the unfinished last one included."""
    decoder = Decoder()
    events = [event for piece in pieces for event in decoder.feed(piece)]
    left = decoder.end()
    return events + ([left] if left else [])


@pytest.mark.parametrize(
    ("stream", "data"),
    [
        (b"data: a\n\ndata: b\n\n", [b"a", b"b"]),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", [b"a", b"b"]),
        (b"data: a\r\rdata: b\r\r", [b"a", b"b"]),
        (b"data:a\n\n", [b"a"]),
        (b"data:  a\n\n", [b" a"]),
        (b"data: a\ndata: b\n\n", [b"a\nb"]),
        (b"data\n\n", [b""]),
        (b": hello\n\n", [None]),
        (b": hello\ndata: a\n\n", [b"a"]),
        (b"event: x\nid: 7\nretry: 5\ndata: a\n\n", [b"a"]),
        (b"\xef\xbb\xbfdata: a\n\n", [b"a"]),
        (b"\n\ndata: a\n\n", [None, b"a"]),
        (b"data: a\n\n\ndata: b\n\n", [b"a", b"b"]),
        (b"data: a\r\n\ndata: b\n\r\ndata: c\n\r", [b"a", b"b", b"c"]),
        (b"database: a\n\n", [None]),
        (b"data: a: b\n\n", [b"a: b"]),
        (b"data: a", [b"a"]),
    ],
)
def test_what_is_data(stream: bytes, data: list[bytes | None]) -> None:
    events = decode(stream)
    assert [event.data for event in events] == data
    assert b"".join(event.raw for event in events) == stream


def test_the_event_field() -> None:
    assert decode(b"event: error\ndata: x\n\n")[0].name == b"error"


def test_an_event_comes_with_its_last_byte() -> None:
    decoder = Decoder()
    assert list(decoder.feed(b"data: a\n")) == []
    assert [event.data for event in decoder.feed(b"\n")] == [b"a"]
    assert list(decoder.feed(b"data: b\r\n\r")) == []
    assert [event.raw for event in decoder.feed(b"\n")] == [b"data: b\r\n\r\n"]
    assert [event.data for event in decoder.feed(b"data: c\r\r")] == [b"c"]
    assert decoder.end() is None


LINES = st.lists(st.sampled_from([b"data: a", b"data:b", b"data: \xc3\xa9\xf0\x9f\x9a\x80", b": c", b"id: 1", b"event: e", b"", b"x\xef\xbb\xbf"]), max_size=12)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


@settings(max_examples=50, deadline=None)
@given(LINES, st.lists(ENDS, min_size=12, max_size=12), st.lists(st.integers(0, 200), max_size=8))
def test_the_cut_does_not_matter(lines: list[bytes], ends: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(line + end for line, end in zip(lines, ends, strict=False))
    whole = decode(stream)
    at = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    assert decode(*(stream[a:b] for a, b in itertools.pairwise(at))) == whole
    assert decode(*(stream[i : i + 1] for i in range(len(stream)))) == whole
    assert b"".join(event.raw for event in whole) == stream


@pytest.mark.parametrize("piece", [1, 7, 4096])
def test_the_bound(piece: int) -> None:
    stream = b"data: good\n\ndata: " + b"x" * 5000 + b"\n\n"
    decoder, got = Decoder(event_limit_bytes=1000), []
    with pytest.raises(StreamFault) as fault:
        for i in range(0, len(stream), piece):
            for event in decoder.feed(stream[i : i + piece]):
                got.append(event.data)
    assert got == [b"good"]
    assert fault.value.code == "event_too_large"


def test_a_large_event_byte_by_byte_is_linear() -> None:
    decoder = Decoder()
    start = time.process_time()
    for _ in range(100_000):
        for _event in decoder.feed(b"x"):
            raise AssertionError
    assert time.process_time() - start < 1.5


def test_encode() -> None:
    assert sse.encode(b'{"a": 1}') == b'data: {"a": 1}\n\n'
    assert decode(sse.encode(b"a\nb"))[0].data == b"a\nb"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"data: a\n\n", b"data: new\n\n"),
        (b"data: a\r\n\r\n", b"data: new\r\n\r\n"),
        (b"data: a\r\r", b"data: new\r\r"),
        (b"id: 1\ndata: a\ndata: b\n: c\n\n", b"id: 1\ndata: new\n: c\n\n"),
        (b"\ndata:a\n\n", b"\ndata: new\n\n"),
    ],
)
def test_other_data_in_the_same_frame(raw: bytes, expected: bytes) -> None:
    (event,) = decode(raw)
    assert sse.with_data(event, b"new") == expected


def test_no_data_cannot_be_given_other_data() -> None:
    with pytest.raises(ValueError, match="without data"):
        sse.with_data(decode(b": ping\n\n")[0], b"x")


@pytest.mark.parametrize("raw", [b"data: a", b"data: a\n", b"data: a\r\n"])
def test_the_missing_blank_line(raw: bytes) -> None:
    whole = sse.terminated(decode(raw)[0])
    assert [event.data for event in Decoder().feed(whole.raw)] == [b"a"]


def test_the_ping_is_a_comment() -> None:
    assert [event.data for event in decode(sse.PING)] == [None]
