"""JSON pointers (RFC 6901) as text and as steps, and patterns over them. Must not be in here: documents, values, schemas."""

from __future__ import annotations

from collections.abc import Iterable


def join(steps: Iterable[str]) -> str:
    """Give the pointer of steps: `("a/b", "0")` is `/a~1b/0`, no steps are the empty pointer."""
    return "".join(["/" + (step.replace("~", "~0").replace("/", "~1") if "~" in step or "/" in step else step) for step in steps])


def split(pointer: str) -> tuple[str, ...]:
    """Give the steps of a pointer; ValueError if it is neither empty nor starts with `/`."""
    if not pointer:
        return ()
    if pointer[0] != "/":
        raise ValueError("a JSON pointer is empty or starts with `/`")
    if "~" not in pointer:
        return tuple(pointer[1:].split("/"))
    return tuple([step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")])


def matches(pattern: str, pointer: str, *, prefix: bool = False) -> bool:
    """Tell whether a pointer is the pattern's place; `*` stands for one step.

    With `prefix` the place and everything below it match (`/a/*` then matches `/a/0/b`, but not `/a`).
    """
    wanted, steps = split(pattern), split(pointer)
    if len(steps) < len(wanted) or (len(steps) > len(wanted) and not prefix):
        return False
    return all(want in ("*", step) for want, step in zip(wanted, steps, strict=False))
