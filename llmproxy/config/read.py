"""Reading YAML nodes by declaration, with the line for every complaint. No secret is ever put into a message.

Must not be in here: what the settings mean together (`load.py`, `policies.py`).
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NoReturn

import yaml

from llmproxy.config.model import ConfigError, Vocabulary
from llmproxy.config.setting import Kind, Setting

_SAFE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]{0,40}\Z")
_QUOTED = re.compile(r"'[^']{2,}'|\"[^\"]{2,}\"")
_ENVIRON = "os.environ/"
_MAX_NODES = 20_000
_FALSE = frozenset({"off", "false", "no", "n"})
_INTEGER = re.compile(r"[+-]?[0-9][0-9_]*\Z")
_TYPES = {
    "str": "a text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
    "map": "a mapping",
    "seq": "a list",
    "timestamp": "a date",
}


@dataclass(slots=True)
class Reader:
    """One file under reading: its name for messages, the environment, the vocabulary, warnings so far."""

    file: str
    environ: Mapping[str, str]
    vocabulary: Callable[[], Vocabulary]
    warnings: list[str]
    nodes: int = 0
    checked: dict[int, yaml.MappingNode] = field(default_factory=dict)
    """Mappings whose duplicates were looked for, by identity: resolving merge keys changes a node, once."""

    def root(self, text: str) -> yaml.Node | None:
        """Parse a file's text into a node tree; None where it says nothing."""
        try:
            return yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            problem = _QUOTED.sub("...", error.problem or "unreadable")
            raise ConfigError(f"{self.file}:{mark.line + 1 if mark else 1}: no valid YAML: {problem}") from None
        except yaml.YAMLError:
            raise ConfigError(f"{self.file}:1: no valid YAML: a character that YAML does not allow") from None
        except RecursionError:
            raise ConfigError(f"{self.file}:1: nested too deep") from None

    def fail(self, node: yaml.Node, reason: str) -> NoReturn:
        """Refuse, naming the line of a node."""
        raise ConfigError(f"{self.at(node)}: {reason}") from None

    def at(self, node: yaml.Node) -> str:
        """Give `file:line` of a node."""
        return f"{self.file}:{node.start_mark.line + 1}"

    def warn(self, node: yaml.Node, text: str) -> None:
        """Note something that the operator should know."""
        self.warnings.append(f"{self.at(node)}: {text}")

    def members(self, node: yaml.Node, what: str) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        """Give a mapping's members, name -> (node of the name, node of the value); merge keys are resolved, duplicates refused."""
        if not isinstance(node, yaml.MappingNode):
            self.fail(node, f"{what} is {kind_of(node)}, must be a mapping")
        if id(node) not in self.checked:
            self._resolve(node, what)
        found: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.fail(key, f"{what} has a name that is {kind_of(key)}")
            found[key.value] = (key, value)
        return found

    def _resolve(self, node: yaml.MappingNode, what: str) -> None:
        own: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge":
                if key.value in own:
                    self.fail(key, f"{named(key.value, 'a name')} is said twice in {what}")
                own.add(key.value)
        try:
            yaml.SafeLoader("").flatten_mapping(node)
        except (yaml.YAMLError, RecursionError):
            self.fail(node, f"{what} has a merge key that cannot be resolved")
        self.checked[id(node)] = node

    def items(self, node: yaml.Node, what: str) -> list[yaml.Node]:
        """Give a list's items."""
        if not isinstance(node, yaml.SequenceNode):
            self.fail(node, f"{what} is {kind_of(node)}, must be a list")
        return list(node.value)

    def section(self, node: yaml.Node, what: str, declared: Iterable[Setting], *, foreign: Iterable[str] = ()) -> dict[str, tuple[Any, yaml.Node]]:
        """Read a mapping by declaration: name -> (value, node); sections keep their node as the value."""
        by_name = {s.name: s for s in declared}
        found: dict[str, tuple[Any, yaml.Node]] = {}
        for name, (key, value) in self.members(node, what).items():
            setting = by_name.get(name)
            if setting is None:
                self.unknown(key, name, by_name, foreign)
            found[name] = (self.value(value, setting), value)
        return found

    def unknown(self, node: yaml.Node, name: str, known: Iterable[str], foreign: Iterable[str] = ()) -> NoReturn:
        """Refuse an unknown setting, with the nearest known name."""
        if name in foreign:
            self.fail(node, f"`{name}` belongs to LiteLLM's own proxy and is not read here; take it out")
        near = difflib.get_close_matches(name[:60], list(known), 1, 0.6)
        self.fail(node, f"unknown setting {named(name, '')}" + (f" (did you mean `{near[0]}`?)" if near else ""))

    def value(self, node: yaml.Node, setting: Setting) -> Any:
        """Read one value by its declaration."""
        match setting.kind:
            case Kind.SECTION:
                return node
            case Kind.TEXT:
                return self.text(node, setting.name)
            case Kind.SECRET:
                return self.secret(node, setting.name)
            case Kind.CHOICE:
                return self.choice(node, setting)
            case Kind.BOOL:
                return self.boolean(node, setting.name)
            case Kind.INTEGER | Kind.NUMBER:
                return self.number(node, setting)
            case Kind.TEXTS if setting.choices:
                return tuple(self.choice(n, setting) for n in self.items(node, f"`{setting.name}`"))
            case Kind.TEXTS:
                return tuple(self.text(n, f"an entry of `{setting.name}`", bare=True) for n in self.items(node, f"`{setting.name}`"))
            case Kind.POINTERS:
                return tuple(self.pointer(n, setting.name) for n in self.items(node, f"`{setting.name}`"))
            case Kind.CATEGORIES:
                return tuple(self.category(n) for n in self.items(node, f"`{setting.name}`"))
            case Kind.TIER:
                return self.known(node, "trust tier", self.vocabulary().tiers)
            case Kind.TIME:
                return self.time(node, setting.name)

    def text(self, node: yaml.Node, name: str, *, bare: bool = False) -> str:
        """Read a text, `os.environ/NAME` resolved."""
        what = name if bare else f"`{name}`"
        if not isinstance(node, yaml.ScalarNode) or tag(node) != "str" or not node.value:
            self.fail(node, f"{what} is {kind_of(node)}, must be a text")
        value = str(node.value)
        if value.startswith(_ENVIRON):
            return self.from_environ(node, value, what)
        return value

    def from_environ(self, node: yaml.Node, value: str, what: str) -> str:
        """Resolve `os.environ/NAME`, which must be set."""
        name = value.removeprefix(_ENVIRON)
        found = self.environ.get(name, "")
        if not found:
            self.fail(node, f"{what} names the environment variable {named(name, '')}, which is not set")
        return found

    def secret(self, node: yaml.Node, name: str) -> str:
        """Read a secret text; a literal one is accepted with a warning."""
        value = self.text(node, name)
        if isinstance(node, yaml.ScalarNode) and not node.value.startswith(_ENVIRON) and name not in ("database_url",):
            self.warn(node, f"`{name}` is written into the file; `os.environ/NAME` keeps it out of it")
        return value

    def choice(self, node: yaml.Node, setting: Setting) -> str:
        """Read one of the named choices; YAML 1.1's false stands for `off` where that is one."""
        if isinstance(node, yaml.ScalarNode):
            if node.value in setting.choices:
                return str(node.value)
            if tag(node) == "bool" and "off" in setting.choices and node.value.lower() in _FALSE:
                return "off"
        return self.fail(node, f"unknown {setting.name} {shown(node)}; one of {listed(setting.choices)}")

    def boolean(self, node: yaml.Node, name: str) -> bool:
        """Read true or false."""
        if tag(node) != "bool" or not isinstance(node, yaml.ScalarNode):
            self.fail(node, f"`{name}` is {kind_of(node)}, must be true or false")
        return node.value.lower() not in _FALSE

    def number(self, node: yaml.Node, setting: Setting) -> int | float:
        """Read a number within its bound."""
        if not isinstance(node, yaml.ScalarNode) or tag(node) not in ("int", "float"):
            self.fail(node, f"`{setting.name}` is {kind_of(node)}, must be {'an integer' if setting.kind is Kind.INTEGER else 'a number'}")
        whole = bool(_INTEGER.match(node.value))
        try:
            value: int | float = int(node.value.replace("_", "")) if whole else float(node.value.replace("_", ""))
        except ValueError:
            self.fail(node, f"`{setting.name}` is no decimal number")
        if (setting.kind is Kind.INTEGER and not whole) or not math.isfinite(value):
            self.fail(node, f"`{setting.name}` must be {'an integer' if setting.kind is Kind.INTEGER else 'a finite number'}")
        if setting.minimum is not None and value < setting.minimum:
            self.fail(node, f"`{setting.name}` must be at least {setting.minimum:g}")
        return value if setting.kind is Kind.INTEGER else float(value)

    def pointer(self, node: yaml.Node, name: str) -> str:
        """Read a JSON pointer (RFC 6901), `*` for one step."""
        if not isinstance(node, yaml.ScalarNode) or tag(node) != "str":
            self.fail(node, f"an entry of `{name}` is {kind_of(node)}, must be a JSON pointer such as `/destination`")
        value = str(node.value)
        if (value and not value.startswith("/")) or re.search(r"~(?![01])", value):
            self.fail(node, f"an entry of `{name}` is no JSON pointer; such a one begins with `/`")
        return value

    def category(self, node: yaml.Node) -> str:
        """Read a category's code."""
        return self.known(node, "category", self.vocabulary().categories)

    def known(self, node: yaml.Node, what: str, names: frozenset[str]) -> str:
        """Read a name of the packaged knowledge."""
        if isinstance(node, yaml.ScalarNode) and node.value in names:
            return str(node.value)
        return self.fail(node, f"unknown {what} {shown(node)}; one of {listed(sorted(names))}")

    def time(self, node: yaml.Node, name: str) -> datetime:
        """Read a date (its end, UTC) or a time (UTC where no zone is said)."""
        try:
            if not isinstance(node, yaml.ScalarNode):
                raise ValueError
            if len(node.value) == len("2027-01-31"):
                return datetime.combine(date.fromisoformat(node.value) + timedelta(days=1), time(), UTC)
            moment = datetime.fromisoformat(node.value)
        except (ValueError, OverflowError):
            self.fail(node, f"`{name}` must be a date or time such as 2027-01-31 or 2027-01-31T12:00:00+01:00")
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def plain(self, node: yaml.Node, *, optional: frozenset[str] = frozenset(), name: str = "", depth: int = 0) -> Any:
        """Give a node as plain values, `os.environ/NAME` resolved; members named in `optional` are None where it is not set."""
        self.nodes += 1
        if depth > 32 or self.nodes > _MAX_NODES:
            self.fail(node, "nested too deep")
        if isinstance(node, yaml.MappingNode):
            found = self.members(node, f"`{name}`" if name else "this")
            return {k: self.plain(v, optional=optional, name=k, depth=depth + 1) for k, (_, v) in found.items()}
        if isinstance(node, yaml.SequenceNode):
            return [self.plain(n, optional=optional, name=name, depth=depth + 1) for n in node.value]
        if tag(node) == "str" and str(node.value).startswith(_ENVIRON):
            return self._environ_or_none(node, name) if name in optional else self.from_environ(node, node.value, f"`{name}`")
        try:
            return yaml.SafeLoader("").construct_object(node)
        except (yaml.YAMLError, ValueError):
            self.fail(node, f"`{name}` cannot be read")

    def _environ_or_none(self, node: yaml.Node, name: str) -> str | None:
        variable = str(node.value).removeprefix(_ENVIRON)
        if not self.environ.get(variable):
            self.warn(node, f"`{name}` names the environment variable {named(variable, '')}, which is not set; only a client's own token can be used")
            return None
        return self.environ[variable]


def tag(node: yaml.Node) -> str:
    """Give the short name of a node's YAML type."""
    return str(node.tag).rpartition(":")[2]


def kind_of(node: yaml.Node) -> str:
    """Say what a node is, without its value."""
    return "empty" if tag(node) == "str" and not node.value else _TYPES.get(tag(node), "of an unknown type")


def named(name: str, otherwise: str) -> str:
    """Quote a setting's or variable's name where it looks like one; anything else could be a secret that slipped."""
    return f"`{name}`" if _SAFE_NAME.match(name) else otherwise or "(name not shown)"


def shown(node: yaml.Node) -> str:
    """Quote a short plain word (a wrong choice), else say its type."""
    if isinstance(node, yaml.ScalarNode) and re.fullmatch(r"[A-Za-z_\-]{1,32}", node.value):
        return f"`{node.value}`"
    return f"({kind_of(node)})"


def listed(names: Iterable[str]) -> str:
    """List names for a message."""
    return ", ".join(f"`{n}`" for n in names)
