"""Writes `docs/reference/`: settings, reasons, categories, kinds, routes, command line, from the declarations themselves.

    python -m llmproxy.commands.reference DIR [--check]

Must not be in here: any fact that is not read from a declaration.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from llmproxy import wording
from llmproxy.config.declared import FOREIGN, PROVIDER_KEYS, SECTIONS, Kind, Setting

NOTE = "<!-- Written by `make docs`; change the declarations, not this page. -->\n"


def pages() -> dict[str, str]:
    """Give every page's text by file name."""
    written = {"settings.md": settings, "reasons.md": reasons, "categories.md": categories, "kinds.md": kinds, "routes.md": routes, "cli.md": command_line}
    return {name: NOTE + "\n".join(page()).rstrip() + "\n" for name, page in written.items()}


def settings() -> Iterator[str]:
    """Write the page of settings."""
    yield "# Settings\n"
    yield "The configuration is a YAML file (`--config`, or `TOOLMINIMIZE_CONFIG`); without one the defaults hold and provider keys come from the environment."
    yield "A text `os.environ/NAME` is read from the environment. An unknown setting, a wrong type or a value that cannot be enforced refuses to start."
    yield "The command line comes before the environment, the environment before the file.\n"
    yield "A policy takes what it does not say from `default`: setting by setting, `tools` by glob, `confidence` by category."
    yield "PSD below is privacy-sensitive data, in the [categories](categories.md) that are told apart; the modes, codes and tiers are explained in"
    yield "[reasons](reasons.md) and [trust tiers](categories.md#trust-tiers), what tools and clients can say themselves in [annotations](../annotations.md)."
    yield f"Sections of LiteLLM's own proxy ({', '.join(f'`{f}`' for f in FOREIGN)}) are refused: they are not read here.\n"
    for path, title, declared in SECTIONS:
        yield f"## {title}\n"
        if path:
            yield f"At `{path}`.\n"
        yield from table(("setting", "type", "default", "what it does"), (_setting(s) for s in declared))
    yield "## Provider keys from the environment\n"
    yield "They serve a client with a key of ours, or any client on this machine. `OPENAI_BASE_URL` is never read: it may point at this proxy.\n"
    yield from table(("provider", "variable"), ((f"`{provider}`", f"`{name}`") for provider, name in PROVIDER_KEYS))


def _setting(setting: Setting) -> tuple[str, ...]:
    kind = ", ".join(f"`{c}`" for c in setting.choices) if setting.kind is Kind.CHOICE else setting.kind.value
    environ = f" Environment: `{setting.environ}`." if setting.environ else ""
    return (f"`{setting.name}`", kind, _default(setting), setting.help + environ)


def _default(setting: Setting) -> str:
    if setting.default is None or setting.default == ():
        return "-"
    return f"`{str(setting.default).lower() if isinstance(setting.default, bool) else setting.default}`"


def reasons() -> Iterator[str]:
    """Write the page of codes: reasons, dispositions, modes."""
    yield "# Reasons, dispositions, modes\n"
    yield "Every decision carries a disposition and a reason. Codes are stable; reports, headers and logs hold codes, never values.\n"
    for title, texts in (
        ("Reasons", wording.REASONS),
        ("Dispositions", wording.DISPOSITIONS),
        ("Modes", wording.MODES),
        ("Failure modes (`on_failure`)", wording.FAILURE_MODES),
        ("Blocked calls (`on_block`)", wording.ON_BLOCK),
    ):
        yield f"## {title}\n"
        yield from table(("code", "meaning"), ((f"`{code.value}`", text) for code, text in texts.items()))


def categories() -> Iterator[str]:
    """Write the page of categories and trust tiers."""
    from minimize.knowledge.load import load

    knowledge = load()
    yield "# Categories and trust tiers\n"
    yield "The privacy cost of a call is the sum of S x E x N over its items: S the category's sensitivity, E the exposure by the tool's trust tier,"
    yield "N 1 where the tool does not need the item and 0 where it does. A home address (L, S = 3) that a weather tool without an agreement (E = 1)"
    yield "does not need (N = 1) costs 3. Credentials are found and treated as well; their cost is summed apart, as `extension`.\n"
    yield "## Categories\n"
    rows = ((f"`{c.code}`", c.title, str(c.sensitivity), c.gdpr, "yes" if c.core else "no: reported apart") for c in knowledge.categories.values())
    yield from table(("code", "title", "S", "GDPR", "in the privacy cost"), rows)
    yield "## Trust tiers\n"
    tiers = sorted(knowledge.registry.tiers.values(), key=lambda t: (t.exposure, t.name))
    yield from table(("tier", "E", "reason"), ((f"`{t.name}`", f"{t.exposure:g}", t.reason) for t in tiers))


