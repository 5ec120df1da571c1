"""The chat-completions door of the wire: what the exchange imports. Nothing is defined here."""

from __future__ import annotations

from llmproxy.wire.chat_answer import ChatAnswer
from llmproxy.wire.chat_stream import DEFAULT_HOLD_LIMIT, ChatStream

__all__ = ["DEFAULT_HOLD_LIMIT", "ChatAnswer", "ChatStream"]
