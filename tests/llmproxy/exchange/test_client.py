from datetime import UTC, datetime

import pytest

from llmproxy.config import Key
from llmproxy.errors import Unauthorised
from llmproxy.exchange.client import Doorkeeper
from minimize.model import Mode, Policy
from tests.upstreams.settings import settings

BOT = (Key("bot", "careful", ("gpt-*",)), "tm-bot")
OLD = (Key("old", expires=datetime(2020, 1, 1, tzinfo=UTC)), "tm-old")
GONE = (Key("gone", revoked=True), "tm-gone")
POLICIES = {"default": Policy(), "careful": Policy("careful", mode=Mode.SHADOW)}


def keeper(*keys: tuple[Key, str], **fields: object) -> Doorkeeper:
    return Doorkeeper(settings(keys=list(keys), admin="tm-admin", policies=POLICIES, **fields))


def test_a_key_brings_its_policy_and_the_operators_provider_keys() -> None:
    client = keeper(BOT).admit("tm-bot", loopback=False)
    assert (client.name, client.policy.name, client.caller.provider_keys, client.caller.token) == ("bot", "careful", True, None)
    assert client.may_use("gpt-4o")
    assert not client.may_use("claude-x")


@pytest.mark.parametrize("token", ["tm-old", "tm-gone", "tm-unknown"])
@pytest.mark.parametrize("passthrough", [True, False])
@pytest.mark.parametrize("loopback", [True, False])
def test_a_key_that_does_not_hold_is_never_sent_on(token: str, passthrough: bool, loopback: bool) -> None:
    with pytest.raises(Unauthorised):
        keeper(BOT, OLD, GONE, passthrough_keys=passthrough).admit(token, loopback=loopback)


@pytest.mark.parametrize("token", ["", "sk-somebody"])
def test_with_keys_nobody_else_is_served(token: str) -> None:
    with pytest.raises(Unauthorised):
        keeper(BOT).admit(token, loopback=True)


def test_pass_through_sends_the_clients_own_token_only() -> None:
    for loopback in (True, False):
        client = keeper().admit("sk-somebody", loopback=loopback)
        assert (client.caller.token, client.caller.provider_keys) == ("sk-somebody", False)
        assert client.name.startswith("client-")
        assert "somebody" not in client.name


def test_one_token_is_one_name_and_another_is_another() -> None:
    door = keeper()
    names = [door.admit(token, loopback=False).name for token in ("sk-a", "sk-a", "sk-b")]
    assert names[0] == names[1] != names[2]


@pytest.mark.parametrize("token", ["", "none", "dummy"])
def test_on_loopback_no_token_is_the_operator(token: str) -> None:
    client = keeper().admit(token, loopback=True)
    assert (client.name, client.caller.provider_keys, client.caller.token) == ("local", True, None)
    with pytest.raises(Unauthorised):
        keeper().admit(token, loopback=False)


def test_without_pass_through_and_keys_loopback_is_served_whatever_it_brings() -> None:
    assert keeper(passthrough_keys=False).admit("sk-somebody", loopback=True).caller.provider_keys
    with pytest.raises(Unauthorised):
        keeper(passthrough_keys=False).admit("sk-somebody", loopback=False)


def test_reports_are_for_their_key_and_the_admin() -> None:
    door = keeper(BOT)
    assert door.admit("tm-bot", loopback=False).may_read("bot")
    assert not door.admit("tm-bot", loopback=False).may_read("other")
    assert door.admit("tm-admin", loopback=False).may_read("other")


def test_a_key_that_expires_while_it_is_remembered_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    door = keeper(BOT)
    assert door.admit("tm-bot", loopback=False).name == "bot"
    monkeypatch.setattr(Key, "refusal", lambda self, now=None: "expired")
    with pytest.raises(Unauthorised):
        door.admit("tm-bot", loopback=False)


def test_being_local_is_not_remembered() -> None:
    door = keeper(passthrough_keys=False)
    assert door.admit("sk-a", loopback=True).name == "local"
    with pytest.raises(Unauthorised):
        door.admit("sk-a", loopback=False)


def test_no_token_is_held_in_memory_as_it_is() -> None:
    door = keeper(BOT)
    door.admit("tm-bot", loopback=False)
    assert "tm-bot" not in repr(vars(door))
