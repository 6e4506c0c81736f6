"""What a lexicon has of an expression already: a draft keeps it, and is about the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from idioprobe.data.lexicon.fields import is_component_column, numbered
from idioprobe.data.lexicon.forms import parse_form
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.draft.parts import Analysis, analyse
from idioprobe.make.wordnet.wordnet import Wordnet

WHOLE = ("type", "pattern", "class", "synonym")
"""Fields of the whole that a draft has a place for; others are written behind them as they are."""
_OF_WORD = ("_synonyms", "_generic")


@dataclass(frozen=True)
class Kept:
    """The fields of an entry as they are written; words by their roles, in the order that they have in it."""

    whole: Mapping[str, str] = field(default_factory=dict)
    words: tuple[tuple[str, str], ...] = ()
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    generic: Mapping[str, str] = field(default_factory=dict)
    sentences: tuple[str, ...] = ()
    others: Mapping[str, Any] = field(default_factory=dict)


def kept_of(one: Wanted) -> Kept:
    """What the entry of an expression says; nothing of one that comes from a list."""
    entry = one.entry
    roles = [name for name in entry if is_component_column(name)]
    words = sorted(((role, str(entry[role])) for role in roles), key=lambda word: _place(one.expression, word[1]))
    parts = {name: _parts(entry[name]) for name in entry if name.endswith(_OF_WORD)}
    sentences = [name for name in entry if (which := numbered(name)) and which[0] == "sentence"]
    used = {*WHOLE, *roles, *parts, *sentences}
    return Kept(
        {name: str(entry[name]) for name in WHOLE if name in entry},
        tuple(words),
        {name.removesuffix("_synonyms"): found for name, found in parts.items() if name.endswith("_synonyms")},
        {name.removesuffix("_generic"): found[0] for name, found in parts.items() if name.endswith("_generic")},
        tuple(text for name in sorted(sentences, key=_number) for text in _texts(entry[name])),
        {name: value for name, value in entry.items() if name not in used},
    )


def analysed(expression: str, language: str, sources: Sequence[Wordnet], kept: Kept) -> Analysis:
    """What an expression is made of, as its entry has it where it says so."""
    found = analyse(expression, language, sources)
    whole = kept.whole
    return Analysis(whole.get("type", found.type), whole.get("pattern", found.pattern), kept.words or found.words)


def citation(written: str) -> str:
    """A word without its named forms and its gender.

    >>> citation("luna #f"), citation("tiger")
    ('luna', 'tiger')
    """
    try:
        return parse_form(written, varies=True).citation
    except ValueError:
        return written


def _place(expression: str, word: str) -> int:
    at = expression.casefold().find(citation(word).casefold())
    return at if at >= 0 else len(expression)


def _number(name: str) -> int:
    which = numbered(name)
    return which[1] if which else 0


def _texts(value: Any) -> Iterator[str]:
    yield from (str(one) for one in (value if isinstance(value, list) else [value]))


def _parts(value: Any) -> tuple[str, ...]:
    texts = _texts(value) if isinstance(value, list) else str(value).split(";")
    return tuple(text for one in texts if (text := one.strip()))
