"""Writes the packaged YAML once as JSON, and the annotations of public tools packed, which loads in a fiftieth of the time: `python -m tool_registry.compile`.

Must not be in here: checks of the data (`load`). The loader takes the file only if it is of the very version of the YAML.
"""

from __future__ import annotations

from pathlib import Path

import orjson

from tool_registry.load import COMPILED, build, digest_of, known_of, parsed, sources
from tool_registry.published import sources as public


def main() -> None:
    """Check the packaged data and write its compiled form beside it."""
    data = Path(__file__).parent / "data"
    raw = {name: path.read_bytes() for name, path in sources(data)}
    version, documents = digest_of(raw), parsed(raw)
    knowledge = build(documents, version)
    (data / COMPILED).write_bytes(orjson.dumps({"version": version, "documents": documents}))
    (data / public.PACKED).write_bytes(public.packed_of(dict(public.documents(data / "tools")), known_of(knowledge)))


if __name__ == "__main__":
    main()
