"""Every example of every rule and lexicon holds, and the packed data is that of the sources."""

from minimize.knowledge import lint as module
from minimize.knowledge.fields import FieldWords


def test_the_knowledge_has_no_faults():
    assert module.lint() == []


def test_a_rule_whose_example_is_not_found_is_named():
    row = {
        "id": "x.y",
        "category": "DI",
        "sub": "z",
        "regex": r"\d{4}",
        "view": "fold",
        "confidence": 0.9,
        "precision": "exact",
        "check": "",
        "near": "",
        "fields": [],
        "unless": "",
    }
    faults = module._rule_faults({**row, "match": ["<<123>>"], "avoid": ["1234"]}, FieldWords([]), {})
    assert len(faults) == 2
    assert all("x.y" in fault for fault in faults)


def test_what_says_nothing_of_what_it_must_and_must_not_match_is_a_fault():
    assert module._bare("rule `x.y`", {"match": ["<<1>>"], "avoid": []}) == ["rule `x.y` has no example that it must not match"]
    assert module._bare("rule `x.y`", {"avoid": ["1"]}) == ["rule `x.y` has no example that it must match"]
