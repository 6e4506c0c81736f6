"""A language as data, and how it is found by its code.

A module of this folder whose name is a language code declares one as `LANGUAGE`; adding a
language is adding such a file.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

Fit = Callable[[str, str, frozenset[str]], str]
"""Given what stands before a target, the target and its tags: what stands before it, made to agree."""

Ending = tuple[str, str]

SPACELESS = frozenset({"bo", "ja", "km", "lo", "my", "th", "yue", "zh"})
"""Languages written without spaces between words, whether or not they have a file here."""


def _as_it_is(before: str, _target: str, _tags: frozenset[str]) -> str:
    return before


@dataclass(frozen=True)
class LongSentence:
    """How a short neutral sentence begins, and what comes before and after the target in the long one."""

    beginning: re.Pattern[str]
    before: str
    after: str


@dataclass(frozen=True)
class Language:
    """All that is known of a language; what is not known is empty, and nothing is made of it.

    `names` are what people write for its code. `neutral` has the neutral sentences by kind of
    expression (noun, verb, other) and condition, [X] where the citation form goes; `long`
    how published short ones are made long. `plural_rules` spell a plural: the first pattern
    that fits a word decides, in the last word of a noun, or in all of them where
    `every_word_inflects`. `plural_endings` find one: pairs of what a word may end in and what
    its plural may have instead. `masculine_rules` spell what an adjective may be the feminine of,
    and `feminine_rules` its feminine; `gender_rules` say which gender the ending of a noun lets
    expect. `fit` makes what stands before a target agree with it.
    `spaces` says whether words are parted by spaces, `verb_phrase` what the citation form of a
    verb phrase looks like. `pools` are ordinary combinations by pattern, from which random
    replacements are taken. `inflect` gives a phrase in the form of a name, `recognise` says which
    forms of a word a text may be, given what stands before it, and `is_adjective` and
    `is_verb_phrase` what a word or phrase is: for languages with a dictionary. `slot_form` says
    which form follows the alternatives of a slot. `verb_last` says that a verb phrase ends in its verb,
    `adjective_endings` what an adjective has behind its stem before a noun.
    """

    code: str
    names: tuple[str, ...] = ()
    neutral: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    long: tuple[LongSentence, ...] = ()
    plural_rules: tuple[Ending, ...] = ()
    plural_endings: tuple[Ending, ...] = ()
    every_word_inflects: bool = False
    masculine_rules: tuple[Ending, ...] = ()
    feminine_rules: tuple[Ending, ...] = ()
    gender_rules: tuple[Ending, ...] = ()
    fit: Fit = _as_it_is
    spaces: bool = True
    verb_phrase: re.Pattern[str] | None = None
    verb_last: bool = False
    adjective_endings: tuple[str, ...] = ()
    pools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inflect: Callable[[str, str], str | None] | None = None
    recognise: Callable[[str, str, str], tuple[str, ...]] | None = None
    is_adjective: Callable[[str], bool] | None = None
    is_verb_phrase: Callable[[str], bool] | None = None
    slot_form: Callable[[tuple[str, ...]], str | None] | None = None


def lines(text: str) -> tuple[str, ...]:
    """The entries of a pool: one a line, or several with semicolons between them.

    >>> lines(" quiet street ; tall fence" + chr(10) + " wooden ladle")
    ('quiet street', 'tall fence', 'wooden ladle')
    """
    return tuple(entry.strip() for entry in re.split(r"\n|;", text) if entry.strip())


def base_language(code: str) -> str:
    """The language of a tag, without its variety.

    >>> base_language("en-GB")
    'en'
    """
    return code.partition("-")[0].lower()


def find_language(code: str) -> Language:
    """What is known of a language, whatever its variety.

    >>> find_language("pt-BR").every_word_inflects, find_language("xx").neutral
    (True, {})
    """
    base = base_language(code)
    return declared(base) or Language(base, spaces=base not in SPACELESS)


def likely_gender(noun: str, language: str) -> str | None:
    """The gender that a noun's ending lets expect, None where it says little.

    >>> likely_gender("raposa", "pt"), likely_gender("problema", "pt"), likely_gender("dente", "pt")
    ('f', 'm', None)
    """
    first = noun.casefold().split()[0] if noun.split() else ""
    singular = first.removesuffix("s")
    return next(
        (gender for ending, gender in find_language(language).gender_rules if re.search(ending, singular)), None
    )


def languages() -> dict[str, Language]:
    """All languages that have a file here, by code."""
    codes = [module.name for module in pkgutil.iter_modules(import_module(_FOLDER).__path__)]
    return {code: language for code in codes if (language := declared(code))}


@cache
def declared(code: str) -> Language | None:
    """The language of a file here; others are not read, as some are large."""
    if not _CODE.fullmatch(code) or find_spec(f"{_FOLDER}.{code}") is None:
        return None
    language: Language = import_module(f"{_FOLDER}.{code}").LANGUAGE
    return language


_FOLDER = "idioprobe.data.languages"
_CODE = re.compile(r"[a-z]{2,3}")
