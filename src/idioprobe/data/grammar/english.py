"""English words inflected and recognised, by the dictionary and rules of lemminflect."""

from __future__ import annotations

import re
from functools import lru_cache

from idioprobe.data.grammar.attested import attested

TAGS = {
    "pl": "NNS",
    "past": "VBD",
    "pastpl": "VBD",
    "part": "VBN",
    "pres": "VBZ",
    "prespl": "VBP",
    "imp": "VB",
    "ger": "VBG",
}
"""The Penn tags of the forms that English has, by their names here."""
PAST = ("past", "pastpl", "part")
UNCHANGED = frozenset(
    {"aircraft", "bison", "cod", "crossroads", "deer", "fish", "gallows", "grouse", "headquarters", "hovercraft"}
    | {"moose", "offspring", "salmon", "series", "sheep", "shrimp", "spacecraft", "species", "squid", "swine", "trout"}
)
"""Nouns whose plural looks like the singular; of any other that does, the dictionary means that it has none."""

NOUN_LIKE = 0.01
"""What is an adjective too, or said to have no plural, has one where that occurs at least this often beside it."""
_NO_NOUN = re.compile(r"\band\b|\s(?:up|out|off|down|over|in|on|away|back)$", re.I)
_LINK = re.compile(r"\s(?:of|in|on|at|for|to|with|from|de)\s", re.I)
_AUXILIARY = re.compile(
    r"\b(?:have|has|had|having|be|been|being|is|are|was|were|am|get|gets|got|getting)\b(?:\s+\w+){0,2}\s*$|'(?:ve|d|s|re)\s*$",
    re.I,
)

_INFINITIVE = re.compile(
    r"(?:^|[.,!?:;\"“]\s*|\b(?:I|you|we|they|to|will|would|shall|should|can|cannot|could|may|might|must|do|does|did|let's|not|please)\s+"
    r"(?:(?:\w+ly|not|never|always|ever|just|I|you|we|they|he|she|it)\s+){0,2}|(?:n't|'ll|'d)\s+(?:\w+ly\s+)?)$",
    re.I,
)
"""What stands before a verb in its base form, or in a present that looks like it."""
_OBJECT = re.compile(r"(?:the|an?|one's|someone's|somebody's|your|it)\b", re.I)
_PARTICLE = re.compile(
    r"(?:about|across|along|apart|around|away|back|by|down|forward|in|off|on|out|over|through|up)$", re.I
)


def inflect(phrase: str, name: str) -> str | None:
    """A noun's plural, or a verb phrase with its verb in another form; None where there is no such form.

    >>> inflect("hard worker", "pl"), inflect("pass away", "past"), inflect("secret information", "pl")
    ('hard workers', 'passed away', None)
    """
    if name not in TAGS:
        return None
    if name == "pl":
        link = _LINK.search(phrase)
        noun, rest = (phrase[: link.start()], phrase[link.start() :]) if link else (phrase, "")
        *others, last = re.split(r"([\s-])", noun)
        plural = None if _NO_NOUN.search(noun) else _noun(last)
        return None if plural is None else "".join([*others, plural]) + rest
    verb, *others = re.split(r"(\s)", phrase)
    forms = _forms(verb, TAGS[name])
    if verb.lower() == "be":
        forms = tuple({"pastpl": "were", "prespl": "are", "imp": "be"}.get(name, form) for form in forms)
    return "".join([_like(forms[0], verb), *others]) if forms else None


def recognise(written: str, word: str, before: str = "") -> tuple[str, ...]:
    """The names of the forms of a word that are written so, the likeliest after what stands `before` first.

    >>> recognise("gave", "give"), recognise("kicked", "kick", "He has finally "), recognise("beavers", "beaver")
    (('past', 'pastpl'), ('part', 'past', 'pastpl'), ('pl', 'pres'))
    """
    names = tuple(name for name, tag in TAGS.items() if written.lower() in _forms(word, tag))
    perfect = _AUXILIARY.search(before) or "past" in names
    if written.lower() == word.lower() and (_INFINITIVE.search(before) or not perfect):
        names = tuple(name for name in names if name not in PAST)
    return tuple(sorted(names, key=lambda name: name != "part")) if _AUXILIARY.search(before) else names


def is_verb_phrase(phrase: str) -> bool:
    """Whether a phrase is a verb with an object or a particle behind it.

    >>> [is_verb_phrase(text) for text in ("kick the bucket", "pass out", "all the rage", "paper tiger")]
    [True, True, False, False]
    """
    import lemminflect

    first, _, rest = phrase.partition(" ")
    if not (_OBJECT.match(rest) or _PARTICLE.match(rest)):
        return False
    return first.lower() in lemminflect.getAllLemmas(first.lower()).get("VERB", ())


def is_adjective(word: str) -> bool:
    """Whether the dictionary knows a word as an adjective.

    >>> is_adjective("eager"), is_adjective("paper")
    (True, False)
    """
    import lemminflect

    return "ADJ" in lemminflect.getAllLemmas(word.lower())


def _noun(word: str) -> str | None:
    if word.lower() in UNCHANGED or _is_plural(word):
        return word
    if not _is_countable(word):
        return None
    for form in _forms(word, "NNS"):
        if form != word.lower() and attested(form, word, "en"):
            return _like(form, word)
    return None


def _is_plural(word: str) -> bool:
    return any(
        lemma != word.lower() and word.lower() in _forms(lemma, "NNS") for lemma in _lemmas(word).get("NOUN", ())
    )


def _is_countable(word: str) -> bool:
    """Whether the dictionary has a word as a noun with a plural, or not at all; where it doubts, use decides."""
    import wordfreq

    known = _lemmas(word)
    if not known:
        return True
    if word.lower() not in known.get("NOUN", ()):
        return False
    forms = [form for form in _forms(word, "NNS") if form != word.lower()]
    doubtful = "ADJ" in known or len(forms) < len(_forms(word, "NNS"))
    plurals = sum(wordfreq.word_frequency(form, "en") for form in forms)
    return not doubtful or plurals > NOUN_LIKE * wordfreq.word_frequency(word, "en")


@lru_cache(maxsize=10_000)
def _lemmas(word: str) -> dict[str, tuple[str, ...]]:
    import lemminflect

    return dict(lemminflect.getAllLemmas(word.lower()))


@lru_cache(maxsize=10_000)
def _forms(word: str, tag: str) -> tuple[str, ...]:
    import lemminflect

    return tuple(lemminflect.getInflection(word.lower(), tag))


def _like(form: str, word: str) -> str:
    """The form with the capitals of the word."""
    if word.isupper() and len(word) > 1:
        return word + form.removeprefix(word.lower()) if form.startswith(word.lower()) else form.upper()
    return form[:1].upper() + form[1:] if word[:1].isupper() else form
