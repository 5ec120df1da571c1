"""The packaged documents: all are sound, packed as they are, and refused where they are not."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tests.tool_registry.published.documents import known
from tool_registry.errors import RegistryError
from tool_registry.load import load
from tool_registry.published import sources
from tool_registry.published.packed import Packed, version_of
from tool_registry.published.read import lint

DATA = Path(str(files("tool_registry") / "data"))
RAW = dict(sources.documents(DATA / "tools"))


def test_the_packed_form_is_up_to_date() -> None:
    assert version_of((DATA / sources.PACKED).read_bytes()) == sources.digest_of(RAW), "run `python -m tool_registry.compile`"


@pytest.mark.parametrize("slug", RAW)
def test_a_packaged_document_is_sound_and_packed_whole(slug: str) -> None:
    datum = sources.parsed(slug, RAW[slug])
    assert lint(datum, slug, known()) == []
    [part] = load().published.parts
    assert part.tools(slug).keys() == datum["tools"].keys()


def test_what_is_no_yaml_or_says_a_thing_twice_is_refused() -> None:
    for content, fault in ((b"{", "no YAML"), (b"a: 1\na: 2", "`a` is said twice"), (b"? [x]\n: 1", "no YAML"), (b"x: {a: 1, a: 2}", "said twice")):
        with pytest.raises(RegistryError, match=fault):
            sources.parsed("plants", content)


def test_a_packed_form_of_other_documents_is_not_taken(tmp_path: Path) -> None:
    assert sources.packaged(tmp_path, RAW) is None
    (tmp_path / sources.PACKED).write_bytes(sources.packed_of({}, known()))
    assert sources.packaged(tmp_path, RAW) is None
    assert isinstance(sources.packaged(tmp_path, {}), Packed)


def test_a_folder_without_documents_holds_none(tmp_path: Path) -> None:
    assert list(sources.documents(tmp_path / "nothing")) == []
    (tmp_path / "empty").mkdir()
    assert list(sources.documents(tmp_path)) == []
