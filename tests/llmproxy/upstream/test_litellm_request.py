import pytest

from llmproxy.errors import BadRequest, UnsupportedParameter
from llmproxy.upstream.litellm_request import arguments

MESSAGES = [{"role": "user", "content": "hello"}]


@pytest.mark.parametrize(
    "name", ["api_base", "base_url", "api_key", "custom_llm_provider", "aws_bedrock_runtime_endpoint", "extra_headers", "callbacks", "mock_response"]
)
def test_a_client_cannot_steer_where_the_operators_key_goes(name: str) -> None:
    with pytest.raises(UnsupportedParameter) as caught:
        arguments({"messages": MESSAGES, name: "http://203.0.113.9"}, {})
    assert caught.value.param == name
    assert "203.0.113.9" not in caught.value.message


def test_tools_and_sampling_travel_bookkeeping_stays() -> None:
    given = arguments({"model": "m", "messages": MESSAGES, "tools": [], "top_k": 3, "metadata": {"a": "b"}, "temperature": None}, {"seed": 7, "top_k": 9})
    assert given == {"messages": MESSAGES, "tools": [], "top_k": 3, "seed": 7}


def test_messages_have_to_be_there() -> None:
    with pytest.raises(BadRequest):
        arguments({}, {})


def test_an_odd_name_is_not_repeated() -> None:
    with pytest.raises(UnsupportedParameter) as caught:
        arguments({"messages": MESSAGES, "Jane Roe's field": 1}, {})
    assert caught.value.param is None
