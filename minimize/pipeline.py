"""The stages in their order, and the one place where a fault becomes the policy's failure mode.

Only this module makes a MinimizedCall. Must not be in here: what a stage does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, Final

from minimize.analyze import Case, Judge
from minimize.analyze.conversation import Conversation
from minimize.analyze.doubts import plausible
from minimize.analyze.judged import as_worded
from minimize.analyze.known import with_known
from minimize.candidates import Desk
from minimize.classify import classify, unread
from minimize.decode.files import SHORTEST
from minimize.errors import CallError, NoValidRewrite, RuleFailed
from minimize.knowledge.model import Knowledge
from minimize.model import (
    _PIPELINE,
    Context,
    Cost,
    Deadline,
    Decision,
    Disposition,
    FailureMode,
    Finding,
    MinimizedCall,
    Mode,
    Policy,
    Reason,
    ToolCall,
    ToolPolicy,
)
from minimize.needs import Sites
from minimize.paths import Document
from minimize.pointers import matches, split
from minimize.rewrite import Rewriting, attempt
from minimize.rules import NO_RULINGS, Brought, Compiled, Facts, Rulings, analysed, guards, judge, said
from minimize.schema import SchemaView
from minimize.score import score
from minimize.verify import verify
from tool_registry.model import ToolSpec, Trust

_FREE: Final = Cost(0.0, 0)
_NO_BOUND: Final = 1 << 40
"""For a text of ours: the original was within the policy's bounds."""
Clock = Callable[[], float]


@dataclass(slots=True)
class _State:
    """What is known of a call so far; the failure mode uses what there is."""

    mode: Mode
    kind: str = ""
    trust: str = ""
    flags: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    decisions: tuple[Decision, ...] = ()
    ruled: tuple[Decision, ...] | None = None
    """What argument rules forbid or ask; None: they were not judged yet."""
    before: Cost = _FREE
    after: Cost = _FREE
    left: tuple[Finding, ...] = ()
    arguments: str | None = None
    valid_before: bool | None = None
    valid_after: bool | None = None
    stricter: tuple[str, ...] = ()
    """Precision labels, one a ladder, of a session over its budget."""


def decide(
    call: ToolCall,
    context: Context,
    policy: Policy,
    knowledge: Knowledge,
    clock: Clock | None,
    stricter: tuple[str, ...] = (),
    judges: Mapping[str, Judge] = MappingProxyType({}),
) -> MinimizedCall:
    """Decide one call. Never raises because of the call: a fault ends in the policy's failure mode.

    `clock` gives seconds (monotonic) for the deadline; None: no deadline. `stricter` are the precision labels, one a ladder, of a session
    over its budget. `judges` are those at hand for the content-aware mode, by its name.
    """
    tool = tool_policy(policy, call.name)
    state = _State(tool.mode or policy.mode, stricter=stricter)
    if state.mode is Mode.OFF:
        return _made(call, state, arguments=call.arguments)
    try:
        judge = judges.get(tool.content_aware or policy.content_aware)
        return _stages(call, context, policy, tool, knowledge, Deadline(clock, policy.classify_timeout_s), state, judge)
    except CallError as fault:
        return _failed(call, _guarded(call, policy, state, fault), state, Reason(fault.code))
    except Exception as error:
        return _failed(call, _guarded(call, policy, state, error), state, Reason.INTERNAL_ERROR)


def incomplete(call: ToolCall, policy: Policy) -> MinimizedCall:
    """Block a call that broke off, whatever the mode and the failure mode."""
    state = _State(tool_policy(policy, call.name).mode or policy.mode)
    return _made(call, state, arguments="", failure=Reason.INCOMPLETE_CALL, blocked=Reason.INCOMPLETE_CALL)


