from __future__ import annotations

from datetime import UTC, datetime, timedelta

from llmproxy.config.keys import Key, KeyRing, is_ours, is_sendable, keyed_hash

SECRET = b"a secret of the installation"
RING = KeyRing.of(SECRET, [(Key("desk"), "tm-one"), (Key("old", revoked=True), "tm-two")], "tm-admin")


def test_a_token_finds_its_key_and_only_whole() -> None:
    found = RING.find("tm-one")
    assert found is not None and found.name == "desk"
    assert RING.find("tm-on") is None and RING.find("tm-one ") is None and RING.find("") is None


def test_a_revoked_key_is_found_so_that_it_can_be_refused() -> None:
    old = RING.find("tm-two")
    assert old is not None and old.refusal() == "revoked"


def test_a_key_expires() -> None:
    now = datetime(2027, 1, 1, tzinfo=UTC)
    key = Key("short", expires=now)
    assert key.refusal(now - timedelta(seconds=1)) is None and key.refusal(now) == "expired"


def test_models_of_a_key() -> None:
    assert Key("all").allows("anything")
    some = Key("some", models=("fast", "big-*"))
    assert some.allows("fast") and some.allows("big-one") and not some.allows("faster") and not some.allows("big")


def test_tokens_are_held_hashed_only() -> None:
    held = repr(RING) + repr(RING.entries) + repr(RING._by_digest)
    assert "tm-one" not in held and keyed_hash(SECRET, "tm-one") in [digest for _, digest in RING.entries]


def test_another_secret_gives_other_hashes() -> None:
    assert keyed_hash(SECRET, "x") != keyed_hash(b"other", "x")
    assert len(keyed_hash(SECRET, "\ud800")) == 32


def test_the_admin_key_is_no_client_key() -> None:
    assert RING.is_admin("tm-admin") and RING.find("tm-admin") is None
    assert not KeyRing(SECRET).is_admin("")


def test_a_fingerprint_is_stable_and_says_nothing() -> None:
    name = RING.fingerprint("sk-client")
    assert name == RING.fingerprint("sk-client") != RING.fingerprint("sk-client2")
    assert name.startswith("client-") and len(name) == 23


def test_our_prefix() -> None:
    assert is_ours("tm-x") and is_ours("TM-x") and not is_ours("sk-x")


def test_what_a_header_can_carry() -> None:
    assert is_sendable("tm-Ab_9.=~")
    assert not any(is_sendable(token) for token in ("", "a b", " a", "a\n", "a\x7f", "a\u00e9"))
