"""Variants of a published sentence made by putting another expression in its place.

Mechanical: the English article and the number of the noun are made to agree, nothing else.
What is made here is marked as derived.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from idioprobe.data.languages.grammar import adapt_article
from idioprobe.data.sources.cells import Target, words_of

_PLURALS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"(?<![aeiou])y$", "ies"),
        (r"(s|x|z|ch|sh)$", r"\1es"),
        (r"man$", "men"),
        (r"(?<=[lr])f$|(?<=[aeiou])fe$", "ves"),
        (r"$", "s"),
    ),
    "pt": (
        (r"s$", "s"),
        (r"ão$", "ões"),
        (r"m$", "ns"),
        (r"([aeou])l$", r"\1is"),
        (r"il$", "is"),
        (r"([rz])$", r"\1es"),
        (r"$", "s"),
    ),
}
_LINKS = re.compile(r"\s(?:de|da|do|das|dos|em|a|of|in)\s", re.I)


def pluralise(expression: str, language: str) -> str:
    """The plural by rule: of an English noun its last word, of a Portuguese one every word before a link.

    >>> pluralise("bad party", "en"), pluralise("leão de chácara", "pt")
    ('bad parties', 'leões de chácara')
    """
    link = _LINKS.search(expression)
    noun, rest = (expression[: link.start()], expression[link.start() :]) if link else (expression, "")
    words = noun.split(" ")
    for i in range(len(words)) if language == "pt" else [len(words) - 1]:
        for ending, plural in _PLURALS.get(language, ()):
            changed, count = re.subn(ending, plural, words[i], count=1)
            if count:
                words[i] = changed
                break
    return " ".join(words) + rest


def substitute(original: Target, expression: str, filler: str, language: str) -> Target:
    """The sentence with the filler in place of the target, in its number and with its capital.

    >>> substitute(Target("She is an eager beaver .", 10, 22), "eager beaver", "hard worker", "en").text
    'She is a hard worker .'
    """
    written = original.written
    if len("".join(words_of(written))) > len("".join(words_of(expression))):
        filler = pluralise(filler, language)
    if written[:1].isupper() and not expression[:1].isupper():
        filler = filler[:1].upper() + filler[1:]
    before, after = original.text[: original.start], original.text[original.end :]
    if language == "en":
        before = adapt_article(before, filler, frozenset())
    return Target(before + filler + after, len(before), len(before) + len(filler))


def variants(
    original: Target, expression: str, fillers: Mapping[tuple[str, int], str], language: str
) -> dict[tuple[str, int], Target]:
    """All variants of a sentence, by role and index."""
    return {role: substitute(original, expression, filler, language) for role, filler in fillers.items()}
