"""The error by which a command ends with one line on stderr. Must not be in here: values of the user's."""

from __future__ import annotations


class CommandError(Exception):
    """A command cannot go on; the message is the line, `code` the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code
