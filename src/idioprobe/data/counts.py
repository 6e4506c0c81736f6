"""How frequent expressions and words are in a corpus: the one table that `corpus stats` writes and users bring."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from idioprobe.core.errors import DatasetError
from idioprobe.core.frames import unquoted
from idioprobe.core.tablefile import Row, read_rows
from idioprobe.data.languages.language import base_language
from idioprobe.data.lexicon.frequency import Counts, Figures, words
from idioprobe.stats.association import pmi, ppmi

COLUMNS = {
    "expression": "the expression, or a single word",
    "language": "its language; needed where the table has several",
    "frequency": "how often it occurs",
    "frequency1": "how often its first word occurs; frequency2 the second, and so on",
    "frequency2": "how often its second word occurs",
    "average_frequency": "the mean of how often it and each of its words occur",
    "pmi": "the pointwise mutual information of its two words",
    "ppmi": "the same, 0 where it is negative",
    "total": "the size of the corpus in words",
}
"""Columns of a table of counts, with their meaning."""
OLD_COLUMNS = {"text": "expression", "count": "frequency", "count1": "frequency1", "count2": "frequency2"}
"""What earlier versions called them."""

_WORD_COLUMN = re.compile(r"frequency([1-9]\d*)")
_COUNT = re.compile(r"\d+(\.0)?|\d+(\.\d+)?e\+?\d{1,2}", re.IGNORECASE)


@dataclass(frozen=True)
class Counted:
    """A row of a table of counts: what it gives and what follows from that."""

    line: int
    expression: str
    language: str | None
    figures: Figures
    each: tuple[float, ...]
    """How often each of its words occurs; empty where that is not given for all."""
    total: float | None


@dataclass(frozen=True)
class CountTable:
    """All rows; those without a language count for every language."""

    path: Path
    rows: tuple[Counted, ...]

    def of(self, language: str) -> Counts:
        """What the table says of one language."""
        general = [row for row in self.rows if not row.language]
        own = general + [row for row in self.rows if row.language and _same(row.language, language)]
        known: dict[str, float] = {}
        for row in own:
            named = words(row.expression.casefold())
            known |= dict(zip(named, row.each, strict=True)) if len(named) == len(row.each) else {}
        known |= {row.expression.casefold(): row.figures.frequency for row in own if row.figures.frequency is not None}
        given = {row.expression.casefold(): row.figures for row in own}
        totals = {row.total: row for row in own if row.total is not None}
        if len(totals) > 1:
            (first, _), (other, row) = list(totals.items())[:2]
            raise DatasetError(
                f"{self.path}:{row.line}: total {other:g}, but {first:g} above; one corpus has one size."
            )
        if totals:
            return Counts(known, next(iter(totals)), given=given)
        return Counts(known, sum(n for text, n in known.items() if len(words(text)) == 1), summed=True, given=given)


def _same(one: str, other: str) -> bool:
    return base_language(one) == base_language(other)


def read_counts(path: Path) -> CountTable:
    """A table of counts, as CSV, TSV or Parquet; every mistake is named with file and line.

    From the counts of a row, PMI = log2(frequency · total / (frequency1 · frequency2)) and PPMI = max(0, PMI),
    unless the row gives them. An expression that never occurs has no PMI, and a PPMI of 0. An empty `total` means
    the one that is given for the language, an empty `frequency` that nobody knows.
    """
    rows = read_rows(path, ("expression", "frequency"), COLUMNS, OLD_COLUMNS)
    _check_unique(rows)
    return CountTable(path, tuple(_counted(row, total) for row, total in zip(rows, _totals(rows), strict=True)))


def _check_unique(rows: Sequence[Row]) -> None:
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        key = (row.text("language"), unquoted(row.required("expression")).casefold())
        if key in seen:
            raise row.fail(f"{row.text('expression')!r} is on line {seen[key]} already; keep one of them")
        seen[key] = row.line


def _counted(row: Row, total: float | None) -> Counted:
    columns = sorted((int(match[1]), name) for name in row.cells if (match := _WORD_COLUMN.fullmatch(name)))
    whole = total is not None or any(row.text(name) for _, name in columns)
    frequency = _number(row, "frequency", whole=whole)
    each = tuple(_number(row, name, whole=True) for _, name in columns if row.text(name))
    counts = tuple(count for count in each if count is not None)
    _check_sizes(row, frequency, counts, total)
    average, positive = row.number("average_frequency"), row.number("ppmi")
    for name, value in (("average_frequency", average), ("ppmi", positive)):
        if value is not None and value < 0:
            raise row.fail(f"{name} {value:g} is below 0; write a {name} of 0 or more, or leave the cell empty")
    exact = row.number("pmi")
    if frequency is not None and len(counts) == 2 and total is not None and exact is None and positive is None:
        given = [np.asarray(value) for value in (frequency, *counts, total)]
        bits = float(pmi(*given))
        exact, positive = None if np.isnan(bits) else bits, float(ppmi(*given))
    if average is None and frequency is not None and counts:
        average = (frequency + sum(counts)) / (1 + len(counts))
    return Counted(
        row.line,
        unquoted(row.required("expression")),
        row.text("language") or None,
        Figures(frequency, average, exact, positive),
        counts,
        total,
    )


def _check_sizes(row: Row, frequency: float | None, counts: Sequence[float], total: float | None) -> None:
    if not counts:
        return
    if (frequency or 0) > min(counts) or (total is not None and max(counts) > total):
        told = ", ".join(f"frequency{number} {count:.0f}" for number, count in enumerate(counts, 1))
        size = "" if total is None else f", total {total:.0f}"
        raise row.fail(
            f"frequency {frequency or 0:.0f}, {told}{size}: an expression is no more frequent than its words, nor "
            "these than all words together; put each count into its column"
        )


def _totals(rows: Sequence[Row]) -> list[float | None]:
    """The size of each row's corpus; an empty cell means the one that is given for the language."""
    given: dict[str, set[float]] = {}
    for row in rows:
        total = _number(row, "total", whole=True)
        if total is not None:
            given.setdefault(row.text("language"), set()).add(total)
    totals: list[float | None] = []
    for row in rows:
        known = given.get(row.text("language"), set())
        asked = "total" in row.cells and row.text("frequency2") and not row.text("ppmi")
        if not row.text("total") and (len(known) > 1 or (asked and not known)):
            raise row.fail("total is empty; write the size of the corpus in words")
        totals.append(_number(row, "total", whole=True) if row.text("total") else next(iter(known), None))
    return totals


def _number(row: Row, column: str, *, whole: bool) -> float | None:
    """A count, whole where it is one of a corpus of known size; others may be per million."""
    text = row.text(column)
    if not text:
        return None
    if whole and not _COUNT.fullmatch(text):
        raise row.fail(f"{column} {text!r} is not a count; write a whole number, digits only")
    if "," in text:
        raise row.fail(f"{column} {text!r} has a comma; write it without thousands separators")
    number = row.number(column)
    if number is not None and number < 0:
        raise row.fail(f"{column} {number:g} is below 0; write a {column} of 0 or more, or leave the cell empty")
    return number
