"""The command line: which commands there are and what they take. Each imports what it needs when it runs.

Exit codes: 0 ok, 1 findings, a blocked call or a bad line, 2 usage or configuration. A mistake of the caller's gives one
line on stderr, no traceback and no value.

Must not be in here: what a command does (`commands/`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from llmproxy.commands.failure import CommandError

app = typer.Typer(
    name="toolminimize",
    help="Minimise the personal data in LLM tool calls: a proxy between an agent and its model, and the same on the command line.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
config_app = typer.Typer(help="Look at the configuration.", no_args_is_help=True, rich_markup_mode=None)
registry_app = typer.Typer(help="Look at the knowledge of tools.", no_args_is_help=True, rich_markup_mode=None)
judge_app = typer.Typer(help="Look after the answers of judges.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(config_app, name="config")
app.add_typer(judge_app, name="judge")
app.add_typer(registry_app, name="registry")

Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration file; also TOOLMINIMIZE_CONFIG.")]
PolicyName = Annotated[str | None, typer.Option("--policy", help="Name of a policy of the configuration.")]
KeyName = Annotated[str | None, typer.Option("--key", help="Name (or token) of a key of the configuration: its policy is used.")]
DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Directory of the audit store and the secret.")]
Input = Annotated[Path | None, typer.Argument(help="File to read; without it, or with `-`, stdin.")]
Lines = Annotated[bool, typer.Option("--jsonl", help="One JSON object a line in, one a line out.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Judge = Annotated[bool, typer.Option("--judge/--no-judge", help="Whether a policy with `content_aware: llm` asks its model.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"toolminimize {version('toolminimize')}")
        raise typer.Exit


@app.callback()
def _root(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False) -> None:
    """Minimise the personal data in LLM tool calls: a proxy between an agent and its model, and the same on the command line."""


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on.  [default: 8000]")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.  [default: 1]")] = None,
    data_dir: DataDir = None,
    upstream: Annotated[str | None, typer.Option(help="Base URL of an OpenAI-compatible server for models that the configuration does not name.")] = None,
) -> None:
    """Run the proxy. At SIGHUP it reads its configuration anew."""
    from llmproxy.commands.serve import run

    run(config, {"host": host, "port": port, "workers": workers, "data_dir": data_dir, "upstream": upstream})


@app.command(short_help="Minimise one call, or many, and show what was done.")
def check(
    source: Input = None,
    jsonl: Lines = False,
    as_json: AsJson = False,
    config: Config = None,
    policy: PolicyName = None,
    key: KeyName = None,
    judge: Judge = True,
) -> None:
    """Minimise tool calls and show what was done: one call, or a case a line.

    Reads SOURCE, a file; without it, or with `-`, stdin. One call is a JSON object
    {"name", "arguments", "schema" or "tools", "task" or "messages"}; its values are shown, since you typed them.
    A line of --jsonl is {"id", "messages", "tools", "tool_calls": [{"name", "arguments"}]}.
    """
    if jsonl:
        from llmproxy.commands.lines import check_lines

        raise typer.Exit(check_lines(source, config, policy, key, judge=judge))
    from llmproxy.commands.check import run

    raise typer.Exit(run(source, config, policy, key, as_json=as_json, judge=judge))


@app.command()
def detect(
    source: Input = None,
    jsonl: Lines = False,
    config: Config = None,
    policy: PolicyName = None,
    key: KeyName = None,
) -> None:
    """Find personal data in texts, a line each.

    The policy says which stages of detection run, and the configuration which backends are asked.
    Lines {"id", "tool", "field", "text"} from SOURCE (a file; without it, or with `-`, stdin) in,
    {"id", "spans": [{"start", "end", "category", "sub", "confidence", "detector"}]} out, offsets in code points.
    """
    from llmproxy.commands.detect import detect_lines

    if not jsonl:
        raise CommandError("detect reads lines: say `--jsonl`")
    raise typer.Exit(detect_lines(source, config, policy, key))


@app.command(short_help="Explain the decisions on one call, place by place.")
def explain(
    source: Annotated[str | None, typer.Argument(help="File with one call, `-` for stdin, or with --server an exchange id.")] = None,
    server: Annotated[str | None, typer.Option(help="Base URL of a running proxy: explain one of its exchanges.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="With --server the token that made the exchange (or TOOLMINIMIZE_KEY), else as for check.")] = None,
    values: Annotated[bool, typer.Option("--values", help="Show the values, too.")] = False,
    as_json: AsJson = False,
    config: Config = None,
    policy: PolicyName = None,
    judge: Judge = True,
) -> None:
    """Explain the decisions on one call, place by place: what it is, whether the tool needs it, which knowledge said so.

    Reads SOURCE, a file with one call; without it, or with `-`, stdin. With --server SOURCE is the id of an exchange.
    """
    from llmproxy.commands import explain as command

    if server:
        raise typer.Exit(command.explain_exchange(server, source or "", key, as_json=as_json))
    raise typer.Exit(command.explain_call(Path(source) if source else None, config, policy, key, values=values, as_json=as_json, judge=judge))


@config_app.command("check")
def config_check(config: Config = None, data_dir: DataDir = None) -> None:
    """Read the configuration and say what it means; nothing is started or written."""
    from llmproxy.commands.settings import check_config

    raise typer.Exit(check_config(config, {"data_dir": data_dir}))


@judge_app.command("purge")
def judge_purge(
    older_than: Annotated[str | None, typer.Option("--older-than", help="Only what was kept at least so long ago: 12h, 7d.  [default: all]")] = None,
    config: Config = None,
    data_dir: DataDir = None,
) -> None:
    """Forget what judges said, so that they are asked again; running proxies that share the store see it at once."""
    from llmproxy.commands.judge import purge

    raise typer.Exit(purge(config, data_dir, older_than))


@registry_app.command("lint")
def registry_lint(
    source: Annotated[
        Path | None, typer.Argument(help="File of tools, or file or folder of annotations; `-` for stdin; without it the packaged knowledge.")
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Print what was recognised of each tool and parameter.")] = False,
) -> None:
    """Check the packaged knowledge against its own examples, the annotations in a file of tools, or documents of annotations.

    SOURCE is a file of tools (OpenAI's `tools`, an answer to MCP's `tools/list`, an OpenAPI document; `-` for stdin), or a file or folder
    of annotations; without it, every example that a rule or a word list must match or must not match is run.
    """
    from llmproxy.commands.registry import lint

    raise typer.Exit(lint(source, table=table))


@registry_app.command("import", short_help="Propose annotations for a server's tools.")
def registry_import(
    source: Annotated[list[str], typer.Argument(help="File, `-` for stdin, or URL of an MCP server; with --stdio a command and its arguments, after `--`.")],
    form: Annotated[str, typer.Option(help="Form of the file: auto, openai, mcp or openapi.")] = "auto",
    out: Annotated[Path | None, typer.Option(help="Folder that gets `<server>/tools.yaml`.  [default: stdout]")] = None,
    server: Annotated[str | None, typer.Option(help="The server's name.  [default: as it calls itself, or the file's name]")] = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="Start an MCP server and ask it by stdin and stdout (extra `mcp`).")] = False,
    timeout: Annotated[float, typer.Option(min=0.1, help="How long a live server may take, in seconds.")] = 30.0,
    token: Annotated[str | None, typer.Option("--token-env", metavar="NAME", help="Environment variable with a bearer token for the URL.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Propose annotations for the tools of a server, to be reviewed: kinds, roles and needs as they are recognised.

    SOURCE is a file (OpenAI's `tools`, an answer to MCP's `tools/list`, an OpenAPI 3 document, in JSON or YAML), `-` for stdin, or the URL of
    a live MCP server (streamable HTTP); with --stdio it is the command of one: `registry import --stdio -- my-server --flag`.
    """
    from llmproxy.commands import registry_import as command

    raise typer.Exit(command.run(command.asked(source, form, out, server, stdio=stdio, timeout_s=timeout, token_env=token, force=force)))


