"""Validators of identifiers: checksums and plausibility, each a pure function from the text of a span to a verdict.

Must not be in here: where such identifiers are looked for (data/patterns), and further countries (`checksums_national`).
Sources: the issuing bodies' published algorithms, named with each.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence


def digits(text: str) -> list[int]:
    """Give the ASCII digits of a text."""
    return [ord(c) - 48 for c in text if "0" <= c <= "9"]


def alnum(text: str) -> str:
    """Give the ASCII letters (upper case) and digits of a text."""
    return "".join(c for c in text.upper() if c.isascii() and c.isalnum())


def weighted(values: Sequence[int], weights: Sequence[int]) -> int:
    """Give the weighted sum; the shorter sequence decides."""
    return sum(v * w for v, w in zip(values, weights, strict=False))


def luhn(text: str) -> bool:
    """Luhn (ISO/IEC 7812): cards, IMEI, Canadian SIN."""
    d = digits(text)
    total = 0
    for i, value in enumerate(reversed(d)):
        total += value if i % 2 == 0 else (value * 2 - 9 if value > 4 else value * 2)
    return bool(d) and total % 10 == 0


def card(text: str) -> bool:
    """A payment card: 13 to 19 digits of a known network, Luhn (ISO/IEC 7812), not one digit repeated."""
    d = digits(text)
    return 13 <= len(d) <= 19 and d[0] in (2, 3, 4, 5, 6) and len(set(d)) > 1 and luhn(text)


def imei(text: str) -> bool:
    """IMEI (3GPP TS 23.003): 15 digits, Luhn."""
    d = digits(text)
    return len(d) == 15 and len(set(d)) > 2 and luhn(text)


IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28,
    "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18,
    "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15,
    "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25,
    "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
}  # fmt: skip
"""Length by country (SWIFT IBAN registry)."""


def mod97(text: str) -> int:
    """Give the remainder by 97 of letters and digits read as ISO 7064 says (A = 10)."""
    return int("".join(str(int(c, 36)) for c in alnum(text)) or "0") % 97


def iban(text: str) -> bool:
    """IBAN (ISO 13616): country, length, mod 97."""
    value = alnum(text)
    return IBAN_LENGTHS.get(value[:2]) == len(value) and mod97(value[4:] + value[:4]) == 1


_VERHOEFF_D = ("0123456789", "1234067895", "2340178956", "3401289567", "4012395678", "5987604321", "6598710432", "7659821043", "8765932104", "9876543210")
_VERHOEFF_P = ("0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258")


def verhoeff(text: str) -> bool:
    """Verhoeff's dihedral check (Aadhaar)."""
    c = 0
    for i, value in enumerate(reversed(digits(text))):
        c = int(_VERHOEFF_D[c][int(_VERHOEFF_P[i % 8][value])])
    return c == 0


def aadhaar(text: str) -> bool:
    """Aadhaar (UIDAI): 12 digits, not beginning with 0 or 1, Verhoeff."""
    d = digits(text)
    return len(d) == 12 and d[0] > 1 and verhoeff(text)


def us_ssn(text: str) -> bool:
    """US SSN (SSA): area not 000, 666, 9xx; group not 00; serial not 0000."""
    d = "".join(map(str, digits(text)))
    return len(d) == 9 and d[:3] not in ("000", "666") and d[0] != "9" and d[3:5] != "00" and d[5:] != "0000"


def us_itin(text: str) -> bool:
    """US ITIN (IRS): 9xx-[50-65,70-88,90-92,94-99]-xxxx."""
    d = "".join(map(str, digits(text)))
    return len(d) == 9 and d[0] == "9" and (50 <= int(d[3:5]) <= 65 or 70 <= int(d[3:5]) <= 99)


def us_routing(text: str) -> bool:
    """ABA routing number: 9 digits, weights 3-7-1, first two digits of a Federal Reserve district."""
    d = digits(text)
    if len(d) != 9 or not any(d):
        return False
    head = d[0] * 10 + d[1]
    return weighted(d, (3, 7, 1) * 3) % 10 == 0 and (head <= 12 or 21 <= head <= 32 or 61 <= head <= 72 or head == 80)


def us_npi(text: str) -> bool:
    """US NPI (CMS): Luhn over 80840 and the ten digits."""
    return len(digits(text)) == 10 and luhn("80840" + "".join(map(str, digits(text))))


