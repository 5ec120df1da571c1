import pytest

from llmproxy.upstream.table import ModelTable, wildcard
from tests.upstreams.settings import entry


def models(table: ModelTable, name: str) -> list[tuple[str, str]]:
    return [(c.placement.model, c.placement.base_url or "") for c in table.find(name)]


def test_a_star_stands_for_what_the_client_wrote() -> None:
    table = ModelTable([entry("openai/*", "openai/*", "http://a/v1"), entry("*", "openai/*", "http://b/v1")])
    assert models(table, "openai/gpt-4o") == [("gpt-4o", "http://a/v1")]
    assert models(table, "anything") == [("anything", "http://b/v1")]


def test_entries_of_one_name_stand_in_order_and_before_wildcards() -> None:
    table = ModelTable([entry("*", "openai/*", "http://w/v1"), entry("m", "openai/one", "http://a/v1"), entry("m", "openai/two", "http://b/v1")])
    assert models(table, "m") == [("one", "http://a/v1"), ("two", "http://b/v1")]


def test_a_client_that_asks_for_a_star_gets_no_entry_by_its_name() -> None:
    assert models(ModelTable([entry("m", "openai/m", "http://a/v1")]), "*") == []


def test_without_a_list_names_are_litellms() -> None:
    assert models(ModelTable([]), "gpt-4o") == [("gpt-4o", "https://api.openai.com/v1")]


def test_no_match_is_no_candidate() -> None:
    assert models(ModelTable([entry("m", "openai/m", "http://a/v1")]), "n") == []


ADDRESSES = ("http://10.0.0.1/x", "https://h.example/v1", "../v1/files", "m?key=1", "m#x", "a b", "m%2e%2e", "m\r\nx: y")


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_client_cannot_name_a_host_or_path_where_names_become_urls(name: str) -> None:
    table = ModelTable([entry("huggingface/*", "huggingface/*"), entry("any/*", "*"), entry("own", "huggingface/https://h.example/v1")])
    assert models(table, f"huggingface/{name}") == models(table, f"any/oobabooga/{name}") == models(table, f"any/{name}") == []
    assert models(ModelTable([]), f"oobabooga/{name}") == models(ModelTable([]), name) == []
    assert models(table, "own") == [("huggingface/https://h.example/v1", "")]  # the operator may
    assert models(table, "huggingface/org/model-1.5:fast@q4") == [("huggingface/org/model-1.5:fast@q4", "")]


def test_where_names_travel_in_the_body_they_may_be_anything() -> None:
    assert models(ModelTable([entry("*", "openai/*", "http://a/v1")]), "my model #2") == [("my model #2", "http://a/v1")]


def test_an_entrys_fields_are_defaults_and_the_word_none_is_no_key() -> None:
    candidate = ModelTable([entry("m", "openai/m", "http://a/v1", api_key="none", temperature=0, rpm=3, extra_headers={"X-Title": "t"})]).find("m")[0]
    deployment = candidate.deployment(candidate.placement, None)
    assert (deployment.api_key, deployment.defaults, deployment.params, deployment.headers) == (None, {"temperature": 0}, {}, (("X-Title", "t"),))


def test_settings_without_effect_are_named() -> None:
    table = ModelTable([entry("m", "openai/m", "http://a/v1", rpm=3), entry("v", "hosted_vllm/x")])
    assert table.remarks() == (
        "model_list `m`: `rpm` has no effect on an OpenAI-compatible upstream",
        "model_list `v`: the provider has no base URL of its own, `api_base` is missing",
    )


def test_wildcard() -> None:
    assert wildcard("gpt-*", "gpt-4o") == "4o"
    assert wildcard("*-mini", "gpt-mini") == "gpt"
    assert wildcard("gpt-*", "o3") is None
    assert wildcard("gpt", "gpt") is None
