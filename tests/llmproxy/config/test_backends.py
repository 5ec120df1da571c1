import pytest

from llmproxy.config import ConfigError, load_settings
from llmproxy.config.model import BackendEntry


def read(tmp_path, text):
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path, {}, ephemeral=True)


def test_a_name_alone_is_a_built_in_with_the_defaults(tmp_path):
    assert read(tmp_path, "backends:\n  rampart:\n").backends == (BackendEntry("rampart", "rampart"),)


def test_everything_that_can_be_said(tmp_path):
    text = """
backends:
  badges:
    type: presidio
    mode: add
    min_confidence: 0.6
    max_length: 2000
    timeout_s: 0.5
    options: {recognizer: "ours.recognizers:Badge", labels: {BADGE: [DI, member_id]}}
"""
    options = {"recognizer": "ours.recognizers:Badge", "labels": {"BADGE": ["DI", "member_id"]}}
    assert read(tmp_path, text).backends == (BackendEntry("badges", "presidio", "add", 0.6, 2000, 0.5, options),)


@pytest.mark.parametrize(
    "said, reason",
    [
        ("{mode: perhaps}", ":2: unknown mode `perhaps`; one of `confirm`, `add`"),
        ("{min_confidence: 2}", ":2: `min_confidence` must be at most 1"),
        ("{colour: red}", ":2: "),
        ("{options: [1]}", ":2: `options` is a list"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, said, reason):
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, f"backends:\n  rampart: {said}\n")
    assert reason in str(caught.value)


def test_stages_of_a_policy_are_read_and_unknown_ones_refused(tmp_path):
    settings = read(tmp_path, "policies:\n  default: {stages: [patterns, semantic]}\n")
    assert settings.policies["default"].stages == ("patterns", "semantic")
    with pytest.raises(ConfigError, match="unknown stages `magic`"):
        read(tmp_path, "policies:\n  default: {stages: [magic]}\n")
