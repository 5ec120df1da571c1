from benchmarks.detection import records
from benchmarks.detection.records import Gold


def test_labelled_strings_keep_place_and_spans(data):
    first, second = records.labelled_strings(data / "labelled_strings.jsonl")
    assert (first.tool, first.field, first.golds, first.benign) == ("send_email", "body", (Gold(9, 34, "DI"),), False)
    assert (second.tool, second.golds, second.benign) == ("", (), True)


def test_synthetic_texts_keep_their_foreign_types(data):
    (record,) = records.presidio_synth(data / "presidio_synth_v2.jsonl")
    assert [(record.text[g.start : g.end], g.label) for g in record.golds] == [("Ann Quillonby", "PERSON"), ("41", "AGE")]


def test_names_stand_in_their_carriers_and_others_in_every_carrier_but_the_lower_one(data):
    sentence, lower, others = records.names(data / "bfcl_names.json")
    assert [(r.text, r.text[r.golds[0].start : r.golds[0].end]) for r in sentence + lower] == [
        ("Ask Ann Quillonby today", "Ann Quillonby"),
        ("ask ann quillonby today", "ann quillonby"),
    ]
    assert [r.text for r in others] == ["Annual Report", "Ask Annual Report today", '{"item": "Annual Report"}']
    assert all(r.benign for r in others)


def test_arguments_give_every_text_once_with_its_field(data):
    assert [(r.tool, r.field, r.text) for r in records.bfcl(data / "bfcl_simple_python.jsonl")] == [("area", "unit", "cm"), ("area", "kind", "flat")]
    assert [(r.tool, r.field, r.text) for r in records.api_bank(data / "apibank_calls.jsonl")] == [("Alarm", "time", "10:00")]
