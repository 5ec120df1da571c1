"""Annotations from outside: files, folders, installed packages; which one counts; what is no good."""

from __future__ import annotations

import sys
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path

import pytest

from llmproxy import annotations
from llmproxy.annotations import PACKAGED, knowledge, loaded, named
from llmproxy.config.model import ConfigError
from tests.llmproxy.outside import document
from tool_registry.load import load

SCHEMA = {"type": "object", "properties": {n: {"type": "string"} for n in ("pickup", "rider", "remark")}}


def precision(names: list[str]) -> str:
    spec = loaded(names).registry.recognise("acme__zap_order", "", SCHEMA, trust_annotations=True)
    return f"{spec.published} {spec.params['/pickup'].need.precision}"


def test_nothing_named_is_what_is_packaged() -> None:
    assert loaded([]).registry is load() and loaded([]).origin("anything") == PACKAGED
    assert knowledge([]).registry is load()


def test_a_file_or_a_folder_is_enough_to_recognise_a_tool(tmp_path: Path) -> None:
    path = document(tmp_path)
    for name in (str(tmp_path), str(path.parent), str(path)):
        assert precision([name]) == "tool.acme-rides.zap_order street"
    known = loaded([str(tmp_path)])
    assert known.origin("acme-rides") == str(path)
    assert [(head.server, tool.name) for head, tool in known.tools("Zap-Order")] == [("acme-rides", "zap_order")]
    assert set(load().published.parts[0].heads) < set(known.heads())


def test_a_file_of_any_name_names_its_server(tmp_path: Path) -> None:
    other = document(tmp_path).rename(tmp_path / "mine.yaml")
    assert precision([str(other)]) == "tool.acme-rides.zap_order street"


def test_of_two_about_one_server_the_later_counts_whole(tmp_path: Path) -> None:
    document(tmp_path / "one", precision="street")
    document(tmp_path / "two", precision="city", version=1)
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    assert precision([one, two]) == "tool.acme-rides.zap_order city"
    assert precision([two, one]) == "tool.acme-rides.zap_order street"
    assert loaded([one, two]).registry.version != loaded([two, one]).registry.version != load().version


def test_a_packaged_server_is_replaced_whole(tmp_path: Path) -> None:
    slug = load().published.parts[0].heads[0].server
    document(tmp_path, slug)
    known = loaded([str(tmp_path)])
    (head,) = [head for head in known.heads() if head.server == slug]
    assert list(known.of(head)) == ["zap_order"] and known.origin(slug) != PACKAGED


class Installed(Distribution):
    """A distribution that is only said to be there."""

    def read_text(self, filename: str) -> str | None:
        return "Metadata-Version: 2.1\nName: acme-annotations\nVersion: 1.4\n" if filename == "METADATA" else None

    def locate_file(self, path: object) -> Path:
        raise NotImplementedError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with an entry point, and one that cannot be imported."""
    folder = tmp_path / "acme_annotations"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint("acme", "acme_annotations", annotations.GROUP), EntryPoint("broken", "acme_broken", annotations.GROUP)]
    made = [point._for(Installed()) for point in points]  # type: ignore[attr-defined]
    monkeypatch.setattr(annotations, "installed", lambda: made)
    monkeypatch.delitem(sys.modules, "acme_annotations", raising=False)
    return folder


def test_a_package_is_loaded_by_its_entry_point(package: Path) -> None:
    document(package)
    assert precision(["acme"]) == "tool.acme-rides.zap_order street"
    assert loaded(["acme"]).origin("acme-rides") == "package acme-annotations 1.4"


def test_a_file_after_a_package_counts(package: Path, tmp_path: Path) -> None:
    document(package)
    document(tmp_path / "mine", precision="city")
    assert precision(["acme", str(tmp_path / "mine")]) == "tool.acme-rides.zap_order city"


def test_what_cannot_be_loaded_is_one_line(package: Path, tmp_path: Path) -> None:
    wrong = document(tmp_path / "wrong")
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("role: origin", "role: orign"), encoding="utf-8")
    (tmp_path / "no.yaml").write_text("a: b: c", encoding="utf-8")
    for name, complaint in (
        ("nobody", r"no file and no installed package `nobody`: there are acme, broken"),
        ("broken", r"cannot be imported: ModuleNotFoundError"),
        ("acme", r"package acme-annotations 1\.4 holds no `<server>/tools\.yaml`"),
        (str(tmp_path / "empty"), r"holds no `<server>/tools\.yaml`"),
        (str(wrong), r"tools\.yaml: tools/acme-rides: tool `zap_order` `/pickup`: unknown role `orign`"),
        (str(tmp_path / "no.yaml"), r"no\.yaml: tools/document: the document is no YAML"),
    ):
        with pytest.raises(ConfigError, match=complaint):
            loaded([name])


def test_the_configuration_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOOLMINIMIZE_CONFIG", raising=False)
    config = tmp_path / "config.yaml"
    config.write_text("registry: [./mine]\n", encoding="utf-8")
    assert named(None) == () and named(config) == (str(tmp_path / "mine"),)
    document(tmp_path / "mine")
    assert knowledge(named(config)).registry.version != load().version