def kinds() -> Iterator[str]:
    """Write the page of tool kinds: what each needs of which role."""
    from minimize.knowledge.load import load
    from tool_registry.model import PRECISION_LADDERS

    registry = load().registry
    yield "# Tool kinds\n"
    yield "A tool's kind is recognised from its name, description and parameters; a parameter's role from its name, schema and description."
    yield "The kind says how each role is used and how precisely it is needed; only what differs from the role's default is listed below."
    yield "Uses (ballast, content, payload, ...) are explained in [how a request travels](../how-a-request-travels.md#five-words).\n"
    yield "## Precision ladders\n"
    yield from table(("quantity", "labels, finest first"), ((name, ", ".join(f"`{label}`" for label in ladder)) for name, ladder in PRECISION_LADDERS.items()))
    yield "## Roles\n"
    rows = ((f"`{r.name}`", r.ladder, r.default.use.value, r.default.precision) for _, r in sorted(registry.roles.items()))
    yield from table(("role", "ladder", "use by default", "precision"), rows)
    for name, kind in sorted(registry.kinds.items()):
        yield f"## {name}\n"
        trust = f" Trust tier unless said otherwise: `{kind.trust}`." if kind.trust else ""
        yield f"{kind.title.rstrip('.')}.{trust}{' Brings records into the conversation.' if kind.reads_records else ''}\n"
        own: dict[tuple[str, str, str], list[str]] = {}
        for role, need in sorted(kind.needs.items()):
            if role not in registry.roles or need != registry.roles[role].default:
                payload = ", ".join(f"`{c}`" for c in sorted(need.categories)) or "-"
                own.setdefault((need.use.value, need.precision, payload), []).append(f"`{role}`")
        yield from table(("use", "precision", "categories that are the payload", "roles"), ((*need, ", ".join(roles)) for need, roles in sorted(own.items())))


def routes() -> Iterator[str]:
    """Write the page of routes."""
    from llmproxy.app import HEALTH_ROUTES, HOT_ROUTES, ROUTES
    from llmproxy.routes.later import endpoint

    served = [*HOT_ROUTES, *((method, path, endpoint(name)) for method, path, name in ROUTES), *HEALTH_ROUTES]
    yield "# Routes\n"
    yield from table(("method", "path", "what it does"), ((method, f"`{path}`", _first_line(thing)) for method, path, thing in served))


def _first_line(thing: Any) -> str:
    return str(thing.__doc__ or "").strip().partition("\n")[0]


def command_line() -> Iterator[str]:
    """Write the page of commands and their options."""
    import typer

    from llmproxy.cli import app

    yield "# Command line\n"
    yield "Exit codes: 0 ok; 1 findings, a blocked call, a bad line or a failed bound; 2 usage or configuration.\n"
    yield from _command("toolminimize", typer.main.get_command(app))


def _command(name: str, command: Any) -> Iterator[str]:
    children = getattr(command, "commands", None)
    if children is None:
        yield f"## {name}\n"
        yield from (" ".join(line.split()) for line in (command.help or "").splitlines())
        yield ""
    options = [_option(p) for p in command.params if p.name not in ("help", "install_completion", "show_completion")]
    if options:
        yield from table(("option", "default", "what it does"), options)
    for child, sub in (children or {}).items():
        yield from _command(f"{name} {child}", sub)


def _option(param: Any) -> tuple[str, ...]:
    names = ", ".join(f"`{o}`" for o in param.opts) if param.param_type_name == "option" else f"`{param.name.upper()}`"
    said, _, told = (param.help or "").partition("  [default: ")
    default = told.rstrip("]") or (None if param.default is False else param.default)
    return (names, "-" if default is None else f"`{default}`", said)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Write a Markdown table."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
    yield ""


def main(arguments: list[str]) -> int:
    """Write the pages into a folder, or with `--check` name those that differ (exit code 1)."""
    checking = "--check" in arguments
    names = [a for a in arguments if a != "--check"]
    if len(names) != 1:
        sys.stderr.write("usage: python -m llmproxy.commands.reference DIR [--check]\n")
        return 2
    folder = Path(names[0])
    stale = []
    for name, text in pages().items():
        path = folder / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not checking:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        sys.stdout.write(f"{folder / name} {'is stale: make docs' if checking else 'written'}\n")
    return int(checking and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
