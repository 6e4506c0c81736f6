"""From vectors to similarities: one row per minimal pair and view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.answers import NO_VECTOR, Failure, Vector
from idioprobe.core.requests import Request
from idioprobe.core.tables import DROPPED, SIMILARITIES
from idioprobe.core.views import View
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.catalogue import COMPARISONS, Comparison
from idioprobe.suites.probes.rogue import Rows, contributions, standardise, top_dimensions

Found = Vector | Failure
Vectors = Mapping[Request, Found]
Sides = tuple[list[Found], list[Found]]

DECIMALS = 10
"""Similarities are rounded to this, so that equal vectors are equally similar whatever the last bit says."""


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
    pairs: pl.DataFrame, view: View, vectors: Vectors, metric: str, rogue: RogueOptions = DEFAULT_ROGUE
) -> Compared:
    """Similarities of the pairs in one view.

    A stimulus without a vector is listed once, however many pairs it would have been in.
    """
    wanted = [c for c in COMPARISONS if view.unit in c.units]
    rows = pairs.filter(pl.col("comparison").is_in([c.name for c in wanted])).with_row_index("row")
    left, right = _sides(rows, view, vectors)
    values = np.full(len(rows), np.nan)
    found: list[dict[str, Any]] = []
    mixed: set[int] = set()
    plain = rows.filter(~pl.col("comparison").is_in([c.name for c in wanted if c.standardise]))
    _fill(values, plain["row"].to_list(), (left, right), metric)
    for comparison in (c for c in wanted if c.standardise):
        part = rows.filter(pl.col("comparison") == comparison.name)
        for (language, condition), slice_ in part.group_by("language", "condition", maintain_order=True):
            top = _standardised(values, slice_["row"].to_list(), (left, right), metric, comparison, rogue, mixed)
            if top:
                found.append(
                    {"language": language, "condition": condition, "unit": view.unit, "view": view.name, **top}
                )
    named = rows.drop("left", "right", "plus", "row").with_columns(
        pl.lit(view.unit).alias("unit"),
        pl.lit(view.name).alias("view"),
        pl.lit(view.special_tokens).alias("special_tokens"),
        pl.lit(metric).alias("metric"),
        pl.Series("value", values, dtype=pl.Float64),
    )
    undefined = pl.Series(np.isnan(values), dtype=pl.Boolean)
    lost = _lost(named.filter(undefined), [(left[i], right[i], i in mixed) for i in np.flatnonzero(np.isnan(values))])
    return Compared(named.filter(~undefined).select(list(SIMILARITIES)), lost, found)


def _sides(rows: pl.DataFrame, view: View, vectors: Vectors) -> Sides:
    as_request: Callable[[dict[str, object]], Request] = _sentence if view.unit == "sentence" else _target
    left = [vectors.get(as_request(value), NO_VECTOR) for value in rows["left"]]
    right = [vectors.get(as_request(value), NO_VECTOR) for value in rows["right"]]
    for i, value in enumerate(rows["plus"]):
        if value is not None:
            right[i] = _sum(right[i], vectors.get(as_request(value), NO_VECTOR))
    return left, right


def _sum(one: Found, other: Found) -> Found:
    if isinstance(one, Failure) or isinstance(other, Failure):
        return one if isinstance(one, Failure) else other
    if len(one) != len(other):
        return Failure(f"vectors of different length ({len(one)} and {len(other)}) cannot be added")
    return one + other


def _comparable(rows: list[int], sides: Sides) -> dict[int, list[int]]:
    """The rows with two vectors of one length, by that length."""
    by_dimension: dict[int, list[int]] = {}
    for i in rows:
        a, b = sides[0][i], sides[1][i]
        if not isinstance(a, Failure) and not isinstance(b, Failure) and len(a) == len(b):
            by_dimension.setdefault(len(a), []).append(i)
    return by_dimension


def _stacked(rows: list[int], sides: Sides) -> list[Rows]:
    return [np.stack([np.asarray(side[i], dtype=np.float64) for i in rows]) for side in sides]


def _fill(values: Rows, rows: list[int], sides: Sides, metric: str) -> None:
    for positions in _comparable(rows, sides).values():
        values[positions] = np.round(METRICS[metric].function(*_stacked(positions, sides)), DECIMALS)


def _standardised(
    values: Rows,
    rows: list[int],
    sides: Sides,
    metric: str,
    comparison: Comparison,
    rogue: RogueOptions,
    mixed: set[int],
) -> dict[str, Any] | None:
    """Similarities after z-scoring over both sides of all rows; where it is the top ones, which they are.

    Rows of vectors of several lengths cannot be z-scored together: they are added to `mixed`.
    """
    by_dimension = _comparable(rows, sides)
    if len(by_dimension) > 1:
        mixed.update(i for positions in by_dimension.values() for i in positions)
    if len(by_dimension) != 1:
        return None
    positions = next(iter(by_dimension.values()))
    left, right = _stacked(positions, sides)
    both = np.concatenate([left, right])
    dimensions = None
    shares = np.empty(0)
    if comparison.standardise == "top":
        shares = contributions(both, rogue.seed)
        dimensions = top_dimensions(shares, rogue.top)
    flat = standardise(both, dimensions)
    values[positions] = np.round(METRICS[metric].function(flat[: len(left)], flat[len(left) :]), DECIMALS)
    if dimensions is None:
        return None
    known = (round(float(shares[d]), 6) if np.isfinite(shares[d]) else None for d in dimensions)
    return {"dimensions": dimensions.tolist(), "shares": list(known)}


def _lost(rows: pl.DataFrame, sides: list[tuple[Found, Found, bool]]) -> pl.DataFrame:
    """What is missing behind each pair without a similarity: a stimulus, or the pair itself."""
    by_name = {comparison.name: comparison for comparison in COMPARISONS}
    out = []
    for row, (a, b, mixed) in zip(rows.iter_rows(named=True), sides, strict=True):
        comparison = by_name[row["comparison"]]
        if isinstance(a, Failure):
            out.append({**row, "role": comparison.left, "index": 0, "what": "stimulus", "reason": a.reason})
        if isinstance(b, Failure):
            out.append({**row, "what": _SPECIAL.get(comparison.right, "stimulus"), "reason": b.reason})
        if not isinstance(a, Failure) and not isinstance(b, Failure):
            reason = "the similarity is undefined (a vector of zeros)"
            if len(a) != len(b):
                reason = f"vectors of different length ({len(a)} and {len(b)})"
            elif mixed:
                reason = "dimensions can be standardised only over vectors of one length"
            elif comparison.standardise and a.any() and b.any():
                reason = "standardised, the similarity is undefined (a vector of zeros)"
            out.append({**row, "what": f"pair {comparison.name}", "reason": reason})
    table = pl.DataFrame([{key: row[key] for key in DROPPED} for row in out], schema=DROPPED)
    return table.unique(maintain_order=True)


_SPECIAL = {
    "alone": "stimulus, alone",
    "neutral": "stimulus, neutral sentence",
    "components": "components, alone",
    "sentences": "stimulus, other sentence",
}


def _sentence(value: dict[str, object]) -> Request:
    return Request(str(value["text"]))


def _target(value: dict[str, object]) -> Request:
    return Request(str(value["text"]), value["start"], value["end"])  # type: ignore[arg-type]