def refused(done: MinimizedCall, policy: Policy, reason: Reason, *, open_too: bool = True) -> MinimizedCall:
    """Give a decided call to the failure mode after all; what `open` and `prompt` forward is its rewrite, for there is one.

    Without `open_too` it is blocked, whatever the failure mode.
    """
    if done.blocked is not None:
        return done
    state = _State(done.mode, done.kind, done.trust, done.flags, done.findings, done.decisions)
    state.before, state.after, state.valid_before, state.valid_after = done.cost_before, done.cost_after, done.valid_before, done.valid_after
    state.left = done.left
    policy = policy if open_too else _closed(policy)
    if state.mode is Mode.ENFORCE and policy.on_failure is not FailureMode.CLOSED:
        asks = done.needs_confirmation or policy.on_failure is FailureMode.PROMPT
        return _made(done.call, state, arguments=done.arguments, failure=reason, confirm=asks)
    return _failed(done.call, policy, state, reason)


def flagged(done: MinimizedCall, flag: str) -> MinimizedCall:
    """Give a decided call with one more flag."""
    return replace(done, flags=(*done.flags, flag))


def _closed(policy: Policy) -> Policy:
    return replace(policy, on_failure=FailureMode.CLOSED)


def _guarded(call: ToolCall, policy: Policy, state: _State, error: Exception) -> Policy:
    """The policy for a fault: closed where rules that may forbid the call, or ask about it, could not be judged."""
    if not policy.rules or state.ruled is not None:
        return policy
    return _closed(policy) if isinstance(error, RuleFailed) or guards(policy.rules, call.name) else policy


def _ruled(call: ToolCall, document: Document, sites: Sites, context: Context, policy: Policy, deadline: Deadline, state: _State) -> Rulings:
    """Judge the policy's argument rules; what they forbid or ask stands in every record of the call from here on."""
    facts = Facts(call.name, state.kind, state.trust, document, sites, state.findings, Brought(context, policy.trusted_tools), deadline)
    rulings = judge(Compiled.of(policy.rules), facts)
    state.ruled = said(rulings)
    return rulings


def _stages(
    call: ToolCall, context: Context, policy: Policy, tool: ToolPolicy, knowledge: Knowledge, deadline: Deadline, state: _State, content_judge: Judge | None
) -> MinimizedCall:
    document = _document(call, policy)
    spec = _spec(call, policy, knowledge)
    view = SchemaView.of(call.schema if not call.custom else None)
    tiers = knowledge.registry.tiers
    state.kind, state.trust, state.flags = spec.kind.name, effective_trust(spec, policy, tool, tiers), _flags(call, spec)
    exposure = tiers[state.trust].exposure
    if (reason := _unacceptable(document, spec, policy, tool, state)) is not None:
        return _failed(call, _closed(policy), state, reason)
    state.valid_before = view.is_valid(document.root)
    sites, state.findings = _found(document, spec, context, policy, knowledge, deadline)
    state.before = score(state.findings, sites, exposure, knowledge.categories)
    rulings = _ruled(call, document, sites, context, policy, deadline, state) if policy.rules else NO_RULINGS
    if rulings.blocking() is not None:
        return _failed(call, _closed(policy), state, Reason.RULE_BLOCKS)
    talk = Conversation(context if "semantic" in policy.necessity else Context(), policy, knowledge.phrases)
    case = Case(document, sites, view, talk, policy, knowledge, tool.exempt, tool.executed or policy.executed, content_judge)
    case, state.decisions = analysed(case, state.findings, rulings, state.stricter)
    deadline.check()
    if any(d.disposition is Disposition.BLOCK for d in state.decisions):
        return _failed(call, _closed(policy), state, Reason.EXECUTED_CONTENT)
    accepts: Callable[[Any], bool] = lambda after: not view.adds_violation(document.root, after)  # noqa: E731
    desk = Desk(document, view, case.sites, knowledge, lambda: case.conversation.language, accepts, case.rephrased)
    done, after = _rewritten(desk, spec, state.decisions, deadline)
    state.decisions = as_worded(done.decisions, after, case.rephrased) if case.rephrased else done.decisions
    state.left, state.valid_after = state.findings, state.valid_before
    if after is not document:
        state.left = _others(_again(document, after, state.findings, sites, knowledge, deadline, policy.stages), state.decisions)
        state.valid_after = view.is_valid(after.root)
    state.after = score(state.left, sites, exposure, knowledge.categories)
    state.arguments = done.text if not call.custom else str(after.root["input"])
    if done.missing:
        raise NoValidRewrite(pointer=done.missing[0].pointer)
    return _made(call, state, arguments=call.arguments if state.mode is Mode.SHADOW else state.arguments)


