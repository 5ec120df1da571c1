from __future__ import annotations

from pathlib import Path

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_source import annotations_below, document_of, is_annotations, is_url, one_source, slug_in, tools_of


def written(folder: Path, text: str, name: str = "tools.json") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_json_and_yaml_are_read(tmp_path: Path) -> None:
    assert document_of(written(tmp_path, '[{"name": "a"}]')) == document_of(written(tmp_path, "- name: a\n")) == [{"name": "a"}]


def test_yaml_says_no_more_than_json_would(tmp_path: Path) -> None:
    said = "properties: {on: {default: 2024-01-31}, no: {enum: [yes, true, 3, null, 1.5]}}"
    assert document_of(written(tmp_path, said)) == {"properties": {"on": {"default": "2024-01-31"}, "no": {"enum": ["yes", True, 3, None, 1.5]}}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no JSON"),
        ("", "no JSON"),
        ("a: b: c", "neither JSON nor YAML"),
        ("[" * 100_000, "nested too deeply"),
        ("a: &a [*a]", "too large or nested too deeply"),
        ("- &a [x, x, x, x, x, x, x, x]\n" + "".join(f"- &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 8)}]\n" for n in range(9)), "too large"),
    ],
    ids=["json", "empty", "yaml", "deep", "circle", "billion"],
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, text: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llmproxy.commands.registry_source.MAX_NODES", 20_000)
    with pytest.raises(CommandError, match=said):
        document_of(written(tmp_path, text))


def test_a_fault_of_a_declaration_names_its_place() -> None:
    with pytest.raises(CommandError, match="no tools can be read: `/0`: has no `name`"):
        tools_of([{}])


def test_annotations_are_told_from_declarations() -> None:
    assert is_annotations({"server": "a", "tools": {"b": {}}})
    assert not is_annotations({"server": "a", "tools": [{"name": "b"}]}) and not is_annotations([])


def test_documents_stand_in_folders_of_their_servers_names(tmp_path: Path) -> None:
    for slug in ("b", "a"):
        (tmp_path / slug).mkdir()
        written(tmp_path / slug, "", "tools.yaml")
    assert [p.parent.name for p in annotations_below(tmp_path)] == ["a", "b"]
    assert annotations_below(tmp_path / "a") == [tmp_path / "a" / "tools.yaml"]
    assert slug_in({"server": "x"}, tmp_path / "a" / "tools.yaml") == "a"
    assert slug_in({"server": "x"}, tmp_path / "other.yaml") == "x" and slug_in([], Path("a/b.yaml")) == "a"


def test_sources_are_one() -> None:
    assert one_source(["a"]) == "a" and is_url("HTTP://a") and not is_url("a.json")
    with pytest.raises(CommandError, match="say one source"):
        one_source([])