@registry_app.command("annotate", short_help="Propose annotations for a schema of your own.")
def registry_annotate(
    source: Annotated[Path | None, typer.Argument(help="File with a schema or declarations of tools; without it, or with `-`, stdin.")] = None,
    name: Annotated[str | None, typer.Option(help="Name of a bare schema's tool.  [default: its title, or the file's name]")] = None,
    as_json: AsJson = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say in each reason which knowledge led to it, and how surely.")] = False,
) -> None:
    """Propose `x-minimum-necessary` and `x-privacy` for a tool's schema, to be reviewed; what it says itself stays.

    Prints the schema (or the declarations) with annotations added, and the reason for each on stderr; with --json both in one object.
    """
    from llmproxy.commands.registry_annotate import run

    raise typer.Exit(run(source, name=name, as_json=as_json, explain=explain))


@registry_app.command("show", short_help="Show what is known of a public tool or server.")
def registry_show(
    name: Annotated[str | None, typer.Argument(help="Name of a tool or a server, or the id of an annotation; without it the servers are listed.")] = None,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Show the annotations of a public tool or server: kind, roles, needs with their reasons, version, and where they come from."""
    from llmproxy.commands.registry_show import run

    raise typer.Exit(run(name, config, as_json=as_json))


@registry_app.command("diff", short_help="Show what changed between two descriptions of tools.")
def registry_diff(
    old: Annotated[str, typer.Argument(help="File or folder, or the name of an installed server.")],
    new: Annotated[str, typer.Argument(help="The same, of the newer one.")],
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Show which tools, parameters and annotations are new, gone or changed; exit code 1 if any are.

    Each side is a file of tools, a document of annotations, or the name of a server whose annotations are installed. Of annotations and
    declarations only what is there is compared: which annotated parameters are gone, and which declared ones have no annotation.
    """
    from llmproxy.commands.registry_diff import run

    raise typer.Exit(run(old, new, config, as_json=as_json))


@app.command(short_help="Show over-sharing calls before and after.")
def demo(keep: Annotated[bool, typer.Option("--keep", help="Leave model and proxy up until Ctrl-C.")] = False) -> None:
    """Send over-sharing calls of a built-in model through the proxy and show arguments before and after."""
    from llmproxy.demo.show import main as show

    raise typer.Exit(show(keep=keep))


def main() -> NoReturn:
    """Run a command and end the process with its exit code."""
    try:
        code = app(standalone_mode=False, prog_name="toolminimize")
    except CommandError as error:
        code = _say(str(error), error.code)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing more can be said; keep the interpreter's last flush quiet
        code = 0
    except Exception as error:
        code = _other(error)
    sys.exit(code if isinstance(code, int) else 0)


def _other(error: Exception) -> int:
    """Turn what else can go wrong into one line: a usage error, a wrong configuration, a store that cannot be opened."""
    usage = getattr(error, "format_message", None)
    if usage is not None:
        if type(error).__name__ == "NoArgsIsHelpError":
            sys.stderr.write(usage() + "\n")
            return 2
        return _say(" ".join(str(usage()).split()), 2)
    if type(error).__name__ in ("Exit", "Abort"):
        return int(getattr(error, "exit_code", 1))
    from llmproxy.config.model import ConfigError
    from minimize.errors import MinimizeError

    if isinstance(error, ConfigError):
        return _say(str(error), 2)
    if isinstance(error, MinimizeError):
        return _say(f"internal fault: {type(error).__name__}", 2)
    return _say(f"internal fault: {type(error).__name__} at {_place(error)}", 2)


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"


def _say(line: str, code: int) -> int:
    sys.stderr.write(f"toolminimize: {line}\n")
    return code


if __name__ == "__main__":
    main()
