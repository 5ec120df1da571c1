"""Reads one server's document of annotations strictly: whatever is unknown is a fault, one clear line each.

Must not be in here: files, matching. Reads only documents of annotations; what client schemas say is `tool_registry.annotations`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any, Final

from tool_registry.errors import RegistryError
from tool_registry.model import PRECISION_LADDERS, Use
from tool_registry.needs import need
from tool_registry.published.model import PublishedParam, PublishedServer, PublishedTool, canonical

_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_POINTER: Final = re.compile(r"(?:/(?:[^/~]|~[01])+)+")
_SERVER_KEYS: Final = frozenset({"server", "title", "operator", "version", "source", "aliases", "trust", "common", "tools"})
_TOOL_KEYS: Final = frozenset({"kind", "params"})
_PARAM_KEYS: Final = frozenset({"role", "need", "why"})
_NOT_BETTER: Final = "third_party_no_dpa"
MAX_WHY: Final = 160
"""Characters of a reason: a line, no essay."""


@dataclass(frozen=True, slots=True)
class Known:
    """The names that an annotation may use."""

    kinds: Set[str]
    roles: Mapping[str, str]
    """Role name -> its ladder."""
    tiers: Set[str]


def server(datum: Any, slug: str, known: Known) -> PublishedServer:
    """Give a server's annotations; `slug` is its folder's name. Raises RegistryError naming the first fault."""
    reader = _Reader(slug, known)
    got = reader.read(datum)
    if got is None or reader.faults:
        raise RegistryError(reader.faults[0])
    return got


def lint(datum: Any, slug: str, known: Known) -> list[str]:
    """Say everything that is wrong with a server's document, a line each."""
    reader = _Reader(slug, known)
    reader.read(datum)
    return reader.faults


