from typing import Any

from llmproxy.upstream.litellm_mend import ChunkMender, whole


def chunk(index: int, delta: dict[str, Any], finish: str | None = None, id: str = "c1") -> dict[str, Any]:
    return {"id": id, "created": 1, "model": "ollama_chat/llama3", "choices": [{"index": index, "delta": delta, "finish_reason": finish}], "usage": None}


CALL = {"tool_calls": [{"index": 0, "id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}


def test_a_whole_answer_has_its_required_nulls_and_no_positions_in_calls() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [{"index": 1, "id": "t", "function": {"name": "f", "arguments": "{}"}}]}
    out = whole({"model": "anthropic/claude-x", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}, "anthropic")
    assert out["model"] == "claude-x"
    assert out["choices"][0]["message"] == {"role": "assistant", "content": None, "tool_calls": [{"id": "t", "function": {"name": "f", "arguments": "{}"}}]}


def test_chunks_of_one_answer_share_id_and_bare_model() -> None:
    mender = ChunkMender("ollama_chat")
    out = [c for given in (chunk(0, {"content": "a"}, id="c1"), chunk(0, {"content": "b"}, id="c2")) for c in mender.feed(given)]
    assert [(c["id"], c["model"], c["choices"][0]["finish_reason"]) for c in out] == [("c1", "llama3", None), ("c1", "llama3", None)]


def test_every_choice_gets_its_own_finish() -> None:
    mender = ChunkMender("x")
    for given in (chunk(0, {"content": "a"}), chunk(1, CALL)):
        list(mender.feed(given))
    (finish,) = mender.feed(chunk(0, {}, "tool_calls"))
    assert finish["choices"][0]["finish_reason"] == "stop"
    assert [(c["choices"][0]["index"], c["choices"][0]["finish_reason"]) for c in mender.end()] == [(1, "tool_calls")]


def test_the_usage_chunk_passes_an_empty_one_does_not() -> None:
    mender = ChunkMender("x")
    assert list(mender.feed({"id": "c", "choices": [], "usage": None})) == []
    assert next(iter(mender.feed({"id": "c", "choices": [], "usage": {"total_tokens": 3}})))["usage"] == {"total_tokens": 3}
