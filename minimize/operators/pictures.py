"""Take the metadata out of a picture that stands in a text; the picture stays as it is. Must not be in here: which picture, decisions."""

from __future__ import annotations

import base64

from minimize.decode.files import decoded
from minimize.decode.images import stripped


def without_metadata(text: str, start: int, end: int) -> str | None:
    """Give the base64 of the picture at a span without metadata, in the alphabet and padding of the original; None if that changes nothing."""
    written = text[start:end]
    data = decoded(written)
    if data is None or (less := stripped(data)) == data:
        return None
    plain = base64.b64encode(less).decode("ascii")
    if "-" in written or "_" in written:
        plain = plain.replace("+", "-").replace("/", "_")
    return plain.rstrip("=") if len("".join(written.split())) % 4 else plain
