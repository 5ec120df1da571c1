"""Packs the hand-written knowledge (`data/**/*.yaml`, `data/terms/*.txt`) into `data/rules.bin`.

    python -m minimize.knowledge.build.compile

Must not be in here: knowledge, and the lexicons from public sources (`minimize.knowledge.build.sources`).
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from minimize.errors import KnowledgeError
from minimize.knowledge.relax import relax
from minimize.knowledge.text import fold

DATA: Final = Path(__file__).parent.parent / "data"
_MARK = re.compile(r"<<(.*?)>>", re.DOTALL)
_MARK_SQUARE = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_LOOK = re.compile(r"\(\?<?!(\[[^\]]*\]|\\w)")
_PERSIAN: Final = frozenset("\u06a9\u06cc")
"""Letters of Persian that fold to those of Arabic, where a short word may be another one."""
GLUED = r"a-zA-Z0-9_\u00c0-\u052f"
"""What glues to an id in a look-around: letters of scripts with spaces between words, so `\u53f7123` is an id and `x123` is none."""
_RULE_KEYS: Final = {"id", "category", "sub", "regex", "view", "confidence", "precision", "check", "near", "fields", "unless", "match", "avoid", "source", "gate"}


def inputs() -> list[Path]:
    """Give the files that `rules.bin` is made of, in a fixed order."""
    return sorted(
        [
            DATA / "categories.yaml",
            DATA / "fields.yaml",
            DATA / "languages.yaml",
            DATA / "people.yaml",
            DATA / "names" / "public.txt",
            DATA / "names" / "not_occupations.txt",
            DATA / "names" / "everyday.txt",
            *(DATA / "patterns").glob("*.yaml"),
            *(DATA / "terms").glob("*.txt"),
        ]
    )


def digest() -> str:
    """Give the hash of the inputs and of this module, which `rules.bin` carries."""
    made = hashlib.sha256()
    for path in [*inputs(), Path(__file__), Path(__file__).parent.parent / "relax.py"]:
        made.update(path.name.encode() + b"\0" + path.read_bytes())
    return made.hexdigest()[:16]


def digest_of(gate: str) -> str:
    """Give the hash of what the rules behind a gate are made of."""
    made = hashlib.sha256()
    for path in (DATA / "patterns" / f"{gate}.yaml", Path(__file__), Path(__file__).parent.parent / "relax.py"):
        made.update(path.read_bytes())
    return made.hexdigest()[:16]


def example(written: str, field: str = "") -> dict[str, Any]:
    """Read an example: `<<...>>` (or `[[...]]`, where the text has angle brackets) marks what has to be found."""
    spans: list[tuple[int, int]] = []
    text, last = "", 0
    for mark in (_MARK_SQUARE if "[[" in written else _MARK).finditer(written):
        text += written[last : mark.start()]
        spans.append((len(text), len(text) + len(mark[1])))
        text += mark[1]
        last = mark.end()
    return {"text": text + written[last:], "spans": spans, "field": field}


def read_yaml(path: Path) -> Any:
    """Read one YAML file. Raises KnowledgeError for a word in a list that YAML takes for true or false (`on`, `no`)."""
    read = yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    _no_truth_in_lists(read, path.name)
    return read


def _no_truth_in_lists(value: Any, name: str) -> None:
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(item, bool) and isinstance(value, list):
            raise KnowledgeError(f"{name}: a list holds a word that YAML takes for true or false; put it in quotes")
        _no_truth_in_lists(item, name)


def rules() -> Iterator[dict[str, Any]]:
    """Read every rule of `data/patterns`, with its examples. Raises KnowledgeError for a rule without examples or with unknown keys."""
    for path in sorted((DATA / "patterns").glob("*.yaml")):
        read = read_yaml(path)
        defaults, parts = read.get("defaults", {}), read.get("parts", {})
        gate = path.stem if "gate" in read else ""
        for row in read["rules"]:
            rule = {"gate": gate, "view": "fold", "precision": "exact", "check": "", "near": "", "fields": [], "unless": "", "confidence": 0.9, **defaults, **row}
            unknown = rule.keys() - _RULE_KEYS
            if unknown:
                raise KnowledgeError(f"{path.name}: rule `{row.get('id')}` has unknown keys {sorted(unknown)}")
            if not rule.get("match") or not rule.get("source"):
                raise KnowledgeError(f"{path.name}: rule `{row.get('id')}` has no examples that must match, or no source")
            for key in ("regex", "near", "unless"):
                rule[key] = _with_parts(rule[key], parts)
                if key != "regex" or rule["view"] == "fold":
                    rule[key] = "".join(c if c.isascii() else fold(c) for c in rule[key])
            rule["regex"] = _LOOK.sub(lambda m: m[0].replace("\\w", GLUED if m[1][0] == "[" else f"[{GLUED}]"), rule["regex"])
            yield rule


def gates() -> dict[str, Any]:
    """Read the gates of the files in `data/patterns` that have one: `letters`, a class of characters, `words`, `pieces` of words, `sets`."""
    heads = {path.stem: read_yaml(path).get("gate") for path in sorted((DATA / "patterns").glob("*.yaml"))}
    folded = {name: {key: [fold(word) for word in head.get(key, [])] for key in ("words", "pieces")} for name, head in heads.items() if head}
    return {name: {"letters": heads[name].get("letters", ""), "sets": heads[name].get("sets", 0), **words} for name, words in folded.items()}


def _with_parts(pattern: str, parts: dict[str, str]) -> str:
    """Put the file's named parts into a pattern: `{{month}}`."""
    for _ in range(4):
        if "{{" not in pattern:
            break
        pattern = re.sub(r"\{\{(\w+)\}\}", lambda m: "(?:" + parts[m[1]] + ")", pattern)
    return pattern


