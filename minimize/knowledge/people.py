"""The words that stand around names of persons: titles, particles, greetings, verbs, organisations' heads.

Must not be in here: the words (data/people.yaml) and names (the lexicon).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_NAMING = (
    "my name is", "her name is", "his name is", "maiden name is", "first name is", "last name is", "call me", "calls me", "called me", "goes by", "heisse",
    "m'appelle", "s'appelle", "me llamo", "se llama", "mi chiamo", "si chiama", "me chamo", "ik heet", "nazywam sie", "меня зовут", "зовут", "اسمي", "اسمه",
    "اسمها", "मेरा नाम",
)  # fmt: skip
_INTRODUCERS = ("name is", "named", "i am", "i'm", "this is", "signed by", "sincerely", "regards", "attn", "c/o", "behalf of", "namens")


@dataclass(frozen=True, slots=True)
class People:
    """Folded words by what they say of a name beside them."""

    titles: frozenset[str]
    particles: frozenset[str]
    greetings: frozenset[str]
    verbs: frozenset[str]
    nouns: frozenset[str]
    kin: frozenset[str]
    organisation: frozenset[str]
    works: frozenset[str]
    general: frozenset[str]
    addressed: frozenset[str]
    """Behind which stands somebody who is spoken or written to, or met, in lower case too."""
    addressing: frozenset[str]
    """Last words of these."""
    heads: frozenset[str]
    """Before a name that is then one of an organisation or a place."""
    things: frozenset[str]
    """Before a name that is then one of a dish, a plant, a piece of furniture, a colour; in lower case, too."""
    presenting: frozenset[str]
    determiners: frozenset[str]
    staff: frozenset[str]
    """Words for people at work, whom a text presents."""
    lookups: frozenset[str]
    """Words of names of tools and fields in which something is looked up."""
    goods: frozenset[str]
    """Those whose values are things to have."""
    dealings: frozenset[str]
    """Those in which such things are dealt with between persons."""
    demonyms: frozenset[str]
    """Given names that are nationalities too."""
    shops: frozenset[str]
    """Behind a name and its `'s`, with a capital too: what is called after somebody."""
    wares: frozenset[str]
    """Words of `organisation` for things that people have."""
    after: frozenset[str]
    """What is called after somebody whose name follows with `of`."""
    surnames: frozenset[str]
    """Words of `organisation` that are frequent family names."""
    naming: frozenset[str]
    """Behind which stands what somebody is called, in lower case too."""
    introducers: frozenset[str]

    @classmethod
    def of(cls, data: Mapping[str, Sequence[str]]) -> People:
        """Make it from the packed form."""
        sets = {key: frozenset(w.rstrip(".") if key == "titles" and len(w) > 2 else w for w in words) for key, words in data.items() if key != "suffixes"}
        last = frozenset(phrase.rpartition(" ")[2] for phrase in (*sets["addressed"], *_NAMING))
        return cls(**sets, addressing=last, naming=frozenset(_NAMING), introducers=frozenset((*_NAMING, *_INTRODUCERS)))
