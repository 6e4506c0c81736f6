"""Models against models (He et al. 2025, figure 10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.common.axes import H_AFFINITIES, H_PROBES, H_SCALED, H_SLICES, UNITS, among
from idioprobe.papers.common.scores import ALPHA, rho_cell, scores_at
from idioprobe.report.tables.fitting import languages_of, spoken
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.narrow import conditioned
from idioprobe.report.tables.spec import Entry

ALL = "all"
"""The sentences of all languages and conditions."""


def model_against_model(inputs: Inputs, units: Sequence[str] = (), conditions: Sequence[str] = (), **_: Any) -> Grid:
    """ρ between models over the items they share, for each measure (H figure 10): all together, then by slice."""
    if len(inputs.models) < 2:
        raise ConfigError("H-models compares models; name the results of two or more.")
    rows = []
    measures = (*H_PROBES, *H_AFFINITIES, *H_SCALED)
    shown = among("H-models", conditioned(spoken(H_SLICES, languages_of(inputs)), conditions), "condition", conditions)
    chosen = among("H-models", UNITS, "unit", units)
    together = pl.col("condition").is_in([place.where["condition"] for place in shown])
    for measure, place, unit in product(measures, (Entry(ALL, {}), *shown), chosen):
        where = {**measure.where, **place.where, **unit.where}
        parts = [scores_at(model, where).filter(together) for model in inputs.models]
        values = [dict(part.select("item", "value").iter_rows()) for part in parts]
        for model, mine in zip(inputs.models, values, strict=True):
            if mine:
                cells = tuple(_rho(mine, other) for other in values)
                rows.append(Row((measure.label, place.label, unit.label, model.label), cells))
    if not rows:
        raise ConfigError("H-models: these results have no such sentences.")
    columns = tuple((model.label,) for model in inputs.models)
    note = f"Cells are Spearman's ρ over items; a dash stands for p > {ALPHA:g}, not corrected."
    return Grid("H-models", "Models against models", columns, tuple(rows), (note,))


def _rho(mine: dict[str, float], other: dict[str, float]) -> Cell:
    shared = sorted(mine.keys() & other.keys())
    return rho_cell(np.array([mine[i] for i in shared]), np.array([other[i] for i in shared]))
