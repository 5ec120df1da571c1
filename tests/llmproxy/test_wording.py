from __future__ import annotations

from llmproxy import wording
from minimize.model import Disposition, FailureMode, Mode, OnBlock, Reason


def test_every_code_has_its_sentence() -> None:
    for texts, codes in (
        (wording.REASONS, Reason),
        (wording.DISPOSITIONS, Disposition),
        (wording.MODES, Mode),
        (wording.FAILURE_MODES, FailureMode),
        (wording.ON_BLOCK, OnBlock),
    ):
        assert set(texts) == set(codes)
        assert all(text.endswith(".") and "\n" not in text for text in texts.values())
