from __future__ import annotations

from pathlib import Path

from llmproxy.config import KeyRing, ModelEntry, Settings
from minimize.model import Policy


def test_secrets_are_in_no_representation() -> None:
    entry = ModelEntry("m", {"model": "openai/m", "api_key": "hidden-1"})
    settings = Settings(
        data_dir=Path("/data"),
        database_url="postgresql://someone:hidden-2@db.example/records",
        secret=b"hidden-3",
        keys=KeyRing(b"hidden-3"),
        policies={"default": Policy()},
        model_list=(entry,),
        provider_keys={"openai": "hidden-4"},
    )
    assert "hidden" not in repr(settings)
