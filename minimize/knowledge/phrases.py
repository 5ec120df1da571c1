"""Words that decisions and rewrites use, by language: neutral titles, stand-ins, cutting words, signs of a private story.

The data is `data/phrases.yaml`; this file only loads and indexes it. Must not be in here: decisions, edits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

import yaml
from mypy_extensions import mypyc_attr

from minimize.errors import KnowledgeError

_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("ru", re.compile("[\u0400-\u04ff]{2}")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("el", re.compile("[\u0370-\u03ff]{2}")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_SHARED = ("ru", "ar")
"""Scripts of several languages, told apart by stop words and letters."""
_SPEECH = ("requests", "others", "pointing", "further", "withheld", "reasons", "causes", "consequences", "pleas", "tellers", "against", "glue", "turning")
"""Lists of `Speech`."""
_LISTS = frozenset(
    ["titles", "standins", "nouns", "stopwords", "leads", "trails", "joiners", "story", "hollow", "around", "profile", "letters", "shortened"]
) | frozenset(["own", "me", *_SPEECH])
_EDGES = ".,;:!?()[]\"'“”‘’«»"
_UNSPACED = ("ja", "zh", "th")


_OPENERS = "([{\"'“«（"
_REACH = 48
"""How far before an item words are looked for that go with it."""


@mypyc_attr(native_class=False)
class Speech:
    """What a user asks for, and what he says beside it: expressions of many words, compiled when the first message is judged."""

    def __init__(self, words: Mapping[str, Mapping[str, list[str]]]) -> None:
        self._words = words
        """Name of the list -> language -> words."""
        self._known: dict[tuple[str, str], re.Pattern[str]] = {}

    @cached_property
    def requests(self) -> re.Pattern[str]:
        """Words by which a user asks for something to be done or said."""
        return self._whole("requests")

    @cached_property
    def others(self) -> re.Pattern[str]:
        """Words right before one of `requests` by which it is somebody else's doing, anchored at the end."""
        return re.compile(rf"(?:{_alternatives(self._words['others'], before=True, after=True)})\s*$", re.IGNORECASE)

    @cached_property
    def withheld(self) -> re.Pattern[str]:
        """Words by which he says that something is not to be passed on."""
        return self._whole("withheld")

    @cached_property
    def causes(self) -> re.Pattern[str]:
        """Words that end the clause of a reason, right behind an item or its ending; they mean nothing else in other languages."""
        return re.compile(rf"[\w'’]{{0,6}}?\s?(?:{_alternatives(self._words['causes'], after=True)})", re.IGNORECASE)

    @cached_property
    def pleas(self) -> re.Pattern[str]:
        """Words by which a user asks for help and says nothing."""
        return self._whole("pleas")

    def reasons(self, language: str) -> re.Pattern[str]:
        """Words that begin the clause of a reason, by language."""
        return self._of("reasons", language)

    def consequences(self, language: str) -> re.Pattern[str]:
        """Words that begin what follows from a reason, by language."""
        return self._of("consequences", language)

    def tellers(self, language: str) -> re.Pattern[str]:
        """Words that begin a remark which tells of somebody, by language."""
        return self._of("tellers", language)

    def against(self, language: str) -> re.Pattern[str]:
        """Words that set what follows against what came before, by language."""
        return self._of("against", language)

    def pointing(self, language: str) -> re.Pattern[str]:
        """Words in a request that stand for what was told beside it. By language: short words mean other things in others."""
        return self._of("pointing", language)

    def further(self, language: str) -> re.Pattern[str]:
        """Words that go on with what came before, by language."""
        return self._of("further", language)

    def glue(self, language: str) -> re.Pattern[str]:
        """Words that a sentence may get or lose without saying anything else, by language."""
        return self._of("glue", language)

    def turning(self, language: str) -> re.Pattern[str]:
        """Words without which a sentence says something else ("not", "only", "unless"), by language."""
        return self._of("turning", language)

    def rewordable(self, language: str) -> bool:
        """Whether enough is known of a language to tell whether two wordings say the same."""
        return all(self._words[name].get(language) for name in ("glue", "turning"))

    def _whole(self, name: str) -> re.Pattern[str]:
        return re.compile(_alternatives(self._words[name], before=True, after=True), re.IGNORECASE)

    def _of(self, name: str, language: str) -> re.Pattern[str]:
        """One list of one language; it never matches where there is none."""
        known = self._known.get((name, language))
        if known is None:
            words = {language: self._words[name].get(language, [])}
            known = self._known[name, language] = re.compile(_alternatives(words, before=True, after=True), re.IGNORECASE)
        return known


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Everything of `phrases.yaml`, indexed."""

    titles: Mapping[str, Mapping[str, str]]
    """Language -> what the thing is (`event`, `reminder`, `note`, ...) -> neutral title."""
    standins: Mapping[str, Mapping[str, str]]
    """Language -> role or `text` -> neutral stand-in."""
    nouns: Mapping[str, Mapping[str, str]]
    """Language -> sub label of a finding -> noun of its category ("medication")."""
    stopwords: Mapping[str, frozenset[str]]
    languages_of: Mapping[str, tuple[str, ...]]
    """Stop word -> the languages that have it."""
    letters_of: Mapping[str, tuple[str, ...]]
    """Letter -> the languages that it tells."""
    order: tuple[str, ...]
    """All languages, in the order of the data: it breaks ties."""
    said: frozenset[str]
    """Every title and stand-in: what we may have put into a call ourselves."""
    leads: frozenset[str]
    """Words before an item that go with it (prepositions, labels), lower case."""
    lead_ends: frozenset[str]
    """Last words of the leads: most words before an item are none, and that is known at once."""
    shortened: frozenset[str]
    """Words among the leads that a period does not make the last of a sentence ("Tel.")."""
    bare_leads: frozenset[str]
    """The same of scripts without spaces between words."""
    trails: re.Pattern[str]
    """Words after an item that go with it, anchored at the start."""
    joiners: frozenset[str]
    """Conjunctions and particles that may not stand at the edge of what remains."""
    story: re.Pattern[str]
    """Words of a private story: family, pronouns, health, routine, grief (see `analyze.story`)."""
    profile: re.Pattern[str]
    """A record's label, a colon and the name after it (group 1)."""
    speech: Speech
    """Words by which a message is understood (see `Speech`)."""
    own: re.Pattern[str]
    """Words by which the user introduces himself or somebody of his."""
    around: frozenset[str]
    """Words beside a place name that make it no finer ("downtown", "area")."""
    hollow: frozenset[str]
    """Words that say nothing by themselves; a clause of nothing else goes with the item that was cut from it."""

    def language(self, text: str, default: str = "en") -> str:
        """Guess the language of a text by script, then by stop words; `default` where neither tells."""
        told = "" if text.isascii() else next((language for language, script in _SCRIPTS if script.search(text)), "")
        if told and told not in _SHARED:
            return told
        hits: dict[str, float] = {}
        for word in text[:2000].lower().split():
            for language in self.languages_of.get(word.strip(_EDGES), ()):
                hits[language] = hits.get(language, 0) + 1
        if not text.isascii():
            for char in {char.lower() for char in text[:2000] if not char.isascii()}:
                telling = self.letters_of.get(char, ())
                for language in telling:
                    hits[language] = hits.get(language, 0.0) + 2 / len(telling)
        if not hits or max(hits.values()) == 0:
            return told or default
        most = max(hits.values())
        return default if hits.get(default) == most else next(language for language in self.order if hits.get(language) == most)

    def lead(self, text: str, start: int, floor: int) -> int:
        """Give where the word or words start that stand before `start` and go with it; `start` itself if there are none."""
        end = start
        while end > floor and text[end - 1] in " \t:：#=.":
            end -= 1
        if end == start and end > floor and text[end - 1].isascii() and text[end - 1] != "'":
            return start
        best = start
        at = _word_start(text, end, floor)
        last = text[at:end].lower().rstrip(".").lstrip(_OPENERS)
        if end < start - 1 and text[end] == "." and text[start - 1].isspace() and last not in self.shortened:
            return start  # the end of a sentence
        if last in self.lead_ends:
            for _ in range(5):
                begin = at + len(text[at:end]) - len(text[at:end].lstrip(_OPENERS))
                if text[begin:end].lower().rstrip(".") in self.leads:
                    best = begin
                while at > floor and text[at - 1] in " \t":
                    at -= 1
                if at <= floor or text[at - 1] == "\n" or end - at >= _REACH:
                    break
                at = _word_start(text, at, floor)
        if best == start and end > floor and not text[end - 1].isascii():
            best = next((end - size for size in range(min(8, end - floor), 0, -1) if text[end - size : end] in self.bare_leads), start)
        return best

    def title(self, what: str, language: str) -> str:
        """Neutral title of a thing in a language, English where the language has none."""
        return self._pick(self.titles, what, "event", language)

    def standin(self, what: str, language: str) -> str:
        """Neutral stand-in for a text of a role."""
        return self._pick(self.standins, what, "text", language)

    def noun(self, sub: str, language: str) -> str | None:
        """Noun of an item's category, or None."""
        return self.nouns.get(language, {}).get(sub)

    @staticmethod
    def _pick(table: Mapping[str, Mapping[str, str]], what: str, fallback: str, language: str) -> str:
        words = table.get(language) or table["en"]
        return words.get(what) or words.get(fallback) or table["en"].get(what) or table["en"][fallback]


