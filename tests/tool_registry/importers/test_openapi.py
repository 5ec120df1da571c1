"""Operations of an OpenAPI document as tools."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.importers.declared import Declared, ImportFault
from tool_registry.importers.openapi import read


def tool(operation: dict[str, Any], item: dict[str, Any] | None = None, **parts: Any) -> Declared:
    (read_one,) = read({"openapi": "3.1.0", "paths": {"/trips/{trip_id}": {"post": operation, **(item or {})}}, "components": parts})
    return read_one


def body(schema: dict[str, Any], kind: str = "application/json", *, required: bool = True) -> dict[str, Any]:
    return {"requestBody": {"required": required, "content": {kind: {"schema": schema}}}}


def test_parameters_and_body_stand_side_by_side() -> None:
    got = tool(
        {
            "operationId": "bookTrip",
            "summary": "Book a trip.",
            "description": "At once.",
            "parameters": [{"name": "lang", "in": "query", "schema": {"type": "string"}, "description": "Language."}],
            **body({"type": "object", "properties": {"rider": {"type": "string"}, "note": {"type": "string"}}, "required": ["rider"]}),
        },
        {"parameters": [{"name": "trip_id", "in": "path", "required": True, "schema": {"type": "integer"}}]},
    )
    assert (got.name, got.description, got.place) == ("bookTrip", "Book a trip.\nAt once.", "/paths/~1trips~1{trip_id}/post")
    assert got.parameters == {
        "type": "object",
        "properties": {
            "trip_id": {"type": "integer"},
            "lang": {"description": "Language.", "type": "string"},
            "rider": {"type": "string"},
            "note": {"type": "string"},
        },
        "required": ["trip_id", "rider"],
    }


def test_an_operation_without_id_is_named_by_method_and_path() -> None:
    assert tool({}).name == "post_trips_trip_id"


def test_an_operations_own_parameter_wins_and_credentials_are_none() -> None:
    own = {"name": "q", "in": "query", "schema": {"type": "number"}}
    headers = [{"name": "Authorization", "in": "header"}, {"name": "session", "in": "cookie"}, {"name": "X-Trace", "in": "header"}]
    got = tool({"parameters": [own, *headers]}, {"parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]})
    assert got.parameters == {"type": "object", "properties": {"q": {"type": "number"}, "X-Trace": {"type": "string"}}}


def test_a_name_that_is_taken_says_where_it_belongs() -> None:
    got = tool({"parameters": [{"name": "id", "in": "query", "schema": {"type": "string"}}], **body({"properties": {"id": {"type": "integer"}}})})
    assert got.parameters is not None and list(got.parameters["properties"]) == ["id__query", "id"]


def test_references_are_followed_and_read_only_members_are_no_arguments() -> None:
    person = {"properties": {"id": {"readOnly": True}, "home": {"$ref": "#/components/schemas/Home"}}, "required": ["id", "home"]}
    operation = {
        "parameters": [{"$ref": "#/components/parameters/Lang"}],
        "requestBody": {"$ref": "#/components/requestBodies/Person"},
    }
    got = tool(
        operation,
        parameters={"Lang": {"name": "lang", "in": "query", "schema": {"type": "string"}}},
        requestBodies={"Person": {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Person"}}}}},
        schemas={"Person": person, "Home": {"type": "object", "properties": {"street": {"type": "string"}}}},
    )
    assert got.parameters == {
        "type": "object",
        "properties": {"lang": {"type": "string"}, "home": {"$ref": "#/$defs/Home"}},
        "required": ["home"],
        "$defs": {"Home": {"type": "object", "properties": {"street": {"type": "string"}}}},
    }


def test_parts_of_a_body_are_put_together() -> None:
    parts = [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": {"type": "string"}}}]
    got = tool(body({"allOf": parts, "required": ["b"]}))
    assert got.parameters == {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"]}


@pytest.mark.parametrize(
    "schema",
    [{"type": "array", "items": {"type": "string"}}, {"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}, {"allOf": [{"anyOf": []}]}],
    ids=["array", "choice", "choice in a part"],
)
def test_a_body_of_no_fixed_members_is_one_argument(schema: dict[str, Any]) -> None:
    assert tool(body(schema)).parameters == {"type": "object", "properties": {"body": schema}, "required": ["body"]}


def test_json_comes_before_forms_and_forms_before_the_rest() -> None:
    schema = {"properties": {"a": {"type": "string"}}}
    content = {"text/plain": {}, "multipart/form-data": {"schema": {}}, "application/vnd.x+json": {"schema": schema}}
    got = tool({"requestBody": {"content": content}})
    assert got.parameters == {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "the document must be an object"),
        ({"swagger": "2.0", "paths": {}}, "`/openapi`: must say version 3.0 or 3.1 (Swagger 2"),
        ({"openapi": "3.0.1"}, "`/paths`: must be an object"),
        ({"openapi": "3.0.1", "paths": {}}, "the document declares no tools"),
        ({"openapi": "3.0.1", "paths": {"/a": "secret"}}, "`/paths/~1a`: must be an object"),
        ({"openapi": "3.0.1", "paths": {"/a": {"get": "secret"}}}, "`/paths/~1a/get`: must be an object"),
        ({"openapi": "3.0.1", "paths": {"/a": {"get": {"parameters": [{"name": "q"}]}}}}, "`/paths/~1a/get/parameters/0`: must have a `name`"),
        ({"openapi": "3.0.1", "paths": {"/a": {"get": {"parameters": {}}}}}, "`/paths/~1a/get/parameters`: must be a list"),
        ({"openapi": "3.0.1", "paths": {"/a": {"put": {"requestBody": {}}}}}, "`/paths/~1a/put/requestBody/content`: must name"),
        (
            {"openapi": "3.0.1", "paths": {"/a": {"get": {"operationId": "x"}, "put": {"operationId": "x"}}}},
            "`/paths/~1a/put`: declares a name that `/paths/~1a/get` has already",
        ),
    ],
)
def test_a_fault_names_its_place_and_no_value(document: Any, said: str) -> None:
    with pytest.raises(ImportFault) as told:
        read(document)
    assert str(told.value).startswith(said) and "secret" not in str(told.value)
