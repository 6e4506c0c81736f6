"""The tables of a dataset: their columns, written down once, and the checks at the edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.textfile import LONGEST_CELL

ROLES = {
    "original": "the sentence with the expression itself",
    "syn": "a holistic synonym in its place",
    "syn2": "a second holistic synonym",
    "words": "each component replaced by a synonym",
    "words_alt": "further combinations of component synonyms",
    "head": "the head alone",
    "modifier": "the modifier alone",
    "modifier_alt": "the modifier replaced by a synonym, the head kept",
    "head_alt": "the head replaced by a synonym, the modifier kept",
    "modifier_syn": "a synonym of the modifier, alone (condition none)",
    "head_syn": "a synonym of the head, alone (condition none)",
    "rand": "a random combination of like frequency",
    "rand_nc": "another expression of the dataset",
    "rand_modifier": "a random word for the modifier",
    "rand_head": "a random word for the head",
    "modifier_generic": "a general word for the modifier",
    "head_generic": "a general word for the head",
    "generic": "general words for both",
}
"""Roles of a stimulus, with their meaning."""

CONDITIONS = {
    "nat": "naturalistic sentences",
    "neut": "short neutral sentence",
    "neut_long": "long neutral sentence",
    "neut_plural": "short neutral sentence, in the plural",
    "none": "the expression alone, without context",
}
"""Conditions of a stimulus, with their meaning."""

CLASSES = ("NC", "PC", "C")
"""From idiomatic to compositional; the position is the class rank."""

ITEM: dict[str, pl.DataType] = {
    "item": pl.String(),
    "expression": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "sentence": pl.Int64(),
}
"""The columns that name an item: one sentence of an expression, with all its variants."""


def item_name(language: str, expression: str, condition: str, sentence: int | None = None) -> str:
    """The name of an item.

    >>> item_name("en", "eager beaver", "nat", 1)
    'en/eager beaver/nat1'
    """
    return f"{language}/{expression}/{condition}{sentence or ''}"


def length_in_tokens(text: str) -> int:
    """How long a sentence is: white-space tokens, punctuation included.

    >>> length_in_tokens("He is an eager beaver .")
    6
    """
    return len(text.split())


STIMULI: dict[str, pl.DataType] = {
    **ITEM,
    "role": pl.String(),
    "index": pl.Int64(),
    "text": pl.String(),
    "start": pl.Int64(),
    "end": pl.Int64(),
    "derived": pl.Boolean(),
}
EXPRESSIONS: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "modifier": pl.String(),
    "head": pl.String(),
    "class": pl.String(),
    "synonym_overlap": pl.Boolean(),
    "frequency": pl.Float64(),
    "ppmi": pl.Float64(),
}
RATINGS: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "sentence": pl.Int64(),
    "target": pl.String(),
    "rating": pl.String(),
    "mean": pl.Float64(),
    "sd": pl.Float64(),
    "n": pl.Int64(),
}
DROPPED: dict[str, pl.DataType] = {
    **ITEM,
    "role": pl.String(),
    "index": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "what": pl.String(),
    "reason": pl.String(),
}
"""What was left out, and why: by a reader of a dataset, by a model, by a measure."""
FLAWS: dict[str, pl.DataType] = {
    "file": pl.String(),
    "column": pl.String(),
    **ITEM,
    "role": pl.String(),
    "index": pl.Int64(),
    "flaw": pl.String(),
    "handling": pl.String(),
}
"""What is wrong in the files of a published dataset, and what its reader did about it."""
LENGTHS: dict[str, pl.DataType] = {"item": pl.String(), "length": pl.Int64()}
"""Sentence lengths as a dataset publishes them."""
LABELLINGS: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "labelling": pl.String(),
    "class": pl.String(),
}
"""Every classification that a dataset has of its expressions; `expressions` holds the one chosen."""
REQUIRED = {
    "stimuli": ("item", "expression", "language", "condition", "role", "text", "start", "end"),
    "expressions": ("expression", "language"),
    "ratings": ("expression", "language", "mean"),
}
TABLES = {"stimuli": STIMULI, "expressions": EXPRESSIONS, "ratings": RATINGS}
RATING_TARGETS = ("expression", "head", "modifier")
RATING_KINDS = {
    "type": "one rating of the expression, whatever the sentence",
    "token": "a rating of the expression in one sentence",
    "token_mean": "an expression's mean over sentences, as published",
}
"""Kinds of rating, with their meaning."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with one row (counted from 0) of a table, and what to do."""

    row: int
    message: str


