"""`explain`: each place of a call, what it is, whether the tool needs it, which knowledge said so, what was done.

Of a call in hand, or of an exchange that a running proxy keeps (its report holds no values).

Must not be in here: `check`'s table, the store.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from llmproxy.commands.failure import CommandError
from llmproxy.commands.session import decide_input, knowledge_of, policy_of
from llmproxy.config.environment import environment
from llmproxy.wording import DISPOSITIONS, REASONS
from minimize.model import Disposition, Finding, MinimizedCall, Policy, Reason
from tool_registry.model import Param, Registry, ToolSpec, Use

_USES = {
    Use.PAYLOAD: "needed, at the stated precision",
    Use.CONTENT: "text that carries the task",
    Use.LABEL: "a title: a neutral one does as well",
    Use.SUBJECT: "names whom or what the task is about",
    Use.EXECUTED: "executed or written: never edited inside",
    Use.BALLAST: "not needed by this kind of tool",
    Use.SETTING: "a setting: never changed",
}


def explain_call(source: Path | None, config: Path | None, policy: str | None, key: str | None, *, values: bool, as_json: bool, judge: bool = True) -> int:
    """Explain the call of an input. Exit code 1 if it is blocked."""
    chosen = policy_of(config, policy, key)
    _, decided = decide_input(source, chosen, config, judge=judge)
    registry = knowledge_of(config).registry
    explained = [explanation(done, chosen, registry, values=values) for done in decided]
    if as_json:
        _write(json.dumps(explained[0] if len(explained) == 1 else explained, ensure_ascii=False, indent=2))
    else:
        for said in explained:
            _write(prose(said))
    return int(any(d.blocked for d in decided))


def explanation(done: MinimizedCall, policy: Policy, registry: Registry, *, values: bool = False) -> dict[str, Any]:
    """Give the explanation of a decided call as plain data; values only where asked for."""
    from minimize.errors import CallError
    from minimize.paths import Document, split

    call = done.call
    spec = registry.recognise(call.name, call.description, call.schema, trust_annotations=policy.trust_client_annotations)
    places: dict[str, list[dict[str, Any]]] = {}
    words = {f"rule:{rule.name}": rule.reason for rule in policy.rules if rule.reason}
    for decision in done.decisions:
        entry = {
            "disposition": decision.disposition.value,
            "reason": decision.reason.value,
            "precision": decision.precision,
            "rules": list(decision.rules),
            "because": [words[rule] for rule in decision.rules if rule in words],
            "findings": [_finding(f) for f in decision.findings],
        }
        places.setdefault(decision.pointer, []).append(entry)
    document = None
    if not call.custom:
        try:
            document = Document.parse(call.arguments)
        except CallError:
            document = None
    leaves = [leaf.pointer for leaf in document.leaves] if document else []
    found = []
    for pointer in dict.fromkeys((*leaves, *places)):
        said: dict[str, Any] = {"pointer": pointer, **_place(spec.param(split(pointer))), "decisions": places.get(pointer, [])}
        if values and document is not None and document.has(pointer):
            said["value"] = document.value(pointer)
        found.append(said)
    return {**_head(done, spec), "places": found}


def _head(done: MinimizedCall, spec: ToolSpec) -> dict[str, Any]:
    return {
        "tool": done.call.name,
        "kind": done.kind,
        "kind_title": spec.kind.title,
        "kind_confidence": round(spec.kind_confidence, 3),
        "published": spec.published or None,
        "trust": done.trust,
        "mode": done.mode.value,
        "changed": done.changed,
        "blocked": done.blocked.value if done.blocked else None,
        "cost_before": done.cost_before.value,
        "cost_after": done.cost_after.value,
        "flags": [*done.flags, *(line for line in spec.lint if line not in done.flags)],
    }


def _place(param: Param | None) -> dict[str, Any]:
    if param is None:
        return {"role": None, "use": None, "needed_precision": None, "required": None, "evidence": None, "why": None}
    return {
        "role": param.role,
        "use": param.need.use.value,
        "needed_precision": param.need.precision,
        "required": param.required,
        "evidence": param.evidence or None,
        "why": param.why or None,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "pointer": finding.pointer,
        "category": finding.category,
        "sub": finding.sub,
        "precision": finding.precision,
        "detector": finding.detector,
        "confidence": round(finding.confidence, 3),
    }


def prose(said: dict[str, Any]) -> str:
    """Write an explanation for a person, a paragraph a place."""
    lines = [
        f"{said['tool']}: {said['kind_title'] or said['kind']} (kind {said['kind']}, confidence {said['kind_confidence']})",
        *([f"known as {said['published']}: its annotation says what each parameter is for"] if said["published"] else []),
        f"trust {said['trust']}, mode {said['mode']}",
        f"privacy cost {said['cost_before']:g} -> {said['cost_after']:g}" + (f", blocked: {REASONS[Reason(said['blocked'])]}" if said["blocked"] else ""),
        *(f"flag: {flag}" for flag in said["flags"]),
    ]
    for place in said["places"]:
        lines += ["", place["pointer"] or "(the whole call)"]
        if "value" in place:
            lines.append(f"  value      {json.dumps(place['value'], ensure_ascii=False, default=str)}")
        if place["role"]:
            finest = "" if place["needed_precision"] == "exact" else f", no finer than {place['needed_precision']}"
            lines.append(f"  for        {place['role']} ({_USES[Use(place['use'])]}{finest}); known from {place['evidence'] or 'the kind'}")
            if place["why"]:
                lines.append(f"  because    {place['why']}")
        lines += _decisions(place["decisions"]) or ["  done       keep: no decision was needed, nothing privacy-sensitive was found"]
    return "\n".join(lines)


def _decisions(decisions: list[dict[str, Any]]) -> list[str]:
    lines: list[str] = []
    for decision in decisions:
        for finding in decision["findings"]:
            lines.append(f"  found      {finding['category']} {finding['sub']} by {finding['detector']}, confidence {finding['confidence']}")
        lines.append(f"  done       {decision['disposition']}: {DISPOSITIONS[Disposition(decision['disposition'])]}")
        lines.append(f"  why        {decision['reason']}: {REASONS[Reason(decision['reason'])]}")
        lines += [f"  because    {reason}" for reason in decision["because"]]
        if decision["rules"]:
            lines.append(f"  decided by {', '.join(decision['rules'])}")
    return lines


def explain_exchange(server: str, exchange_id: str, key: str | None, *, as_json: bool) -> int:
    """Fetch an exchange's report from a running proxy and explain it. Raises `CommandError`."""
    import httpx

    if not exchange_id or not all(c.isalnum() or c in "-_" for c in exchange_id):
        raise CommandError("say the exchange id (the answer's header `x-toolminimize-exchange-id`)")
    token = key or environment().get("TOOLMINIMIZE_KEY", "")
    url = f"{server.rstrip('/').removesuffix('/v1')}/v1/minimize/reports/{exchange_id}"
    try:
        answer = httpx.get(url, headers={"authorization": f"Bearer {token}"} if token else {}, timeout=15)
        report = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL):
        raise CommandError("the server cannot be reached", 1) from None
    except ValueError:
        raise CommandError("the server's answer is no JSON; is it a ToolMinimize proxy?", 1) from None
    if answer.status_code != httpx.codes.OK:
        reasons = {401: "the key is not accepted", 403: "the report belongs to another key", 404: "no such exchange, or it belongs to another key"}
        raise CommandError(f"{reasons.get(answer.status_code, 'the server refused')} (status {answer.status_code})", 1)
    _write(json.dumps(report, ensure_ascii=False, indent=2) if as_json else report_prose(report))
    return 0