def _found(document: Document, spec: ToolSpec, context: Context, policy: Policy, knowledge: Knowledge, deadline: Deadline) -> tuple[Sites, tuple[Finding, ...]]:
    """Find what is private in a call; keys that are data themselves tell no role."""
    sites = Sites.for_spec(spec, knowledge.registry, lambda name: knowledge.fields.of(name).sub, policy.necessity)
    findings = plausible(document, sites, classify(document, spec, knowledge, deadline, policy.stages, context.sent), knowledge)
    if hidden := frozenset(split(f.pointer) for f in findings if f.in_key):
        sites = sites.hiding(hidden)
    return sites, with_known(document, sites, context, findings, knowledge.phrases)


def _unacceptable(document: Document, spec: ToolSpec, policy: Policy, tool: ToolPolicy, state: _State) -> Reason | None:
    """Why the policy refuses a call before anything is looked for: a suspicious schema, or files, which are not read. Files are flagged anyhow."""
    if spec.suspicious and policy.suspicious_schema == "block":
        return Reason.SUSPICIOUS_SCHEMA
    if len(document.text) < SHORTEST:
        return None
    places = [pointer for pointer in unread(document) if not any(matches(pattern, pointer, prefix=True) for pattern in tool.exempt)]
    if places:
        state.flags += tuple([f"not_read:{pointer}" for pointer in places])
    return Reason.NOT_READ if places and policy.binary == "block" else None


def _rewritten(desk: Desk, spec: ToolSpec, decisions: Sequence[Decision], deadline: Deadline) -> tuple[Rewriting, Document]:
    """Carry the decisions out; where `verify` objects, place by place with the next weaker operation that it lets pass."""

    def read(text: str) -> Document:
        return desk.document if text == desk.document.text else Document.parse(text, max_depth=_NO_BOUND, max_bytes=_NO_BOUND)

    def vetoed(after: Document, carried_out: Sequence[Decision]) -> tuple[str, ...]:
        deadline.check()
        return verify(desk.document, after, desk.view, spec, carried_out)

    done = attempt(desk, decisions)
    after = read(done.text)
    if vetoed(after, done.decisions):
        done = attempt(desk, decisions, lambda text, carried_out: bool(vetoed(read(text), carried_out)))
        after = read(done.text)
        if faults := vetoed(after, done.decisions):
            raise NoValidRewrite(", ".join(faults))
    return done, after


def _again(
    before: Document, after: Document, findings: tuple[Finding, ...], sites: Sites, knowledge: Knowledge, deadline: Deadline, stages: tuple[str, ...]
) -> tuple[Finding, ...]:
    """Classify the rewritten arguments; what stands where and as it stood before keeps its findings."""
    stood = {leaf.steps: leaf for leaf in before.leaves}
    new = [leaf for leaf in after.leaves if leaf.steps not in stood or not leaf.same(stood[leaf.steps])]
    fresh = {leaf.pointer for leaf in new}
    kept = tuple(f for f in findings if f.pointer not in fresh and after.has(f.pointer))
    if not new:
        return kept
    values = tuple(new)
    found = sites.clean((stages, values))
    if found is None:
        part = after.only(new)
        found = plausible(part, sites, classify(part, sites.spec, knowledge, deadline, stages), knowledge)
        sites.remember((stages, values), sum(len(leaf.text) for leaf in new), found)
    return kept + found


def _others(findings: tuple[Finding, ...], decisions: tuple[Decision, ...]) -> tuple[Finding, ...]:
    """The findings that are no stand-ins of ours."""
    ours = {d.pointer for d in decisions if d.disposition is Disposition.SUBSTITUTE and d.whole}
    return tuple(f for f in findings if f.pointer not in ours) if ours else findings