def stimuli_problems(table: pl.DataFrame) -> Iterator[Problem]:
    """Rows that no run can use: unknown roles, spans outside their text, duplicates."""
    yield from _unknown(table, "role", ROLES)
    yield from _unknown(table, "condition", CONDITIONS)
    for column in ("item", "expression", "language", "text"):
        yield from _empty(table, column)
    length = pl.col("text").str.len_chars()
    numbered = table.with_row_index("row").with_columns(length=length)
    for row, chars in _pick(numbered, pl.col("length") > LONGEST_CELL, "row", "length"):
        yield Problem(row, f"text has {chars:,} characters; a stimulus is a sentence, of {LONGEST_CELL:,} at most")
    bad_span = (pl.col("start") < 0) | (pl.col("end") > pl.col("length")) | (pl.col("start") >= pl.col("end"))
    undefined = pl.col("start").is_null() | pl.col("end").is_null()
    for row, start, end, chars in _pick(numbered, bad_span | undefined, "row", "start", "end", "length"):
        yield Problem(
            row,
            f"the span {start}–{end} lies outside the text of {chars} characters, or is empty; "
            "count from 0, end excluded",
        )
    yield from _duplicates(table, ("item", "role", "index"))
    per_item = ("expression", "language", "condition", "sentence")
    mixed = numbered.group_by("item").agg(pl.struct(per_item).n_unique().alias("kinds"), pl.col("row").min())
    for row, item in _pick(mixed, pl.col("kinds") > 1, "row", "item"):
        yield Problem(
            row, f"item {item!r} has rows of different {', '.join(per_item)}; an item is one sentence and its variants"
        )
    without = numbered.group_by("item").agg((pl.col("role") == "original").any().alias("has"), pl.col("row").min())
    originals = numbered.filter(pl.col("role") == "original", pl.col("index") > 0)
    for row, item in originals.select("row", "item").iter_rows():
        yield Problem(row, f"item {item!r}: the original has the index 0 and stands there once")
    for row, item in _pick(without, ~pl.col("has"), "row", "item"):
        yield Problem(row, f"item {item!r} has no row with the role original, so there is nothing to compare with")


def expressions_problems(table: pl.DataFrame) -> Iterator[Problem]:
    """Expressions without a name, twice, or of an unknown class."""
    for column in ("expression", "language"):
        yield from _empty(table, column)
    yield from _unknown(table, "class", dict.fromkeys(CLASSES), optional=True)
    yield from _duplicates(table, ("expression", "language"))


def ratings_problems(table: pl.DataFrame) -> Iterator[Problem]:
    """Ratings of nothing, twice, or not a number."""
    for column in ("expression", "language"):
        yield from _empty(table, column)
    yield from _unknown(table, "target", dict.fromkeys(RATING_TARGETS))
    yield from _unknown(table, "rating", RATING_KINDS)
    numbered = table.with_row_index("row")
    for (row,) in _pick(numbered, pl.col("mean").is_null() | ~pl.col("mean").is_finite(), "row"):
        yield Problem(row, "mean is not a number; leave the row out where there is no rating")
    of_sentence = pl.col("sentence").is_not_null()
    for (row,) in _pick(numbered, of_sentence != (pl.col("rating") == "token"), "row"):
        yield Problem(row, "a rating with a sentence number is a token rating, and a token rating has one")
    yield from _duplicates(table, ("expression", "language", "sentence", "target", "rating"))


def default_rating(sentence: str = "sentence") -> pl.Expr:
    """The kind of a rating that does not name it: a sentence's own, or else the expression's."""
    return pl.when(pl.col(sentence).is_null()).then(pl.lit("type")).otherwise(pl.lit("token"))


CHECKS = {"stimuli": stimuli_problems, "expressions": expressions_problems, "ratings": ratings_problems}


def _pick(table: pl.DataFrame, where: pl.Expr, *columns: str) -> Iterator[tuple[Any, ...]]:
    return table.filter(where).sort("row").select(columns).iter_rows()


def _unknown(
    table: pl.DataFrame, column: str, known: dict[str, str] | dict[str, None], *, optional: bool = False
) -> Iterator[Problem]:
    numbered = table.with_row_index("row")
    wrong = ~pl.col(column).is_in(list(known)) & pl.col(column).is_not_null()
    if not optional:
        wrong = wrong | pl.col(column).is_null()
    for row, value in _pick(numbered, wrong, "row", column):
        yield Problem(row, f"unknown {column} {value!r}; one of {', '.join(known)}")


def _empty(table: pl.DataFrame, column: str) -> Iterator[Problem]:
    blank = pl.col(column).is_null() | (pl.col(column).str.strip_chars() == "")
    for (row,) in _pick(table.with_row_index("row"), blank, "row"):
        yield Problem(row, f"{column} is empty")


def _duplicates(table: pl.DataFrame, key: tuple[str, ...]) -> Iterator[Problem]:
    numbered = table.with_row_index("row")
    again = numbered.filter(pl.struct(key).is_duplicated() & ~pl.struct(key).is_first_distinct())
    for values in again.select("row", *key).iter_rows():
        named = ", ".join(
            f"{column} {value!r}" for column, value in zip(key, values[1:], strict=True) if value is not None
        )
        yield Problem(values[0], f"a second row with {named}; each may stand there once")
