"""What kind of expression an entry is: its type, whether it is a noun or a verb phrase, and its pattern."""

from __future__ import annotations

from idioprobe.data.languages.language import Language
from idioprobe.data.lexicon.entry import Entry
from idioprobe.data.lexicon.places import is_closed, tokens

NOUN, VERB, OTHER = "noun", "verb", "other"
KINDS = {
    "noun-compound": NOUN,
    "adjective-noun": NOUN,
    "verb-object": VERB,
    "phrasal-verb": VERB,
    "binomial": OTHER,
}
"""What an expression of a type is, where its type says so."""
BY_ROLES = (
    ({"verb", "particle"}, "phrasal-verb"),
    ({"verb", "object"}, "verb-object"),
    ({"adjective", "noun"}, "adjective-noun"),
    ({"modifier", "head"}, "noun-compound"),
    ({"first", "second"}, "binomial"),
)
"""The type of an expression that names none, by the roles of its words."""
PATTERNS = {
    "verb-object": "verb-noun",
    "phrasal-verb": "verb-particle",
    "adjective-noun": "adjective-noun",
    "binomial": "binomial",
}
OF_KIND = {
    NOUN: ("adjective-noun", "noun-noun", "closed"),
    VERB: ("verb-noun", "verb-particle"),
    OTHER: ("binomial", "adjective-noun", "noun-noun"),
}
"""The patterns of a kind: where there is no pool for one, another of its kind stands in."""


def type_of(entry: Entry, language: Language) -> str:
    """The type that the entry says, or what its words and forms tell."""
    if entry.type:
        return entry.type
    roles = set(entry.components)
    named = next((name for wanted, name in BY_ROLES if wanted <= roles), None)
    if named:
        return named
    if "verb" in roles or _looks_verbal(entry, language):
        return "idiom"
    several = any(len(frame.parts) > 1 for frame in entry.frames.values())
    can_tell = language.verb_phrase is not None or language.recognise is not None or entry.expression.gender
    return "noun-compound" if can_tell and not several else "idiom"


def kind_of(entry: Entry, language: Language) -> str:
    """Whether it is a noun or a verb phrase, which decides what neutral sentences it fits."""
    known = KINDS.get(type_of(entry, language))
    if known:
        return known
    if "verb" in entry.components or _looks_verbal(entry, language):
        return VERB
    return NOUN if "head" in entry.components else OTHER


def pattern_of(entry: Entry, language: Language) -> str:
    """What its random replacements look like."""
    if entry.pattern:
        return entry.pattern
    of_type = PATTERNS.get(type_of(entry, language))
    if of_type:
        return of_type
    kind = kind_of(entry, language)
    if kind != NOUN:
        return OF_KIND[kind][0] if kind == VERB else type_of(entry, language)
    if is_closed(entry.name, entry.components, spaces=language.spaces) or len(tokens(entry.name)) == 1:
        return "closed"
    modifier = entry.components.get("modifier")
    word = modifier.citation if modifier else tokens(entry.name)[0] if tokens(entry.name) else ""
    if language.is_adjective is None:
        return "noun-noun" if modifier and modifier.gender else "adjective-noun"
    return "adjective-noun" if language.is_adjective(word) else "noun-noun"


def _looks_verbal(entry: Entry, language: Language) -> bool:
    """Whether the citation form is that of a verb phrase, or a sentence has its first word in a verb's form."""
    if language.verb_phrase is not None:
        return language.verb_phrase.search(entry.name) is not None
    if language.is_verb_phrase is not None and language.is_verb_phrase(entry.name):
        return True
    words = entry.name.split()
    if language.recognise is None or len(words) < 2:
        return False
    for frame in entry.frames.values():
        written = frame.target.split()
        if written and written[0].casefold() != words[0].casefold():
            names = language.recognise(written[0], words[0], "")
            if names and names != ("pl",):
                return True
    return False
