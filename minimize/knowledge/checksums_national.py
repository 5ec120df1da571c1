"""Checksums of national identifiers outside the English-speaking countries, and the table of all validators by name.

Must not be in here: where such identifiers are looked for (data/patterns).
Sources: the issuing bodies' published algorithms, named with each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from minimize.knowledge import checksums as c
from minimize.knowledge import checksums_more
from minimize.knowledge.checksums import alnum, digits, weighted


def _date(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31 and 1800 < year < 2100


def br_cpf(text: str) -> bool:
    """CPF (Receita Federal): two mod 11 digits."""
    d = digits(text)
    return len(d) == 11 and len(set(d)) > 1 and all(weighted(d, range(n + 1, 1, -1)) * 10 % 11 % 10 == d[n] for n in (9, 10))


def br_cnpj(text: str) -> bool:
    """CNPJ (Receita Federal): two mod 11 digits."""
    d = digits(text)
    w = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    return len(d) == 14 and len(set(d)) > 1 and all(weighted(d[:n], w[13 - n :]) * 10 % 11 % 10 == d[n] for n in (12, 13))


def es_dni(text: str) -> bool:
    """DNI and NIE (Ministerio del Interior): letter = number mod 23."""
    v = alnum(text)
    if len(v) != 9:
        return False
    number = {"X": "0", "Y": "1", "Z": "2"}.get(v[0], v[0]) + v[1:8]
    return number.isdigit() and "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == v[8]


_CF_ODD = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
        strict=True,
    )
)


def it_codice_fiscale(text: str) -> bool:
    """Codice fiscale (D.M. 23/12/1976): a month letter, a possible day, the check letter."""
    v = alnum(text)
    if not it_cf_shape(text):
        return False
    total = sum(_CF_ODD[ch] if i % 2 == 0 else int(ch) if ch.isdigit() else ord(ch) - 65 for i, ch in enumerate(v[:15]))
    return chr(65 + total % 26) == v[15]


def it_cf_shape(text: str) -> bool:
    """The same without the check letter, for use beside its context words; digits may be letters where two people share a code (omocodia)."""
    v = alnum(text)
    if len(v) != 16 or not v[:6].isalpha() or v[8] not in "ABCDEHLMPRST":
        return False
    day = "".join(str("LMNPQRSTUV".find(ch)) if ch in "LMNPQRSTUV" else ch for ch in v[9:11])
    return day.isdigit() and (1 <= int(day) <= 31 or 41 <= int(day) <= 71)


def fr_nir(text: str) -> bool:
    """NIR (INSEE): 13 characters and a key of two, 97 - number mod 97; Corsica 2A, 2B."""
    v = alnum(text)
    if len(v) not in (13, 15) or v[0] not in "123478":
        return False
    body = v[:13].replace("2A", "19").replace("2B", "18")
    if not body.isdigit() or not (1 <= int(body[3:5]) <= 12 or 20 <= int(body[3:5]) <= 99):
        return False
    return len(v) == 13 or (v[13:].isdigit() and 97 - int(body) % 97 == int(v[13:]))


def nl_bsn(text: str) -> bool:
    """BSN (Logius): the eleven test."""
    d = digits(text)
    if len(d) == 8:
        d = [0, *d]
    return len(d) == 9 and any(d) and weighted(d, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def pl_pesel(text: str) -> bool:
    """PESEL (MSWiA): weights 1 3 7 9, a possible date."""
    d = digits(text)
    if len(d) != 11 or (10 - weighted(d[:10], (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10) % 10 != d[10]:
        return False
    return 1 <= (d[2] * 10 + d[3]) % 20 <= 12 and 1 <= d[4] * 10 + d[5] <= 31


def pl_nip(text: str) -> bool:
    """NIP (Ministerstwo Finansów): mod 11."""
    d = digits(text)
    return len(d) == 10 and any(d) and weighted(d[:9], (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11 == d[9]


def _iso7064_11_10(d: list[int]) -> bool:
    check = 10
    for value in d[:-1]:
        check = (check + value) % 10 or 10
        check = check * 2 % 11
    return (11 - check) % 10 == d[-1]


def de_steuer_id(text: str) -> bool:
    """Steuer-IdNr. (BZSt): 11 digits, one of the first ten doubled or tripled, ISO 7064 mod 11,10."""
    d = digits(text)
    return len(d) == 11 and d[0] != 0 and 7 <= len(set(d[:10])) <= 9 and _iso7064_11_10(d)


def hr_oib(text: str) -> bool:
    """OIB (Porezna uprava): ISO 7064 mod 11,10."""
    d = digits(text)
    return len(d) == 11 and len(set(d)) > 1 and _iso7064_11_10(d)


def de_rvnr(text: str) -> bool:
    """Rentenversicherungsnummer (VKVV): 12 characters with a letter, weighted cross sums."""
    v = alnum(text)
    if len(v) != 12 or not v[8].isalpha() or not (v[:8] + v[9:]).isdigit():
        return False
    d = [int(x) for x in v[:8] + f"{ord(v[8]) - 64:02d}" + v[9:11]]
    total = sum(sum(divmod(a * b, 10)) for a, b in zip(d, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True))
    return total % 10 == int(v[11])


def ch_ahv(text: str) -> bool:
    """AHV number (ZAS): 13 digits beginning 756, EAN-13."""
    return digits(text)[:3] == [7, 5, 6] and c.ean13(text)


def at_svnr(text: str) -> bool:
    """Austrian SVNR: 10 digits, weights 3 7 9 _ 5 8 4 2 1 6, mod 11."""
    d = digits(text)
    return len(d) == 10 and d[0] > 0 and weighted(d, (3, 7, 9, 0, 5, 8, 4, 2, 1, 6)) % 11 == d[3]


def be_nn(text: str) -> bool:
    """Belgian national number: 97 - first nine digits mod 97 (a 2 before them from 2000 on)."""
    d = "".join(map(str, digits(text)))
    return len(d) == 11 and int(d[2:4]) % 20 <= 12 and any(97 - int(p + d[:9]) % 97 == int(d[9:]) for p in ("", "2"))


def se_personnummer(text: str) -> bool:
    """Swedish personnummer (SKV): Luhn over the last ten digits, a possible date."""
    d = digits(text)
    d = d[2:] if len(d) == 12 else d
    return len(d) == 10 and 1 <= d[2] * 10 + d[3] <= 12 and 1 <= (d[4] * 10 + d[5]) % 60 <= 31 and c.luhn("".join(map(str, d)))


def fi_hetu(text: str) -> bool:
    """Finnish HETU (DVV): check character = number mod 31."""
    v = "".join(ch for ch in text.upper() if ch.isalnum() or ch in "+-")
    body = v[:6] + v[7:10]
    return len(v) == 11 and body.isdigit() and 1 <= int(v[:2]) <= 31 and 1 <= int(v[2:4]) <= 12 and "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(body) % 31] == v[10]


def dk_cpr(text: str) -> bool:
    """Danish CPR: a possible date before four digits (the checksum is not assured since 2007)."""
    d = digits(text)
    return len(d) == 10 and 1 <= d[0] * 10 + d[1] <= 31 and 1 <= d[2] * 10 + d[3] <= 12


def no_fnr(text: str) -> bool:
    """Norwegian fødselsnummer (Skatteetaten): two mod 11 digits."""
    d = digits(text)
    if len(d) != 11 or not 1 <= (d[0] * 10 + d[1]) % 40 <= 31:
        return False
    first = (11 - weighted(d, (3, 7, 6, 1, 8, 9, 4, 5, 2)) % 11) % 11
    second = (11 - weighted(d, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11) % 11
    return first == d[9] and second == d[10]


def pt_nif(text: str) -> bool:
    """Portuguese NIF (AT): mod 11."""
    d = digits(text)
    if len(d) != 9 or d[0] not in (1, 2, 3, 5, 6, 8, 9):
        return False
    check = 11 - weighted(d, range(9, 1, -1)) % 11
    return (0 if check > 9 else check) == d[8]


def gr_amka(text: str) -> bool:
    """Greek AMKA: 11 digits, a possible date, Luhn."""
    d = digits(text)
    return len(d) == 11 and 1 <= d[0] * 10 + d[1] <= 31 and 1 <= d[2] * 10 + d[3] <= 12 and c.luhn(text)


def ro_cnp(text: str) -> bool:
    """Romanian CNP: weights 279146358279, mod 11."""
    d = digits(text)
    return len(d) == 13 and d[0] > 0 and 1 <= d[3] * 10 + d[4] <= 12 and weighted(d, (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11 % 10 == d[12]


def bg_egn(text: str) -> bool:
    """Bulgarian EGN: weights 2 4 8 5 10 9 7 3 6, mod 11, a possible date."""
    d = digits(text)
    return len(d) == 10 and 1 <= (d[2] * 10 + d[3]) % 20 <= 12 and weighted(d, (2, 4, 8, 5, 10, 9, 7, 3, 6)) % 11 % 10 == d[9]


def cz_rc(text: str) -> bool:
    """Czech and Slovak rodné číslo: ten digits, divisible by 11, a possible date."""
    d = digits(text)
    if len(d) != 10 or not 1 <= (d[2] * 10 + d[3]) % 50 % 20 <= 12:
        return False
    number = int("".join(map(str, d)))
    return number % 11 == 0 or (number // 10 % 11 == 10 and d[9] == 0)


def ee_ik(text: str) -> bool:
    """Estonian and Lithuanian personal code: two rounds mod 11."""
    d = digits(text)
    if len(d) != 11 or not 1 <= d[0] <= 8 or not 1 <= d[3] * 10 + d[4] <= 12:
        return False
    check = weighted(d, (1, 2, 3, 4, 5, 6, 7, 8, 9, 1)) % 11
    if check == 10:
        check = weighted(d, (3, 4, 5, 6, 7, 8, 9, 1, 2, 3)) % 11 % 10
    return check == d[10]


def ie_pps(text: str) -> bool:
    """Irish PPS number: letter = weighted sum mod 23."""
    v = alnum(text)
    if len(v) not in (8, 9) or not v[:7].isdigit():
        return False
    total = weighted([int(x) for x in v[:7]], range(8, 1, -1)) + (9 * (ord(v[8]) - 64) if len(v) == 9 and v[8] != "W" else 0)
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == v[7]


def tr_tckn(text: str) -> bool:
    """Turkish identity number (NVİ)."""
    d = digits(text)
    return len(d) == 11 and d[0] > 0 and (sum(d[0:9:2]) * 7 - sum(d[1:8:2])) % 10 == d[9] and sum(d[:10]) % 10 == d[10]


def il_tz(text: str) -> bool:
    """Israeli identity number: Luhn-like over nine digits."""
    d = digits(text)
    return len(d) == 9 and any(d) and sum(v if i % 2 == 0 else sum(divmod(v * 2, 10)) for i, v in enumerate(d)) % 10 == 0


def za_id(text: str) -> bool:
    """South African ID: 13 digits, a possible date, Luhn."""
    d = digits(text)
    return len(d) == 13 and _date(1900 + d[0] * 10 + d[1], d[2] * 10 + d[3], d[4] * 10 + d[5]) and d[10] in (0, 1, 2) and c.luhn(text)


def cn_id(text: str) -> bool:
    """Resident identity number (GB 11643-1999): 18 characters, ISO 7064 mod 11-2, a possible date."""
    v = alnum(text)
    if len(v) != 18 or not v[:17].isdigit() or not _date(int(v[6:10]), int(v[10:12]), int(v[12:14])):
        return False
    return "10X98765432"[weighted([int(x) for x in v[:17]], (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)) % 11] == v[17]


def cn_id_shape(text: str) -> bool:
    """The same without the checksum, for use beside its context words."""
    v = alnum(text)
    return len(v) == 18 and v[:17].isdigit() and 11 <= int(v[:2]) <= 91 and _date(int(v[6:10]), int(v[10:12]), int(v[12:14]))


def jp_my_number(text: str) -> bool:
    """My Number (J-LIS): 12 digits, mod 11."""
    d = digits(text)
    if len(d) != 12:
        return False
    r = weighted(d, (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return (0 if r <= 1 else 11 - r) == d[11]


def kr_rrn(text: str) -> bool:
    """Korean RRN: a possible date and a sex digit (the checksum is not assured since 2020)."""
    d = digits(text)
    return len(d) == 13 and 1 <= d[2] * 10 + d[3] <= 12 and 1 <= d[4] * 10 + d[5] <= 31 and 1 <= d[6] <= 8


def tw_id(text: str) -> bool:
    """Taiwanese identity number: letter, sex digit, mod 10."""
    v = alnum(text)
    if len(v) != 10 or not v[0].isalpha() or not v[1:].isdigit():
        return False
    n = 10 + "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(v[0])
    return (n // 10 + n % 10 * 9 + weighted([int(x) for x in v[1:]], (8, 7, 6, 5, 4, 3, 2, 1, 1))) % 10 == 0


def hk_id(text: str) -> bool:
    """Hong Kong identity card: mod 11."""
    v = alnum(text)
    letters = len(v) - len(v.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if letters not in (1, 2) or len(v) != letters + 7 or not v[letters:-1].isdigit():
        return False
    values = [36] * (2 - letters) + [ord(x) - 55 for x in v[:letters]] + [int(x) for x in v[letters:-1]]
    check = (11 - weighted(values, range(9, 1, -1)) % 11) % 11
    return v[-1] == ("A" if check == 10 else str(check))


def sg_nric(text: str) -> bool:
    """Singapore NRIC/FIN: letter by weighted sum."""
    v = alnum(text)
    if len(v) != 9 or not v[1:8].isdigit() or v[0] not in "STFGM":
        return False
    total = weighted([int(x) for x in v[1:8]], (2, 7, 6, 5, 4, 3, 2)) + {"T": 4, "G": 4, "M": 3}.get(v[0], 0)
    table = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "G": "XWUTRQPNMLK", "M": "KLJNPQRTUWX"}[v[0]]
    return table[total % 11 if v[0] != "M" else 10 - total % 11] == v[8]


def th_id(text: str) -> bool:
    """Thai identity number: 13 digits, mod 11."""
    d = digits(text)
    return len(d) == 13 and d[0] > 0 and (11 - weighted(d, range(13, 1, -1)) % 11) % 10 == d[12]


def mx_curp(text: str) -> bool:
    """CURP (RENAPO): 18 characters, check digit; a possible date."""
    v = text.upper()
    table = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
    if len(v) != 18 or any(ch not in table for ch in v) or not v[4:10].isdigit() or not _date(1900, int(v[6:8]), int(v[8:10])):
        return False
    return v[10] in "HMX" and (not v[17].isdigit() or (10 - sum(table.index(ch) * (18 - i) for i, ch in enumerate(v[:17])) % 10) % 10 == int(v[17]))


def ar_cuit(text: str) -> bool:
    """CUIT/CUIL (AFIP): mod 11."""
    d = digits(text)
    return len(d) == 11 and d[0] in (2, 3) and (11 - weighted(d, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11) % 11 == d[10]


def cl_rut(text: str) -> bool:
    """RUT (SII): mod 11."""
    v = alnum(text)
    if not 8 <= len(v) <= 9 or not v[:-1].isdigit():
        return False
    r = 11 - sum(int(x) * (2 + i % 6) for i, x in enumerate(reversed(v[:-1]))) % 11
    return v[-1] == {11: "0", 10: "K"}.get(r, str(r))


def ru_inn(text: str) -> bool:
    """INN of a person (FNS): 12 digits, two check digits."""
    d = digits(text)
    w = (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)
    return len(d) == 12 and weighted(d, w[1:]) % 11 % 10 == d[10] and weighted(d, w) % 11 % 10 == d[11]


def ru_snils(text: str) -> bool:
    """SNILS (SFR): nine digits and a control number."""
    d = digits(text)
    total = weighted(d[:9], range(9, 0, -1))
    return len(d) == 11 and (total % 101) % 100 == d[9] * 10 + d[10]


def in_gstin_pan(text: str) -> bool:
    """Indian PAN (ITD): five letters of which the fourth tells the holder, four digits, a letter."""
    v = alnum(text)
    return len(v) == 10 and v[3] in "ABCFGHLJPTE" and v[5:9] != "0000"


CHECKS: Final[dict[str, Callable[[str], bool]]] = {
    name: value
    for module in (vars(c), vars(checksums_more), dict(globals()))
    for name, value in module.items()
    if callable(value) and not name.startswith("_") and name not in ("digits", "alnum", "weighted", "mod97", "Final", "Callable", "Sequence")
}
"""Every validator, by the name that rules use."""