class _Reader:
    def __init__(self, slug: str, known: Known) -> None:
        self.slug, self.known = slug, known
        self.faults: list[str] = []

    def fault(self, line: str) -> None:
        self.faults.append(f"tools/{self.slug}: {line}")

    def read(self, datum: Any) -> PublishedServer | None:
        if not isinstance(datum, Mapping):
            self.fault("the document must be a mapping")
            return None
        self._keys(datum, _SERVER_KEYS, "the document")
        slug = datum.get("server")
        if slug != self.slug or not _SLUG.fullmatch(self.slug):
            self.fault("`server` must be the folder's name: lower case, digits, hyphens")
        title, operator, source = (self._text(datum, key) for key in ("title", "operator", "source"))
        version = datum.get("version")
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            self.fault("`version` must be a whole number from 1 on")
            version = 1
        aliases = datum.get("aliases") or []
        if not isinstance(aliases, list) or not all(isinstance(a, str) and canonical(a) for a in aliases):
            self.fault("`aliases` must be a list of names")
            aliases = []
        tier, reason = self._trust(datum.get("trust"))
        common = self._common(datum.get("common"))
        tools = self._tools(datum.get("tools"), common, tier, version)
        return PublishedServer(self.slug, title, operator, version, source, tuple(aliases), tier, reason, tools)

    def _keys(self, datum: Mapping[Any, Any], allowed: Set[str], where: str) -> None:
        for key in datum:
            if key not in allowed:
                self.fault(f"{where}: unknown key `{str(key)[:60]}`")

    def _text(self, datum: Mapping[str, Any], key: str) -> str:
        text = datum.get(key)
        if isinstance(text, str) and text.strip():
            return text.strip()
        self.fault(f"`{key}` must be a text")
        return ""

    def _trust(self, datum: Any) -> tuple[str, str]:
        if not isinstance(datum, Mapping) or set(datum) != {"tier", "reason"} or not isinstance(datum["reason"], str):
            self.fault("`trust` must be a `tier` and a `reason`")
            return _NOT_BETTER, ""
        tier = datum["tier"]
        if tier not in self.known.tiers:
            self.fault(f"`trust`: unknown tier `{str(tier)[:40]}`")
            return _NOT_BETTER, ""
        if tier not in ("local", _NOT_BETTER, "agent"):
            self.fault(f"`trust`: tier `{tier}` is the user's to say, in the policy; a public annotation says `{_NOT_BETTER}`, `agent` or `local`")
        return str(tier), datum["reason"].strip()

    def _common(self, datum: Any) -> dict[str, tuple[str, str, str]]:
        """Read what several tools' parameters share, by a name that the tools then give instead."""
        found: dict[str, tuple[str, str, str]] = {}
        if datum is not None and not isinstance(datum, Mapping):
            self.fault("`common` must be a mapping")
            return found
        for name, entry in (datum or {}).items():
            got = self._entry(entry, f"common `{name}`")
            if got is not None:
                found[str(name)] = got
        return found

    def _entry(self, entry: Any, where: str) -> tuple[str, str, str] | None:
        """Give role, need's line and reason of an entry; None (and faults) where one of them is no good."""
        before = len(self.faults)
        if not isinstance(entry, Mapping):
            self.fault(f"{where}: must be `role`, `need` and `why`, or the name of a common entry")
            return None
        self._keys(entry, _PARAM_KEYS, where)
        role, line, why = entry.get("role"), entry.get("need"), entry.get("why")
        if role not in self.known.roles:
            self.fault(f"{where}: unknown role `{str(role)[:60]}`")
        if not isinstance(why, str) or not why.strip() or len(why) > MAX_WHY:
            self.fault(f"{where}: `why` must be a text of at most {MAX_WHY} characters")
        if not isinstance(line, str):
            self.fault(f"{where}: `need` must be a line (use, precision, categories)")
        else:
            self._need(line, str(role), where)
        return None if len(self.faults) > before else (str(role), str(line), str(why).strip())

    def _need(self, line: str, role: str, where: str) -> None:
        try:
            got = need(line)
        except RegistryError as error:
            self.fault(f"{where}: {error}")
            return
        ladder = self.known.roles.get(role)
        if ladder is None or got.use is not Use.PAYLOAD:
            return
        if got.precision not in PRECISION_LADDERS[ladder]:
            self.fault(f"{where}: precision `{got.precision}` is not on the ladder of role `{role}` ({', '.join(PRECISION_LADDERS[ladder])})")

    def _tools(self, datum: Any, common: Mapping[str, tuple[str, str, str]], tier: str, version: int) -> dict[str, PublishedTool]:
        tools: dict[str, PublishedTool] = {}
        if not isinstance(datum, Mapping) or not datum:
            self.fault("`tools` must be a mapping with at least one tool")
            return tools
        used: set[str] = set()
        for name, entry in datum.items():
            tool = self._tool(str(name), entry, common, tier, version, used)
            if tool is not None:
                tools[tool.name] = tool
        for name in sorted(common.keys() - used):
            self.fault(f"common `{name}` is used by no tool")
        if len({canonical(name) for name in tools}) < len(tools):
            self.fault("two tools have the same name but for case and separators")
        return tools

    def _tool(self, name: str, entry: Any, common: Mapping[str, tuple[str, str, str]], tier: str, version: int, used: set[str]) -> PublishedTool | None:
        where = f"tool `{name[:80]}`"
        if not isinstance(entry, Mapping):
            self.fault(f"{where}: must be a mapping")
            return None
        self._keys(entry, _TOOL_KEYS, where)
        kind = entry.get("kind")
        if kind not in self.known.kinds:
            self.fault(f"{where}: unknown kind `{str(kind)[:60]}`")
        stated = entry.get("params")
        if stated is not None and not isinstance(stated, Mapping):
            self.fault(f"{where}: `params` must be a mapping from pointer to entry")
            stated = None
        params: dict[str, PublishedParam] = {}
        for pointer, said in (stated or {}).items():
            param = self._param(str(pointer), said, common, where, used)
            if param is not None:
                params[param.pointer] = param
        self._parents(params, where)
        return PublishedTool(self.slug, name, str(kind), tier, version, params)

    def _param(self, pointer: str, said: Any, common: Mapping[str, tuple[str, str, str]], where: str, used: set[str]) -> PublishedParam | None:
        here = f"{where} `{pointer[:80]}`"
        if not _POINTER.fullmatch(pointer):
            self.fault(f"{here}: not a JSON pointer (`/name`, `/list/*/name`)")
            return None
        if isinstance(said, str):
            used.add(said)
            got = common.get(said)
            if got is None:
                self.fault(f"{here}: unknown common entry `{said[:60]}`")
        else:
            got = self._entry(said, here)
        return PublishedParam(pointer, got[0], need(got[1]), got[2]) if got is not None else None

    def _parents(self, params: Mapping[str, PublishedParam], where: str) -> None:
        for pointer in params:
            above = pointer.rsplit("/", 1)[0].removesuffix("/*")
            if above and above not in params and pointer.rsplit("/", 1)[0] not in params:
                self.fault(f"{where} `{pointer[:80]}`: `{above[:80]}` around it is not annotated")
