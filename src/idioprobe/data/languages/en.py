"""English: the indefinite article goes by the sound that follows, a plural by the end of the last word."""

from __future__ import annotations

import re
import unicodedata

from idioprobe.data.languages.english import inflect, is_adjective, recognise
from idioprobe.data.languages.language import Language, LongSentence

_ARTICLE = re.compile(r"(?<!\w)(an?)(\s+[\"'“‘(]*)$", re.I)

# Spelling and sound disagree here: the first sound decides between a and an.
_VOWEL_LETTER_CONSONANT_SOUND = re.compile(
    r"eu|ewe|one\b|once\b|uni(?![mn]|dent)|unanim|ukr|u[bcfhjkqrst][aeiou]", re.I
)
_CONSONANT_LETTER_VOWEL_SOUND = re.compile(r"hour|honest|honou?r|heir|[fhlmnrsx]-", re.I)
_SPELLED_OUT_WITH_VOWEL = re.compile(r"[AEFHILMNORSX](?![a-z])")
_SPELLED_OUT = re.compile(r"[A-Z]+(?![a-z])(?:\b|\d)")


def indefinite_article(phrase: str) -> str:
    """`a` or `an`, by the sound that the phrase begins with.

    >>> [indefinite_article(p) for p in ("owl", "union leader", "hour", "MRI scan", "UN envoy", "umbrella")]
    ['an', 'a', 'an', 'an', 'a', 'an']
    """
    word = phrase.lstrip("\"'“‘(")
    if _SPELLED_OUT.match(word):
        return "an" if _SPELLED_OUT_WITH_VOWEL.match(word) else "a"
    if _CONSONANT_LETTER_VOWEL_SOUND.match(word):
        return "an"
    if _VOWEL_LETTER_CONSONANT_SOUND.match(word):
        return "a"
    if word[:1] == "8" or re.match(r"(?:11|18)(?!\d)", word):
        return "an"
    return "an" if unicodedata.normalize("NFD", word)[:1].lower() in tuple("aeiou") else "a"


def adapt_article(before: str, filler: str, tags: frozenset[str]) -> str:
    """An indefinite article directly before the target, made to fit the filler.

    A tag `#a` or `#an` on the filler settles what the rule would get wrong.

    >>> adapt_article("She is an ", "hard worker", frozenset())
    'She is a '
    """
    match = _ARTICLE.search(before)
    if not match:
        return before
    article = next((tag for tag in ("an", "a") if tag in tags), None) or indefinite_article(filler)
    written = match.group(1)
    article = article.upper() if written.isupper() and len(written) > 1 else article
    if written[0].isupper():
        article = article[0].upper() + article[1:]
    return before[: match.start(1)] + article + match.group(2)


LANGUAGE = Language(
    code="en",
    names=("english", "eng"),
    neutral={
        "noun": {
            "neut": "This is a [X].",
            "neut_long": "This is what a [X] is supposed to be.",
        },
    },
    long=(
        LongSentence(
            re.compile(r"This is (?P<article>an?) ", re.I),
            "This is what {article} ",
            " is supposed to be",
        ),
    ),
    plural_endings=(
        ("y", "ies"),
        ("fe", "ves"),
        ("f", "ves"),
        ("man", "men"),
        ("child", "children"),
        ("tooth", "teeth"),
        ("foot", "feet"),
        ("", "es"),
    ),
    fit=adapt_article,
    inflect=inflect,
    recognise=recognise,
    is_adjective=is_adjective,
)
