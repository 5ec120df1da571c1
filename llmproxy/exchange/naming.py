"""What names the session of a request: the client's word, else the person whom it works for, else how the conversation began.

Must not be in here: what is counted in a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llmproxy.wire.request import ChatRequest, text_of


def named(request: ChatRequest, headers: Sequence[tuple[bytes, bytes]]) -> str:
    """Give what names a request's session: the header (or `metadata`), else `user`, else how the conversation began."""
    said = request.steering(headers).session
    if said:
        return f"session {said}"
    if request.user:
        return f"user {request.user}"
    return f"conversation {_beginning(request.messages)}"


def _beginning(messages: Sequence[Any]) -> str:
    """The conversation's texts up to the user's first; they stand in front of every later request of it."""
    texts: list[str] = []
    for message in messages:
        if isinstance(message, dict):
            texts.append(text_of(message))
            if message.get("role") == "user":
                break
    return "\n".join(texts)
