"""What is wrong in published files, and what was done about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

import polars as pl

from idioprobe.core.tables import DROPPED, FLAWS

LEFT_OUT = "left out"
UNCORRELATED = "left out of correlations"
PUT_RIGHT = "put right"
KEPT = "kept as it is"
NOT_READ = "not read"


@dataclass(frozen=True)
class Flaw:
    """One flaw: where it is, what it is, and how it was handled."""

    file: str
    flaw: str
    handling: str
    column: str | None = None
    item: str | None = None
    expression: str | None = None
    language: str | None = None
    condition: str | None = None
    sentence: int | None = None
    role: str | None = None
    index: int | None = None


def flaw_table(flaws: Iterable[Flaw]) -> pl.DataFrame:
    """Flaws as a table."""
    return pl.DataFrame([asdict(flaw) for flaw in flaws], schema=FLAWS)


def left_out(flaws: pl.DataFrame) -> pl.DataFrame:
    """What the flaws cost a run, in the columns of `dropped`; flaws of whole files or columns are listed too."""
    where = pl.col("file") + pl.when(pl.col("column").is_null()).then(pl.lit("")).otherwise(
        pl.lit(", column ") + pl.col("column")
    )
    whole = pl.col("expression").is_null()
    kind = (
        pl.when(pl.col("handling") == UNCORRELATED)
        .then(pl.lit("rating"))
        .when(whole & pl.col("column").is_null())
        .then(pl.lit("file"))
        .when(whole)
        .then(pl.lit("column"))
        .otherwise(pl.lit("stimulus"))
    )
    counts = pl.col("handling").str.starts_with(LEFT_OUT) | (whole & (pl.col("handling") == KEPT))
    return (
        flaws.filter(counts)
        .with_columns(
            what=kind,
            reason=pl.col("flaw") + pl.lit("; ") + pl.col("handling") + " (" + where + ")",
            unit=pl.lit(None, pl.String),
            view=pl.lit(None, pl.String),
        )
        .select(list(DROPPED))
    )