def report_prose(report: dict[str, Any]) -> str:
    """Write a report for a person."""
    lines = [f"exchange {report['exchange_id']} at {report['time']}: model {report['model']}, status {report['status']}, policy {report['policy_hash']}"]
    lines += [f"not read: {what}" for what in report["not_read"]]
    for call in report["calls"]:
        state = f"blocked ({call['blocked']})" if call["blocked"] else "changed" if call["changed"] else "unchanged"
        lines += ["", f"{call['tool']} (kind {call['kind']}, trust {call['trust']}, mode {call['mode']}): {state}"]
        lines.append(
            f"  privacy cost {call['cost_before']:g} -> {call['cost_after']:g}, {call['latency_ms']:.2f} ms, outcome {call['outcome'] or 'not known yet'}"
        )
        lines += [f"  flag: {flag}" for flag in call["flags"]]
        for decision in call["decisions"]:
            what = f"{decision['category']} {decision['sub']} by {decision['detector']}" if decision["category"] else "no finding"
            lines.append(
                f"  {decision['pointer'] or '(the whole call)'}: {what}; {decision['disposition']}, {decision['reason']}: {REASONS[Reason(decision['reason'])]}"
            )
            if decision["rules"]:
                lines.append(f"    decided by {', '.join(decision['rules'])}")
    return "\n".join(lines)


def _write(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode() + "\n")
