from __future__ import annotations

import dataclasses

import pytest

from tests.llmproxy.records.made import record


def test_a_record_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        record(1).status = 500  # type: ignore[misc]
