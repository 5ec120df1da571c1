"""A setting as it is declared."""

from __future__ import annotations

from llmproxy.config.setting import Kind, Setting


def test_a_setting_has_no_bounds_unless_said() -> None:
    setting = Setting("n", Kind.INTEGER, 5, "Help.")
    assert (setting.choices, setting.minimum, setting.environ) == ((), None, "") and str(setting.kind) == "integer"
