"""The checks can fail: each on a small tree with the fault that it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks import docs, frame, mirror, sizes


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in {
        "minimize/a.py": "X = 1\n",
        "tests/minimize/test_a.py": "",
        "checks/mirror.txt": "# why\n",
        "checks/sizes.txt": "",
        "README.md": "# Title\n\n[here](#title) [there](docs/x.md)\n\n`make test`\n",
        "docs/x.md": "# X\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_a_sound_tree_has_no_faults(tree: Path) -> None:
    assert mirror.faults(tree) == sizes.faults(tree) == docs.link_faults(tree) == []


def test_mirror_sees_a_module_without_test_and_a_test_without_module(tree: Path) -> None:
    (tree / "minimize/b.py").write_text("")
    (tree / "tests/minimize/test_c.py").write_text("")
    assert mirror.faults(tree) == ["minimize/b.py has no tests/minimize/test_b.py", "tests/minimize/test_c.py tests no module of that name"]


def test_exceptions_only_shrink(tree: Path) -> None:
    (tree / "checks/mirror.txt").write_text("minimize/a.py small\nminimize/z.py gone\n")
    assert len(mirror.faults(tree)) == 2
    (tree / "checks/sizes.txt").write_text("minimize/a.py was long\n")
    assert sizes.faults(tree) == ["checks/sizes.txt names minimize/a.py, which is within the bound: take the line out"]


def test_sizes_sees_long_modules_and_functions(tree: Path) -> None:
    body = "\n".join("    x = 1" for _ in range(41))
    (tree / "minimize/a.py").write_text(f"def f():\n{body}\n" + "y = 1\n" * 400)
    assert [f.split(" has ")[0] for f in sizes.faults(tree)] == ["minimize/a.py:f", "minimize/a.py"]


def test_docs_sees_dangling_links_and_stale_pages(tree: Path) -> None:
    (tree / "docs/x.md").write_text("[a](y.md) [b](../README.md#nothing) [c](https://example.com/z)\n")
    assert len(docs.link_faults(tree)) == 2
    assert docs.stale(tree, {"r.md": "new"}) == ["docs/reference/r.md is stale: make docs"]
    assert docs.named(tree, docs._MAKE, {"demo"}, "make target") == ["README.md names make target test, which does not exist"]


def test_frame_sees_bad_locks() -> None:
    good = "a==1 \\\n    --hash=sha256:00\n"
    assert frame.lock_faults("core", good) == []
    assert frame.lock_faults("core", good + "b==2\n") == ["requirements/core.lock: b==2 has no hash"]
    assert frame.lock_faults("core", "--index-url https://x\n" + good)
    assert frame.lock_faults("core", "litellm==1.82.8 \\\n    --hash=sha256:00\n") == ["requirements/core.lock holds litellm 1.82.8, a compromised release"]


def test_the_frame_of_this_project_is_sound() -> None:
    assert frame.faults() == []
