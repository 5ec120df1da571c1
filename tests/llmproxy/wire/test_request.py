"""Requests: what is read, what is refused, and that everything else leaves as it came."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmproxy.errors import BadRequest
from llmproxy.wire.request import MAX_CONTEXT, MAX_TURNS, ChatRequest, Steering, ToolDeclaration, context_of, text_of, tools_of
from minimize.model import Policy, Turn

HELLO = {"role": "user", "content": "What is the weather in Bonn?"}


def request(**fields: Any) -> ChatRequest:
    return ChatRequest.parse(json.dumps({"model": "m", "messages": [HELLO], **fields}).encode())


def function(name: Any = "lookup", **fields: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, **fields}}


@pytest.mark.parametrize(
    ("body", "code", "param"),
    [
        (b"", "invalid_json", None),
        (b"{", "invalid_json", None),
        (b"[]", "invalid_json", None),
        (b'"model"', "invalid_json", None),
        (b"null", "invalid_json", None),
        (b'{"model": "m", "messages": [NaN]}', "invalid_json", None),
        (b'{"model": "m", "messages": [-Infinity]}', "invalid_json", None),
        (b'{"model": "m", "messages": []} x', "invalid_json", None),
        (b'{"model": "m", "messages": ["\xff"]}', "invalid_json", None),
        ('{"model": "m", "messages": []}'.encode("utf-16"), "invalid_json", None),
        (b'{"model": "m", "messages": ["\x00"]}', "invalid_json", None),
        (b'{"model": "m", "messages": [], "model": "n"}', "duplicate_keys", None),
        (b'{"model": "m", "messages": [{"role": "user", "content": "a", "c\\u006fntent": "b"}]}', "duplicate_keys", None),
        (b'{"messages": []}', "missing_required_parameter", "model"),
        (b'{"model": null, "messages": []}', "missing_required_parameter", "model"),
        (b'{"model": "", "messages": []}', "missing_required_parameter", "model"),
        (b'{"model": 4, "messages": []}', "missing_required_parameter", "model"),
        (b'{"model": "m"}', "missing_required_parameter", "messages"),
        (b'{"model": "m", "messages": null}', "missing_required_parameter", "messages"),
        (b'{"model": "m", "messages": {}}', "missing_required_parameter", "messages"),
        (b'{"model": "m", "messages": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", "too_deep", None),
    ],
)
def test_a_request_that_cannot_be_read(body: bytes, code: str, param: str | None) -> None:
    with pytest.raises(BadRequest) as caught:
        ChatRequest.parse(body)
    assert (caught.value.status, caught.value.code, caught.value.param) == (400, code, param)
    assert not isinstance(caught.value.__context__, ValueError), "decoders' errors hold the body"


@pytest.mark.parametrize(
    "text",
    [
        '{"model":"m","messages":[]}',
        ' { "messages" : [ 1.10 , 12345678901234567890123, 1e400, null, "x" ],\n"model":"m","new_field":{"\\u00e9":"\\/"},"tools":null,"stream":0 } \n',
        '\ufeff{"model":"m","messages":[{"role":"user","content":"\\ud83d lone"}]}',
        '{"model":"m","messages":[{"role":null},{"role":"tool","content":5},3,[]],"tools":"x","functions":{"a":1},"metadata":7}',
        '{"model":"m","messages":[],"tools":[null,5,"x",{"type":"web_search"},{"type":"function"},{"type":"function","function":{"name":null}}]}',
        '{"model":"m","messages":[{"role":"user","content":"x-trust"}],"metadata":{}}',
        '{"model":"m","messages":[{"x-trust":"in a message"}],"tools":[{"type":"function","function":'
        '{"name":"f","parameters":{"properties":{"x-trust":{}}}}}]}',
        '{"model":"m","messages":[' + "9" * 5000 + "]}",
    ],
)
def test_what_is_not_ours_is_forwarded_as_the_very_bytes(text: str) -> None:
    parsed = ChatRequest.parse(text.encode())
    assert parsed.upstream_body() is parsed.body
    assert parsed.upstream_body("m") is parsed.body
    _ = (parsed.tools, parsed.not_read, parsed.tool_results, parsed.context(Policy()), parsed.steering())
    edited = parsed.upstream_body("n")
    assert edited == text.encode().replace(b'"m"', b'"n"', 1) if text.index('"m"') == text.rindex('"m"') else edited


def test_model_and_stream() -> None:
    parsed = ChatRequest.parse('{"messages": [], "model": "größe", "stream": true}'.encode())
    assert (parsed.model, parsed.stream) == ("größe", True)
    assert parsed.upstream_body("a/b") == b'{"messages": [], "model": "a/b", "stream": true}'
    assert not request(stream="true").stream
    assert not request(stream=None).stream


def test_our_keys_leave_the_tools_and_nothing_else_changes() -> None:
    text = (
        '{"model":"m", "messages":[{"role":"user","content":"caf\\u00e9 1.10"}],\n "tools": [{"type":"function","function":{"name":"f", "parameters":'
        '{"type":"object", "x-minimum-necessary":["a"], "properties":{"a":{"type":"string" ,"x-privacy":{"precision":"city"}},'
        '"minimum_necessary":{"type":"string"},"b":{"x\\u002dtrust":"local"}},"required":["minimum_necessary"]}, "x-trust":"agent"}}],'
        ' "functions":[{"name":"g","parameters":{"minimum_necessary":[]}}]}'
    )
    expected = (
        text.replace(' "x-minimum-necessary":["a"],', "").replace(' ,"x-privacy":{"precision":"city"}', "").replace('"x\\u002dtrust":"local"', "")
    ).replace(', "x-trust":"agent"', "").replace('"minimum_necessary":[]', "")  # fmt: skip
    parsed = ChatRequest.parse(text.encode())
    assert parsed.upstream_body().decode() == expected
    assert parsed.upstream_body("n").decode() == expected.replace('"model":"m"', '"model":"n"')
    assert parsed.body == text.encode()
    declared = parsed.tools["f"].parameters
    assert declared is not None
    assert declared["x-minimum-necessary"] == ["a"]
    assert declared["x-trust"] == "agent", "annotations beside the schema are read with it"
    assert parsed.tools["g"].parameters == {"minimum_necessary": []}


@pytest.mark.parametrize(
    ("metadata", "left"),
    [
        ('{"x-toolminimize-session":"s"}', None),
        ('{"x-toolminimize-session":"s","x-toolminimize-task-context":"t"}', None),
        ('{"run": "7","x-toolminimize-session":"s"}', '{"run": "7"}'),
        ('{"x-toolminimize-anything":[1], "run":"7"}', '{"run":"7"}'),
        ('{"X-Toolminimize-Session":"kept"}', '{"X-Toolminimize-Session":"kept"}'),
        ("{}", "{}"),
        ("null", "null"),
        ('["x-toolminimize-session"]', '["x-toolminimize-session"]'),
    ],
)
def test_steering_leaves_the_metadata(metadata: str, left: str | None) -> None:
    body = f'{{"model":"m","metadata":{metadata},"messages":[]}}'
    expected = '{"model":"m","messages":[]}' if left is None else body.replace(metadata, left)
    assert ChatRequest.parse(body.encode()).upstream_body().decode() == expected


def test_steering_by_headers_and_metadata() -> None:
    parsed = request(metadata={"x-toolminimize-task-context": "my flight; my visa ;", "x-toolminimize-session": "from metadata"})
    assert parsed.steering() == Steering(("my flight", "my visa"), "from metadata")
    headers = [(b"x-toolminimize-task-context", "für die Klinik;my flight".encode()), (b"x-toolminimize-session", b"from header"), (b"other", b"x")]
    assert parsed.steering(headers) == Steering(("für die Klinik", "my flight", "my visa"), "from header")
    assert request(metadata={"x-toolminimize-task-context": ["a", 5, "b;c"]}).steering().task_context == ("a", "b", "c")
    assert request().steering([(b"x-toolminimize-task-context", b"caf\xe9")]).task_context == ("café",)
    many = request().steering([(b"x-toolminimize-task-context", b";".join(b"%d" % i for i in range(100))), (b"x-toolminimize-session", b"s" * 5_000)])
    assert (len(many.task_context), len(many.session or "")) == (16, 200)


def test_a_client_consents_only_within_its_policy() -> None:
    headers = [(b"x-toolminimize-task-context", b"for the clinic")]
    assert request().context(Policy(task_context=("always",)), headers).task_context == ("always",)
    allowed = Policy(task_context=("always",), consent_allowed=frozenset({"H"}))
    context = request().context(allowed, headers)
    assert (context.task_context, context.consent) == (("always", "for the clinic"), frozenset({"H"}))
    assert request().context(allowed).consent == frozenset()


def test_tools_of_every_form() -> None:
    parsed = request(
        tools=[
            function("a", description="d", parameters={"type": "object"}, strict=True),
            {"type": "custom", "custom": {"name": "c", "description": "free", "format": {"type": "text"}}},
            {"type": "function", "name": "flat", "parameters": {"type": "object"}},
            function("a", description="second"),
            function("none", description=None, parameters=None),
            function("odd", description=5, parameters=[1]),
            function(None),
            function(""),
            {"type": "web_search", "name": "w"},
        ],
        functions=[{"name": "old", "parameters": {"type": "object"}}, None],
    )
    schema = {"type": "object"}
    assert parsed.tools == {
        "a": ToolDeclaration("a", "d", schema, strict=True),
        "c": ToolDeclaration("c", "free", custom=True),
        "flat": ToolDeclaration("flat", "", schema),
        "none": ToolDeclaration("none"),
        "odd": ToolDeclaration("odd"),
        "old": ToolDeclaration("old", "", schema),
    }
    assert tools_of([]) == {}


def test_what_a_message_says() -> None:
    assert text_of({"content": None}) == ""
    assert text_of({"content": {"a": 1}}) == ""
    parts = [
        {"type": "text", "text": "one"},
        {"type": "image_url", "image_url": {"url": "data:"}},
        {"type": "refusal", "refusal": "no"},
        "two",
        {"type": "text", "text": 5},
        None,
    ]
    assert text_of({"content": parts}) == "one\nno\ntwo"


def test_results_of_the_last_calls() -> None:
    messages = [
        HELLO,
        {"role": "assistant", "content": None, "tool_calls": [{"id": "old"}]},
        {"role": "tool", "tool_call_id": "old", "content": "earlier"},
        {"role": "assistant", "tool_calls": [{"id": "a"}, {"id": "b"}]},
        {"role": "tool", "tool_call_id": "a", "content": "12 degrees"},
        {"role": "tool", "tool_call_id": "b", "content": [{"type": "text", "text": "error: no such place"}]},
        {"role": "tool", "tool_call_id": None, "content": "lost"},
        {"role": "user", "content": "and now?"},
    ]
    parsed = request(messages=messages)
    assert parsed.tool_results == (("a", "12 degrees"), ("b", "error: no such place"))
    assert parsed.not_read == ("history", "tool_results")
    assert request().tool_results == ()


@pytest.mark.parametrize(
    ("message", "not_read"),
    [
        (HELLO, ()),
        ({"role": "developer", "content": [{"type": "text", "text": "x"}]}, ()),
        (
            {"role": "user", "content": [{"type": "image_url"}, {"type": "input_audio"}, {"type": "file"}, {"type": "video"}, {"type": None}]},
            ("image", "audio", "file_parts", "other_parts"),
        ),
        ({"role": "function", "name": "f", "content": "x"}, ("tool_results",)),
        ({"role": "assistant", "function_call": {"name": "f"}}, ("history",)),
        ({"role": "assistant", "audio": {"id": "a"}}, ("audio",)),
        ({"role": "user", "content": [{"type": ["unhashable"]}]}, ("other_parts",)),
    ],
)
def test_positions_that_are_not_read_are_named(message: dict[str, Any], not_read: tuple[str, ...]) -> None:
    assert request(messages=[message]).not_read == not_read


def test_context_is_bounded_and_keeps_the_task() -> None:
    loop = [{"role": "user", "content": "the task"}]
    for index in range(40):
        loop += [{"role": "assistant", "content": "", "tool_calls": []}, {"role": "tool", "content": f"result {index}"}]
    turns = context_of(loop).turns
    assert len(turns) == MAX_TURNS
    assert turns[0] == Turn("user", "the task")
    assert turns[-1] == Turn("tool", "result 39")
    assert context_of(loop).task == "the task"

    long = context_of(
        [{"role": "system", "content": "s" * 50_000}, {"role": "user", "content": "u" * 50_000 + "end"}, {"role": "tool", "content": "t" * 50_000}]
    )
    assert sum(len(turn.text) for turn in long.turns) <= MAX_CONTEXT + 10
    assert long.task.startswith("u" * 1_000)
    assert long.task.endswith("end")
    assert context_of([None, 5, {"role": 3, "content": "x"}, {"role": "user"}]).turns == ()
    assert [turn.role for turn in context_of([{"role": "developer", "content": "d"}, HELLO]).turns] == ["developer", "user"]


NAMES = ["role", "content", "tools", "function", "parameters", "properties", "name", "type", "x-trust", "x-privacy", "items", "anyOf", "metadata", "é"]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8) | st.sampled_from(NAMES)
JSON = st.recursive(
    SCALARS, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from([*NAMES, "x-toolminimize-session"]), v, max_size=4), max_leaves=20
)


@given(JSON, JSON, JSON, JSON, st.booleans())
def test_any_fields_are_read_without_harm_and_forwarded(messages: Any, tools: Any, functions: Any, metadata: Any, ascii_only: bool) -> None:
    members = {"model": "m", "messages": [messages], "tools": tools if isinstance(tools, list) else [tools], "functions": functions, "metadata": metadata}
    body = json.dumps(members, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    try:
        body.decode()
    except UnicodeDecodeError:
        return
    parsed = ChatRequest.parse(body)
    _ = (parsed.tools, parsed.not_read, parsed.tool_results, parsed.steering(), parsed.context(Policy()))
    sent = json.loads(parsed.upstream_body("n"))
    assert sent["model"] == "n"
    assert json.loads(ChatRequest.parse(parsed.upstream_body()).upstream_body()) == json.loads(parsed.upstream_body()), "nothing of ours is left"
    assert sent["messages"] == members["messages"]


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with pytest.raises(BadRequest):
        ChatRequest.parse(body)


def test_deep_schemas_lose_their_annotations_or_are_refused() -> None:
    for depth in (100, 5_000):
        schema = '{"items":' * depth + '{"x-trust":"agent"}' + "}" * depth
        body = f'{{"model":"m","messages":[],"tools":[{{"type":"function","function":{{"name":"f","parameters":{schema}}}}}]}}'
        try:
            assert ChatRequest.parse(body.encode()).upstream_body() == body.replace('{"x-trust":"agent"}', "{}").encode()
        except BadRequest as error:
            assert depth > 100
            assert error.code == "too_deep"


def test_a_large_request_takes_linear_time() -> None:
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "caf\u00e9 " * 20}, {"type": "image_url", "image_url": {"url": "data:," + "A" * 4_000}}]}
    ] * 2_000
    body = json.dumps({"messages": messages, "metadata": {"x-toolminimize-session": "s"}, "model": "m"}).encode()
    started = time.perf_counter()
    parsed = ChatRequest.parse(body)
    parsed.context(Policy())
    assert parsed.not_read == ("image",)
    assert len(parsed.upstream_body("other")) < len(body)
    assert time.perf_counter() - started < 2.0


@pytest.mark.parametrize(
    "body",
    [
        b'{"model":"m","messages":[],"a":1,"a":2}',
        b'{"model":"m","messages":[],"a" :1,"a":":"}',
        b'{"model":"m","messages":[],"o":{"x": 1,"\\u0078":2}}',
        b'{"model":"m","messages":[{"a":":x"},{"b":1,"b":2}]}',
    ],
)
def test_a_key_named_twice_is_seen_whatever_stands_round_it(body: bytes) -> None:
    with pytest.raises(BadRequest) as refusal:
        ChatRequest.parse(body)
    assert refusal.value.code == "duplicate_keys"


def test_names_of_tools_are_those_of_their_declarations() -> None:
    tools = [{"type": "function", "function": {"name": "a"}}, {"type": "custom", "custom": {"name": "b"}}, {"name": "c"}, {"type": "other", "name": "d"}, 7]
    asked = ChatRequest.parse(json.dumps({"model": "m", "messages": [], "tools": tools, "functions": [{"name": "e"}, {"name": 5}]}).encode())
    assert asked.tool_names == frozenset(asked.tools) == {"a", "b", "c", "e"}
    assert all(asked.tool(name) == declared for name, declared in asked.tools.items())
    assert asked.tool("d") is None


def test_a_picture_leaves_a_hole_in_the_context() -> None:
    seen = [{"role": "user", "content": [{"type": "text", "text": "Save this card."}, {"type": "image_url", "image_url": {"url": "data:,"}}]}]
    assert context_of(seen).cut
    assert not context_of([{"role": "user", "content": [{"type": "text", "text": "Save this card."}]}]).cut


@pytest.mark.parametrize(
    ("messages", "cut"),
    [
        ([{"role": "user", "content": "go"}, {"role": "tool", "tool_call_id": "1", "content": "x"}], False),
        ([{"role": "tool", "tool_call_id": "1", "content": "x"}, *[{"role": "user", "content": "go"}] * MAX_TURNS], True),
        ([{"role": "tool", "tool_call_id": "1", "content": ""}, *[{"role": "user", "content": "go"}] * MAX_TURNS], False),
        ([{"role": "assistant", "content": "x"}, *[{"role": "user", "content": "go"}] * MAX_TURNS], False),
        ([{"role": "user", "content": "go"}, {"role": "tool", "tool_call_id": "1", "content": "x" * MAX_CONTEXT}], True),
        ([{"role": "user", "content": "g" * MAX_CONTEXT}], False),
    ],
)
def test_a_context_says_when_it_does_not_hold_all_that_tools_answered(messages: list[dict[str, str]], cut: bool) -> None:
    assert context_of(messages).cut is cut


def test_answers_name_their_tool_only_where_a_policy_tells_tools_apart() -> None:
    asked = {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "contacts", "arguments": "{}"}}]}
    messages = [{"role": "user", "content": "go"}, asked, {"role": "tool", "tool_call_id": "1", "content": "x"}]
    request = ChatRequest.parse(json.dumps({"model": "m", "messages": messages}).encode())
    assert [turn.tool for turn in request.context(Policy(trusted_tools=("contacts",))).turns] == ["", "contacts"]
    assert [turn.tool for turn in request.context(Policy()).turns] == ["", ""]
