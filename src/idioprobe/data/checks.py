"""What makes a dataset's tables unusable, row by row: the checks at the edge."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import polars as pl

from idioprobe.core.requests import parse_spans
from idioprobe.core.tables import CLASSES, CONDITIONS, RATING_KINDS, ROLES, TARGET
from idioprobe.core.textfile import LONGEST_CELL
from idioprobe.data.components import PAIR, parse_components


@dataclass(frozen=True)
class Problem:
    """What is wrong with one row (counted from 0) of a table, and what to do."""

    row: int
    message: str


@dataclass(frozen=True)
class Declared:
    """What a dataset says that its tables may hold: its classes in order, and the roles of components."""

    classes: Sequence[str] = CLASSES
    components: Sequence[str] = PAIR

    @property
    def roles(self) -> list[str]:
        """The roles that a stimulus may have."""
        own = (f"{role}{kind}" for role in self.components for kind in ("", "_alt", "_syn", "_generic"))
        return list(dict.fromkeys((*ROLES, *own)))


DEFAULT = Declared()


def stimuli_problems(table: pl.DataFrame, declared: Declared = DEFAULT) -> Iterator[Problem]:
    """Rows that no run can use: unknown roles, spans outside their text, duplicates."""
    yield from _unknown(table, "role", declared.roles, "; other components have to be listed in the expressions table")
    yield from _unknown(table, "condition", CONDITIONS)
    for column in ("item", "expression", "language", "text"):
        yield from _empty(table, column)
    length = pl.col("text").str.len_chars()
    numbered = table.with_row_index("row").with_columns(length=length)
    for row, chars in _pick(numbered, pl.col("length") > LONGEST_CELL, "row", "length"):
        yield Problem(row, f"text has {chars:,} characters; a stimulus is a sentence, of {LONGEST_CELL:,} at most")
    for row, spans, chars in numbered.select("row", "spans", "length").iter_rows():
        if wrong := _wrong_spans(spans, chars or 0):
            yield Problem(row, wrong)
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
        yield Problem(row, f"item {item!r}: the original has the index 0 and is there once")
    for row, item in _pick(without, ~pl.col("has"), "row", "item"):
        yield Problem(row, f"item {item!r} has no row with the role original, so there is nothing to compare with")


def expressions_problems(table: pl.DataFrame, declared: Declared = DEFAULT) -> Iterator[Problem]:
    """Expressions without a name, twice, of an unknown class, or with components that cannot be read."""
    for column in ("expression", "language"):
        yield from _empty(table, column)
    own = '; classes of your own are listed in dataset.json: "classes": [the idiomatic one first, …]'
    yield from _unknown(table, "class", declared.classes, own, optional=True)
    for row, listed in enumerate(table["components"]):
        try:
            parse_components(listed)
        except ValueError as error:
            yield Problem(row, f"components: {error}")
    yield from _duplicates(table, ("expression", "language"))


def ratings_problems(table: pl.DataFrame, declared: Declared = DEFAULT) -> Iterator[Problem]:
    """Ratings of nothing, twice, or not a number."""
    for column in ("expression", "language"):
        yield from _empty(table, column)
    yield from _unknown(table, "target", (TARGET, *sorted(declared.components)))
    yield from _unknown(table, "rating", RATING_KINDS)
    numbered = table.with_row_index("row")
    for (row,) in _pick(numbered, pl.col("mean").is_null() | ~pl.col("mean").is_finite(), "row"):
        yield Problem(row, "mean is not a number; leave the row out where there is no rating")
    of_sentence = pl.col("sentence").is_not_null()
    for (row,) in _pick(numbered, of_sentence != (pl.col("rating") == "token"), "row"):
        yield Problem(row, "a rating with a sentence number is a token rating, and a token rating has one")
    yield from _duplicates(table, ("expression", "language", "sentence", "target", "rating"))


CHECKS = {"expressions": expressions_problems, "stimuli": stimuli_problems, "ratings": ratings_problems}


def _wrong_spans(written: str | None, length: int) -> str | None:
    """What is wrong with the spans of a target in a text of so many characters."""
    try:
        spans = parse_spans(written or "")
    except ValueError as error:
        return f"spans {error}"
    for start, end in spans:
        if not 0 <= start < end <= length:
            told = f"the span {start}–{end} lies outside the text of {length} characters, or is empty"
            return f"{told}; count from 0, end excluded"
    for (start, end), (after, until) in pairwise(spans):
        if after < end:
            return f"the spans {start}–{end} and {after}–{until} overlap or stand in the wrong order; sort them"
    return None


def _pick(table: pl.DataFrame, where: pl.Expr, *columns: str) -> Iterator[tuple[Any, ...]]:
    return table.filter(where).sort("row").select(columns).iter_rows()


def _unknown(
    table: pl.DataFrame, column: str, known: Collection[str], remedy: str = "", *, optional: bool = False
) -> Iterator[Problem]:
    numbered = table.with_row_index("row")
    wrong = ~pl.col(column).is_in(list(known)) & pl.col(column).is_not_null()
    if not optional:
        wrong = wrong | pl.col(column).is_null()
    for row, value in _pick(numbered, wrong, "row", column):
        yield Problem(row, f"unknown {column} {value!r}; one of {', '.join(known)}{remedy}")


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
        yield Problem(values[0], f"a second row with {named}; each may be there once")
