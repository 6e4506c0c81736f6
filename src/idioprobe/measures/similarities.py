"""From vectors to similarities: one row per minimal pair and view."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import polars as pl

from idioprobe.measures.catalogue import COMPARISONS
from idioprobe.measures.similarity import METRICS
from idioprobe.models.base import Request, Stored
from idioprobe.models.views import View

Vectors = Mapping[Request, Stored]

DECIMALS = 10
"""Similarities are rounded to this, so that equal vectors are equally similar whatever the last bit says."""
NO_VECTOR = "the model returned no vector"

SIMILARITIES: dict[str, pl.DataType] = {
    "item": pl.String(),
    "compound": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "sentence": pl.Int64(),
    "comparison": pl.String(),
    "role": pl.String(),
    "index": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "value": pl.Float64(),
}
DROPPED: dict[str, pl.DataType] = {
    "item": pl.String(),
    "compound": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "sentence": pl.Int64(),
    "role": pl.String(),
    "index": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "what": pl.String(),
    "reason": pl.String(),
}


def compare(pairs: pl.DataFrame, view: View, vectors: Vectors, metric: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Similarities of the pairs in one view; and what was left out of them, with the reason.

    A stimulus without a vector is listed once, however many pairs it would have been in.
    """
    units = {comparison.name for comparison in COMPARISONS if view.unit in comparison.units}
    rows = pairs.filter(pl.col("comparison").is_in(sorted(units)))
    as_request: Callable[[dict[str, object]], Request] = _sentence if view.unit == "sentence" else _target
    left = [vectors.get(as_request(value), NO_VECTOR) for value in rows["left"]]
    right = [vectors.get(as_request(value), NO_VECTOR) for value in rows["right"]]
    values = np.full(len(rows), np.nan)
    by_dimension: dict[int, list[int]] = {}
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        if not isinstance(a, str) and not isinstance(b, str) and len(a) == len(b):
            by_dimension.setdefault(len(a), []).append(i)
    function = METRICS[metric].function
    for positions in by_dimension.values():
        sides = [np.stack([np.asarray(side[i], dtype=np.float64) for i in positions]) for side in (left, right)]
        values[positions] = np.round(function(*sides), DECIMALS)
    named = rows.drop("left", "right").with_columns(
        pl.lit(view.unit).alias("unit"),
        pl.lit(view.name).alias("view"),
        pl.lit(view.special_tokens).alias("special_tokens"),
        pl.lit(metric).alias("metric"),
        pl.Series("value", values, dtype=pl.Float64),
    )
    undefined = pl.Series(np.isnan(values), dtype=pl.Boolean)
    lost = _lost(named.filter(undefined), [(left[i], right[i]) for i in np.flatnonzero(np.isnan(values))])
    return named.filter(~undefined).select(list(SIMILARITIES)), lost


def _lost(rows: pl.DataFrame, sides: list[tuple[Stored, Stored]]) -> pl.DataFrame:
    """What is missing behind each pair without a similarity: a stimulus, or the pair itself."""
    by_name = {comparison.name: comparison for comparison in COMPARISONS}
    out = []
    for row, (a, b) in zip(rows.iter_rows(named=True), sides, strict=True):
        comparison = by_name[row["comparison"]]
        if isinstance(a, str):
            out.append({**row, "role": comparison.left, "index": 0, "what": "stimulus", "reason": a})
        if isinstance(b, str):
            what = {"alone": "stimulus, alone", "neutral": "stimulus, neutral sentence"}.get(
                comparison.right, "stimulus"
            )
            out.append({**row, "what": what, "reason": b})
        if not isinstance(a, str) and not isinstance(b, str):
            lengths = f"vectors of different length ({len(a)} and {len(b)})"
            reason = lengths if len(a) != len(b) else "the similarity is undefined (a vector of zeros)"
            out.append({**row, "what": f"pair {comparison.name}", "reason": reason})
    table = pl.DataFrame([{key: row[key] for key in DROPPED} for row in out], schema=DROPPED)
    return table.unique(maintain_order=True)


def _sentence(value: dict[str, object]) -> Request:
    return Request(str(value["text"]))


def _target(value: dict[str, object]) -> Request:
    return Request(str(value["text"]), value["start"], value["end"])  # type: ignore[arg-type]
