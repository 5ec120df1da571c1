"""Argument rules of the file: read, inherited, refused with their line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from llmproxy.config import ConfigError, Settings, load_settings
from minimize.clauses import Provenance, RuleAction

Read = Callable[..., Settings]
RULES = """\
policies:
  default:
    rules:
      - name: late
        then: block
        priority: -1
      - name: untrusted-recipient
        reason: a tool's answer must not choose who gets it
        when: {roles: [addressee], provenance: [tool_result, model], value: {type: string}}
        then: confirm
  own:
    rules:
      - {name: late, then: minimise, priority: 3}
"""


def test_rules_are_read_and_sorted(read: Read) -> None:
    first, second = read(RULES).policies["default"].rules
    assert (first.name, first.then, first.roles, first.provenance) == (
        "untrusted-recipient",
        RuleAction.CONFIRM,
        ("addressee",),
        (Provenance.TOOL_RESULT, Provenance.MODEL),
    )
    assert first.value == '{"type": "string"}'
    assert second.priority == -1


def test_a_policy_takes_rules_over_by_name(read: Read) -> None:
    settings = read(RULES)
    assert [(r.name, r.then) for r in settings.policies["own"].rules] == [("late", RuleAction.MINIMISE), ("untrusted-recipient", RuleAction.CONFIRM)]
    assert settings.policies["own"].policy_hash != settings.policies["default"].policy_hash


@pytest.mark.parametrize(
    ("rule", "line", "reason"),
    [
        ("{then: block}", 4, "no `name`"),
        ("{name: a}", 4, "no `then`"),
        ("{name: a, then: explode}", 4, "unknown then"),
        ("{name: a, then: block, wen: {}}", 4, "did you mean `when`?"),
        ("{name: a, then: block, when: {role: [url]}}", 4, "did you mean `roles`?"),
        ("{name: a, then: stricter}", 4, "needs `precision`"),
        ("{name: a, then: stricter, precision: town}", 4, "one of"),
        ("{name: a, then: block, when: {provenance: [stranger]}}", 4, "unknown provenance `stranger`"),
        ("{name: a, then: block, when: {trust: [friends]}}", 4, "unknown trust tier"),
        ("{name: a, then: block, when: {tools: []}}", 4, "names nothing"),
        ("{name: a, then: block, when: {value: 3}}", 4, "must be a JSON Schema"),
        ("\n        name: a\n        then: block\n        when:\n          value: {patern: x}", 8, "unknown keyword"),
        ("{name: a, then: block, when: {value: {const: 2027-01-31}}}", 4, "what JSON cannot say"),
        ("{name: a, then: block}\n      - {name: a, then: allow}", 5, "two rules have the name"),
    ],
)
def test_a_bad_rule_refuses_with_its_line(read: Read, rule: str, line: int, reason: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read(f"policies:\n  default:\n    rules:\n      - {rule}\n")
    assert f"config.yaml:{line}: " in str(refused.value)
    assert reason in str(refused.value)


def test_kinds_and_roles_are_those_of_the_packaged_knowledge(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    for when, bad in (("{kinds: [weather], roles: [about, recipient]}", False), ("{kinds: [wether]}", True), ("{roles: [recipents]}", True)):
        path.write_text(f"policies: {{default: {{rules: [{{name: a, then: block, when: {when}}}]}}}}", encoding="utf-8")
        if bad:
            with pytest.raises(ConfigError, match="unknown"):
                load_settings(path, {}, ephemeral=True)
        else:
            assert len(load_settings(path, {}, ephemeral=True).policies["default"].rules) == 1
