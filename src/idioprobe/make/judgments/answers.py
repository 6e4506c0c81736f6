"""The table of answers: its columns, and what they hold once they are read.

One row is what one annotator said of one expression in one sentence, or, without a sentence, of
the expression as such; a table without annotators holds means. `docs/annotations.md` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import TARGET

COLUMNS = {
    "annotator": "who gave the scores; without it the table holds means",
    "expression": "the expression",
    "language": "its language",
    "sentence": "its number: 1, 2, 3, …; empty where `level` is type",
    "level": "token: in one sentence; type: the expression as such",
    "score": "how far the expression means what its words say",
    "head": "how much the head contributes",
    "modifier": "how much the modifier contributes; other components have columns of their own",
    "paraphrases": "paraphrases in this sentence, separated by ;",
    "check": "whether the annotator passed the attention checks",
    "scale": "the scale of the scores, such as 1-7",
}
"""Columns of a table of answers, with their meaning."""

SCORE = "score"
UNIT = ("language", "expression", "sentence")
"""What annotators judge; without a sentence, the expression as such."""

_FIRST: dict[str, pl.DataType] = {
    "annotator": pl.String(),
    "expression": pl.String(),
    "language": pl.String(),
    "sentence": pl.Int64(),
    SCORE: pl.Float64(),
}
_LAST: dict[str, pl.DataType] = {"paraphrases": pl.List(pl.String()), "check": pl.Boolean()}


def answers_schema(roles: Iterable[str]) -> dict[str, pl.DataType]:
    """The columns of answers about expressions whose components have these roles."""
    return {**_FIRST, **{role: pl.Float64() for role in roles}, **_LAST}


ANNOTATIONS = answers_schema(("head", "modifier"))
"""The columns of answers about noun compounds."""


def targets_of(answers: pl.DataFrame) -> dict[str, str]:
    """Columns with scores, and what each is a rating of; those that nobody filled in are none.

    >>> targets_of(pl.DataFrame({"score": [1.0], "verb": [2.0], "head": [None], "paraphrases": [[]]}))
    {'score': 'expression', 'verb': 'verb'}
    """
    scores = [name for name in answers.columns if name not in _LAST and name not in _FIRST]
    named = {SCORE: TARGET, **{role: role for role in scores}}
    return {column: target for column, target in named.items() if answers[column].is_not_null().any()}


def judged_by(answers: pl.DataFrame) -> str:
    """The column that annotators are compared by: the score of the expression, or else the first there is."""
    return next(iter(targets_of(answers)), SCORE)


def has_annotators(answers: pl.DataFrame) -> bool:
    """Whether the table has one row for each annotator, rather than means."""
    return answers["annotator"].is_not_null().any()


class Scale(NamedTuple):
    """The lowest score, for what is idiomatic, and the highest, for what is literal."""

    low: float = 0.0
    high: float = 5.0

    def __str__(self) -> str:
        """As it is written.

        >>> str(Scale(1, 7))
        '1-7'
        """
        return f"{self.low:g}-{self.high:g}"


_SCALE = re.compile(r"\s*([-−]?\d+(?:\.\d+)?)\s*(?:-|–|\.\.|:|to|,)\s*([-−]?\d+(?:\.\d+)?)\s*")


def parse_scale(text: str) -> Scale:
    """A scale as it is written.

    >>> parse_scale("0-5"), parse_scale("1 – 7"), parse_scale("-3..3")
    (Scale(low=0.0, high=5.0), Scale(low=1.0, high=7.0), Scale(low=-3.0, high=3.0))
    """
    match = _SCALE.fullmatch(text)
    scale = Scale(*(float(end.replace("−", "-")) for end in match.groups())) if match else None
    if scale is None or scale.low >= scale.high:
        raise ConfigError(f"`scale` {text!r}: write the lowest and the highest score, such as 0-5 or 1-7.")
    return scale


@dataclass(frozen=True)
class Known:
    """What answers may be about: the expressions of a dataset with their sentences, and the roles of components.

    `sentences` has the spelling and the sentences of each expression, by language and case-folded expression.
    """

    name: str
    sentences: Mapping[tuple[str, str], tuple[str, frozenset[int]]]
    roles: tuple[str, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its expressions."""
        return tuple(sorted({language for language, _ in self.sentences}))


@dataclass(frozen=True)
class Answers:
    """A table of answers that was read, in the columns of `answers_schema`.

    `set_aside` has the rows that could not be used, as they are written, with their line and what is wrong.
    """

    table: pl.DataFrame
    scale: Scale = field(default_factory=Scale)
    notes: tuple[str, ...] = ()
    set_aside: pl.DataFrame = field(default_factory=pl.DataFrame)
