from llmproxy.upstream.interface import Caller, Deployment

ENTRY = Deployment("m", "openai", "m", "raw", "http://127.0.0.1:1", api_key="sk-operator")


def test_pass_through_sends_the_clients_own_token_never_the_entrys() -> None:
    assert Caller(token="sk-client").credential(ENTRY) == "sk-client"
    assert Caller().credential(ENTRY) is None


def test_a_matched_key_is_served_with_the_entrys() -> None:
    assert Caller(provider_keys=True).credential(ENTRY) == "sk-operator"


def test_credentials_stand_in_no_representation() -> None:
    assert "sk-operator" not in repr(ENTRY)
    assert "sk-client" not in repr(Caller(token="sk-client"))
