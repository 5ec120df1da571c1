"""The door for backends: a factory gives something with `find(text)`. Ours and users' come in the same way.

A user's package declares an entry point in the group `toolminimize.backends`; its object is a factory: called with the `options` of the
configuration as keyword arguments, it gives a `Recogniser`. Must not be in here: a backend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from llmproxy.backends.bounded import Bounded
from llmproxy.config.model import BackendEntry, ConfigError
from minimize.model import Backend

GROUP: Final = "toolminimize.backends"
BUILT_IN: Final = {
    "rampart": "llmproxy.backends.rampart:make",
    "spacy": "llmproxy.backends.spacy_ner:make",
    "presidio": "llmproxy.backends.presidio:make",
}
"""Type -> factory, as an entry point would name it. A plug-in cannot take one of these names."""


class Recogniser(Protocol):
    """What a factory gives. `find` may be called from several threads, one call at a time."""

    def find(self, text: str) -> Sequence[tuple[int, int, str, str, float]]:
        """Give (start, end, category code, sub label, confidence of 0 to 1) of each item, offsets in code points."""
        ...


Factory = Callable[..., Recogniser]


def load(entries: Sequence[BackendEntry]) -> tuple[Backend, ...]:
    """Make every configured backend, each with its time budget. Raises ConfigError in one line where one cannot be had."""
    return tuple(_backend(entry) for entry in entries)


def check(entries: Sequence[BackendEntry]) -> None:
    """Raise ConfigError where a configured type is none that there is; nothing is made."""
    for entry in entries:
        if entry.type not in BUILT_IN and not any(point.name == entry.type for point in entry_points(group=GROUP)):
            raise _unknown(entry.type)


def _unknown(name: str) -> ConfigError:
    return ConfigError(f"no backend of type `{name}`: there are {', '.join(sorted({*BUILT_IN, *(p.name for p in entry_points(group=GROUP))}))}")


def _backend(entry: BackendEntry) -> Backend:
    factory = _factory(entry.type)
    try:
        recogniser = factory(**entry.options)
    except ConfigError as error:
        raise ConfigError(f"backend `{entry.name}`: {error}") from None
    except Exception as error:
        raise ConfigError(f"backend `{entry.name}` cannot be made: {type(error).__name__}: {' '.join(str(error).split())[:200]}") from None
    find = Bounded(recogniser.find, entry.timeout_s)
    return Backend(entry.name, find, entry.mode, entry.min_confidence, entry.max_length)


def _factory(name: str) -> Factory:
    place = BUILT_IN.get(name)
    if place is not None:
        module, _, attribute = place.partition(":")
        made: Factory = getattr(import_module(module), attribute)
        return made
    for point in entry_points(group=GROUP):
        if point.name == name:
            try:
                plugged: Factory = point.load()
            except Exception as error:
                raise ConfigError(f"backend `{name}`: its package cannot be imported: {type(error).__name__}") from None
            return plugged
    raise _unknown(name)


def missing(package: str, how: str) -> ConfigError:
    """Say which package a backend needs and how one gets it."""
    return ConfigError(f"`{package}` is not installed: {how}")


def option_texts(value: Any, name: str) -> dict[str, tuple[str, str]]:
    """Read a user's map of labels: `{LABEL: [category, sub]}`. Raises ConfigError."""
    if not isinstance(value, dict) or not all(isinstance(v, list | tuple) and len(v) == 2 and all(isinstance(x, str) for x in v) for v in value.values()):
        raise ConfigError(f"`{name}` must be a mapping of labels to [category, sub]")
    return {str(label): (pair[0], pair[1]) for label, pair in value.items()}
