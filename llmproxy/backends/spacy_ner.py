"""The names that a model of spaCy finds; for comparison rather than for use: slower and worse than the deterministic path.

Needs spaCy and a model, installed by the user. Must not be in here: which texts it is shown.
"""

from __future__ import annotations

from typing import Any

from llmproxy.backends.bounded import Item
from llmproxy.backends.door import missing, option_texts
from llmproxy.backends.labels import SPACY


def make(model: str = "en_core_web_sm", labels: dict[str, Any] | None = None, confidence: float = 0.9) -> Spacy:
    """Load a model by its package. `labels` ({LABEL: [category, sub]}) add to what is known; spaCy gives no probability, `confidence` stands for it."""
    try:
        import spacy
    except ImportError:
        raise missing("spacy", "pip install spacy, and a model") from None
    if not spacy.util.is_package(model):
        raise missing(model, f"install the model, e.g. `python -m spacy download {model}`")
    pipeline = spacy.load(model, disable=["parser", "lemmatizer", "attribute_ruler", "tagger"])
    return Spacy(pipeline, {**SPACY, **(option_texts(labels, "labels") if labels else {})}, confidence)


class Spacy:
    """A loaded pipeline."""

    def __init__(self, pipeline: Any, labels: dict[str, tuple[str, str]], confidence: float) -> None:
        """Hold a pipeline, what its labels mean, and the confidence of all its findings."""
        self._pipeline, self._labels, self._confidence = pipeline, labels, confidence

    def find(self, text: str) -> list[Item]:
        """Give the entities of one text whose labels mean something."""
        entities = self._pipeline(text).ents
        return [(e.start_char, e.end_char, *self._labels[e.label_], self._confidence) for e in entities if e.label_ in self._labels]
