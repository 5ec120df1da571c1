"""Findings in the metadata of pictures that stand in a value: where one was taken, by whom, with which device.

Must not be in here: reading a file's bytes (`minimize.decode.images`), what becomes of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from minimize.decode.files import File, decoded
from minimize.decode.images import told
from minimize.knowledge.patterns import Hit

DETECTOR: Final = "image."
"""How the detectors' names begin of what stands in a picture's metadata."""
_MEANS: Final = (("gps", "L", "gps"), ("owner", "DI", "person"), ("device", "DI", "device_id"))
"""What a file tells, weightiest first; its category and sub label. One finding a picture: they go together."""


def pictures(text: str, found: Sequence[File]) -> list[Hit]:
    """Give one item for each picture whose file tells more than the picture: its span is that of the file's data."""
    hits: list[Hit] = []
    for file in found:
        if not file.base64 or not file.media.startswith("image/"):
            continue
        data = decoded(text[file.start : file.end])
        said = told(data) if data is not None else frozenset[str]()
        for what, category, sub in _MEANS:
            if what in said:
                hits.append(Hit(file.start, file.end, category, sub, 0.99, f"{DETECTOR}{what}", "exact", ("base64", "metadata")))
                break
    return hits
