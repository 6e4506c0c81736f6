"""From vectors to similarities: one row per minimal pair and view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.answers import Vectors
from idioprobe.core.tables import DROPPED, SIMILARITIES
from idioprobe.core.views import View
from idioprobe.stats.rounding import DECIMALS
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.measure import Comparison
from idioprobe.suites.pairs.answers import AT_ONCE, Answered, Places, Rows, Sides
from idioprobe.suites.pairs.plan import Places as PlaceTable
from idioprobe.suites.pairs.rogue import contributions, standardise, top_dimensions


@dataclass(frozen=True)
class RogueOptions:
    """How many dimensions count as rogue, and the seed of the pairs that tell."""

    top: int = 3
    seed: int = 0


DEFAULT_ROGUE = RogueOptions()


@dataclass(frozen=True)
class Compared:
    """Similarities in one view; what was left out of them, and why; the rogue dimensions found."""

    similarities: pl.DataFrame
    dropped: pl.DataFrame
    rogue: list[dict[str, Any]] = field(default_factory=list)


def compare(
    pairs: pl.DataFrame,
    places: PlaceTable,
    comparisons: Sequence[Comparison],
    view: View,
    vectors: Vectors,
    metric: str,
    rogue: RogueOptions = DEFAULT_ROGUE,
) -> Compared:
    """Similarities of the pairs in one view.

    A stimulus without a vector is listed once, however many pairs it would have been in.
    """
    wanted = {c.name: c for c in comparisons if view.unit in c.units}
    rows = pairs.filter(pl.col("comparison").is_in(list(wanted))).with_row_index("row")
    sides = _sides(rows, places, view, vectors)
    values = np.full(len(rows), np.nan)
    found: list[dict[str, Any]] = []
    mixed: set[int] = set()
    standardised = [c for c in wanted.values() if c.standardise]
    plain = rows.filter(~pl.col("comparison").is_in([c.name for c in standardised]))
    _fill(values, _numbers(plain), sides, metric)
    for comparison in standardised:
        part = rows.filter(pl.col("comparison") == comparison.name)
        for (language, condition), slice_ in part.group_by("language", "condition", maintain_order=True):
            top = _standardised(values, _numbers(slice_), sides, metric, comparison, rogue, mixed)
            if top:
                found.append(
                    {"language": language, "condition": condition, "unit": view.unit, "view": view.name, **top}
                )
    named = rows.drop("left", "right", "plus").with_columns(
        pl.lit(view.unit).alias("unit"),
        pl.lit(view.name).alias("view"),
        pl.lit(view.special_tokens).alias("special_tokens"),
        pl.lit(metric).alias("metric"),
        pl.Series("value", values, dtype=pl.Float64),
    )
    undefined = pl.Series(np.isnan(values), dtype=pl.Boolean)
    lost = _lost(named.filter(undefined), sides, mixed, wanted)
    return Compared(named.filter(~undefined).select(list(SIMILARITIES)), lost, found)


def _numbers(rows: pl.DataFrame) -> Places:
    return rows["row"].to_numpy().astype(np.int64)


def _sides(rows: pl.DataFrame, places: PlaceTable, view: View, vectors: Vectors) -> Sides:
    left, right = (rows[name].cast(pl.Int64).to_numpy() for name in ("left", "right"))
    plus = _padded(rows["plus"])
    used = np.unique(np.concatenate([left, right, plus[plus >= 0]]))
    return Sides(Answered(places.requests[view.unit], used, vectors), left, right, plus)


def _padded(lists: pl.Series) -> Places:
    """What is added to each right side, a row for each; -1 where it is less than elsewhere."""
    lengths = lists.list.len().fill_null(0).to_numpy()
    rows = np.full((len(lists), int(lengths.max(initial=0))), -1, dtype=np.int64)
    rows[np.arange(rows.shape[1]) < lengths[:, np.newaxis]] = lists.explode().drop_nulls().to_numpy()
    return rows


def _fill(values: Rows, rows: Places, sides: Sides, metric: str) -> None:
    for alike in sides.by_length(rows):
        for at in range(0, len(alike), AT_ONCE):
            some = alike[at : at + AT_ONCE]
            values[some] = np.round(METRICS[metric].function(sides.left(some), sides.right(some)), DECIMALS)


def _standardised(
    values: Rows,
    rows: Places,
    sides: Sides,
    metric: str,
    comparison: Comparison,
    rogue: RogueOptions,
    mixed: set[int],
) -> dict[str, Any] | None:
    """Similarities after z-scoring over both sides of all rows; where it is the top ones, which they are.

    Rows of vectors of several lengths cannot be z-scored together: they are added to `mixed`.
    """
    by_length = list(sides.by_length(rows))
    if len(by_length) > 1:
        mixed.update(i for positions in by_length for i in positions.tolist())
    if len(by_length) != 1:
        return None
    positions = by_length[0]
    both = np.concatenate([sides.left(positions), sides.right(positions)])
    dimensions = None
    shares = np.empty(0)
    if comparison.standardise == "top":
        shares = contributions(both, rogue.seed)
        dimensions = top_dimensions(shares, rogue.top)
    flat = standardise(both, dimensions)
    halves = flat[: len(positions)], flat[len(positions) :]
    values[positions] = np.round(METRICS[metric].function(*halves), DECIMALS)
    if dimensions is None:
        return None
    known = (round(float(shares[d]), 6) if np.isfinite(shares[d]) else None for d in dimensions)
    return {"dimensions": dimensions.tolist(), "shares": list(known)}


def _lost(rows: pl.DataFrame, sides: Sides, mixed: set[int], comparisons: Mapping[str, Comparison]) -> pl.DataFrame:
    """What is missing behind each pair without a similarity: a stimulus, or the pair itself."""
    out = []
    for row in rows.iter_rows(named=True):
        comparison, at = comparisons[row["comparison"]], row["row"]
        first, second = sides.failure_left(at), sides.failure_right(at)
        if first is not None:
            out.append({**row, "role": comparison.left, "index": 0, "what": "stimulus", "reason": first})
        if second is not None:
            out.append({**row, "what": _SPECIAL.get(comparison.right, "stimulus"), "reason": second})
        if first is None and second is None:
            reason = _undefined(sides, at, comparison, mixed=at in mixed)
            out.append({**row, "what": f"pair {comparison.name}", "reason": reason})
    table = pl.DataFrame([{key: row[key] for key in DROPPED} for row in out], schema=DROPPED)
    return table.unique(maintain_order=True)


def _undefined(sides: Sides, row: int, comparison: Comparison, *, mixed: bool) -> str:
    one, other = sides.lengths(row)
    if one != other:
        return f"vectors of different length ({one} and {other})"
    if mixed:
        return "dimensions can be standardised only over vectors of one length"
    if comparison.standardise and not sides.is_zero(row):
        return "standardised, the similarity is undefined (a vector of zeros)"
    return "the similarity is undefined (a vector of zeros)"


_SPECIAL = {
    "alone": "stimulus, alone",
    "neutral": "stimulus, neutral sentence",
    "components": "components, alone",
    "sentences": "stimulus, other sentence",
}
