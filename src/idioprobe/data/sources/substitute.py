"""Variants of a published sentence made by putting another expression in its place.

Mechanical: what its language knows to agree (the English article) and the number of the noun, nothing else.
What is made here is marked as derived.
"""

from __future__ import annotations

from collections.abc import Mapping

from idioprobe.data.grammar.plurals import pluralise
from idioprobe.data.languages.language import find_language
from idioprobe.data.sources.cells import Target, words_of


def substitute(original: Target, expression: str, filler: str, language: str, role: str = "syn") -> Target | None:
    """The sentence with the filler in place of the target, in its number and with its capital.

    None where the sentence needs a plural that nobody writes.

    >>> substitute(Target("She is an eager beaver .", 10, 22), "eager beaver", "hard worker", "en").text
    'She is a hard worker .'
    >>> substitute(Target("Secrets leak .", 0, 7), "secret", "information", "en") is None
    True
    """
    written = original.written
    changes = role != "modifier" or find_language(language).every_word_inflects
    if changes and len("".join(words_of(written))) > len("".join(words_of(expression))):
        plural = pluralise(filler, language)
        if plural is None:
            return None
        filler = plural
    if written[:1].isupper() and not expression[:1].isupper():
        filler = filler[:1].upper() + filler[1:]
    before, after = original.text[: original.start], original.text[original.end :]
    before = find_language(language).fit(before, filler, frozenset())
    return Target(before + filler + after, len(before), len(before) + len(filler))


def variants(
    original: Target, expression: str, fillers: Mapping[tuple[str, int], str], language: str
) -> dict[tuple[str, int], Target | None]:
    """All variants of a sentence, by role and index; None for one that cannot be made."""
    return {
        (role, index): substitute(original, expression, filler, language, role)
        for (role, index), filler in fillers.items()
    }
