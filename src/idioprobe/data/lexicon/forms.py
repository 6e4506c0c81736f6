"""How a word or phrase is written in a lexicon: its forms and its grammatical tags.

`gelado/gelada` has a masculine and a feminine form; `oportunidade #f` is feminine;
`hard worker #pl:hard workers` has a plural. Tags are free: a sentence slot may ask for any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

GENDERS = ("m", "f", "n")

_TAG = re.compile(r"\s#([a-z]+)(?::((?:(?!\s#).)*))?", re.S)


@dataclass(frozen=True)
class Form:
    """A filler with one form per gender (one form: it does not vary), plurals alike, and tags."""

    singular: tuple[str, ...]
    plural: tuple[str, ...] = ()
    tags: frozenset[str] = field(default_factory=frozenset)

    @property
    def gender(self) -> str | None:
        """The grammatical gender it is tagged with."""
        return next((g for g in GENDERS if g in self.tags), None)

    @property
    def citation(self) -> str:
        """The form in its own gender, singular.

        >>> parse_form("gelado/gelada #f", varies=True).citation
        'gelada'
        """
        return self.agreeing(self.gender, plural=False) or self.singular[0]

    def agreeing(self, gender: str | None, *, plural: bool) -> str | None:
        """The form that agrees with a gender and number; None where the lexicon gives no plural."""
        forms = self.plural if plural else self.singular
        if not forms:
            return None
        position = GENDERS.index(gender) if gender in GENDERS else 0
        return forms[position] if position < len(forms) else forms[0]


def parse_form(text: str, *, varies: bool = False) -> Form:
    """Read a filler as written; only where it `varies` does a slash part forms by gender.

    >>> parse_form("hard worker #pl:hard workers").plural
    ('hard workers',)
    """
    padded = " " + text.strip()
    tags: set[str] = set()
    plural: tuple[str, ...] = ()
    for tag, value in _TAG.findall(padded):
        if tag == "pl" and value.strip():
            plural = _split(value, varies)
        elif value.strip():
            raise ValueError(f"#{tag}:{value.strip()} cannot be read; only #pl takes a value, as in '#pl:hard workers'")
        else:
            tags.add(tag)
    if len(tags.intersection(GENDERS)) > 1:
        raise ValueError(f"{text.strip()!r} has two genders")
    singular = _split(_TAG.sub("", padded), varies)
    if not all((*singular, *plural)):
        raise ValueError(f"{text.strip()!r} has an empty form")
    return Form(singular, plural, frozenset(tags))


def _split(text: str, varies: bool) -> tuple[str, ...]:
    parts = text.split("/") if varies else [text]
    return tuple(" ".join(part.split()) for part in parts)
