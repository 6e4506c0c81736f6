"""Analyses that He et al. (2025) describe in text and figures: models against models, ranks by affinity."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.common.axes import H_AFFINITIES, H_PROBES, H_SCALED, H_SLICES, UNITS
from idioprobe.papers.common.scores import ALPHA, rho_cell, scores_at
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid, Row

RANKED = 10


def model_against_model(inputs: Inputs, **_: Any) -> Grid:
    """ρ between models over the items they share, for each measure (H figure 10)."""
    if len(inputs.models) < 2:
        raise ConfigError("H-models compares models; name the results of two or more.")
    rows = []
    measures = (*H_PROBES, *H_AFFINITIES, *H_SCALED)
    for measure, place, unit in product(measures, H_SLICES, UNITS):
        where = {**measure.where, **place.where, **unit.where}
        values = [dict(scores_at(model, where).select("item", "value").iter_rows()) for model in inputs.models]
        for model, mine in zip(inputs.models, values, strict=True):
            if mine:
                cells = tuple(_rho(mine, other) for other in values)
                rows.append(Row((measure.label, place.label, unit.label, model.label), cells))
    columns = tuple((model.label,) for model in inputs.models)
    note = f"Spearman's ρ over items; {NOT_SIGNIFICANT}: p > {ALPHA:g}, not corrected."
    return Grid("H-models", "Models against models", columns, tuple(rows), (note,))


def _rho(mine: dict[str, float], other: dict[str, float]) -> Cell:
    shared = sorted(mine.keys() & other.keys())
    return rho_cell(np.array([mine[i] for i in shared]), np.array([other[i] for i in shared]))


def ranks(inputs: Inputs, **_: Any) -> Grid:
    """The expressions of highest and lowest affinity, with their classes (H §4.5)."""
    classes = {
        (language, name): label or ""
        for name, language, label in inputs.material.expressions.select("expression", "language", "class").iter_rows()
    }
    rows: list[Row] = []
    lists = {}
    for model, place in product(inputs.models, H_SLICES):
        part = scores_at(model, {"measure": "aff_syn_words", "unit": "target", **place.where})
        means = (
            part.group_by("expression")
            .agg(pl.col("value").mean())
            .sort("value", "expression", descending=[True, False])
        )
        lists[model.label, place.label] = [
            (name, value, classes.get((place.where["language"], name), "")) for name, value in means.iter_rows()
        ]
    for place in H_SLICES:
        present = [model for model in inputs.models if lists[model.label, place.label]]
        for end, order in (("highest", 1), ("lowest", -1)):
            for rank in range(RANKED if present else 0):
                cells = []
                for model in inputs.models:
                    named = lists[model.label, place.label][::order]
                    cells.append(
                        Cell(f"{named[rank][0]} ({named[rank][2]}) {named[rank][1]:.2f}", named[rank][1])
                        if rank < len(named)
                        else Cell()
                    )
                rows.append(Row((place.label, end, str(rank + 1)), tuple(cells)))
    columns = tuple((model.label,) for model in inputs.models)
    return Grid("H-ranks", "Highest and lowest A_Syn|WordsSyn, target unit", columns, tuple(rows))
