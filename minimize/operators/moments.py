"""Coarsen dates, times, ages and amounts. Must not be in here: which precision is needed, schemas."""

from __future__ import annotations

import re
from typing import Final

_ISO: Final = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?", re.IGNORECASE)
_AGE: Final = re.compile(r"\d{1,3}")


def coarsen_time(text: str, precision: str) -> tuple[str, ...]:
    """Give an ISO date or date-time at `date`, `month` or `year`, shortest form first; empty if nothing of it is finer.

    The longer forms keep the shape of the original for schemas that demand it (`2026-06-01T00:00:00+02:00`).
    """
    match = _ISO.fullmatch(text.strip())
    if match is None or precision not in ("date", "month", "year"):
        return ()
    year, month, day, clock, zone = match.groups()
    date = {"date": f"{year}-{month}-{day}", "month": f"{year}-{month}-01", "year": f"{year}-01-01"}[precision]
    short = {"date": date, "month": f"{year}-{month}", "year": year}[precision]
    long = f"{date}T00:00:00{zone or ''}" if clock else date
    forms = dict.fromkeys(form for form in (short, date, long) if "None" not in form)
    if text.strip() in forms or (precision == "date" and clock is None):
        return ()
    return tuple(forms)


def coarsen_number(value: int | float, ladder: str, precision: str) -> int | float | None:
    """Give an age as the lower end of its decade, an amount with one significant digit; None if nothing changes."""
    if precision != "band" or isinstance(value, bool) or value != value or abs(value) in (0, float("inf")):
        return None
    if ladder == "age":
        band: int | float = int(value) // 10 * 10
    else:
        power = 10 ** (len(str(int(abs(value)))) - 1)
        band = int(value) // power * power if power > 1 else value
    return band if band != value else None


def coarsen_age_text(text: str, precision: str) -> str | None:
    """Give an age that stands as text as its decade, `50-59`; None if there is none or it is no finer."""
    match = _AGE.fullmatch(text.strip())
    if match is None or precision != "band":
        return None
    low = int(match.group()) // 10 * 10
    return f"{low}-{low + 9}"