def terms() -> Iterator[dict[str, Any]]:
    """Read the sections of `data/terms`: heading, words, examples.

    `@ CATEGORY SUB CONFIDENCE [need=..] [extend=..] [precision=..]`, then words, one a line or separated by ` | `;
    `+ text with <<word>>` must match, `- text` must not, `#` is a comment.
    """
    for path in sorted((DATA / "terms").glob("*.txt")):
        section: dict[str, Any] | None = None
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("@ "):
                if section is not None:
                    yield section
                category, sub, confidence, *rest = line[2:].split()
                options = dict(part.split("=", 1) for part in rest)
                name = f"{path.stem}.{sub}.{number}"
                section = {"id": name, "category": category, "sub": sub, "confidence": float(confidence), **options, "words": [], "match": [], "avoid": []}
                continue
            if section is None:
                raise KnowledgeError(f"{path.name}:{number}: words before the first heading")
            if line.startswith("+ ") or line.startswith("- "):
                section["match" if line[0] == "+" else "avoid"].append(line[2:])
            else:
                section["words"] += [w.strip() for w in line.split(" | ") if (len(w.strip(" *")) > 1 or section["category"] == "-") and " * " not in w]
        if section is not None:
            yield section


def _term(word: str) -> str:
    """Fold a word of a lexicon; ` *` at its end says no more than the word itself. A short one in capitals has to stand in capitals (`^`), one with accents
    that is short without them has to stand with them (`~`)."""
    if word.isascii() and word.isupper() and len(word) <= 6:
        return "^" + fold(word)
    if word.isascii() and len(word) <= 6 and any(c.isupper() for c in word[1:]):
        return f"~{fold(word)}={word}"
    if len(word) <= 6 and not _PERSIAN.isdisjoint(word):
        return f"~{fold(word)}={word}"
    folded = fold(word[:-2] if word.endswith(" *") else word)
    if folded.isascii() and len(folded) <= 4 and folded != word.lower():
        return f"~{folded}={word.lower()}"
    return folded


def pack() -> dict[str, Any]:
    """Give the packed form of everything hand-written."""
    sections, words = [], []
    for section in terms():
        if not section["match"]:
            raise KnowledgeError(f"lexicon section `{section['id']}` has no example")
        sections.append({k: v for k, v in section.items() if k not in ("words", "match", "avoid")})
        words.append("\n".join(sorted({_term(w) for w in section["words"]})))
    patterns: dict[str, list[dict[str, Any]]] = {"": []}
    for rule in rules():
        patterns.setdefault(rule["gate"], []).append(packed_rule(rule))
    categories = [{k: v for k, v in row.items() if k != "examples"} for row in read_yaml(DATA / "categories.yaml")["categories"]]
    return {
        "digest": digest(),
        "categories": categories,
        "patterns": patterns.pop(""),
        "gated": patterns,
        "gates": gates(),
        "terms": {"sections": sections, "words": words},
        "fields": fields(),
        "everyday": sorted({fold(w) for w in _names("everyday")}),
        "not_occupations": sorted({fold(w) for w in _names("not_occupations")}),
        "public": "\n".join(sorted({fold(w) for w in _names("public")})),
        "languages": read_yaml(DATA / "languages.yaml"),
        "people": {key: sorted({fold(str(w)) for w in words}) for key, words in read_yaml(DATA / "people.yaml").items()},
    }


def packed_rule(rule: dict[str, Any]) -> dict[str, Any]:
    """Give the packed form of a rule: without its examples, with its prefilters."""
    near = relax(rule["near"]) if rule["near"] else ""
    kept = {k: v for k, v in rule.items() if k not in ("match", "avoid", "source", "gate")}
    return {**kept, "prefilter": relax(rule["regex"]), "near_prefilter": near}


def _names(name: str) -> list[str]:
    """Read one list of `data/names`, comma-separated, `#` comments."""
    lines = (DATA / "names" / f"{name}.txt").read_text("utf-8").splitlines()
    return [w.strip() for line in lines if not line.startswith("#") for w in line.split(",") if w.strip()]


def fields() -> list[dict[str, Any]]:
    """Read the field words."""
    read = read_yaml(DATA / "fields.yaml")
    defaults = {"category": "", "mode": "whole", "confidence": 0.9, "precision": "exact", "shape": ""}
    return [{**defaults, **row, "names": [str(n) for n in row["names"]]} for row in read["fields"]]


def write(name: str, data: dict[str, Any]) -> int:
    """Write one packed file; give its size in bytes."""
    packed = zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    (DATA / name).write_bytes(packed)
    return len(packed)


def main() -> None:
    """Write `rules.bin`, and the rules behind each gate beside it."""
    data = pack()
    for gate, behind in data.pop("gated").items():
        write(f"{gate}.bin", {"digest": digest_of(gate), "patterns": behind})
    size = write("rules.bin", data)
    words = sum(w.count("\n") + 1 for w in data["terms"]["words"])
    print(f"rules.bin: {size} bytes, {len(data['patterns'])} rules, {words} terms in {len(data['terms']['sections'])} sections")


if __name__ == "__main__":
    main()
