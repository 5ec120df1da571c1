"""What names the session of a request."""

from __future__ import annotations

import json
from typing import Any

from llmproxy.exchange.naming import named
from llmproxy.wire.request import ChatRequest

TALK = [{"role": "system", "content": "be kind"}, {"role": "user", "content": "hello"}]


def name(headers: list[tuple[bytes, bytes]] | None = None, **members: Any) -> str:
    return named(ChatRequest.parse(json.dumps({"model": "m", "messages": TALK, **members}).encode()), headers or [])


def test_the_clients_word_comes_first_then_the_user_then_the_conversation() -> None:
    said = {"metadata": {"x-toolminimize-session": "in metadata"}, "user": "u-7"}
    assert name([(b"x-toolminimize-session", b"in header")], **said) == "session in header"
    assert name(**said) == "session in metadata"
    assert name(user="u-7") == "user u-7"
    assert name(user=7) == name() == "conversation be kind\nhello"


def test_a_conversation_keeps_its_name_as_it_goes_on() -> None:
    longer = [*TALK, {"role": "assistant", "content": "hi"}, {"role": "user", "content": "and now?"}]
    assert name(messages=longer) == name()
    assert name(messages=[{"role": "user", "content": "other"}]) != name()
