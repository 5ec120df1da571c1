"""Checksums of further national identifiers: eastern Europe, the Near East, Latin America, Asia.

Must not be in here: where such identifiers are looked for (data/patterns), the table of validators (`checksums_national`).
Sources: the issuing bodies' published algorithms, named with each.
"""

from __future__ import annotations

from minimize.knowledge.checksums import alnum, digits, luhn, verhoeff, weighted


def _day(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31


def ua_rnokpp(text: str) -> bool:
    """Ukrainian taxpayer number (ДПС): 10 digits, weights -1 5 7 9 4 6 10 5 7, mod 11 mod 10."""
    d = digits(text)
    return len(d) == 10 and any(d) and weighted(d, (-1, 5, 7, 9, 4, 6, 10, 5, 7)) % 11 % 10 == d[9]


def kz_iin(text: str) -> bool:
    """Kazakh IIN: 12 digits, a possible date, mod 11 with a second series of weights."""
    d = digits(text)
    if len(d) != 12 or not _day(d[2] * 10 + d[3], d[4] * 10 + d[5]) or d[6] > 6:
        return False
    check = weighted(d, range(1, 12)) % 11
    if check == 10:
        check = weighted(d, (3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2)) % 11
    return check == d[11]


def jmbg(text: str) -> bool:
    """JMBG, EMŠO (Slovenia, Serbia, Bosnia, North Macedonia, Montenegro, old Croatia): 13 digits, a date, mod 11."""
    d = digits(text)
    if len(d) != 13 or not _day(d[2] * 10 + d[3], d[0] * 10 + d[1]):
        return False
    return (11 - weighted(d, (7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11) % 11 % 10 == d[12]


def lv_pk(text: str) -> bool:
    """Latvian personas kods (PMLP): 11 digits; the new ones begin with 32 and have no check."""
    d = digits(text)
    if len(d) != 11:
        return False
    if d[0] == 3 and d[1] >= 2:
        return True
    return _day(d[2] * 10 + d[3], d[0] * 10 + d[1]) and (1 + weighted(d, (10, 5, 8, 4, 2, 1, 6, 3, 7, 9))) % 11 % 10 == d[10]


def is_kennitala(text: str) -> bool:
    """Icelandic kennitala (Þjóðskrá): 10 digits, a date, mod 11, century 8, 9 or 0."""
    d = digits(text)
    if len(d) != 10 or not _day(d[2] * 10 + d[3], d[0] * 10 + d[1]) or d[9] not in (8, 9, 0):
        return False
    return (11 - weighted(d, (3, 2, 7, 6, 5, 4, 3, 2)) % 11) % 11 == d[8]


def lu_rnpp(text: str) -> bool:
    """Luxembourgish matricule (CTIE): 13 digits, a date, Luhn and Verhoeff."""
    d = digits(text)
    if len(d) != 13 or d[0] not in (1, 2) or not _day(d[4] * 10 + d[5], d[6] * 10 + d[7]):
        return False
    body = "".join(map(str, d))
    return luhn(body[:12]) and verhoeff(body[:11] + body[12])


def ec_cedula(text: str) -> bool:
    """Ecuadorian cédula (Registro Civil): 10 digits, province, mod 10."""
    d = digits(text)
    if len(d) != 10 or not (1 <= d[0] * 10 + d[1] <= 24 or d[0] * 10 + d[1] == 30) or d[2] > 5:
        return False
    return luhn("".join(map(str, d)))


def uy_ci(text: str) -> bool:
    """Uruguayan cédula (DNIC): weights 2 9 8 7 6 3 4, mod 10."""
    d = digits(text)
    return len(d) == 8 and any(d) and (-weighted(d, (2, 9, 8, 7, 6, 3, 4))) % 10 == d[7]


def do_cedula(text: str) -> bool:
    """Dominican cédula (JCE): 11 digits, Luhn."""
    d = digits(text)
    return len(d) == 11 and any(d) and luhn(text)


def eg_id(text: str) -> bool:
    """Egyptian national number: 14 digits, century, a date, a governorate."""
    d = digits(text)
    return len(d) == 14 and d[0] in (2, 3) and _day(d[3] * 10 + d[4], d[5] * 10 + d[6]) and (1 <= d[7] * 10 + d[8] <= 35 or d[7] * 10 + d[8] == 88)


def sa_id(text: str) -> bool:
    """Saudi national number and iqama (NIC): 10 digits beginning with 1 or 2, Luhn."""
    d = digits(text)
    return len(d) == 10 and d[0] in (1, 2) and luhn(text)


def kw_civil(text: str) -> bool:
    """Kuwaiti civil number (PACI): 12 digits, century, a date, mod 11."""
    d = digits(text)
    if len(d) != 12 or d[0] not in (2, 3) or not _day(d[3] * 10 + d[4], d[5] * 10 + d[6]):
        return False
    return 11 - weighted(d, (2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)) % 11 == d[11]


def ir_code(text: str) -> bool:
    """Iranian national code (ثبت احوال): 10 digits, mod 11."""
    d = digits(text)
    if len(d) != 10 or len(set(d)) == 1:
        return False
    rest = weighted(d, range(10, 1, -1)) % 11
    return d[9] == (rest if rest < 2 else 11 - rest)


def lk_nic(text: str) -> bool:
    """Sri Lankan NIC: nine digits and V or X, or twelve digits; a possible day of the year (women: and 500)."""
    v = alnum(text)
    if len(v) == 10 and v[:9].isdigit() and v[9] in "VX":
        day = int(v[2:5])
    elif len(v) == 12 and v.isdigit() and v[:2] in ("19", "20"):
        day = int(v[4:7])
    else:
        return False
    return 1 <= day % 500 <= 366


def vn_cccd(text: str) -> bool:
    """Vietnamese CCCD: 12 digits, province, sex and century."""
    d = digits(text)
    return len(d) == 12 and 1 <= d[0] * 100 + d[1] * 10 + d[2] <= 96 and d[3] <= 3


def id_nik(text: str) -> bool:
    """Indonesian NIK (Dukcapil): 16 digits, province, a date (women: day and 40)."""
    d = digits(text)
    if len(d) != 16 or not 11 <= d[0] * 10 + d[1] <= 97:
        return False
    return _day(d[8] * 10 + d[9], (d[6] * 10 + d[7] - 1) % 40 + 1)


def mx_nss(text: str) -> bool:
    """Mexican NSS (IMSS): 11 digits, Luhn."""
    d = digits(text)
    return len(d) == 11 and any(d) and luhn(text)


def br_pis(text: str) -> bool:
    """Brazilian PIS, NIS, NIT (Caixa): 11 digits, mod 11."""
    d = digits(text)
    return len(d) == 11 and len(set(d)) > 1 and (11 - weighted(d, (3, 2, 9, 8, 7, 6, 5, 4, 3, 2)) % 11) % 11 % 10 == d[10]


def es_nss(text: str) -> bool:
    """Spanish social security number (TGSS): 12 digits, the last two mod 97."""
    value = "".join(map(str, digits(text)))
    if len(value) != 12:
        return False
    number = int(value[2:10])
    body = int(value[:2] + str(number)) if number < 10_000_000 else int(value[:10])
    return body % 97 == int(value[10:])


def in_gstin(text: str) -> bool:
    """Indian GSTIN (GSTN): state, PAN, check character by a weighted sum in base 36."""
    v = alnum(text)
    if len(v) != 15 or not v[:2].isdigit() or v[13] != "Z":
        return False
    total = 0
    for i, char in enumerate(v[:14]):
        product = int(char, 36) * (1 + i % 2)
        total += product // 36 + product % 36
    return int(v[14], 36) == (36 - total % 36) % 36


def nz_ird(text: str) -> bool:
    """New Zealand IRD number (Inland Revenue): 8 or 9 digits, mod 11 with a second series of weights."""
    d = digits(text)
    if len(d) not in (8, 9):
        return False
    body = [0] * (9 - len(d)) + d
    check = -weighted(body, (3, 2, 7, 6, 5, 4, 3, 2)) % 11
    if check == 10:
        check = -weighted(body, (7, 4, 3, 2, 5, 2, 7, 6)) % 11
    return check == body[8]


def de_ausweis(text: str) -> bool:
    """German identity card or passport number (PAuswV) with its check digit: weights 7 3 1, mod 10."""
    v = alnum(text)
    return len(v) == 10 and v[9].isdigit() and weighted([int(c, 36) for c in v[:9]], (7, 3, 1) * 3) % 10 == int(v[9])


def sk_rc(text: str) -> bool:
    """Slovak and Czech rodné číslo of ten digits: mod 11, a possible date."""
    d = digits(text)
    if len(d) != 10:
        return False
    month = d[2] * 10 + d[3]
    return _day(month - 50 if month > 50 else month, d[4] * 10 + d[5]) and int("".join(map(str, d))) % 11 in (0,)


def cy_tic(text: str) -> bool:
    """Cypriot TIC: eight digits and a letter by a sum with a table for the odd places."""
    v = alnum(text)
    if len(v) != 9 or not v[:8].isdigit() or v[:2] == "12":
        return False
    total = sum((1, 0, 5, 7, 9, 13, 15, 17, 19, 21)[int(c)] if i % 2 == 0 else int(c) for i, c in enumerate(v[:8]))
    return v[8] == chr(65 + total % 26)


def ghana_card(text: str) -> bool:
    """Ghana Card (NIA): three letters of a country, nine digits, a check digit (not published)."""
    v = alnum(text)
    return len(v) == 13 and v[:3].isalpha() and v[3:].isdigit()


def gr_afm(text: str) -> bool:
    """Greek AFM (ΑΑΔΕ): nine digits, powers of two, mod 11 mod 10."""
    d = digits(text)
    return len(d) == 9 and any(d) and weighted(d, (256, 128, 64, 32, 16, 8, 4, 2)) % 11 % 10 == d[8]
