"""Writes the packaged YAML once as JSON, which loads in a fiftieth of the time: `python -m tool_registry.compile`.

Must not be in here: checks of the data (`load`). The loader takes the file only if it is of the very version of the YAML.
"""

from __future__ import annotations

from pathlib import Path

import orjson

from tool_registry.load import COMPILED, build, digest_of, parsed, sources


def main() -> None:
    """Check the packaged data and write its compiled form beside it."""
    data = Path(__file__).parent / "data"
    raw = {name: path.read_bytes() for name, path in sources(data)}
    version, documents = digest_of(raw), parsed(raw)
    build(documents, version)
    (data / COMPILED).write_bytes(orjson.dumps({"version": version, "documents": documents}))


if __name__ == "__main__":
    main()
