"""Cutting: what remains reads, and nothing of the item remains."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.knowledge.phrases import load
from minimize.operators.cutting import apply, cut, words_left

PHRASES = load()


def without(text: str, *items: str | tuple[str, str]) -> str:
    pieces = []
    for item in items:
        what, new = item if isinstance(item, tuple) else (item, "")
        at = text.index(what)
        pieces.append((at, at + len(what), new))
    return apply(text, cut(text, pieces, PHRASES))


@pytest.mark.parametrize(
    ("text", "items", "rest"),
    [
        ("asthma inhaler comparison for patient Ola Nordmann", ["Ola Nordmann"], "asthma inhaler comparison"),
        ("tenant rights after eviction, client Ola Nordmann, SSN 219-09-9999", ["Ola Nordmann", "219-09-9999"], "tenant rights after eviction"),
        ("plumber near 12 Elm Row, Dayton tonight", [("12 Elm Row, Dayton", "Dayton")], "plumber near Dayton tonight"),
        ("Fan is loud. For verification: SSN 219-09-9999, DOB 1970-01-01.", ["219-09-9999", "1970-01-01"], "Fan is loud."),
        ("Fan is loud. For verification: SSN 219-09-9999. Please call.", ["219-09-9999"], "Fan is loud. Please call."),
        ("Doors close at 9 AM. Ola Nordmann is ill. Bring cake.", ["Ola Nordmann is ill"], "Doors close at 9 AM. Bring cake."),
        ("She is good to work with. Ola owes rent. Bye.", ["Ola owes rent"], "She is good to work with. Bye."),
        ("Thanks for taking my case (Ola is ill).", ["(Ola is ill)"], "Thanks for taking my case."),
        ("Ask at the desk, tel. 555-0178, today", ["555-0178"], "Ask at the desk, today"),
        ("quiet table (booked by Ola Nordmann)", ["Ola Nordmann"], "quiet table (booked)"),
        ("quiet table (Ola Nordmann, 555-0178)", ["Ola Nordmann", "555-0178"], "quiet table"),
        ("Ola Nordmann: train to Bergen", ["Ola Nordmann"], "train to Bergen"),
        ("trains, Ola Nordmann, Bergen", ["Ola Nordmann"], "trains, Bergen"),
        ("login ok ola@example.com from 192.0.2.7", ["ola@example.com", "192.0.2.7"], "login ok"),
        ("line one\npaid by Ola Nordmann\nline three", ["Ola Nordmann"], "line one\npaid\nline three"),
        ("remboursement taxi, patiente Léa Dupont", ["Léa Dupont"], "remboursement taxi"),
        ("Anwalt für Mietrecht für Max Muster, geboren 1970-01-01", ["Max Muster", "1970-01-01"], "Anwalt für Mietrecht"),
        ("北京 离婚律师 委托人张三", ["张三"], "北京 离婚律师"),
        ("조용한 방 (예약자 홍길동)", ["홍길동"], "조용한 방"),
    ],
)
def test_what_remains_reads(text: str, items: list[str], rest: str) -> None:
    assert without(text, *items) == rest


@pytest.mark.parametrize(
    ("text", "item", "rest"),
    [
        ("Hi Ines. I am ill, so the slides come late.", "I am ill, so", "Hi Ines. The slides come late."),
        ("Hi Ines\nI am ill, so the slides come late.", "I am ill, so", "Hi Ines\nThe slides come late."),
        ("Hi Ines. The ill, iOS users", "The ill", "Hi Ines. IOS users"),
        ("Hi Ines, Ola and the slides.", "Ola and", "Hi Ines, the slides."),
        ("note: Ola, call back", "Ola", "note: call back"),
    ],
)
def test_a_sentence_whose_beginning_went_begins_with_a_capital(text: str, item: str, rest: str) -> None:
    at = text.index(item)
    assert apply(text, cut(text, [(at, at + len(item), "")], PHRASES)) == rest


def test_new_text_stands_exactly_where_the_item_stood() -> None:
    assert without("a [x] b", ("[x]", "y")) == "a y b"


def test_hollow_words_alone_say_nothing() -> None:
    assert not words_left("for the patient:", PHRASES)
    assert words_left("for the patient: fever", PHRASES)


@given(st.text(max_size=80), st.lists(st.tuples(st.integers(0, 80), st.integers(0, 20)), max_size=5))
def test_pieces_are_disjoint_ordered_and_cover_every_item(text: str, raw: list[tuple[int, int]]) -> None:
    items = [(start, min(len(text), start + size), "") for start, size in raw if start < len(text) and size and start + 1 <= len(text)]
    items = [item for item in items if item[0] < item[1]]
    pieces = cut(text, items, PHRASES)
    at = 0
    for start, end, _ in pieces:
        assert at <= start <= end <= len(text)
        at = end
    for start, end, _ in items:
        assert any(a <= start and end <= b for a, b, _ in pieces)


def test_time_grows_linearly() -> None:
    text = "call Ola Nordmann, or, " * 4_000
    items = [(m * 23 + 5, m * 23 + 17, "") for m in range(4_000)]
    assert "Nordmann" not in apply(text, cut(text, items, PHRASES))


MAIL, NAME = "ola@example.com", "Ola Nordmann"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (f"Finde eine Bäckerei in Bonn für {NAME} ({MAIL}), die sonntags offen ist.", "Finde eine Bäckerei in Bonn, die sonntags offen ist."),
        (f"Trouve une boulangerie à Lyon pour {NAME}, {MAIL}, ouverte le dimanche.", "Trouve une boulangerie à Lyon, ouverte le dimanche."),
        (f"Busca una panadería para {NAME}, correo {MAIL}, abierta hoy.", "Busca una panadería, abierta hoy."),
        (f"Procura uma padaria para {NAME}, e-mail {MAIL}, aberta hoje.", "Procura uma padaria, aberta hoje."),
        (f"Zoek een bakker in Gent voor {NAME}, e-mailadres {MAIL}, open op zondag.", "Zoek een bakker in Gent, open op zondag."),
        (f"Znajdź piekarnię dla {NAME}, e-mail {MAIL}, otwartą dziś.", "Znajdź piekarnię, otwartą dziś."),
        (f"Найди пекарню для {NAME}, почта {MAIL}, открытую сегодня.", "Найди пекарню, открытую сегодня."),
        (f"找一家面包店，联系邮箱 {MAIL}，星期天营业。", "找一家面包店，星期天营业。"),
        (f"빵집을 찾아줘. 연락처는 {MAIL} 입니다. 일요일 영업.", "빵집을 찾아줘. 일요일 영업."),
        (f"ابحث عن مخبز للسيدة {NAME}، البريد {MAIL}، مفتوح اليوم.", "ابحث عن مخبز، مفتوح اليوم."),
        (f"Etsi leipomo, sähköposti {MAIL}, auki tänään.", "Etsi leipomo, auki tänään."),
        (f"Fırın bul, e-posta {MAIL}, bugün açık.", "Fırın bul, bugün açık."),
        (f"Find a bakery, write to {MAIL}, and it should open on Sundays.", "Find a bakery, and it should open on Sundays."),
    ],
)
def test_what_remains_reads_in_many_languages(text: str, rest: str) -> None:
    assert without(text, *(item for item in (NAME, MAIL) if item in text)) == rest
