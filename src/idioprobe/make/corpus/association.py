"""How frequent expressions are in a corpus, and how strongly their words are associated: a user's own table."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tablefile import Row, read_rows
from idioprobe.stats.association import pmi, ppmi

COLUMNS = {
    "expression": "the expression",
    "language": "its language; needed where the table has several",
    "frequency": "how often it occurs",
    "ppmi": "the positive pointwise mutual information of its two words",
    "pmi": "the same before negative values are set to 0",
    "count": "how often the expression occurs",
    "count1": "how often its first word occurs",
    "count2": "how often its second word occurs",
    "total": "the size of the corpus in words",
    "average_frequency": "the mean of how often it and each of its words occur",
}
"""Columns of a table of association, with their meaning."""

GIVEN = ("frequency", "ppmi")
COUNTED = ("count", "count1", "count2", "total")
ASSOCIATION: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "frequency": pl.Float64(),
    "pmi": pl.Float64(),
    "ppmi": pl.Float64(),
}

_COUNT = re.compile(r"\d+(\.0)?|\d+(\.\d+)?e\+?\d{1,2}", re.IGNORECASE)


def read_averages(path: Path) -> dict[tuple[str | None, str], float]:
    """The average frequency of each expression (by language and name in small letters), where a table gives it."""
    rows = read_rows(path, ("expression",), COLUMNS)
    known = ((row, row.number("average_frequency")) for row in rows)
    return {
        (row.text("language") or None, row.required("expression").lower()): value
        for row, value in known
        if value is not None
    }


def read_association(path: Path) -> pl.DataFrame:
    """Frequency, PMI and PPMI of each expression, as given or worked out from counts.

    From counts, PMI = log2(count · total / (count1 · count2)) and PPMI = max(0, PMI). An
    expression that never occurs has no PMI, and a PPMI of 0. A table that gives the figures
    themselves needs `frequency` and `ppmi`; `pmi` is null unless it is there too. The language
    is null where the table names none. A mistake is named with file and line.
    """
    rows = read_rows(path, ("expression",), COLUMNS)
    columns = rows[0].cells
    _check_unique(rows)
    if all(name in columns for name in GIVEN):
        figures = [_given(row) for row in rows]
    elif all(name in columns for name in COUNTED):
        figures = _counted(rows)
    else:
        raise DatasetError(
            f"{path}:1: the table needs the columns {' and '.join(GIVEN)}, or the counts {', '.join(COUNTED)}; "
            f"add them; found {', '.join(columns)}."
        )
    names = [(row.required("expression"), row.text("language") or None) for row in rows]
    table = [(*name, *figure) for name, figure in zip(names, figures, strict=True)]
    return pl.DataFrame(table, schema=ASSOCIATION, orient="row")


def _check_unique(rows: list[Row]) -> None:
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        key = (row.text("language"), row.required("expression").casefold())
        if key in seen:
            raise row.fail(f"{row.text('expression')!r} is on line {seen[key]} already; keep one of them")
        seen[key] = row.line


def _given(row: Row) -> tuple[float | None, float | None, float | None]:
    if "," in row.text("frequency"):
        raise row.fail(f"frequency {row.text('frequency')!r} has a comma; write it without thousands separators")
    frequency, exact, positive = (row.number(column) for column in ("frequency", "pmi", "ppmi"))
    for column, value in (("frequency", frequency), ("ppmi", positive)):
        if value is not None and value < 0:
            raise row.fail(f"{column} {value:g} is below 0; write a {column} of 0 or more, or leave the cell empty")
    return frequency, exact, positive


def _counted(rows: list[Row]) -> list[tuple[float | None, float | None, float | None]]:
    counts = np.array([[_count(row, column) for column in COUNTED[:3]] for row in rows])
    totals = np.array(_totals(rows))
    for row, (both, one, other), total in zip(rows, counts, totals, strict=True):
        if both > min(one, other) or max(one, other) > total:
            raise row.fail(
                f"count {both:.0f}, count1 {one:.0f}, count2 {other:.0f}, total {total:.0f}: an expression is no more "
                "frequent than its words, nor these than all words together; put each count into its column"
            )
    both, one, other = counts.T
    exact, positive = pmi(both, one, other, totals), ppmi(both, one, other, totals)
    return [
        (float(count), None if np.isnan(raw) else float(raw), float(cut))
        for count, raw, cut in zip(both, exact, positive, strict=True)
    ]


def _totals(rows: list[Row]) -> list[float]:
    """The size of each row's corpus; an empty cell means the one that is given for the language."""
    given: dict[str, set[float]] = {}
    for row in rows:
        if row.text("total"):
            given.setdefault(row.text("language"), set()).add(_count(row, "total"))
    totals = []
    for row in rows:
        known = given.get(row.text("language"), set())
        if not row.text("total") and len(known) != 1:
            raise row.fail("total is empty; write the size of the corpus in words")
        totals.append(_count(row, "total") if row.text("total") else next(iter(known)))
    return totals


def _count(row: Row, column: str) -> float:
    text = row.required(column)
    if not _COUNT.fullmatch(text):
        raise row.fail(f"{column} {text!r} is not a count; write a whole number, digits only")
    return float(text)
