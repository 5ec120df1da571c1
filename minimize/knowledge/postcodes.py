"""Towns by the first three digits of a US ZIP, where one town has most of their codes. Data: `data/zip3.txt` (from `zipcodes`, MIT).

Must not be in here: other countries' codes (the gazetteer knows towns by name), decisions.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources


def town_of_zip(code: str) -> str | None:
    """Give `New York, NY` for a ZIP or its first three digits, None where no single town stands for them."""
    return _table().get(code[:3])


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    text = resources.files("minimize.knowledge").joinpath("data/zip3.txt").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())
