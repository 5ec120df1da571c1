"""Loads the packaged tool knowledge: trust tiers, roles, kinds. The one module of this package that reads files.

Must not be in here: recognition, needs' meaning. Loaded once a process, on first use.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import orjson

from tool_registry.errors import RegistryError
from tool_registry.kinds import KindIndex, index_kind
from tool_registry.model import PRECISION_LADDERS, Kind, Need, Role, Trust
from tool_registry.needs import need
from tool_registry.published import sources as public
from tool_registry.published.match import Published
from tool_registry.published.packed import Packed
from tool_registry.published.read import Known
from tool_registry.recognise import ToolKnowledge
from tool_registry.roles import HEAD_FIRST, Phrase, RoleIndex
from tool_registry.words import COMPOUNDING, fold, is_unspaced, tokens

COMPILED: Final = "compiled.json"


@lru_cache(maxsize=1)
def load() -> ToolKnowledge:
    """Give the packaged registry. Raises RegistryError if a datum contradicts itself or lacks examples."""
    data = files("tool_registry") / "data"
    raw = {name: path.read_bytes() for name, path in sources(data)}
    version = digest_of(raw)
    bare = build(compiled(data, version) or parsed(raw), version)
    tools = dict(public.documents(data / "tools"))
    part = public.packaged(data, tools) or Packed(public.packed_of(tools, known_of(bare)))
    return bare.publishing(Published((part,)), digest_of({"knowledge": version.encode(), "tools": public.digest_of(tools).encode()}))


def known_of(knowledge: ToolKnowledge) -> Known:
    """Give the names that annotations of public tools may use."""
    return Known(knowledge.kinds.keys(), {name: role.ladder for name, role in knowledge.roles.items()}, knowledge.tiers.keys())


def build(documents: Mapping[str, Any], version: str) -> ToolKnowledge:
    """Build the registry from parsed documents by name (`roles`, `kinds/weather`, ...). Raises RegistryError."""
    tiers = _tiers(documents["trust"])
    roles = _roles(documents["roles"])
    kinds = KindIndex()
    words = documents["words"]
    kinds.vocabulary.add_english(words["english"])
    for group, by_language in words["groups"].items():
        kinds.vocabulary.add_all(by_language, f"@{group}")
    for role in documents["roles"]["roles"].values():
        kinds.vocabulary.add_english(role["names"].get("en", ()))
    bases = documents["bases"]["bases"]
    for name, datum in documents.items():
        if name.startswith("kinds/"):
            index_kind(kinds, _kind(name.removeprefix("kinds/"), datum, bases, roles), datum)
    if "generic" not in kinds.kinds:
        raise RegistryError("kind `generic` is missing")
    return ToolKnowledge(tiers, roles, kinds, version)


def sources(data: Traversable) -> Iterator[tuple[str, Traversable]]:
    """Name the YAML documents below `data`, in a fixed order."""
    for name in ("trust", "words", "roles", "bases"):
        yield name, data / f"{name}.yaml"
    for path in sorted((p for p in (data / "kinds").iterdir() if p.name.endswith(".yaml")), key=lambda p: p.name):
        yield f"kinds/{path.name.removesuffix('.yaml')}", path


def digest_of(raw: Mapping[str, bytes]) -> str:
    """Give the version of the data: a digest of all documents, 12 hex digits."""
    digest = hashlib.sha256()
    for name, content in raw.items():
        digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()[:12]


def compiled(data: Traversable, version: str) -> Mapping[str, Any] | None:
    """Give the documents as `tool_registry.compile` wrote them, if it wrote this version."""
    path = data / COMPILED
    if not path.is_file():
        return None
    stored = orjson.loads(path.read_bytes())
    return stored["documents"] if stored.get("version") == version else None


def parsed(raw: Mapping[str, bytes]) -> dict[str, Any]:
    """Parse the documents themselves; slower by 0.15 s than what is compiled. Raises RegistryError for what is no YAML."""
    import yaml  # only where the compiled form is out of date

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    documents: dict[str, Any] = {}
    for name, content in raw.items():
        try:
            documents[name] = yaml.load(content, Loader=loader)
        except yaml.YAMLError as error:
            raise RegistryError(f"`{name}` is no YAML") from error
    return documents


def _tiers(datum: Mapping[str, Any]) -> Mapping[str, Trust]:
    tiers = {name: Trust(name, float(t["exposure"]), str(t["reason"])) for name, t in datum["tiers"].items()}
    for tier in tiers.values():
        if not 0 < tier.exposure <= 1:
            raise RegistryError(f"trust tier `{tier.name}`: exposure must be in (0, 1]")
    return tiers


def _roles(datum: Mapping[str, Any]) -> RoleIndex:
    roles: dict[str, Role] = {}
    names: dict[tuple[str, ...], Phrase] = {}
    anywhere: dict[tuple[str, ...], str] = {}
    describe: dict[tuple[str, ...], str] = {}
    pieces: dict[str, str] = {}
    for name, d in datum["roles"].items():
        where = f"role `{name}`"
        if d.get("ladder", "identity") not in PRECISION_LADDERS:
            raise RegistryError(f"{where}: unknown ladder")
        optional = need(d["optional"]) if "optional" in d else None
        flags = {key: bool(d.get(key, False)) for key in ("container", "person", "keyed", "survives")}
        about = d.get("about_user", "")
        if about not in ("", "always", "maybe"):
            raise RegistryError(f"{where}: `about_user` is `always` or `maybe`")
        roles[name] = Role(name, d.get("ladder", "identity"), need(d["need"]), optional, about_user=about, **flags)
        for language, phrases in d["names"].items():
            for phrase in phrases:
                key = tokens(phrase)
                made = Phrase(name, language in HEAD_FIRST, language == "en" or is_unspaced(phrase), language in COMPOUNDING)
                known = names.setdefault(key, made)
                if known.role == name:
                    names[key] = Phrase(name, known.head_first or made.head_first, known.english, known.compounds or made.compounds)
                if d.get("anywhere"):
                    anywhere.setdefault(key, name)
                if is_unspaced(phrase) and len(phrase) > 1:
                    pieces.setdefault(fold(phrase), name)
        for phrase in d.get("describe", ()):
            describe.setdefault(tokens(phrase), name)
    return RoleIndex(
        roles, names, anywhere, describe, tuple(sorted(pieces.items(), key=lambda p: (-len(p[0]), p[0]))),
        frozenset(datum["numeric"]), frozenset(n for n, d in datum["roles"].items() if d.get("enum") == "keep"),
        frozenset(word for phrase in datum["person_words"] for word in tokens(phrase)),
        {n: frozenset(d["types"]) for n, d in datum["roles"].items() if "types" in d},
        tuple(piece for piece, role in pieces.items() if roles[role].person or role == "username"),
        frozenset(fold(word) for word in datum["bounds"] if word[-1] != "*"),
        tuple(fold(word[:-1]) for word in datum["bounds"] if word[-1] == "*"), tuple(fold(word) for word in datum["bounds"] if is_unspaced(word)),
        frozenset(tokens(word) for word in datum["vessels"]),
    )  # fmt: skip


def _kind(name: str, datum: Mapping[str, Any], bases: Mapping[str, Any], roles: RoleIndex) -> Kind:
    where = f"kind `{name}`"
    if datum.get("id") != name:
        raise RegistryError(f"{where}: `id` must be the file's name")
    examples = datum.get("examples") or {}
    if name != "generic" and not (examples.get("is") and examples.get("is_not")):
        raise RegistryError(f"{where}: needs examples that are of this kind and some that are not")
    needs: dict[str, Need] = {}
    optional: dict[str, Need] = {}
    stated = [bases[datum["base"]]] if "base" in datum else []
    for table in [*stated, datum.get("needs") or {}]:
        for role, text in table.items():
            plain = role.removesuffix("?")
            if plain not in roles.roles:
                raise RegistryError(f"{where}: unknown role `{plain}`")
            if role.endswith("?"):
                optional[plain] = need(text)
            else:
                needs[plain] = need(text)
                optional.pop(plain, None)
    names: dict[tuple[str, ...], str] = {}
    for role, phrases in (datum.get("names") or {}).items():
        if role not in roles.roles:
            raise RegistryError(f"{where}: unknown role `{role}`")
        for phrase in phrases:
            names[tokens(phrase)] = role
    survivors = frozenset(datum.get("survivors", ()))
    if not survivors <= roles.roles.keys():
        raise RegistryError(f"{where}: unknown role among `survivors`")
    principal = datum.get("principal", "")
    if principal and principal not in needs:
        raise RegistryError(f"{where}: needs nothing of its `principal` role")
    reads = bool(datum.get("reads_records", False))
    return Kind(name, datum["title"], needs, datum.get("trust"), reads, optional, survivors, names, principal, datum.get("base", ""))
