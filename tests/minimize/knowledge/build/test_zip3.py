"""The packed table is what its source gives."""

from __future__ import annotations

import pytest

from minimize.knowledge.build.zip3 import TARGET, table


def test_the_table_is_up_to_date() -> None:
    pytest.importorskip("zipcodes")
    assert TARGET.read_text(encoding="utf-8").splitlines() == table()