def _spec(call: ToolCall, policy: Policy, knowledge: Knowledge) -> ToolSpec:
    """The tool as the registry sees it; of a suspicious schema only what tightens counts, unless the policy says otherwise."""
    schema = _schema(call)
    spec = knowledge.registry.recognise(call.name, call.description, schema, trust_annotations=policy.trust_client_annotations)
    if spec.suspicious and policy.suspicious_schema == "ignore":
        return replace(knowledge.registry.recognise(call.name, call.description, schema, trust_annotations=False), suspicious=True)
    return spec


def tool_policy(policy: Policy, name: str) -> ToolPolicy:
    """What the policy says of a tool: the first matching glob (they come with the longest literal prefix first)."""
    return next((tool for tool in policy.tools if fnmatchcase(name, tool.glob)), ToolPolicy("*"))


def effective_trust(spec: ToolSpec, policy: Policy, tool: ToolPolicy, tiers: Mapping[str, Trust]) -> str:
    """The trust tier that counts: the policy's word on the tool, else the kind's, else the policy's default.

    A public server that is known to run on the user's machine is local unless the policy says otherwise of the tool.
    The schema's own `x-trust` may only make it worse than that, and not against the policy's word on the tool.
    """
    if tool.trust is not None:
        return tool.trust
    tier = spec.kind.trust or (spec.trust if spec.published and spec.trust == "local" else policy.trust)
    said = spec.declared_trust
    return said if said in tiers and tiers[said].exposure > tiers[tier].exposure else tier


def _document(call: ToolCall, policy: Policy) -> Document:
    if not call.custom:
        return Document.parse(call.arguments, max_depth=policy.max_depth, max_bytes=policy.max_arguments_bytes)
    return Document.parse(_wrapped(call.arguments), max_depth=policy.max_depth, max_bytes=policy.max_arguments_bytes)


def _wrapped(text: str) -> str:
    return json.dumps({"input": text}, ensure_ascii=False)


def _schema(call: ToolCall) -> Any:
    if call.custom:
        return {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    return call.schema


def _flags(call: ToolCall, spec: ToolSpec) -> tuple[str, ...]:
    flags = tuple(spec.lint)
    if spec.suspicious:
        flags = ("suspicious_schema", *flags)
    if not call.schema and not call.custom:
        flags = ("undeclared_tool", *flags)
    return flags


def _failed(call: ToolCall, policy: Policy, state: _State, reason: Reason) -> MinimizedCall:
    """The failure mode, here and nowhere else: block, forward the original, or forward the best rewrite with a flag."""
    if state.mode is Mode.SHADOW:
        return _made(call, state, arguments=call.arguments, failure=reason)
    if policy.on_failure is FailureMode.OPEN:
        state.after, state.left = state.before, state.findings
        return _made(call, state, arguments=call.arguments, failure=reason)
    if policy.on_failure is FailureMode.PROMPT and reason is Reason.NO_VALID_REWRITE and state.arguments not in (None, call.arguments):
        return _made(call, state, arguments=state.arguments or "", failure=reason, confirm=True)
    return _made(call, state, arguments="", failure=reason, blocked=reason)


def _made(
    call: ToolCall, state: _State, *, arguments: str, failure: Reason | None = None, blocked: Reason | None = None, confirm: bool = False
) -> MinimizedCall:
    decisions = (*state.decisions, *state.ruled) if state.ruled else state.decisions
    asks = confirm or any(d.reason.asks for d in decisions)
    return MinimizedCall(
        call=call,
        arguments=arguments,
        decisions=decisions,
        findings=state.findings,
        cost_before=state.before,
        cost_after=state.after if blocked is None else _FREE,
        mode=state.mode,
        kind=state.kind,
        trust=state.trust,
        changed=blocked is None and arguments != call.arguments,
        blocked=blocked,
        failure=failure,
        needs_confirmation=asks and blocked is None,
        valid_before=state.valid_before,
        valid_after=state.valid_after,
        left=state.left if blocked is None else (),
        flags=state.flags,
        _made_by=_PIPELINE,
    )
