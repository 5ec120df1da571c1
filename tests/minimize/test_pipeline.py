"""The stages together: modes, failure modes, policy, and what never happens (a crash, a change of a benign call)."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from minimize.errors import DeadlineExceeded
from minimize.knowledge.load import load
from minimize.model import (
    Bands,
    Context,
    Disposition,
    FailureMode,
    MinimizedCall,
    Mode,
    Policy,
    Reason,
    ToolCall,
    ToolPolicy,
    Turn,
)
from minimize.pipeline import decide, effective_trust, tool_policy

KNOWLEDGE = load()
MAIL = "ola.nordmann@firma.example"
WEATHER = {
    "type": "object",
    "properties": {"location": {"type": "string"}, "contact_email": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["location"],
    "additionalProperties": False,
}


def run(arguments: Any, schema: Any = WEATHER, name: str = "get_weather", policy: Policy | None = None, said: str = "", **more: Any) -> MinimizedCall:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    call = ToolCall(name, text, schema, more.pop("description", "Forecast for a city"), **more)
    context = Context((Turn("user", said),) if said else ())
    return decide(call, context, policy or Policy(), KNOWLEDGE, None)


def test_ballast_goes_and_the_cost_says_so() -> None:
    done = run({"location": "Oslo", "contact_email": MAIL, "days": 2})
    assert done.arguments == '{"location": "Oslo", "days": 2}'
    assert (done.cost_before.value, done.cost_after.value) == (4.0, 0.0)
    assert done.changed
    assert (done.valid_before, done.valid_after) == (True, True)
    assert [(d.pointer, d.disposition, d.reason) for d in done.decisions] == [("/contact_email", Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED)]


@pytest.mark.parametrize(
    "text",
    ['{"location":"Oslo"  , "days": 2}', '{"days":1e1,"location":"\\u00c5lesund"}', '{ "location" : "Oslo 😀" }', "{}", "", "null", '{"days": 1.10}'],
)
def test_a_call_without_psd_leaves_byte_identical(text: str) -> None:
    done = run(text, {"type": "object"})
    assert done.arguments == text
    assert not done.changed
    assert done.blocked is None


def test_a_second_pass_changes_nothing() -> None:
    for arguments in ({"location": "Oslo", "contact_email": MAIL}, {"location": "Oslo", "contact_email": MAIL, "days": 3}):
        once = run(arguments)
        twice = run(once.arguments)
        assert twice.arguments == once.arguments
        assert not twice.changed


def test_shadow_decides_and_changes_nothing() -> None:
    done = run({"location": "Oslo", "contact_email": MAIL}, policy=Policy(mode=Mode.SHADOW))
    assert json.loads(done.arguments)["contact_email"] == MAIL
    assert not done.changed
    assert (done.cost_before.value, done.cost_after.value) == (4.0, 0.0)
    assert done.decisions


def test_off_only_counts() -> None:
    done = run({"location": "Oslo", "contact_email": MAIL}, policy=Policy(mode=Mode.OFF))
    assert (done.findings, done.decisions, done.cost_before.value, done.changed) == ((), (), 0.0, False)


STRICT = {
    "type": "object",
    "properties": {"location": {"type": "string"}, "contact_email": {"type": ["string", "null"]}},
    "required": ["location", "contact_email"],
    "additionalProperties": False,
}


def test_strict_keys_stay() -> None:
    assert json.loads(run({"location": "Oslo", "contact_email": MAIL}, STRICT).arguments) == {"location": "Oslo", "contact_email": None}


def test_a_required_field_gets_a_stand_in_that_fits() -> None:
    schema = {"type": "object", "properties": {"location": {"type": "string"}, "contact_email": {"type": "string", "format": "email"}}}
    schema["required"] = ["location", "contact_email"]
    done = run({"location": "Oslo", "contact_email": MAIL}, schema)
    assert json.loads(done.arguments)["contact_email"] == "user@example.com"
    assert done.decisions[0].disposition is Disposition.SUBSTITUTE
    assert run(done.arguments, schema).arguments == done.arguments


CONST = {
    "type": "object",
    "properties": {"location": {"type": "string"}, "contact_email": {"type": "string", "pattern": r"^ola\.nordmann@firma\.example$"}},
    "required": ["location", "contact_email"],
}


def test_nothing_valid_is_the_failure_mode() -> None:
    arguments = {"location": "Oslo", "contact_email": MAIL}
    closed = run(arguments, CONST)
    assert (closed.blocked, closed.failure, closed.arguments) == (Reason.NO_VALID_REWRITE, Reason.NO_VALID_REWRITE, "")
    opened = run(arguments, CONST, policy=Policy(on_failure=FailureMode.OPEN))
    assert (opened.blocked, opened.failure) == (None, Reason.NO_VALID_REWRITE)
    assert json.loads(opened.arguments) == arguments
    assert run(arguments, CONST, policy=Policy(on_failure=FailureMode.PROMPT)).blocked is Reason.NO_VALID_REWRITE


def test_prompt_forwards_the_best_rewrite_and_asks() -> None:
    schema = json.loads(json.dumps(CONST))
    schema["properties"]["email"] = {"type": "string"}
    done = run({"location": "Oslo", "contact_email": MAIL, "email": "kari@firma.example"}, schema, policy=Policy(on_failure=FailureMode.PROMPT))
    assert done.blocked is None
    assert done.needs_confirmation
    assert json.loads(done.arguments) == {"location": "Oslo", "contact_email": MAIL}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", Reason.INVALID_ARGUMENTS),
        ("[1]", Reason.INVALID_ARGUMENTS),
        ('{"location": "a", "location": "b"}', Reason.DUPLICATE_KEYS),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, Reason.TOO_DEEP),
        ('{"location": "' + "a" * 5_000_000 + '"}', Reason.TOO_LARGE),
    ],
)
def test_what_cannot_be_read_is_blocked(text: str, reason: Reason) -> None:
    done = run(text)
    assert (done.blocked, done.arguments) == (reason, "")
    assert run(text, policy=Policy(on_failure=FailureMode.OPEN)).arguments == text
    assert run(text, policy=Policy(on_failure=FailureMode.PROMPT)).blocked is reason


def test_the_deadline_is_a_failure() -> None:
    ticks = iter(range(0, 100_000, 10))
    call = ToolCall("get_weather", json.dumps({"location": "Oslo", "contact_email": MAIL}), WEATHER)
    done = decide(call, Context(), Policy(), KNOWLEDGE, lambda: float(next(ticks)))
    assert done.blocked is Reason.DEADLINE_EXCEEDED
    assert DeadlineExceeded.code == done.blocked


@pytest.mark.sources
def test_a_fault_of_ours_is_the_failure_mode_and_never_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("minimize.pipeline.classify", broken)
    assert run({"location": "Oslo"}).blocked is Reason.INTERNAL_ERROR
    assert run({"location": "Oslo"}, policy=Policy(on_failure=FailureMode.OPEN)).arguments == '{"location": "Oslo"}'


def test_an_invalid_call_with_nothing_to_rewrite_leaves_as_it_came() -> None:
    done = run({"days": "many"})
    assert (done.valid_before, done.blocked, done.arguments) == (False, None, '{"days": "many"}')


def test_exemptions_consent_and_confidence() -> None:
    arguments = {"location": "Oslo", "contact_email": MAIL}
    exempt = Policy(tools=(ToolPolicy("get_*", exempt=("/contact_email",)),))
    kept = run(arguments, policy=exempt)
    assert (kept.changed, kept.decisions[0].reason) == (False, Reason.EXEMPT)
    assert run(arguments, policy=Policy(task_context=(MAIL,))).decisions[0].reason is Reason.CONSENTED
    assert run(arguments, policy=Policy(confidence={"DI": Bands(1.1, 1.1)})).decisions[0].reason is Reason.LOW_CONFIDENCE
    asking = run(arguments, policy=Policy(confidence={"DI": Bands(act=1.1, confirm=0.1)}))
    assert (asking.needs_confirmation, asking.changed, asking.decisions[0].reason) == (True, False, Reason.NEEDS_CONFIRMATION)


def test_a_client_consents_as_far_as_the_policy_allows() -> None:
    call = ToolCall("get_weather", json.dumps({"location": "Oslo", "contact_email": MAIL}), WEATHER)
    asked = Context(task_context=(MAIL,))
    assert decide(call, asked, Policy(), KNOWLEDGE, None).changed
    assert not decide(call, asked, Policy(consent_allowed=frozenset({"DI"})), KNOWLEDGE, None).changed


def test_tool_policies() -> None:
    policy = Policy(tools=(ToolPolicy("get_weather", mode=Mode.OFF), ToolPolicy("get_*", trust="local")))
    assert tool_policy(policy, "get_weather").mode is Mode.OFF
    assert tool_policy(policy, "get_map").trust == "local"
    assert tool_policy(policy, "send") == ToolPolicy("*")
    assert not run({"location": "Oslo", "contact_email": MAIL}, policy=policy).changed
    costs = [run({"location": "Oslo", "contact_email": MAIL}, policy=Policy(trust=tier)).cost_before.value for tier in ("first_party", "third_party_dpa")]
    assert costs == [pytest.approx(1.6), pytest.approx(2.8)]


def test_a_schema_may_worsen_the_trust_only() -> None:
    def tier(x_trust: str, policy: Policy) -> str:
        spec = KNOWLEDGE.registry.recognise("get_weather", "", {**WEATHER, "x-trust": x_trust}, trust_annotations=True)
        return effective_trust(spec, policy, ToolPolicy("*"), KNOWLEDGE.registry.tiers)

    assert tier("local", Policy()) == "third_party_no_dpa"
    assert tier("third_party_no_dpa", Policy(trust="first_party")) == "third_party_no_dpa"


def test_a_public_server_on_the_users_machine_is_local_under_its_own_name() -> None:
    written = {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}}

    def tier(name: str, policy: Policy, tool: ToolPolicy) -> str:
        spec = KNOWLEDGE.registry.recognise(name, "", written, trust_annotations=True)
        return effective_trust(spec, policy, tool, KNOWLEDGE.registry.tiers)

    assert tier("filesystem__write_file", Policy(), ToolPolicy("*")) == "local"
    assert tier("filesystem__write_file", Policy(), ToolPolicy("*", trust="third_party_dpa")) == "third_party_dpa"
    assert tier("write_file", Policy(trust="first_party"), ToolPolicy("*")) == "first_party"


SUSPICIOUS = {**WEATHER, "required": ["location", "contact_email", "days"], "x-minimum-necessary": ["location", "contact_email", "days"]}


def test_a_suspicious_schema_by_policy() -> None:
    arguments = {"location": "Oslo", "contact_email": MAIL, "days": 1}
    ignored = run(arguments, SUSPICIOUS)
    assert "suspicious_schema" in ignored.flags
    assert MAIL not in ignored.arguments
    assert MAIL in run(arguments, SUSPICIOUS, policy=Policy(suspicious_schema="warn")).arguments
    assert run(arguments, SUSPICIOUS, policy=Policy(suspicious_schema="block")).blocked is Reason.SUSPICIOUS_SCHEMA


SHELL = {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}


def test_executed_content_is_reported_or_blocked_but_never_edited() -> None:
    arguments = {"command": f"git config user.email {MAIL}"}
    reported = run(arguments, SHELL, "run_shell", description="Run a shell command")
    assert (reported.changed, reported.decisions[0].reason) == (False, Reason.EXECUTED_CONTENT)
    policy = Policy(executed="block")
    assert run(arguments, SHELL, "run_shell", policy, description="Run a shell command").blocked is Reason.EXECUTED_CONTENT


def test_an_undeclared_tool_is_read_all_the_same() -> None:
    done = run({"user_email": MAIL, "x": 1}, None, "frobnicate", description="")
    assert "undeclared_tool" in done.flags
    assert done.findings


def test_a_custom_tool_takes_free_text() -> None:
    done = run("just some text, no JSON {", None, "note_down", description="Save a note", custom=True)
    assert (done.arguments, done.blocked) == ("just some text, no JSON {", None)


def test_no_value_stands_in_findings_or_decisions() -> None:
    done = run({"location": "Oslo", "contact_email": MAIL})
    assert MAIL not in repr(done.findings) + repr(done.decisions) + repr(replace(done.cost_before))


def test_the_papers_worked_example() -> None:
    """Section IV-C: facility (4) + street (3) + ZIP (3) at E = 1.0 is 10.0; generalised to the city it is 0.0."""
    schema = {
        "type": "object",
        "properties": {"location": {"type": "string", "x-privacy": {"precision": "city"}}},
        "required": ["location"],
        "x-minimum-necessary": ["location"],
    }
    done = run({"location": "Memorial Sloan Kettering Cancer Center, 1275 York Ave, NY 10065"}, schema)
    assert (done.cost_before.value, done.cost_before.items) == (10.0, 3)
    assert json.loads(done.arguments) == {"location": "New York, NY"}
    assert done.cost_after.value == 0.0
    assert [(f.category, f.sub) for f in done.findings][:2] == [("H", "facility"), ("L", "address")]


@pytest.mark.sources
def test_where_utility_objects_the_next_weaker_operation_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = {**WEATHER, "properties": {**WEATHER["properties"], "contact_email": {"type": ["string", "null"]}}}

    def objects(before: Any, after: Any, *rest: Any) -> tuple[str, ...]:
        return () if after.has("/contact_email") else ("needed_gone",)

    monkeypatch.setattr("minimize.pipeline.verify", objects)
    assert json.loads(run({"location": "Oslo", "contact_email": MAIL}, schema).arguments) == {"location": "Oslo", "contact_email": None}
    monkeypatch.setattr("minimize.pipeline.verify", lambda *_: ("needed_gone",))
    assert run({"location": "Oslo", "contact_email": MAIL}, schema).blocked is Reason.NO_VALID_REWRITE


def test_a_place_that_the_tool_itself_names_is_kept_on_its_word() -> None:
    schema = {"type": "object", "properties": {"location": {"type": "string", "x-privacy": {"precision": "exact"}}}, "required": ["location"]}
    street = {"location": "12 Elm Road, Graz"}
    assert [(d.pointer, d.reason) for d in run(street, schema).decisions] == [("/location", Reason.NEEDED_BY_ANNOTATION)]
    assert run(street, WEATHER).decisions[0].reason is Reason.FINER_THAN_NEEDED


PHOTO = {"type": "object", "properties": {"photo": {"type": "string"}, "caption": {"type": "string"}}, "required": ["photo"]}


def shot(data: bytes, head: str = "") -> str:
    return head + base64.b64encode(data).decode()


def test_a_picture_goes_on_without_where_it_was_taken(shots: Any) -> None:
    call = ToolCall("post_photo", json.dumps({"photo": shot(shots.jpeg(shots.tiff()), "data:image/jpeg;base64,"), "caption": "sunset"}), PHOTO)
    done = decide(call, Context(), Policy(), KNOWLEDGE, None)
    assert json.loads(done.arguments) == {"photo": shot(shots.jpeg(), "data:image/jpeg;base64,"), "caption": "sunset"}
    assert [(f.sub, f.detector) for f in done.findings] == [("gps", "image.gps")]
    assert done.flags == ("not_read:/photo",) and done.cost_after.value == 0.0


def test_a_picture_without_metadata_stays_byte_for_byte_and_is_reported_as_not_read(shots: Any) -> None:
    call = ToolCall("post_photo", json.dumps({"photo": shot(shots.png())}), PHOTO)
    done = decide(call, Context(), Policy(), KNOWLEDGE, None)
    assert (done.changed, done.flags, done.blocked) == (False, ("not_read:/photo",), None)


def test_a_policy_can_refuse_files(shots: Any) -> None:
    call = ToolCall("post_photo", json.dumps({"photo": shot(b"%PDF-1.7\n" + bytes(range(250)))}), PHOTO)
    assert decide(call, Context(), Policy(binary="block"), KNOWLEDGE, None).blocked is Reason.NOT_READ
    exempt = Policy(binary="block", tools=(ToolPolicy("post_*", exempt=("/photo",)),))
    assert decide(call, Context(), exempt, KNOWLEDGE, None).blocked is None


def test_what_stands_around_a_file_in_a_text_is_read(shots: Any) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}, "notes": {"type": "string"}}, "required": ["city"]}
    notes = f"for ann.quillonby@example.com ![x]({shot(shots.jpeg(), 'data:image/jpeg;base64,')})"
    done = run({"city": "Ghent", "notes": notes}, schema)
    assert "email" in {f.sub for f in done.findings} and "ann.quillonby" not in done.arguments


def test_files_written_by_a_program_are_not_edited_only_reported(shots: Any) -> None:
    schema = {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"]}
    call = ToolCall("write_file", json.dumps({"path": "a.bin", "content": shot(shots.jpeg(shots.tiff()))}), schema)
    done = decide(call, Context(), Policy(), KNOWLEDGE, None)
    assert not done.changed and [d.reason for d in done.decisions if d.findings] == [Reason.EXECUTED_CONTENT]
