"""A small folder of data of our own, in the forms of the real files."""

import json

import pytest


@pytest.fixture
def data(tmp_path):
    def put(name, rows):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    text = "Write to ann.quillonby@example.com"
    span = {"start": 9, "end": len(text), "cat": "DI", "sub": "email", "text": text[9:], "opt": False}
    put(
        "labelled_strings.jsonl",
        [
            {"id": 0, "tool": "send_email", "field": "body", "text": text, "spans": [span], "benign": False},
            {"id": 1, "tool": None, "field": "unit", "text": "metric", "spans": [], "benign": True},
        ],
    )
    full = "Ann Quillonby is 41 years old"
    put(
        "presidio_synth_v2.jsonl",
        [
            {
                "full_text": full,
                "spans": [
                    {"entity_type": "PERSON", "entity_value": full[:13], "start_position": 0, "end_position": 13},
                    {"entity_type": "AGE", "entity_value": "41", "start_position": 17, "end_position": 19},
                ],
            }
        ],
    )
    names = {
        "names": ["Ann Quillonby"],
        "not_names": ["Annual Report"],
        "carriers": {"bare": "{}", "sentence": "Ask {} today", "lower": "ask {} today", "json": '{{"item": "{}"}}'},
    }
    (tmp_path / "bfcl_names.json").write_text(json.dumps(names), encoding="utf-8")
    put("bfcl_simple_python.jsonl", [{"ground_truth": [{"area": {"unit": ["cm", ""], "base": [3], "notes": [{"kind": ["flat"]}]}}]}])
    put("apibank_calls.jsonl", [{"tool": "Alarm", "arguments": {"time": "10:00"}}])
    return tmp_path
