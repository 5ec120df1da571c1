"""`toolminimize demo`: start model and proxy, send the scenarios through, print arguments before and after, and stop everything."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from llmproxy.demo import client
from llmproxy.demo.model import NAME, DemoModel
from llmproxy.demo.proxy import DemoError, DemoProxy
from llmproxy.demo.scenarios import load
from llmproxy.wording import REASONS
from minimize.model import Reason


def main(keep: bool = False, console: Console | None = None) -> int:
    """Run the demonstration; with `keep`, leave it up until Ctrl-C. Gives 0, or 1 if something leaked, was lost, changed without need, or differed."""
    console = console or Console()
    try:
        with DemoModel(load()) as model, DemoProxy(model.url) as proxy:
            console.print(f"A model that over-shares: {model.url}\nToolMinimize before it:   {proxy.url}\n", highlight=False, soft_wrap=True)
            agent = client.connect(proxy.url, proxy.key)
            outcomes = [client.send(agent, proxy.root, proxy.key, scenario) for scenario in load()]
            console.print("What the model wrote (-) and what the tool would get instead (+):\n", highlight=False, soft_wrap=True)
            for outcome in outcomes:
                console.print(block(outcome), highlight=False, soft_wrap=True)
            console.print(summary(outcomes), highlight=False, soft_wrap=True)
            if keep:
                hold(console, proxy)
    except DemoError as error:
        console.print(str(error), style="red", markup=False, highlight=False)
        return 1
    if not keep:
        console.print(ADVICE, highlight=False, soft_wrap=True)
    return 1 if any(o.faults for o in outcomes) else 0


ADVICE = """
To put it before an agent of yours:

  toolminimize serve                                   # listens on http://127.0.0.1:8000
  export OPENAI_BASE_URL=http://127.0.0.1:8000/v1      # the agent's own key and models stay as they are

`make demo` used .venv: the command is .venv/bin/toolminimize (or `make serve`). README.md has a configuration to start from."""


def hold(console: Console, proxy: DemoProxy) -> None:
    """Say how to talk to the demo, and wait for Ctrl-C."""
    console.print(
        f"\nStill up. Try it:\n  export OPENAI_BASE_URL={proxy.url} OPENAI_API_KEY={proxy.key}   # model: {NAME}\nCtrl-C ends it.",
        highlight=False,
        soft_wrap=True,
    )
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        console.print("stopped")


def block(outcome: client.Outcome) -> Text:
    """Give one call as lines that read in any width and without colours: the situation, each argument as a difference, why, and faults."""
    before, after = outcome.cost
    head = Text.assemble(
        (outcome.scenario.title, "bold"), f": {outcome.scenario.name}, privacy cost {before:g} -> {after:g}\n", (f"  user: {outcome.scenario.user}", "dim")
    )
    faults = [Text(f"  FAULT {f}", style="bold red") for f in outcome.faults]
    return Text("\n").join([head, difference(outcome.scenario.arguments, outcome.arguments), reasons(outcome), *faults, Text()])


def difference(before: str, after: str) -> Text:
    """Give the arguments, a field a line: `-` and red what the model wrote and the tool does not get, `+` and green what it gets instead."""
    old, new = json.loads(before), _object(after)
    lines: list[Text] = []
    for name in dict.fromkeys((*old, *new)):
        if name in old and name in new and old[name] == new[name]:
            lines.append(Text(f"    {name}: {_value(old[name])}"))
            continue
        if name in old:
            lines.append(Text(f"  - {name}: {_value(old[name])}", style="red"))
        if name in new:
            lines.append(Text(f"  + {name}: {_value(new[name])}", style="green"))
    return Text("\n").join(lines)


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {"(no JSON)": text}
    return value if isinstance(value, dict) else {"(no object)": value}


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def reasons(outcome: client.Outcome) -> Text:
    """Give what was done at each place and why, once a place."""
    lines: dict[str, str] = {}
    for decision in outcome.report.get("decisions", ()):
        if decision["disposition"] != "keep":
            lines.setdefault(decision["pointer"] + decision["reason"], f"why {decision['pointer']}: {decision['disposition']}, {decision['reason']}")
    return Text("\n".join(f"    {line}" for line in lines.values()) or "    nothing to change", style="dim")


def summary(outcomes: Sequence[client.Outcome]) -> str:
    """Give the closing lines: the codes in words, the sums, the verdict."""
    used = {d["reason"] for o in outcomes for d in o.report.get("decisions", ()) if d["disposition"] != "keep"}
    words = "The reasons:\n" + "\n".join(f"  {code}: {REASONS[Reason(code)]}" for code in sorted(used))
    if any("/#" in d["pointer"] for o in outcomes for d in o.report.get("decisions", ())):
        words += "\n  /#...: a member that no schema declares; its name may be data itself, so reports show a keyed hash of it"
    before, after = (sum(o.cost[i] for o in outcomes) for i in (0, 1))
    faults = sum(len(o.faults) for o in outcomes)
    verdict = f"{faults} faults, marked red above" if faults else "nothing leaked, nothing needed was lost, every call is valid"
    changed = sum(o.arguments != o.scenario.arguments for o in outcomes)
    return f"{words}\n\n{len(outcomes)} calls, each whole and streamed; {changed} changed; privacy cost {before:g} -> {after:g}; {verdict}."