@lru_cache(maxsize=1)
def load() -> Phrases:
    """Load the packaged phrases, once a process. KnowledgeError if the data contradicts itself."""
    source = resources.files("minimize.knowledge").joinpath("data/phrases.yaml").read_text(encoding="utf-8")
    return build(yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def build(data: Mapping[str, Any]) -> Phrases:
    """Index the parsed data file; a list of words is one string, words apart by `|`."""
    languages: Mapping[str, Mapping[str, Any]] = data["languages"]
    if "en" not in languages:
        raise KnowledgeError("phrases.yaml has no English")
    for language, words in languages.items():
        if unknown := set(words) - _LISTS:
            raise KnowledgeError(f"phrases.yaml: `{language}` has unknown lists: {', '.join(sorted(unknown))}")

    def every(name: str) -> dict[str, list[str]]:
        return {language: _words(words.get(name)) for language, words in languages.items()}

    return Phrases(
        titles={language: words["titles"] for language, words in languages.items() if "titles" in words},
        standins={language: words["standins"] for language, words in languages.items() if "standins" in words},
        nouns={language: words["nouns"] for language, words in languages.items() if "nouns" in words},
        stopwords={language: frozenset(words) for language, words in every("stopwords").items() if words},
        languages_of=_turned(every("stopwords")),
        letters_of=_turned({language: list(words.get("letters", "").lower()) for language, words in languages.items()}),
        order=tuple(languages),
        said=frozenset(text for words in languages.values() for name in ("titles", "standins") for text in words.get(name, {}).values()),
        leads=frozenset(word.lower().rstrip(".") for language, words in every("leads").items() if language not in _UNSPACED for word in words),
        lead_ends=frozenset(word.lower().rstrip(".").split()[-1] for words in every("leads").values() for word in words),
        shortened=frozenset(word for words in every("shortened").values() for word in words),
        bare_leads=frozenset(word for language, words in every("leads").items() if language == "ko" or language in _UNSPACED for word in words),
        trails=re.compile(rf"^\s*(?:{_alternatives(every('trails'), before=False)})", re.IGNORECASE),
        joiners=frozenset(word for words in every("joiners").values() for word in words),
        story=re.compile(_alternatives(every("story"), before=True, after=True), re.IGNORECASE),
        profile=_profile(every("profile")),
        speech=Speech({name: every(name) for name in _SPEECH}),
        own=re.compile(rf"{_alternatives(every('own'), before=True, after=True)}|(?:{_alternatives(every('me'), before=True, after=True)})\W*$", re.IGNORECASE),
        around=frozenset(word.lower() for words in every("around").values() for word in words),
        hollow=frozenset(word.lower() for name in ("hollow", "joiners", "leads") for words in every(name).values() for word in words),
    )


def _word_start(text: str, at: int, floor: int) -> int:
    low = max(floor, at - _REACH)
    while at > low and not text[at - 1].isspace():
        at -= 1
    return at


def _turned(words: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    turned: dict[str, tuple[str, ...]] = {}
    for language, each in words.items():
        for word in each:
            turned[word] = (*turned.get(word, ()), language)
    return turned


def _profile(words: Mapping[str, list[str]]) -> re.Pattern[str]:
    labels = "|".join(re.escape(word) for word in sorted({word for each in words.values() for word in each}, key=lambda word: (-len(word), word)))
    before = r"""(?:^|[\n.;。；{,"'(（]|\s)"""
    name = r"""([^\W\d_][^,，、;；.。،(（\n:"'|–—\d]{1,48})"""
    return re.compile(rf"""{before}(?:{labels})["']?\s*[:：–—-]\s*["']?{name}""", re.IGNORECASE)


def _words(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").replace("\n", " ").split("|") if word.strip()]


def _alternatives(words: Mapping[str, list[str]], *, before: bool = False, after: bool = False) -> str:
    """One alternation, longest first; words of scripts without spaces need no word boundary. A trailing `*` is any ending."""
    spaced: list[str] = []
    bare: list[str] = []
    for language, each in words.items():
        (bare if language in _UNSPACED else spaced).extend(each)
    parts = []
    if spaced:
        left = r"(?<![^\W_])" if before else ""
        right = r"(?![^\W_])"
        body = "|".join(_pattern(word, right if after or not before else "") for word in sorted(set(spaced), key=lambda w: (-len(w), w)))
        parts.append(f"{left}(?:{body})")
    if bare:
        parts.append("|".join(re.escape(word) for word in sorted(set(bare), key=lambda w: (-len(w), w))))
    return "|".join(parts) or r"(?!)"


def _pattern(word: str, right: str) -> str:
    if word.endswith("*"):
        return re.escape(word[:-1]).replace(r"\ ", r"\s+") + r"\w*"
    edge = right if word[-1].isalnum() else ""
    return re.escape(word).replace(r"\ ", r"\s+").replace(r"\*", r"\w+(?:\s+\w+)?") + edge
