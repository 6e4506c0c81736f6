"""What the papers report, as one table."""

from __future__ import annotations

import io
from functools import lru_cache

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.common.doubt import doubted
from idioprobe.papers.registry import all_papers

COLUMNS: dict[str, pl.DataType] = {
    "source": pl.String(),
    "table": pl.String(),
    "row": pl.String(),
    "column": pl.String(),
    "model": pl.String(),
    "view": pl.String(),
    "labelling": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "unit": pl.String(),
    "group": pl.String(),
    "measure": pl.String(),
    "statistic": pl.String(),
    "rating": pl.String(),
    "expression": pl.String(),
    "value": pl.Float64(),
    "printed": pl.String(),
    "state": pl.String(),
}
"""Columns of the files. Measures, statistics and ratings are named as in `summary.csv`; a cell that prints two
numbers, such as a mean and its deviation, has two rows."""

STATES = ("value", "not_significant", "missing", "unreadable", "words")
"""A number; a dash; an empty cell; a cell that the text at hand does not show with certainty; words, not a number."""


def load_reported(table: str | None = None) -> pl.DataFrame:
    """What all papers report, or one table such as `"H5"`, with the reason where a cell is doubtful.

    >>> load_reported("W1").filter(model="S-BERT", group="NC", statistic="effect_percent")["value"].item()
    48.4
    """
    everything = _read()
    if table is None:
        return everything
    part = everything.filter(pl.col("table").str.to_lowercase() == table.lower())
    if part.is_empty():
        raise ConfigError(f"There are no reported results under {table!r}; idioprobe reported lists the tables.")
    return part


@lru_cache(maxsize=1)
def _read() -> pl.DataFrame:
    parts = []
    for paper in all_papers().values():
        text = paper.reported()
        if text is not None:
            parts.append(doubted(pl.read_csv(io.StringIO(text), schema=COLUMNS), paper.doubts))
    return pl.concat(parts)
