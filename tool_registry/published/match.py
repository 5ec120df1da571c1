"""Finds the annotation of a declared tool: by its name, with or without its server's, and by the names of its parameters.

A name alone proves nothing: a user's own `create_issue` is not GitHub's. Must not be in here: what an annotation says, files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tool_registry.published.model import PublishedTool, canonical
from tool_registry.published.packed import Head, Packed

SHARED: Final = 3
"""Parameters that a declared tool must share with the annotated one; all, where that has fewer."""
ALIKE: Final = 0.75
"""Least share of common names in all names of both (Jaccard)."""
TELLING: Final = 3
"""Words of a tool's name that by themselves make it unlikely to be somebody else's, if all its parameters are the same and more than one."""
MAX_NAME: Final = 160
"""Characters of a tool's name that are looked at."""
_LONG: Final = 5
"""Letters from which on a server's name may be the beginning of a word."""
_NAMESPACE: Final = re.compile(r"__|[./:]")
"""What only stands between a server's name and a tool's."""
_CARRIERS: Final = frozenset({"mcp", "functions", "function", "tools", "tool", "server"})
"""Words before a tool's name that name no server."""


class Published:
    """The annotations of all known public servers. Immutable; several packed parts, the first that matches as well as any wins."""

    def __init__(self, parts: Sequence[Packed]) -> None:
        self._parts = tuple(parts)
        self._known: frozenset[str] | None = None

    @property
    def parts(self) -> tuple[Packed, ...]:
        """The packed parts, in order."""
        return self._parts

    def match(self, name: str, parameters: Iterable[str]) -> PublishedTool | None:
        """Give the annotation of the tool that is declared under this name with these parameters (their names at the top), or None."""
        names = frozenset(parameters)
        if not names or not name:
            return None
        words = canonical(name[:MAX_NAME]).split("_")
        own = len(canonical(_NAMESPACE.split(name[:MAX_NAME])[-1]).split("_"))
        best: PublishedTool | None = None
        most = (False, 0.0)
        for cut in range(len(words)):
            prefix = [w for w in words[:cut] if w not in _CARRIERS]
            spaced = not prefix or cut == len(words) - own
            for part in self._parts:
                for head, tool in part.named("_".join(words[cut:])):
                    ours = _names(head, prefix)
                    sure = ours or _names(head, words[cut:])
                    if not sure and not (spaced and not self._another(prefix)):
                        continue
                    score = (sure, _alike(tool.named, names, sure or (len(words) - cut >= TELLING and len(names) > 1)))
                    if score[1] and score > most and (tool.trust != "local" or _is(head, prefix)):
                        best, most = tool, score
        return best

    def _another(self, prefix: Sequence[str]) -> bool:
        """Whether a prefix is the name of a known server."""
        if self._known is None:
            heads = (head for part in self._parts for head in part.heads)
            self._known = frozenset(canonical(alias) for head in heads for alias in (head.server, *head.aliases))
        return "_".join(prefix) in self._known


def _names(head: Head, words: Sequence[str]) -> bool:
    """Whether words hold the server's slug or one of its aliases, or begin with one (`PlantshopGetPrice`)."""
    text = f"_{'_'.join(words)}_"
    names = [canonical(alias) for alias in (head.server, *head.aliases)]
    return any(f"_{name}_" in text or (len(name) >= _LONG and text.startswith(f"_{name}")) for name in names)


def _is(head: Head, words: Sequence[str]) -> bool:
    """Whether words are the server's slug or one of its aliases and nothing else: `acme_memory` is somebody's who would like to be trusted."""
    return "_".join(words) in {canonical(alias) for alias in (head.server, *head.aliases)}


def _alike(annotated: frozenset[str], declared: frozenset[str], telling: bool) -> float:
    """How alike two tools' parameters are; 0 where that is too little to tell them for the same. Few ones tell nothing where the name doesn't."""
    shared = len(annotated & declared)
    if shared < min(SHARED, len(annotated)) or (shared < SHARED and not telling):
        return 0.0
    alike = shared / len(annotated | declared)
    return alike if alike >= ALIKE else 0.0
