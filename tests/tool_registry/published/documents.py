"""A made-up server's document, as tests change it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tool_registry.load import known_of, load
from tool_registry.published.read import Known

PLANTS: dict[str, Any] = {
    "server": "plant-shop",
    "title": "Plant shop",
    "operator": "A made-up shop for plants",
    "version": 2,
    "source": "nowhere",
    "aliases": ["plants"],
    "trust": {"tier": "third_party_no_dpa", "reason": "Orders go to the shop."},
    "common": {"page": {"role": "page", "need": "setting", "why": "Which part of the list."}},
    "tools": {
        "send_plant": {
            "kind": "order",
            "params": {
                "/plant": {"role": "item", "need": "payload", "why": "What is ordered."},
                "/city": {"role": "city", "need": "payload city", "why": "Where it goes; the shop's van asks for the rest."},
                "/card_text": {"role": "body", "need": "content exact *", "why": "Written on the card."},
                "/why": {"role": "reason", "need": "ballast", "why": "The shop only counts reasons."},
                "/to": {"role": "person", "need": "subject", "why": "Who gets it."},
                "/to/name": {"role": "person_name", "need": "subject", "why": "Who gets it."},
                "/to/age": {"role": "age", "need": "ballast", "why": "Nobody has to know it."},
            },
        },
        "list_plants": {"kind": "product_search", "params": {"/page": "page"}},
    },
}


def changed(**keys: Any) -> dict[str, Any]:
    """Give the document with some of its keys changed."""
    return {**deepcopy(PLANTS), **keys}


def known() -> Known:
    """Give the names that the packaged knowledge has."""
    return known_of(load())
