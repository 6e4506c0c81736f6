"""Scores of a model in one place, and their correlation as a cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from idioprobe.report.tables.gather import Model
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell
from idioprobe.stats.bootstrap import Array
from idioprobe.stats.correlation import spearman

ALPHA = 0.05


def scores_at(model: Model, where: dict[str, Any]) -> pl.DataFrame:
    """The scores of which the columns have these values."""
    return model.scores.filter(*(pl.col(name) == value for name, value in where.items()))


def rho_cell(one: Array, other: Array) -> Cell:
    """Spearman's ρ, a dash where it is not significant; empty where it is undefined."""
    rho, p = spearman(one, other)
    if not np.isfinite(rho):
        return Cell(n=len(one))
    return Cell(f"{rho:.2f}" if p <= ALPHA else NOT_SIGNIFICANT, rho, p, len(one))
