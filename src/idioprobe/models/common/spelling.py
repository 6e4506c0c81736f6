"""The words of a text, and the spellings under which a vocabulary may hold them."""

from __future__ import annotations

import re
import unicodedata

from idioprobe.core.errors import ConfigError

Place = tuple[int, int, str]
"""Where something stands, and what."""

CASINGS = ("fallback", "exact", "lower")
"""How upper case is treated: as written, then lower-cased; as written; lower-cased."""

_WORD = re.compile(r"[\w\u0300-\u036f]+(?:[-'’.][\w\u0300-\u036f]+)*|[^\w\s]")
_PART = re.compile(r"[^-'’.]+")

NO_SPACES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that put no space between words, so that an expression may stand right beside others."""


def words_of(text: str) -> list[Place]:
    """Words and punctuation marks; a contraction or a hyphenated word is one.

    >>> [word for _, _, word in words_of("It isn't a well-known beaver.")]
    ['It', "isn't", 'a', 'well-known', 'beaver', '.']
    """
    return [(match.start(), match.end(), match.group()) for match in _WORD.finditer(text)]


def words_near(text: str, start: int, end: int) -> list[Place]:
    """The same of a part of a text, from the space before it to the one behind it: a target is short, a text is long.

    >>> words_near("It isn't a well-known beaver.", 16, 21)
    [(11, 21, 'well-known')]
    """
    behind = text.find(" ", end)
    near = _WORD.finditer(text, text.rfind(" ", 0, start) + 1, len(text) if behind < 0 else behind)
    return [(match.start(), match.end(), match.group()) for match in near]


def word_list(text: str) -> list[str]:
    """What `words_of` finds, without its places.

    >>> word_list("It isn't here.")
    ['It', "isn't", 'here', '.']
    """
    return _WORD.findall(text)


def is_word(word: str) -> bool:
    """Whether it is more than punctuation."""
    return any(map(str.isalnum, word))


def readings(word: str) -> list[list[Place]]:
    """The word as one unit and then, where it has several, as its parts.

    >>> readings("well-known")
    [[(0, 10, 'well-known')], [(0, 4, 'well'), (5, 10, 'known')]]
    """
    parts = [(match.start(), match.end(), match.group()) for match in _PART.finditer(word)]
    whole = [(0, len(word), word)]
    return [whole, parts] if len(parts) > 1 else [whole]


def spellings(word: str, casing: str) -> list[str]:
    """In the order in which they are looked up: as it is, then composed (NFC), of each case.

    >>> spellings("Beaver", "fallback")
    ['Beaver', 'beaver']
    >>> spellings("Beaver", "lower")
    ['beaver']
    """
    composed = unicodedata.normalize("NFC", word)
    found = [] if casing == "lower" else [word, composed]
    if casing != "exact":
        found += [word.lower(), composed.lower()]
    return list(dict.fromkeys(found))


def plain_spelling(word: str, casing: str) -> str:
    """The one spelling whose characters stand for a word that no vocabulary has."""
    composed = unicodedata.normalize("NFC", word)
    return composed.lower() if casing == "lower" else composed


def joined(expression: str, casing: str) -> list[str]:
    """How a vocabulary may hold an expression of several words as one entry; none for a single word.

    >>> joined("eager beaver", "exact")
    ['eager_beaver', 'eager-beaver']
    """
    pieces = [piece for _, _, word in words_of(expression) for piece in word.split("-") if is_word(piece)]
    if len(pieces) < 2:
        return []
    return [form for mark in "_-" for form in spellings(mark.join(pieces), casing)]


def check_casing(casing: str) -> str:
    """Refuse a casing that does not exist."""
    if casing not in CASINGS:
        raise ConfigError(f"`casing` {casing}: one of {', '.join(CASINGS)}.")
    return casing
