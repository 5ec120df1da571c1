from __future__ import annotations

from collections.abc import Callable

import pytest

from llmproxy.config import ConfigError, Settings
from llmproxy.config.policies import in_order
from minimize.model import Bands, FailureMode, Mode, OnBlock, ToolPolicy

Read = Callable[..., Settings]


def test_what_a_policy_does_not_say_it_takes_from_default(read: Read) -> None:
    text = """\
policies:
  late: {on_block: message, confidence: {DI: {act: 0.9, confirm: 0.4}}}
  default: {mode: shadow, on_failure: open, confidence: {DI: {act: 0.7}, H: {act: 0.6}}, consent_allowed: [L]}
  same:
"""
    policies = read(text).policies
    late = policies["late"]
    assert (late.name, late.mode, late.on_failure, late.on_block) == ("late", Mode.SHADOW, FailureMode.OPEN, OnBlock.MESSAGE)
    assert late.confidence == {"DI": Bands(0.9, 0.4), "H": Bands(0.6, 0.5)}
    assert late.consent_allowed == frozenset({"L"})
    assert policies["same"].policy_hash == policies["default"].policy_hash != late.policy_hash


def test_tools_are_inherited_by_glob(read: Read) -> None:
    text = """\
policies:
  default: {tools: {"bank_*": {mode: off}, "maps_*": {trust: third_party_dpa, exempt: ["/destination"]}}}
  careful: {tools: {"maps_*": {mode: shadow}}}
"""
    tools = {t.glob: t for t in read(text).policies["careful"].tools}
    assert tools["bank_*"].mode is Mode.OFF
    assert tools["maps_*"] == ToolPolicy("maps_*", trust="third_party_dpa", exempt=("/destination",), mode=Mode.SHADOW)


def test_the_longest_literal_prefix_comes_first_and_ties_keep_their_order() -> None:
    globs = ["*", "maps_*", "maps_route", "maps_r*", "m?ps_route_long", "b*", "a*"]
    assert [t.glob for t in in_order(tuple(ToolPolicy(g) for g in globs))] == ["maps_route", "maps_r*", "maps_*", "m?ps_route_long", "b*", "a*", "*"]


def test_an_exact_name_beats_a_glob_of_the_same_prefix() -> None:
    assert [t.glob for t in in_order((ToolPolicy("maps*"), ToolPolicy("maps")))] == ["maps", "maps*"]


@pytest.mark.parametrize("off", ["off", "Off", "false", "no", '"off"'])
def test_false_of_yaml_is_off_where_off_is_a_choice(read: Read, off: str) -> None:
    assert read("policies: {default: {content_aware: local}}\n").policies["default"].content_aware == "local"
    policy = read(f"policies: {{default: {{mode: {off}, content_aware: {off}}}}}\n").policies["default"]
    assert (policy.mode, policy.content_aware) == (Mode.OFF, "off")


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        ("{mode: enforec}", "unknown mode `enforec`; one of `enforce`, `shadow`, `off`"),
        ("{mode: on}", "unknown mode `on`"),
        ("{mode: 3}", "unknown mode (a number)"),
        ("{on_failure: off}", "unknown on_failure `off`"),
        ("{trust: everyone}", "unknown trust tier `everyone`; one of `agent`, `first_party`, `local`, `third_party_dpa`, `third_party_no_dpa`"),
        ("{consent_allowed: [X]}", "unknown category `X`; one of `B`"),
        ("{confidence: {X: {act: 1}}}", "unknown category `X`"),
        ("{confidence: {DI: {act: 0.2, confirm: 0.4}}}", "`confirm` <= `act` <= 1 must hold"),
        ("{confidence: {DI: {act: 1.5}}}", "`confirm` <= `act` <= 1 must hold"),
        ("{tools: {'maps_*': {exempt: [destination]}}}", "an entry of `exempt` is no JSON pointer"),
        ("{tools: {'maps_*': {exempt: ['/a~b']}}}", "an entry of `exempt` is no JSON pointer"),
        ("{tools: {'maps_*': {disposition: redact}}}", "unknown setting `disposition`"),
        ("{tools: ['maps_*']}", "`tools` is a list, must be a mapping"),
        ("{task_context: directions}", "`task_context` is a text, must be a list"),
        ("{report_in_body: 1}", "`report_in_body` is a number, must be true or false"),
        ("{max_depth: 2.5}", "`max_depth` must be an integer"),
        ("{content_aware: llm}", "`content_aware: llm` needs `judge: {model: ...}`"),
        ("{tools: {'a': {content_aware: llm}}}", "`content_aware: llm` needs `judge: {model: ...}`"),
        ("{judge: {timeout_s: 3}}", "`judge` needs `model`"),
        ("{content_aware: llm, judge: {model: nobody}}", "the judge's model is not in `model_list`"),
        ("{judge: {modle: a}}", "unknown setting `modle` (did you mean `model`?)"),
        ("{hold: {timeout_s: 30}}", "`hold`: this version cannot hold a call"),
        ("{hold: {}}", "`hold` needs `timeout_s`"),
        ("5", "policy `default` is a number, must be a mapping"),
    ],
)
def test_a_wrong_policy_is_refused(read: Read, policy: str, complaint: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        read(f"policies:\n  default: {policy}\n")
    assert "config.yaml:2: " + complaint in str(refusal.value)


def test_the_hash_tells_policies_apart_and_not_their_names(read: Read) -> None:
    policies = read(
        "policies: {a: {max_depth: 3}, b: {max_depth: 3}, c: {max_depth: 4}, d: {consent_allowed: [H, DI]}, e: {consent_allowed: [DI, H]}}\n"
    ).policies
    assert policies["a"].policy_hash == policies["b"].policy_hash != policies["c"].policy_hash
    assert policies["d"].policy_hash == policies["e"].policy_hash
