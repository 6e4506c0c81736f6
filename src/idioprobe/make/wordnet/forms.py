"""Words as a wordnet lists them: the citation form of what an expression has, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from idioprobe.data.grammar.plurals import pluralise, word_forms
from idioprobe.data.languages.language import base_language, find_language
from idioprobe.make.wordnet.wordnet import ADJECTIVE, NOUN, Wordnet, key_of


@dataclass(frozen=True)
class Listed:
    """A word as a wordnet lists it, and what the form in the expression has beyond that."""

    word: str
    plural: bool = False
    feminine: bool = False
    ending: str = ""
    """What an adjective has behind its stem, in languages that decline it before its noun."""


def listed(word: str, wordnet: Wordnet, parts: tuple[str, ...] = ()) -> Listed | None:
    """The form of a word that a wordnet has: as it is, else its singular, its masculine or its base form.

    A form that has the first of the parts of speech goes before one that has the second, and so on; of an adjective
    in the feminine, the masculine has more senses.
    """
    known = [one for one in (Listed(word), *_citations(word, wordnet.language)) if one.word in wordnet]
    for part in parts:
        fitting = [one for one in known if wordnet.senses_of(one.word, part) and (part == ADJECTIVE or not one.ending)]
        if fitting:
            return next((one for one in fitting if part == ADJECTIVE and one.feminine), fitting[0])
    return next(iter(known), None)


def _citations(word: str, language: str) -> Iterator[Listed]:
    singulars = list(_singulars(word, language))
    yield from (Listed(one, plural=True) for one in singulars)
    yield from (Listed(one, feminine=True) for one in _masculines(word, language))
    yield from (Listed(one, plural=True, feminine=True) for s in singulars for one in _masculines(s, language))
    for ending in find_language(language).adjective_endings:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield from (Listed(one, ending=ending) for one in _undeclined(word.removesuffix(ending)))
    if base_language(language) == "en":
        yield from map(Listed, sorted(_lemmas(word)))


def _singulars(word: str, language: str) -> Iterator[str]:
    if base_language(language) == "en":
        import lemminflect

        yield from (one for one in lemminflect.getAllLemmas(word.lower()).get("NOUN", ()) if one != word.lower())
        return
    if word.endswith("s"):
        yield word[:-1]
    for singular, plural in find_language(language).plural_endings:
        if word.endswith(plural):
            yield word.removesuffix(plural) + singular


def _masculines(word: str, language: str) -> Iterator[str]:
    for ending, masculine in find_language(language).masculine_rules:
        if re.search(ending, word):
            yield re.sub(ending, masculine, word)


def _undeclined(stem: str) -> Iterator[str]:
    """German adjectives that have a stem before an ending: *dunkl* is *dunkel*, *teur* *teuer*, *hoh* *hoch*."""
    yield stem
    yield f"{stem}e"
    if stem == "hoh":
        yield "hoch"
    if stem[-1] in "lr":
        yield f"{stem[:-1]}e{stem[-1]}"


def _declined(adjective: str, ending: str) -> str:
    """A German adjective with an ending.

    >>> [_declined(word, "es") for word in ("schwarz", "dunkel", "teuer", "hoch", "leise")]
    ['schwarzes', 'dunkles', 'teures', 'hohes', 'leises']
    """
    stem = "hoh" if adjective == "hoch" else re.sub(r"(?<=[^aeiou])el$", "l", adjective)
    return re.sub(r"e$", "", re.sub(r"(?<=[ae]u)er$", "r", stem)) + ending


@lru_cache(maxsize=100_000)
def _lemmas(word: str) -> frozenset[str]:
    import lemminflect

    return frozenset(one for forms in lemminflect.getAllLemmas(word.lower()).values() for one in forms)


def is_form_of(candidate: str, word: str, language: str) -> bool:
    """Whether two words are one: the same, a form of the other, or one with the other in it.

    >>> is_form_of("mice", "mouse", "en"), is_form_of("field mouse", "mouse", "en"), is_form_of("rat", "mouse", "en")
    (True, True, False)
    >>> is_form_of("velha", "velho", "pt"), is_form_of("centros comerciais", "centro comercial", "pt")
    (True, True)
    """
    one, other = key_of(candidate), key_of(word)
    if _same(one, other, language):
        return True
    parts, others = re.split(r"[\s-]", one), re.split(r"[\s-]", other)
    if len(others) > 1:
        return len(parts) == len(others) and all(map(_same, parts, others, [language] * len(parts)))
    return len(parts) > 1 and any(_same(part, other, language) for part in parts)


def _same(one: str, other: str, language: str) -> bool:
    if one == other or one in word_forms(other, language) or other in word_forms(one, language):
        return True
    if base_language(language) == "en":
        return bool((_lemmas(one) | {one}) & (_lemmas(other) | {other}))
    return bool(_bases(one, language) & _bases(other, language))


@lru_cache(maxsize=100_000)
def _bases(word: str, language: str) -> frozenset[str]:
    singulars = {word, *_singulars(word, language)}
    return frozenset(singulars | {one for singular in singulars for one in _masculines(singular, language)})


def as_in(expression_form: Listed, candidate: str, part: str, language: str) -> str | None:
    """A candidate in the form that the word has in its expression; None where that form is not known.

    >>> as_in(Listed("tear", plural=True), "sob", "n", "en"), as_in(Listed("velho", feminine=True), "antigo", "a", "pt")
    ('sobs', 'antiga')
    """
    text = candidate
    if expression_form.ending:
        declinable = part in (ADJECTIVE, "") and text.islower() and " " not in text
        return _declined(text, expression_form.ending) if declinable else None
    if expression_form.feminine and part == ADJECTIVE:
        text = feminine_of(text, language)
    if expression_form.plural and part in (NOUN, ADJECTIVE):
        return pluralise(text, language)
    return text


def feminine_of(adjective: str, language: str) -> str:
    """The feminine of an adjective by the rules of its language; as it is where they know none."""
    rules = find_language(language).feminine_rules
    return next((re.sub(end, new, adjective) for end, new in rules if re.search(end, adjective)), adjective)
