import base64
import time

import pytest

from minimize.decode.files import decoded, files, is_whole, without

NOISE = bytes((i * 89 + 7 * (i // 3)) % 256 for i in range(300))


def b64(data):
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    "head, media",
    [
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"\x89PNG\r\n\x1a\n\0", "image/png"),
        (b"GIF89a", "image/gif"),
        (b"%PDF-1.7\n", "application/pdf"),
        (b"PK\x03\x04", "application/zip"),
        (b"\x1f\x8b\x08\x00", "application/gzip"),
    ],
)
def test_binary_in_base64_is_known_by_how_it_begins(head, media):
    text = b64(head + NOISE)
    assert [(f.start, f.end, f.media, f.known) for f in files(text)] == [(0, len(text), media, True)]


def test_other_binary_is_a_file_when_it_is_long_and_no_text():
    assert [f.known for f in files(b64(NOISE))] == [False]
    assert files(b64(NOISE[:90])) == []
    assert files(b64(b"A plain letter to nobody, at some length. " * 10)) == []
    assert files(b64("Ein Brief über Größe und Maß. ".encode() * 12)) == []
    assert files("Z" * 64 + " and words, " * 30) == []


def test_data_uris_are_found_wherever_they_stand():
    body = b64(b"\xff\xd8\xff\xe0" + NOISE)
    text = f"![me](data:image/jpeg;base64,{body}) and <img src='data:image/gif;charset=x;base64,{body}'>"
    found = files(text)
    assert [(f.media, text[f.start : f.end] == body) for f in found] == [("image/jpeg", True), ("image/gif", True)]
    rest = without(text, found)
    assert len(rest) == len(text) and body not in rest and rest.startswith("![me](data:image/jpeg;base64,\0") and " and <img" in rest


def test_a_text_is_whole_only_without_anything_around_the_file():
    uri = "data:image/jpeg;base64," + b64(b"\xff\xd8\xff\xe0" + NOISE)
    for text, whole in ((uri, True), (uri[23:], True), (uri + "\n", True), (f"x {uri}", False), (f"{uri} for ann", False)):
        assert is_whole(text, files(text)[0]) is whole


def test_data_uris_of_texts_are_read_like_any_other():
    assert files("data:text/plain;base64," + b64(b"hello there " * 20)) == []
    assert files("data:application/json;base64," + b64(b'{"a": "b"}' * 20)) == []
    assert files("the data: " + "x" * 100 + ";base64, is what we talk about") == []


def test_lines_and_the_other_alphabet_are_read():
    data = b"\xff\xd8\xff\xe0" + NOISE
    wrapped = "\n".join(b64(data)[i : i + 76] for i in range(0, 400, 76)) + b64(data)[456:]
    assert files(wrapped) and decoded(b64(data)) == data
    assert decoded(base64.urlsafe_b64encode(data).decode().rstrip("=")) == data
    assert decoded("no base64!") is None


def test_looking_takes_linear_time():
    began = time.process_time()
    for text in ("data:image/png;base64," * 20_000, "data:" * 100_000 + ";base64,", b64(NOISE * 1500), "/9j/" * 100_000 + "!", "A" * 400_000 + "!"):
        files(text)
    assert time.process_time() - began < 2
