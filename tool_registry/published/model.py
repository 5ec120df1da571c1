"""The types of public tools' annotations, frozen.

Must not be in here: reading documents (`read`), matching (`match`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tool_registry.model import Need
from tool_registry.words import fold


@dataclass(frozen=True, slots=True)
class PublishedParam:
    """What an annotation says of one place of a tool's arguments."""

    pointer: str
    """JSON pointer with `*` for one array item or one undeclared key."""
    role: str
    need: Need
    why: str
    """Why the tool needs it so, in a few words, for `explain`."""


@dataclass(frozen=True, slots=True)
class PublishedTool:
    """The annotation of one public tool."""

    server: str
    name: str
    """As the server declares it."""
    kind: str
    trust: str
    """Trust tier of the server's operator."""
    version: int
    """Of the server's annotation."""
    params: Mapping[str, PublishedParam]
    """By pointer."""

    @property
    def evidence(self) -> str:
        """Id of this annotation in `explain` and reports."""
        return f"tool.{self.server}.{self.name}"

    @property
    def named(self) -> frozenset[str]:
        """Names of its parameters at the top."""
        return top_names(self.params)


@dataclass(frozen=True, slots=True)
class PublishedServer:
    """The annotations of one public server's tools: one file `data/tools/<server>/tools.yaml`."""

    server: str
    """The slug: the folder's name."""
    title: str
    operator: str
    """Who gets what is sent to its tools."""
    version: int
    """Goes up with every change of what is said."""
    source: str
    """Where its tools are declared, and as of when: what the annotation was checked against."""
    aliases: tuple[str, ...]
    """How the server appears before its tools' names (`github__create_issue`, `mcp_github_create_issue`), besides its slug."""
    trust: str
    trust_reason: str
    tools: Mapping[str, PublishedTool]
    """By name."""


def top_names(pointers: Mapping[str, object]) -> frozenset[str]:
    """Give the names at the top of these pointers."""
    return frozenset(p[1:].split("/", 1)[0].replace("~1", "/").replace("~0", "~") for p in pointers)


def canonical(name: str) -> str:
    """Give a tool's or server's name in one spelling: lower case, `_` for whatever else separates words."""
    return "_".join("".join(c if c.isalnum() else " " for c in fold(name)).split())
