"""The reference models as rows of a figure: below the models, a stroke for the mean of each."""

from __future__ import annotations

import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.report.figures.ideals import ideal_of
from idioprobe.report.figures.rows import marked
from idioprobe.report.figures.slices import with_slice
from idioprobe.report.figures.spec import Figure
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.references import known_references
from idioprobe.run.references import LABELS
from idioprobe.suites.measure import Range
from idioprobe.suites.summary import DENOMINATOR_FLAG, NEGATIVE_FLAG

ROUNDED = 0.005
"""What rounding to two digits hides."""
ROOM = 0.25
"""How far beyond the models a reference may stretch an axis, as a part of what they span; 0 and ideals are on it."""


def with_references(figure: Figure, inputs: Inputs, table: pl.DataFrame) -> pl.DataFrame:
    """The rows of a figure, and one of each reference wherever models have some.

    One that would stretch the axis far is put at its end, and `beyond` says where it is. Ratios that say nothing are
    left out, and with them the reference that has some.
    """
    labels = dict(figure.measures)
    groups = CLASSES if figure.by_class else ("all",)
    flagged = pl.any_horizontal(
        pl.col("method").str.contains(flag, literal=True) for flag in (DENOMINATOR_FLAG, NEGATIVE_FLAG)
    )
    known = known_references([model.result for model in inputs.models]).filter(
        ~flagged, pl.col("measure").is_in(list(labels)), pl.col("group").is_in(groups), statistic="mean"
    )
    named = known.with_columns(
        pl.col("model").replace_strict(LABELS, return_dtype=pl.String),
        pl.col("measure").replace_strict(labels, return_dtype=pl.String),
        pl.when(pl.col("group").is_in(CLASSES)).then("group").alias("class"),
    )
    place = ["language", "condition", "unit", "measure", *(["class"] if figure.by_class else [])]
    drawn = table.select(place).unique()
    mine = with_slice(named).join(drawn, on=place, how="semi", maintain_order="left")
    whole = mine.filter(pl.len().over("model") == len(drawn))
    ends = {name: pl.col("value") for name in ("low", "high", "below", "above") if name in table.columns}
    shown = (
        marked(whole.with_columns(**ends, note=pl.lit("")))
        if ends
        else _within(whole, table["value"], ideal_span(figure))
    )
    own = [name for name in shown.columns if name in table.columns and name not in ("rating", "n")]
    return pl.concat([table, shown.select(own)], how="diagonal")


def ideal_span(figure: Figure) -> Range:
    """From the lowest to the highest value that is ideal for a measure of a figure; 0 is between them."""
    ranges = [ideal_of(name, group) for name, _ in figure.measures for group in ("", *CLASSES)]
    ends = [end for one in ranges if one for end in one]
    return min((0.0, *ends)), max((0.0, *ends))


def _within(shown: pl.DataFrame, values: pl.Series, ideal: Range) -> pl.DataFrame:
    low, high = (float(end) for end in (min(values.min(), 0.0), max(values.max(), 0.0)))  # type: ignore[type-var, arg-type]
    room = ROOM * (high - low)
    ends = (min(low - room, ideal[0] - ROUNDED), max(high + room, ideal[1] + ROUNDED))
    beyond = pl.Series("beyond", [_beyond(value, *ends) for value in shown["value"]], pl.String)
    return shown.with_columns(pl.col("value").clip(*ends), beyond)


def _beyond(value: float, low: float, high: float) -> str | None:
    number = f"{value:z.2f}".replace("-", "−")
    return f"← {number}" if value < low else f"{number} →" if value > high else None
