"""Compiles the core into the wheel: `minimize` becomes native code by mypyc where `TOOLMINIMIZE_COMPILE=1` asks for it.

The sources stay the only truth: they are in the wheel as well, type-checked strictly, and the tests run on both. An editable install is
never compiled, so what a developer changes is what runs. A build that was asked to compile and cannot fails. `TOOLMINIMIZE_COMPILE=split`
makes a file of C for each module, which compiles in half the time and runs some hundredths slower: for tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "minimize"
NOT_COMPILED = frozenset(
    {
        "minimize/__init__.py",  # a lazy `__getattr__` of the module
        "minimize/errors.py",  # classes of a built-in base lose their class attributes in mypyc
        "minimize/knowledge/load.py",  # runs once
        "minimize/knowledge/lint.py",
        "minimize/knowledge/model.py",  # its annotations name types that import it
    }
)
_PROGRAM = """
import json, sys
from mypyc.build import mypycify
from setuptools import setup
job = json.load(sys.stdin)
how = {"opt_level": "2", "debug_level": "0", "target_dir": job["work"] + "/c", "multi_file": job["split"]}
modules = mypycify([*job["mypy"], *job["files"]], **how)
script = ["-q", "build_ext", "--build-lib", job["work"] + "/lib", "--build-temp", job["work"] + "/o"]
setup(name="core", packages=[], py_modules=[], ext_modules=modules, script_args=script)
"""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's hook of this project."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled modules to a wheel that is no editable one."""
        if self.target_name != "wheel" or version == "editable" or os.environ.get("TOOLMINIMIZE_COMPILE", "0") in ("", "0"):
            return
        root = Path(self.root)
        for path in compiled(root, root / "build" / "core"):
            build_data["force_include"][str(path)] = str(path.relative_to(root / "build" / "core" / "lib"))
        build_data["infer_tag"] = True
        build_data["pure_python"] = False


def sources(root: Path) -> list[str]:
    """Give the files that are compiled, relative to the root."""
    files = (path.relative_to(root).as_posix() for path in (root / PACKAGE).rglob("*.py"))
    return sorted(name for name in files if name not in NOT_COMPILED and not name.startswith("minimize/knowledge/build/"))


def compiled(root: Path, work: Path) -> list[Path]:
    """Compile the core; give the extension modules below `work/lib`. Raises RuntimeError with the compiler's last words."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "c").mkdir(parents=True)
    # Run outside the project, whose pyproject.toml is none of setuptools' business; mypy looks for the packages in the project.
    job = {
        "files": [str(root / name) for name in sources(root)],
        "mypy": ["--ignore-missing-imports", "--follow-imports=silent", "--no-warn-unused-ignores"],
        "work": str(work),
        "split": os.environ.get("TOOLMINIMIZE_COMPILE") == "split",
    }
    environ = {**os.environ, "MYPYPATH": str(root)}
    command = [sys.executable, "-c", _PROGRAM]
    done = subprocess.run(command, input=json.dumps(job), text=True, cwd=work, env=environ, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"mypyc could not compile the core:\n{(done.stdout + done.stderr)[-4000:]}")
    return sorted((work / "lib").rglob("*.so")) + sorted((work / "lib").rglob("*.pyd"))
