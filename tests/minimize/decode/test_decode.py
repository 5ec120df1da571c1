"""Every encoding over every kind of item: found, with the span of what is encoded."""

import base64
import codecs
import json
import quopri
from urllib.parse import quote, quote_plus

import pytest

from minimize.detectors.engine import detect, detect_all
from minimize.detectors.place import Place
from minimize.knowledge.load import load

ITEMS = {
    "email": ("ann.quill@example.com", "j_ferrari77@example.org"),
    "national_id": ("386-40-6153", "219-09-9981"),
    "card": ("4111 1111 1111 1111", "5555-5555-5555-4444"),
    "phone": ("202-555-0142", "+44 7700 900461"),
    "condition": ("diabetes", "epilepsy"),
    "person": ("Maria Gonzalez", "Oluwaseun Balogun", "Hans Zimmermann"),
}
NUMBERS = ("national_id", "card", "phone")
ENGLISH = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
GERMAN = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
SPANISH = ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]
RUSSIAN = ["ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"]
HOMOGLYPHS = str.maketrans("aeopcxyiEAOPCMTHB", "аеорсхуіЕАОРСМТНВ")
LEET = str.maketrans("aeiost", "431057")


def digits(text):
    return [int(c) for c in text if c.isdigit()]


def mathematical(text):
    def bold(c):
        return chr(0x1D7CE + ord(c) - 48) if c.isdigit() else chr((0x1D400 - 65 if c.isupper() else 0x1D41A - 97) + ord(c)) if c.isalpha() else c

    return "".join(map(bold, text))


def lines(text, size):
    return "\n".join(text[at : at + size] for at in range(0, len(text), size))


def b64(text):
    return base64.b64encode(text.encode()).decode()


