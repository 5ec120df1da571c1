"""Packs which town a US ZIP's first three digits stand for, where one town has most of their codes, into `data/zip3.txt`.

    python -m minimize.knowledge.build.zip3

Needs the package `zipcodes` (MIT). Must not be in here: how the table is used (`minimize.knowledge.postcodes`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

TARGET = Path(__file__).parent.parent / "data" / "zip3.txt"
SHARE = 0.6
"""Least share of the codes that the town must have; a standard code counts three times as much as a box or a firm's own."""


def table() -> list[str]:
    """Give the lines `100<tab>New York, NY`, ordered."""
    import zipcodes

    towns: dict[str, Counter[str]] = defaultdict(Counter)
    for row in zipcodes.list_all():
        if row["zip_code_type"] != "MILITARY":
            towns[row["zip_code"][:3]][f"{row['city']}, {row['state']}"] += 3 if row["zip_code_type"] == "STANDARD" else 1
    lines = []
    for prefix, counts in sorted(towns.items()):
        town, most = counts.most_common(1)[0]
        if most >= SHARE * counts.total():
            lines.append(f"{prefix}\t{town}")
    return lines


if __name__ == "__main__":
    TARGET.write_text("\n".join(table()) + "\n", encoding="utf-8")
