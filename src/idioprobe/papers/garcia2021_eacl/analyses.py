"""Analyses that Garcia et al. (EACL 2021) describe in text: synonym overlap (§4.1), concatenated subwords (§4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.common.axes import H_SLICES, PROBES, among
from idioprobe.papers.common.scores import rho_cell, scores_at
from idioprobe.report.tables.fitting import languages_of, spoken
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.grid import Cell, Grid, Row

TOP = 50


def top_overlap(inputs: Inputs, conditions: Sequence[str] = (), top: int | None = None, **_: Any) -> Grid:
    """How many of the expressions nearest to their synonym share a word with it (G1 §4.1)."""
    overlap = {
        (language, name): shares
        for name, language, shares in inputs.material.expressions.select(
            "expression", "language", "synonym_overlap"
        ).iter_rows()
    }
    rows = []
    for place in among("G1-top50", spoken(H_SLICES, languages_of(inputs)), "condition", conditions):
        cells = []
        for model in inputs.models:
            part = scores_at(model, {"measure": "sim_syn", "unit": "target", **place.where})
            means = part.group_by("expression").agg(pl.col("value").mean())
            best = means.sort("value", "expression", descending=[True, False]).head(top or TOP)["expression"].to_list()
            shared = sum(bool(overlap.get((place.where["language"], name))) for name in best)
            cells.append(Cell(f"{shared} of {len(best)}", float(shared), n=len(best)) if best else Cell())
        rows.append(Row((place.label,), tuple(cells)))
    columns = tuple((model.label,) for model in inputs.models)
    return Grid("G1-top50", f"Synonym overlap among the {top or TOP} highest P1", columns, tuple(rows))


def concatenation(inputs: Inputs, **_: Any) -> Grid:
    """ρ with averaged and with concatenated subwords, on the items that allow both (G1 §4.6)."""
    rated = {
        (language, name): mean
        for name, language, mean in inputs.material.ratings.filter(
            pl.col("rating") == "type", pl.col("target") == "expression"
        )
        .select("expression", "language", "mean")
        .iter_rows()
    }
    rows = []
    for place, probe in product(spoken(H_SLICES, languages_of(inputs)), PROBES):
        where = {**place.where, **probe.where, "unit": "target"}
        cells: list[Cell] = []
        for model in inputs.models:
            ways = _both_ways(model, where, rated)
            n = ways[0].n
            cells += [*ways, Cell(f"{n:,}", float(n), n=n) if n else Cell()]
        rows.append(Row((place.label, probe.label), tuple(cells)))
    if not any(cell.value is not None for row in rows for cell in row.cells):
        raise ConfigError(
            "G1-concat needs results with both views, as from idioprobe run --view mean@last4,concat@last4."
        )
    columns = tuple((model.label, way) for model in inputs.models for way in ("mean", "concat", "n"))
    notes = ("ρ with type-level ratings over n expressions, on items with as many subwords as their substitute.",)
    return Grid("G1-concat", "Averaged against concatenated subwords", columns, tuple(rows), notes)


def _both_ways(model: Model, where: dict[str, Any], rated: dict[tuple[str, str], float]) -> list[Cell]:
    layers = model.view.partition("@")[2]
    scores = model.result.scores.filter(*(pl.col(name) == value for name, value in where.items()))
    joined = scores.filter(pl.col("view") == f"concat@{layers}").select("item")
    cells = []
    for view in (f"mean@{layers}", f"concat@{layers}"):
        part = scores.filter(pl.col("view") == view).join(joined, on="item", how="semi")
        means = part.group_by("expression").agg(pl.col("value").mean()).sort("expression")
        pairs = [(v, rated[where["language"], c]) for c, v in means.iter_rows() if (where["language"], c) in rated]
        cells.append(rho_cell(np.array([v for v, _ in pairs]), np.array([r for _, r in pairs])))
    return cells
