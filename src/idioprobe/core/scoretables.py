"""The columns of the tables that measures make."""

from __future__ import annotations

import polars as pl

from idioprobe.core.tables import ITEM

VIEW_KEYS = ("unit", "view", "special_tokens", "metric")
SCORES: dict[str, pl.DataType] = {
    **ITEM,
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "measure": pl.String(),
    "value": pl.Float64(),
    "winner": pl.Int64(),
}
