"""Reported numbers that look like errors, each with the reason; they are marked wherever they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from idioprobe.stats.correlation import smallest_significant

MARK = "?"
"""Stands behind a doubtful cell."""
ALSO = "; also: "
"""Stands between the reasons of a cell that is doubted for several."""


@dataclass(frozen=True)
class Doubt:
    """The cells of a table in which the columns have these values (a tuple: one of them), and why they are doubted.

    `fault` narrows it to those of which it is true.
    """

    table: str
    where: Mapping[str, str | tuple[str, ...]]
    reason: str
    fault: pl.Expr | None = None

    def condition(self) -> pl.Expr:
        """The cells it is about."""
        parts = [
            pl.col(name).is_in(value if isinstance(value, tuple) else (value,)) for name, value in self.where.items()
        ]
        return pl.all_horizontal(pl.col("table") == self.table, *parts, *([] if self.fault is None else [self.fault]))


def doubted(reported: pl.DataFrame, doubts: Sequence[Doubt]) -> pl.DataFrame:
    """With a column that has the reason where a cell is doubtful, or all of them."""
    reasons = [
        pl.when(doubt.condition() & (pl.col("state") != "unreadable")).then(pl.lit(doubt.reason)) for doubt in doubts
    ]
    joined = pl.concat_str(*reasons, separator=ALSO, ignore_nulls=True) if reasons else pl.lit(None, pl.String)
    return reported.with_columns(doubt=joined).with_columns(pl.col("doubt").replace("", None))


def cannot_be_significant(table: str, sizes: Mapping[str, int], alpha: float) -> Doubt:
    """The correlations of a table that are printed as significant, but are too small for that.

    `sizes` are the most expressions that a correlation can be over, by language. A printed ρ is
    doubted if no number that rounds to it is large enough.
    """
    needed = {language: smallest_significant(n, alpha) for language, n in sizes.items()}
    limit = pl.col("language").replace_strict(needed, default=None, return_dtype=pl.Float64)
    decimals = pl.col("printed").str.replace(",", ".").str.extract(r"\.(\d+)").str.len_chars().fill_null(0)
    rounding = 0.5 * pl.lit(10.0).pow(-decimals.cast(pl.Float64))
    told = " or ".join(f"{n} expressions ({code}: |ρ| from {needed[code]:.3f} on)" for code, n in sizes.items())
    return Doubt(
        table,
        {"statistic": "rho_type", "state": "value"},
        f"printed as significant, but cannot have p ≤ {alpha:g} with {told}",
        (pl.col("value").abs() + rounding < limit).fill_null(False),
    )
