"""A minimiser whose decisions a test foresees: it takes members out by name. The real pipeline is tested in `tests/minimize`."""

from __future__ import annotations

import json
import time

from minimize.model import _PIPELINE, Context, Cost, Decision, Disposition, MinimizedCall, Mode, Policy, Reason, ToolCall
from minimize.paths import Document, Drop


class Cutting:
    """Drops `notes`; a call whose arguments hold `forbidden` is blocked; sleeps `seconds` first. Notes the calls that it saw."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.seen: list[tuple[ToolCall, Context | None]] = []

    def minimize(
        self,
        call: ToolCall,
        task: str = "",
        context: Context | None = None,
        policy: Policy | None = None,
        *,
        stricter: tuple[str, ...] = (),
        judge: object = None,
    ) -> MinimizedCall:
        self.seen.append((call, context))
        time.sleep(self.seconds)
        mode = (policy or Policy()).mode
        blocked = Reason.NO_VALID_REWRITE if "forbidden" in call.arguments else None
        document = Document.parse("{}" if call.custom else call.arguments)
        cuts = document.has("/notes")
        text = document.edit([Drop("/notes")]) if cuts and mode is Mode.ENFORCE and not blocked else call.arguments
        return made(call, mode, "" if blocked else text, cuts=cuts, blocked=blocked)

    def incomplete(self, call: ToolCall, policy: Policy | None = None) -> MinimizedCall:
        return made(call, (policy or Policy()).mode, "", cuts=False, blocked=Reason.INCOMPLETE_CALL)


def made(call: ToolCall, mode: Mode, arguments: str, *, cuts: bool, blocked: Reason | None) -> MinimizedCall:
    decisions = (Decision("/notes", Disposition.REMOVE, Reason.BALLAST_FIELD),) if cuts else ()
    return MinimizedCall(
        call, arguments, decisions, (), Cost(8.0 if cuts else 0.0, int(cuts)), Cost(0.0, 0), mode, "weather", "third_party_no_dpa",
        changed=blocked is None and arguments != call.arguments, blocked=blocked, failure=blocked, _made_by=_PIPELINE,
    )  # fmt: skip


def arguments(**members: object) -> str:
    return json.dumps(members)
