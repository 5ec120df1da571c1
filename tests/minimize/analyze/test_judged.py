"""What a judge finds unnecessary is cut, unless it is the message itself."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from minimize import Minimizer, Policy, ToolCall
from minimize.analyze.case import Case
from minimize.model import Finding
from minimize.needs import Site
from minimize.paths import Leaf

SCHEMA = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}


class Strict:
    """Finds nothing necessary."""

    name = "llm"
    discovers = False

    def spare(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        return list(findings)

    def rephrased(self, case: Case, site: Site, leaf: Leaf, gone: Sequence[Finding], kept: Sequence[Finding]) -> str | None:
        return None

    def stands(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        return []


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("The slides for the board come on Tuesday. Ask Ola about migraine.", "The slides for the board come on Tuesday."),
        ("Hi Ines, migraine. Best", "Hi Ines, migraine. Best"),
    ],
    ids=["cut", "nothing would be left"],
)
def test_a_message_keeps_saying_something(body: str, left: str) -> None:
    call = ToolCall("send_email", json.dumps({"to": "ines@example.com", "body": body}), SCHEMA, "Send an e-mail")
    done = Minimizer(policy=Policy(content_aware="llm")).minimize(call, "Write to Ines.", judge=Strict())
    said = json.loads(done.arguments)["body"]
    assert said.startswith(left) and ("migraine" in said) == ("migraine" in left)