def uk_nhs(text: str) -> bool:
    """NHS number (NHS Data Dictionary): mod 11."""
    d = digits(text)
    if len(d) != 10 or len(set(d)) == 1:
        return False
    check = 11 - weighted(d, range(10, 1, -1)) % 11
    return (0 if check == 11 else check) == d[9]


def ca_sin(text: str) -> bool:
    """Canadian SIN: nine digits, Luhn, not beginning with 8."""
    d = digits(text)
    return len(d) == 9 and d[0] != 8 and any(d) and luhn(text)


def au_tfn(text: str) -> bool:
    """Australian TFN (ATO): weights 1 4 3 7 5 8 6 9 10, mod 11."""
    d = digits(text)
    return len(d) == 9 and any(d) and weighted(d, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def au_medicare(text: str) -> bool:
    """Australian Medicare number: 10 or 11 digits, first 2 to 6, weights 1 3 7 9."""
    d = digits(text)
    return len(d) in (10, 11) and 2 <= d[0] <= 6 and weighted(d[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == d[8]


def vin(text: str) -> bool:
    """Vehicle identification number (ISO 3779): 17 characters without I, O, Q, both letters and digits; check digit or a non-American maker."""
    value = alnum(text)
    if len(value) != 17 or set(value) & set("IOQ") or value.isdigit() or value.isalpha():
        return False
    table = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
    total = weighted([table.get(c) or int(c) for c in value], (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2))
    if value[8] == ("X" if total % 11 == 10 else str(total % 11)):
        return True
    return value[0] not in "12345" and value[-4:].isdigit() and sum(map(str.isalpha, value)) >= 3


def ean13(text: str) -> bool:
    """EAN-13 / ISBN-13 (GS1)."""
    d = digits(text)
    return len(d) == 13 and weighted(d, (1, 3) * 6 + (1,)) % 10 == 0


_B58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58check(text: str) -> bool:
    """Base58Check (Bitcoin, Litecoin, Tron addresses): double SHA-256."""
    number = 0
    for char in text:
        value = _B58.find(char)
        if value < 0:
            return False
        number = number * 58 + value
    if number >= 1 << 200:
        return False
    data = number.to_bytes(25, "big")
    return hashlib.sha256(hashlib.sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


def bech32(text: str) -> bool:
    """Bech32 and Bech32m (BIP 173, BIP 350)."""
    value = text.lower()
    prefix, _, data = value.rpartition("1")
    charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
    if not prefix or len(data) < 6 or any(c not in charset for c in data):
        return False
    check = 1
    for part in [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix] + [charset.find(c) for c in data]:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ part
        for i, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= generator if (top >> i) & 1 else 0
    return check in (1, 0x2BC830A3)


def ipv4(text: str) -> bool:
    """An IPv4 address that may be a person's: no mask, no loopback, no address of a private network."""
    d = [int(p) for p in text.split(".")]
    if len(d) != 4 or any(p > 255 for p in d) or d[:3] == [255, 255, 255]:
        return False
    if d[0] == 10 or d[:2] == [192, 168] or (d[0] == 172 and 16 <= d[1] <= 31):
        return False  # RFC 1918: the same address stands in every second network
    return d[0] not in (0, 127, 255)


def ipv4_public(text: str) -> bool:
    """The same where nothing around says that it is one: versions (`11.4.22.1`) count up in small numbers."""
    return ipv4(text) and max(int(p) for p in text.split(".")) >= 64


def latitude_longitude(text: str) -> bool:
    """A pair of decimal degrees in range, with digits after the point in both."""

    found = [float(n) for n in re.findall(r"-?\d{1,3}\.\d+", text)]
    return len(found) == 2 and abs(found[0]) <= 90 and abs(found[1]) <= 180


def high_entropy(text: str) -> bool:
    """A secret rather than a word: at least three classes of characters, or many different ones."""
    classes = [any(c.islower() for c in text), any(c.isupper() for c in text), any(c.isdigit() for c in text), not text.isalnum()]
    return sum(classes) >= 3 or (sum(classes) >= 2 and len(set(text)) >= 10)


def ipv6(text: str) -> bool:
    """An IPv6 address, not of the loopback or unspecified kind."""
    groups = text.split(":")
    return 3 <= len(groups) <= 8 and text.count("::") <= 1 and (text.count(":") == 7 or "::" in text) and any(ch.isdigit() for ch in text)


def phone_like(text: str) -> bool:
    """6 to 15 digits that are no date and no lone amount: what a phone number can be beside its context."""

    d = digits(text)
    if not 6 <= len(d) <= 15 or (len(set(d)) == 1 and len(d) > 7):
        return False
    return not re.fullmatch(
        r"(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d|\d{1,3}(?:[.,]\d{3})+|\d+\.\d+|(?:19|20)\d\d ?- ?(?:19|20)\d\d",
        text.strip(),
    )


def mixed(text: str) -> bool:
    """At least five characters, at least three of them digits: an id, no word."""
    return len(alnum(text)) >= 6 and len(digits(text)) >= 3


def id_like(text: str) -> bool:
    """At least five digits: what stands behind the label of a national identifier."""
    return len(digits(text)) >= 5


def plate(text: str) -> bool:
    """A registration plate: 4 to 8 characters, letters and digits."""
    v = alnum(text)
    return 4 <= len(v) <= 8 and any(ch.isalpha() for ch in v) and any(ch.isdigit() for ch in v)


_NO_PERSON = frozenset(
    [
        "channel",
        "here",
        "everyone",
        "all",
        "team",
        "media",
        "import",
        "dataclass",
        "property",
        "staticmethod",
        "classmethod",
        "override",
        "pytest",
        "app",
        "router",
        "test",
        "param",
        "return",
        "returns",
        "charset",
        "keyframes",
        "font",
        "page",
        "supports",
        "layer",
        "include",
        "extend",
        "mixin",
        "component",
        "injectable",
        "input",
        "output",
        "autowired",
        "bean",
        "entity",
        "table",
        "column",
        "deprecated",
        "nullable",
        "notnull",
        "author",
        "since",
        "see",
        "throws",
        "types",
        "latest",
        "next",
        "beta",
        "alpha",
        "staff",
        "admins",
        "moderators",
        "support",
        "supports",
        "mention",
        "mentions",
        "username",
        "user",
        "users",
        "someone",
        "handle",
        "name",
        "yourname",
        "engineering",
        "design",
        "marketing",
        "sales",
        "product",
        "security",
        "infra",
        "devs",
        "ops",
        "oncall",
    ]
)


def personal_handle(text: str) -> bool:
    """An @ word that may be somebody's: no group mention, decorator or style rule."""
    word = text.lstrip("@").lower()
    return re.split(r"[._]", word)[0] not in _NO_PERSON and word not in _NO_PERSON


_NO_SECRET = re.compile(
    r"(?i)(?:required|expired|invalid|missing|reset\w*|change\w*|policy|null|none|true|false|undefined|optional|string|your[\w-]*|example|placeholder|"
    r"<.*>|\*+|x+|\.+|-+|\$\{?\w+.*|%\w+%|os\.environ.*|process\.env.*|env\..*|hidden|redacted|removed|unknown|needed|incorrect|wrong|forgotten|"
    r"[a-z]+\(.*|https?:.*|input|field|hash|manager|protected|authentication|generation|limit|usage|count\w*|bucket|\d{1,5})"
)


def secret_value(text: str) -> bool:
    """What stands after the word for a secret is one: no status word, placeholder or plain word of the language."""
    value = text.rstrip(".!?")
    if len(value) < 4 or _NO_SECRET.fullmatch(value):
        return False
    return (
        any(ch.isdigit() for ch in value)
        or (not value.isalpha() and not value.replace("-", "").replace("_", "").isalpha())
        or (any(ch.isupper() for ch in value[1:]) and any(ch.islower() for ch in value) and len(value) >= 8)
    )


def kr_address(text: str) -> bool:
    """A Korean address: a road or lot with a number, and a province, city, district or unit beside it."""
    return bool(re.search(r"[가-힣](?:시|군|구|도) ?[가-힣0-9]+(?:로|길|동|가|읍|면|리)", text) or (re.search(r"(?:로|길) ?\d{1,4}", text) and len(text) >= 6))


def has_letter_digit(text: str) -> bool:
    """Both letters and digits are in it."""
    return any(ch.isalpha() for ch in text) and any(ch.isdigit() for ch in text)