ANY = {
    "base64": b64,
    "base64 without padding": lambda s: b64(s).rstrip("="),
    "base64 for URLs": lambda s: base64.urlsafe_b64encode(s.encode()).decode(),
    "base64 over lines": lambda s: lines(b64(s), 12),
    "base64 of UTF-16": lambda s: base64.b64encode(s.encode("utf-16-le")).decode(),
    "base64 twice": lambda s: b64(b64(s)),
    "base64 of hex": lambda s: b64(s.encode().hex()),
    "base64 in a URL": lambda s: quote(b64(s), safe=""),
    "base32": lambda s: base64.b32encode(s.encode()).decode(),
    "hex": lambda s: s.encode().hex(),
    "hex in pairs": lambda s: s.encode().hex(" ").upper(),
    "hex with colons": lambda s: s.encode().hex(":"),
    "hex, 0x": lambda s: "0x" + s.encode().hex(),
    "hex, 0x each": lambda s: " ".join(f"0x{b:02x}" for b in s.encode()),
    "escapes of bytes": lambda s: "".join(f"\\x{b:02x}" for b in s.encode()),
    "bits": lambda s: " ".join(f"{b:08b}" for b in s.encode()),
    "decimal codes": lambda s: " ".join(str(b) for b in s.encode()),
    "url": lambda s: "".join(f"%{b:02X}" for b in s.encode()),
    "url twice": lambda s: quote("".join(f"%{b:02x}" for b in s.encode()), safe=""),
    "html": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "html, hex": lambda s: "".join(f"&#x{ord(c):x};" for c in s),
    "quoted-printable": lambda s: "".join(f"={b:02X}" for b in s.encode()),
    "quoted-printable, soft break": lambda s: s[: len(s) // 2] + "=\n" + s[len(s) // 2 :],
    "json escapes": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "zero width": lambda s: "\u200b".join(s),
    "soft hyphens": lambda s: "\u00ad".join(s),
    "struck through": lambda s: "".join(c + "\u0336" for c in s),
    "tag characters": lambda s: "".join(chr(0xE0000 + ord(c)) for c in s),
    "right-to-left override": lambda s: "\u202e" + s[::-1] + "\u202c",
    "full width": lambda s: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in s),
    "mathematical": mathematical,
    "spaced": lambda s: " ".join(s.replace(" ", "")),
    "reversed": lambda s: s[::-1],
    "rot13": lambda s: codecs.encode(s, "rot13"),
    "rot13, said": lambda s: "rot13: " + codecs.encode(s, "rot13"),
}
TEXTS = {
    "homoglyphs": lambda s: s.translate(HOMOGLYPHS),
    "leet": lambda s: s.translate(LEET),
    "html, named": lambda s: s.replace("@", "&commat;").replace(".", "&period;").replace(" ", "&nbsp;"),
    "quoted-printable, some": lambda s: quopri.encodestring(s.replace("e", "\u00e9").encode(), quotetabs=True).decode().replace("=C3=A9", "=65"),
    "form": lambda s: quote_plus(s),
}
DIGITS = {
    "dotted": lambda s: ".".join(map(str, digits(s))),
    "spaced": lambda s: " ".join(map(str, digits(s))),
    "dashed": lambda s: "-".join(map(str, digits(s))),
    "underscores": lambda s: "_".join(map(str, digits(s))),
    "English words": lambda s: " ".join(ENGLISH[d] for d in digits(s)),
    "English words, commas": lambda s: ", ".join(ENGLISH[d] for d in digits(s)),
    "German words": lambda s: " ".join(GERMAN[d] for d in digits(s)),
    "Spanish words": lambda s: "-".join(SPANISH[d] for d in digits(s)),
    "Russian words": lambda s: " ".join(RUSSIAN[d] for d in digits(s)),
    "Han digits": lambda s: "".join("零一二三四五六七八九"[d] for d in digits(s)),
    "Arabic digits": lambda s: "".join("٠١٢٣٤٥٦٧٨٩"[int(c)] if c.isdigit() else c for c in s),
    "Tamil digits": lambda s: "".join(chr(0xBE6 + int(c)) if c.isdigit() else c for c in s),
    "circled": lambda s: "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(c)] if c.isdigit() else c for c in s),
    "superscript": lambda s: "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(c)] if c.isdigit() else c for c in s),
    "line break": lambda s: s[: len(s) // 2] + "\n" + s[len(s) // 2 :],
    "reversed, said": lambda s: s[::-1] + " (reversed)",
}
CASES = [(name, kind) for name in ANY for kind in ITEMS]
CASES += [(name, kind) for name in TEXTS for kind in ("email", "condition", "person")]
CASES += [(name, kind) for name in DIGITS for kind in NUMBERS]
MAIL = {
    "broken behind the sign": lambda s: s.replace("@", "@\n"),
    "broken before the sign": lambda s: s.replace("@", "\r\n@"),
    "broken in the domain": lambda s: s.replace("exam", "exam\n"),
    "broken before the last label": lambda s: s[: s.rindex(".") + 1] + "\n" + s[s.rindex(".") + 1 :],
    "in words": lambda s: s.replace("@", " [at] ").replace(".", " [dot] "),
}
CASES += [(name, "email") for name in MAIL]


@pytest.mark.parametrize(("name", "kind"), CASES)
@pytest.mark.parametrize("carrier", ["{}", "note: {} please", "for {}, thanks"])
def test_every_encoding_of_every_kind_is_found(name, kind, carrier):
    encode = {**MAIL, **TEXTS, **ANY}.get(name) if kind not in NUMBERS or name not in DIGITS else DIGITS[name]
    for item in ITEMS[kind]:
        encoded = encode(item)
        text = carrier.format(encoded)
        start = text.index(encoded)
        hidden = range(start, start + len(encoded))
        covered = {i for h in detect(text, Place(), load()) if h.precision == "exact" for i in range(h.start, h.end)} & set(hidden)
        assert 2 * len(covered) >= len(encoded), (item, encoded)


def test_json_in_a_string_in_a_string():
    text = json.dumps(json.dumps({"who": "Maria Gonzalez", "mail": "ann.quill@example.com"}))
    found = {text[h.start : h.end] for h in detect(text, Place(), load())}
    assert {"Maria Gonzalez", "ann.quill@example.com"} <= found


def pieces(*values, field="part"):
    texts = [(str(v), Place(field if isinstance(field, str) else field[i], number=not isinstance(v, str))) for i, v in enumerate(values)]
    return [[h.sub for h in hits] for hits in detect_all(texts, load())]


@pytest.mark.parametrize(
    ("values", "sub"),
    [
        (("386", "40", "6153"), "national_id"),
        (("202", "555", "0142"), "phone"),
        (("4111", "1111", "1111", "1111"), "card"),
        ((4111, 1111, 1111, 1111), "card"),
        (("41111111", "11111111"), "card"),
        (tuple("2025550142"), "phone"),
        (tuple("386406153"), "national_id"),
        (("ann.quill@", "example.com"), "email"),
        (("ann.quill", "@example.com"), "email"),
        (("ann.qu", "ill@exam", "ple.com"), "email"),
        (tuple("diabetes"), "condition"),
    ],
)
def test_pieces_in_the_items_of_an_array(values, sub):
    assert pieces(*values) == [[sub]] * len(values)


def test_pieces_in_fields_of_one_name():
    assert pieces("386", "40", "6153", field=("ssn_1", "ssn_2", "ssn_3")) == [["national_id"]] * 3


@pytest.mark.parametrize(
    "values",
    [(640, 480, 1024), (1, 2, 3, 4, 5, 6, 7, 8, 9), (3, 5, 4, 4, 5, 2, 5, 1, 4, 3), ("2019", "2020", "2021", "2022"), ("12", "30", "45"), ("foo", "bar@", "x")],
)
def test_ordinary_arrays_are_no_pieces(values):
    assert not any(pieces(*values))


@pytest.mark.parametrize(
    "text",
    [
        "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "getUserAccountSettingsById",
        "https://cdn.example.com/assets/app.3fGh7Kq2.min.js?v=20260112",
        "1 2 3 4 5 6 7 8 9 10 11 12",
        "10:30 11:45 12:15 14:00 15:30",
        "2026-05-12 10:30:15\n2026-05-13 11:45:10",
        "A B C D E F G",
        "one two three four five six seven eight nine ten",
        "versions 1.2.3.4.5.6.7",
        "[51, 98, 12, 77, 45, 63, 29, 84, 91, 17]",
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "C++ and C# and a+b",
        "AT&T &amp; Co., 50% off, 3=3",
        "see you at noon.\nthe team",
        "ссылка на документ",
        "सुबह की बैठक",
        "5 m² and 10 µg",
    ],
)
def test_ordinary_texts_hide_nothing(text):
    assert [h for h in detect(text, Place(), load()) if h.encoding] == []


def test_bombs_are_bounded():
    text = "ann.quill@example.com"
    for _ in range(12):
        text = b64(text)
    assert len(detect(text, Place(), load())) <= 1
    many = " ".join(b64(f"word{i} and more") for i in range(2000))
    assert detect(many, Place(), load()) is not None
