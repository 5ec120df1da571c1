"""An adapter for any `EntityRecognizer` of Presidio, its own or a user's, without Presidio's engine or its models.

Must not be in here: recognizers.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from llmproxy.backends.bounded import Item
from llmproxy.backends.door import missing, option_texts
from llmproxy.backends.labels import PRESIDIO
from llmproxy.config.model import ConfigError


def make(recognizer: str = "", arguments: dict[str, Any] | None = None, labels: dict[str, Any] | None = None) -> Presidio:
    """Load a recognizer: `recognizer` is `module:Class`, made with `arguments`; `labels` ({TYPE: [category, sub]}) add to what is known."""
    module, _, name = recognizer.partition(":")
    if not module or not name:
        raise ConfigError("`recognizer` must be `module:Class`")
    try:
        kind = getattr(import_module(module), name, None)
    except ImportError as error:
        raise missing(error.name or module, "pip install presidio-analyzer, or the recognizer's own package") from None
    if not callable(kind):
        raise ConfigError(f"`{module}` has no `{name}`")
    return Presidio(kind(**(arguments or {})), {**PRESIDIO, **(option_texts(labels, "labels") if labels else {})})


class Presidio:
    """A loaded recognizer."""

    def __init__(self, recognizer: Any, labels: dict[str, tuple[str, str]]) -> None:
        """Hold a recognizer (`analyze(text, entities, nlp_artifacts)`) and what its entity types mean."""
        load = getattr(recognizer, "load", None)
        if callable(load):
            load()
        self._recognizer, self._labels = recognizer, labels
        self._entities: Sequence[str] = list(recognizer.supported_entities)
        if unknown := [e for e in self._entities if e not in labels]:
            raise ConfigError(f"what entity type `{unknown[0]}` means has to be said: `labels: {{{unknown[0]}: [category, sub]}}`")

    def find(self, text: str) -> list[Item]:
        """Give what the recognizer finds in one text, at its own scores."""
        results = self._recognizer.analyze(text, self._entities, None) or ()
        return [(r.start, r.end, *self._labels[r.entity_type], float(r.score)) for r in results if r.entity_type in self._labels]
