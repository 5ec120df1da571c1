"""The packaged data: complete, consistent, and refused where it is not."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tool_registry.errors import RegistryError
from tool_registry.load import COMPILED, build, compiled, digest_of, load, parsed, sources
from tool_registry.model import PRECISION_LADDERS, Use

DATA = Path(str(files("tool_registry") / "data"))
RAW = {name: path.read_bytes() for name, path in sources(DATA)}
DOCUMENTS = parsed(RAW)
KINDS = {name.removeprefix("kinds/"): datum for name, datum in DOCUMENTS.items() if name.startswith("kinds/")}


def examples(key: str) -> list[Any]:
    return [
        pytest.param(kind, example, id=f"{kind}-{example['name']}") for kind, datum in KINDS.items() for example in (datum.get("examples") or {}).get(key, ())
    ]


def recognised(example: dict[str, Any]) -> str:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in example["parameters"]}}
    return load().recognise(example["name"], example["description"], schema, trust_annotations=True).kind.name


@pytest.mark.parametrize(("kind", "example"), examples("is"))
def test_an_example_of_a_kind_is_recognised_as_it(kind: str, example: dict[str, Any]) -> None:
    assert recognised(example) == kind


@pytest.mark.parametrize(("kind", "example"), examples("is_not"))
def test_a_counterexample_of_a_kind_is_not(kind: str, example: dict[str, Any]) -> None:
    assert recognised(example) != kind


def test_there_is_enough_of_it() -> None:
    assert len(load().kinds) >= 45
    assert len(load().roles) >= 60


def test_the_tiers_are_in_order_and_say_why() -> None:
    tiers = load().tiers
    order = ["local", "first_party", "third_party_dpa", "third_party_no_dpa", "agent"]
    assert sorted(tiers, key=lambda name: (tiers[name].exposure, order.index(name))) == order
    assert tiers["third_party_no_dpa"].exposure == 1.0
    assert all(len(tier.reason) > 20 for tier in tiers.values())
    assert all(kind.trust is None or kind.trust in tiers for kind in load().kinds.values())


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"generic"}))
def test_a_kind_has_head_words_in_many_languages(kind: str) -> None:
    assert len(KINDS[kind]["words"]) >= 7


def test_yaml_read_no_word_as_a_truth_value() -> None:
    def check(value: Any) -> None:
        if isinstance(value, dict):
            for key, member in value.items():
                assert isinstance(key, str), key
                check(member)
        elif isinstance(value, list):
            for member in value:
                assert isinstance(member, str | dict), member
                check(member)

    check([DOCUMENTS["roles"]["roles"], DOCUMENTS["words"], *KINDS.values()])


def test_the_compiled_form_is_up_to_date() -> None:
    assert compiled(DATA, digest_of(RAW)) == DOCUMENTS, "run `python -m tool_registry.compile`"


def test_a_compiled_form_of_another_version_is_not_taken(tmp_path: Path) -> None:
    assert compiled(tmp_path, "x") is None
    (tmp_path / COMPILED).write_text('{"version": "y", "documents": {}}')
    assert compiled(tmp_path, "x") is None


def broken(change: Any) -> dict[str, Any]:
    """Give the documents with one of them changed."""
    documents = parsed(RAW)
    change(documents)
    return documents


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["kinds/weather"].pop("examples"), "needs examples"),
        (lambda d: d["kinds/weather"]["examples"].update({"is_not": []}), "needs examples"),
        (lambda d: d["kinds/weather"].update(id="wether"), "`id` must be the file's name"),
        (lambda d: d["kinds/weather"]["needs"].update({"moon": "payload"}), "unknown role `moon`"),
        (lambda d: d["kinds/weather"]["names"].update({"moon": ["m"]}), "unknown role `moon`"),
        (lambda d: d["trust"]["tiers"]["local"].update(exposure=0), "must be in"),
        (lambda d: d["roles"]["roles"]["location"].update(ladder="rope"), "unknown ladder"),
        (lambda d: d.pop("kinds/generic"), "`generic` is missing"),
    ],
)
def test_data_that_contradict_themselves_are_refused(change: Any, message: str) -> None:
    with pytest.raises(RegistryError, match=message):
        build(broken(change), "test")


def test_what_is_no_yaml_is_refused_by_name() -> None:
    with pytest.raises(RegistryError, match="`kinds/x` is no YAML"):
        parsed({"kinds/x": b"a: ["})


def test_every_role_moves_on_a_ladder_and_its_precision_is_a_label_of_it_or_exact() -> None:
    for role in load().roles.values():
        ladder = PRECISION_LADDERS[role.ladder]
        for got in (role.default, role.optional_default or role.default):
            if got.use is Use.PAYLOAD:
                assert got.precision in ladder, role.name


def test_loading_twice_gives_the_same_registry() -> None:
    assert load() is load()
