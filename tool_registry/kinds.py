"""Which kind a declared tool is: weighted evidence of its name, description and parameter names, by data.

Must not be in here: roles, schemas' structure, anything in one language only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tool_registry.model import Kind
from tool_registry.words import Vocabulary, tokens

NAME, SENTENCE, PARAMETER = 3.0, 1.25, 0.6
"""Weight of a one-word phrase in the name, in the description, and of a telling parameter name."""
DESCRIPTION_AT_MOST, PARAMETERS_AT_MOST = 2.4, 2.4
THRESHOLD = 1.2
"""Below it a tool stays `generic`."""
SURE, CLEAR = 2.5, 0.6
"""A score below `SURE` (no head word of the kind in the name) must be ahead of the next by `CLEAR`."""
UNSURE = 0.3
"""Confidence of `generic`."""
_SENTENCE_TOKENS = 26


@dataclass(frozen=True, slots=True)
class Evidence:
    """One phrase that speaks for (or, with a negative weight, against) a kind; all its symbols must be there."""

    symbols: frozenset[str]
    kind: str
    in_name: float
    in_description: float


@dataclass
class KindIndex:
    """The kind data, indexed by symbol."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    by_symbol: dict[str, list[Evidence]] = field(default_factory=dict)
    parameters: dict[tuple[str, ...], set[str]] = field(default_factory=dict)

    def add_phrase(self, phrase: str, kind: str, *, name: float, description: float) -> None:
        """Add a phrase: words, `@group`, or `~` for the kind's own head words; `^0.5` at the end weakens it."""
        phrase, _, factor = phrase.partition("^")
        name, description = name * float(factor or 1), description * float(factor or 1)
        symbols = frozenset(self._symbol(part, kind) for part in phrase.split())
        count = len(symbols)
        evidence = Evidence(symbols, kind, name * (1 + 0.5 * (count - 1)), description * (1 + 0.6 * (count - 1)))
        key = min(symbols, key=lambda s: (s.startswith("@"), s))
        self.by_symbol.setdefault(key, []).append(evidence)

    def _symbol(self, part: str, kind: str) -> str:
        if part == "~":
            return f"~{kind}"
        if part.startswith(("@", "~")):
            return part
        return (tokens(part) or (part,))[0]

    def scores(self, name: str, description: str, parameters: Iterable[str]) -> dict[str, float]:
        """Give each kind's score; kinds without evidence are absent."""
        by_name, told = self._words(name, description)
        scores = dict(by_name)
        for kind, weight in told.items():
            scores[kind] = scores.get(kind, 0.0) + min(weight, DESCRIPTION_AT_MOST)
        told_by: dict[str, float] = {}
        for parameter in parameters:
            for kind in self.parameters.get(tokens(parameter), ()):
                told_by[kind] = min(PARAMETERS_AT_MOST, told_by.get(kind, 0.0) + PARAMETER)
        for kind, weight in told_by.items():
            scores[kind] = scores.get(kind, 0.0) + weight
        return scores

    def _words(self, name: str, description: str) -> tuple[dict[str, float], dict[str, float]]:
        """Give what the name says of each kind, and what the description adds."""
        by_name: dict[str, float] = {}
        told_of: dict[str, float] = {}
        named = self.vocabulary.symbols(name)
        told = self.vocabulary.symbols(description[:600], limit=_SENTENCE_TOKENS) - named if description else set()
        either = named | told
        for symbol in either:
            for evidence in self.by_symbol.get(symbol, ()):
                if evidence.symbols <= named:
                    by_name[evidence.kind] = by_name.get(evidence.kind, 0.0) + evidence.in_name
                elif evidence.symbols <= either:
                    told_of[evidence.kind] = told_of.get(evidence.kind, 0.0) + evidence.in_description
        return by_name, told_of

    def recognise(self, name: str, description: str, parameters: Iterable[str]) -> tuple[Kind, float]:
        """Give the kind with the highest score and how sure that is (0 to 1); `generic` where nothing speaks enough.

        Two kinds about which only the description speaks, and alike, are no kind at all.
        """
        scores = self.scores(name, description, parameters)
        ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        if not ranked or ranked[0][1] < THRESHOLD:
            return self.kinds["generic"], UNSURE
        kind, best = ranked[0]
        second = max(0.0, ranked[1][1]) if len(ranked) > 1 else 0.0
        if best - second < CLEAR and best < SURE:
            return self.kinds["generic"], UNSURE
        margin = (best - second) / best
        return self.kinds[kind], round(min(0.99, (best / (best + 1.5)) * (0.6 + 0.4 * margin)), 3)


def index_kind(index: KindIndex, kind: Kind, evidence: Mapping[str, object]) -> None:
    """Add one kind's evidence: `words` by language, `name` and `text` phrases, `against`, `params`."""
    index.kinds[kind.name] = kind
    words = evidence.get("words")
    if isinstance(words, Mapping) and words:
        index.vocabulary.add_all(words, f"~{kind.name}")
        index.add_phrase("~", kind.name, name=2.5 * _number(evidence.get("bare")), description=SENTENCE)
    for phrase in _strings(evidence.get("name")):
        index.add_phrase(phrase, kind.name, name=NAME, description=SENTENCE)
    for phrase in _strings(evidence.get("text")):
        index.add_phrase(phrase, kind.name, name=SENTENCE, description=SENTENCE)
    for phrase in _strings(evidence.get("against")):
        index.add_phrase(phrase, kind.name, name=-4.0, description=-0.5)
    for name in _strings(evidence.get("params")):
        index.parameters.setdefault(tokens(name), set()).add(kind.name)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 1.0


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, list) else ()
