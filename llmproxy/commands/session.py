"""What the commands on calls share: which policy, the loaded minimiser, where the input is, how many lines go through.

Must not be in here: the form of an input or output.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from llmproxy.commands.failure import CommandError
from minimize.model import Policy

if TYPE_CHECKING:
    from llmproxy.commands.calls import Case
    from minimize.knowledge.model import Knowledge
    from minimize.minimizer import Minimizer
    from minimize.model import Backend, MinimizedCall


def policy_of(config: Path | None, policy: str | None, key: str | None) -> Policy:
    """Give the policy that `--config`, `--policy` and `--key` name; without a configuration only `default` exists.

    `key` is a key's name or its token. Raises `ConfigError`, or `CommandError` where there is no such policy or key.
    """
    if policy is not None and key is not None:
        raise CommandError("`--policy` and `--key` both name a policy; say one")
    from llmproxy.config.environment import config_path, environment

    path = config or config_path()
    if path is None and policy in (None, "default") and key is None:
        return Policy()
    from llmproxy.config import load_settings

    settings = load_settings(path, environment(), ephemeral=True)
    if key is not None:
        found = settings.keys.named(key) or settings.keys.find(key)
        if found is None:
            raise CommandError("no such key in the configuration")
        if refusal := found.refusal():
            raise CommandError(f"the key is {refusal}")
        policy = found.policy
    if (policy or "default") not in settings.policies:
        raise CommandError("no such policy in the configuration")
    return settings.policies[policy or "default"]


def backends_of(config: Path | None) -> tuple[Backend, ...]:
    """Load the detectors that the configuration plugs in. Raises `ConfigError`."""
    from llmproxy.config.environment import config_path, environment

    path = config or config_path()
    if path is None:
        return ()
    from llmproxy.config import load_settings

    entries = load_settings(path, environment(), ephemeral=True).backends
    if not entries:
        return ()
    from llmproxy.backends.door import load

    return load(entries)


def knowledge_of(config: Path | None) -> Knowledge:
    """Give the knowledge, with the annotations of tools that the configuration names. Raises `ConfigError`."""
    from llmproxy.annotations import knowledge, named

    return knowledge(named(config))


NO_JUDGE = "note: without its judge `content_aware: llm` is as `off`"
Decide = Callable[["Case"], "list[MinimizedCall]"]
"""Decides the calls of a case."""


def minimizer_of(policy: Policy, config: Path | None = None) -> Minimizer:
    """Load the minimiser with the backends that `config` names, without the garbage collector's looking through what is there to stay (a fifth of the time)."""
    gc.disable()
    try:
        from minimize.minimizer import Minimizer

        return Minimizer(knowledge_of(config), policy, clock=time.monotonic, backends=backends_of(config))
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def deciding(policy: Policy, config: Path | None, *, judge: bool) -> Iterator[Decide]:
    """Give what decides cases under a policy; where that asks a model, so does this, unless `judge` is false. Raises `ConfigError`."""
    minimizer = minimizer_of(policy, config)

    def plain(case: Case) -> list[MinimizedCall]:
        return [minimizer.minimize(c.call, context=case.context) for c in case.calls]

    if "llm" not in (policy.content_aware, *(tool.content_aware for tool in policy.tools)):
        yield plain
    elif policy.judge is None or not judge:
        sys.stderr.write(f"{NO_JUDGE}\n")
        yield plain
    else:
        from llmproxy.commands.asking import Asking
        from llmproxy.config import load_settings
        from llmproxy.config.environment import config_path, environment

        with Asking(load_settings(config or config_path(), environment(), ephemeral=True), minimizer) as asking:
            yield asking.decide


def decide_input(source: Path | None, policy: Policy, config: Path | None = None, *, judge: bool = True) -> tuple[Case, list[MinimizedCall]]:
    """Read the call or calls of an input and decide them under a policy. Raises `CommandError`."""
    from llmproxy.commands.calls import BadInput, read_call

    try:
        case = read_call(read_input(source))
    except BadInput as error:
        raise CommandError(f"no call can be read: {error}") from None
    with deciding(policy, config, judge=judge) as decide:
        return case, decide(case)


def read_input(source: Path | None) -> str:
    """Read a whole input, UTF-8. Raises `CommandError`."""
    try:
        with _open(source) as stream:
            return stream.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError("the input is not UTF-8") from None


def each_line(source: Path | None, answer: Callable[[str], tuple[str, bool]]) -> int:
    """Answer every line of an input with a line; blank ones are skipped. Exit code 1 if one was no valid record, else 0.

    `answer` gives the line's answer and whether it was good.
    """
    bad = False  # lone surrogates of the input leave as `\\udXXX`, which is how JSON writes them
    out = sys.stdout.buffer
    with _open(source) as stream:
        for raw in iter(stream.readline, b""):  # as they come: a caller may wait for each answer
            if not raw.strip():
                continue
            line, good = _answered(raw, answer)
            bad |= not good
            try:
                out.write(line.encode("utf-8", "backslashreplace") + b"\n")
                out.flush()
            except BrokenPipeError:
                raise
            except OSError as error:
                raise CommandError(f"the output cannot be written: {(error.strerror or 'unknown').lower()}") from None
    return int(bad)


def _answered(raw: bytes, answer: Callable[[str], tuple[str, bool]]) -> tuple[str, bool]:
    """Answer one line; a fault of ours costs that line, not those behind it."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return '{"id": null, "error": "not UTF-8"}', False
    try:
        return answer(text)
    except Exception as error:
        from llmproxy.commands.calls import id_of

        said = {"id": id_of(text), "error": f"internal fault: {type(error).__name__}"}
        return json.dumps(said, ensure_ascii=False), False


@contextmanager
def _open(source: Path | None) -> Iterator[BinaryIO]:
    if source is None or str(source) == "-":
        if sys.stdin.isatty():
            sys.stderr.write("toolminimize: reading from the terminal; end with Ctrl-D\n")
        yield sys.stdin.buffer
        return
    try:
        stream = source.open("rb")
    except OSError as error:
        raise CommandError(f"the input cannot be read: {(error.strerror or 'no such file').lower()}") from None
    with stream:
        yield stream
