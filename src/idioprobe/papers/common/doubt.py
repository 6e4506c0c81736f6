"""Reported numbers that look like errors, each with the reason; they are marked wherever they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

MARK = "?"
"""Stands behind a doubtful cell."""


@dataclass(frozen=True)
class Doubt:
    """The cells of a table in which the columns have these values (a tuple: one of them), and why they are doubted."""

    table: str
    where: Mapping[str, str | tuple[str, ...]]
    reason: str

    def condition(self) -> pl.Expr:
        """The cells it is about."""
        parts = [
            pl.col(name).is_in(value if isinstance(value, tuple) else (value,)) for name, value in self.where.items()
        ]
        return pl.all_horizontal(pl.col("table") == self.table, *parts)


def doubted(reported: pl.DataFrame, doubts: Sequence[Doubt]) -> pl.DataFrame:
    """With a column that has the reason where a cell is doubtful; the first doubt that fits counts."""
    reasons = [
        pl.when(doubt.condition() & (pl.col("state") != "unreadable")).then(pl.lit(doubt.reason)) for doubt in doubts
    ]
    return reported.with_columns(doubt=pl.coalesce(*reasons, pl.lit(None, pl.String)))
