"""The columns of the tables that measures make."""

from __future__ import annotations

import polars as pl

VIEW_KEYS = ("unit", "view", "special_tokens", "metric")
SCORES: dict[str, pl.DataType] = {
    "item": pl.String(),
    "compound": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "sentence": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "measure": pl.String(),
    "value": pl.Float64(),
    "winner": pl.Int64(),
}
