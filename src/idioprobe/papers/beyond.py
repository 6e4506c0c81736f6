"""Analyses that the papers describe in their text or figures rather than in a table."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.axes import (
    CLASSES,
    H_AFFINITIES,
    H_PROBES,
    H_SCALED,
    H_SLICES,
    LANGUAGES,
    MODELS,
    PROBES,
    UNITS,
)
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid, Row
from idioprobe.report.tables.spec import Entry, LayoutTable, MadeTable, Table
from idioprobe.stats.correlation import spearman

ALPHA = 0.05
TOP = 50
RANKED = 10


def model_against_model(inputs: Inputs, **_: Any) -> Grid:
    """ρ between models over the items they share, for each measure (H figure 10)."""
    if len(inputs.models) < 2:
        raise ConfigError("H-models compares models; name the results of two or more.")
    rows = []
    measures = (*H_PROBES, *H_AFFINITIES, *H_SCALED)
    for measure, place, unit in product(measures, H_SLICES, UNITS):
        where = {**measure.where, **place.where, **unit.where}
        values = [dict(_slice(model, where).select("item", "value").iter_rows()) for model in inputs.models]
        for model, mine in zip(inputs.models, values, strict=True):
            if mine:
                cells = tuple(_rho(mine, other) for other in values)
                rows.append(Row((measure.label, place.label, unit.label, model.label), cells))
    columns = tuple((model.label,) for model in inputs.models)
    note = f"Spearman's ρ over items; {NOT_SIGNIFICANT}: p > {ALPHA:g}, not corrected."
    return Grid("H-models", "Models against models", columns, tuple(rows), (note,))


def _slice(model: Model, where: dict[str, Any]) -> pl.DataFrame:
    return model.scores.filter(*(pl.col(name) == value for name, value in where.items()))


def _rho(mine: dict[str, float], other: dict[str, float]) -> Cell:
    shared = sorted(mine.keys() & other.keys())
    rho, p = spearman(np.array([mine[i] for i in shared]), np.array([other[i] for i in shared]))
    if not np.isfinite(rho):
        return Cell(n=len(shared))
    return Cell(f"{rho:.2f}" if p <= ALPHA else NOT_SIGNIFICANT, rho, p, len(shared))


def ranks(inputs: Inputs, **_: Any) -> Grid:
    """The expressions of highest and lowest affinity, with their classes (H §4.5)."""
    classes = {
        (language, name): label or ""
        for name, language, label in inputs.material.expressions.select("expression", "language", "class").iter_rows()
    }
    rows: list[Row] = []
    lists = {}
    for model, place in product(inputs.models, H_SLICES):
        part = _slice(model, {"measure": "aff_syn_words", "unit": "target", **place.where})
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


def top_overlap(inputs: Inputs, **_: Any) -> Grid:
    """How many of the expressions nearest to their synonym share a word with it (G1 §4.1)."""
    overlap = {
        (language, name): shares
        for name, language, shares in inputs.material.expressions.select(
            "expression", "language", "synonym_overlap"
        ).iter_rows()
    }
    rows = []
    for place in H_SLICES:
        cells = []
        for model in inputs.models:
            part = _slice(model, {"measure": "sim_syn", "unit": "target", **place.where})
            means = part.group_by("expression").agg(pl.col("value").mean())
            best = means.sort("value", "expression", descending=[True, False]).head(TOP)["expression"].to_list()
            shared = sum(bool(overlap.get((place.where["language"], name))) for name in best)
            cells.append(Cell(f"{shared} of {len(best)}", float(shared), n=len(best)) if best else Cell())
        rows.append(Row((place.label,), tuple(cells)))
    columns = tuple((model.label,) for model in inputs.models)
    return Grid("G1-top50", f"Of the {TOP} highest P1, how many share a word", columns, tuple(rows))


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
    for place, probe in product(H_SLICES, PROBES):
        where = {**place.where, **probe.where, "unit": "target"}
        cells: list[Cell] = []
        for model in inputs.models:
            cells += _both_ways(model, where, rated)
        rows.append(Row((place.label, probe.label), tuple(cells)))
    if not any(cell.value is not None for row in rows for cell in row.cells):
        raise ConfigError(
            "G1-concat needs results with both views, as from idioprobe run --view mean@last4,concat@last4."
        )
    columns = tuple((model.label, way) for model in inputs.models for way in ("mean", "concat"))
    notes = ("ρ with type-level ratings over expressions, on items with as many subwords as their substitute.",)
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
        rho, p = spearman(np.array([v for v, _ in pairs]), np.array([r for _, r in pairs]))
        cells.append(
            Cell(f"{rho:.2f}" if p <= ALPHA else NOT_SIGNIFICANT, rho, p, len(pairs)) if np.isfinite(rho) else Cell()
        )
    return cells


_ALL = Entry("all", {"group": "all"})

TABLES: tuple[Table, ...] = (
    MadeTable(
        "H-models", "ρ between models over items (figure 10)", "results of two models or more", model_against_model
    ),
    LayoutTable(
        "H-ratio",
        "Ratio of the scaled similarities by class (figures 8 and 9), target unit",
        rows=((H_SLICES, (_ALL, *CLASSES)),),
        columns=((MODELS,),),
        base={"unit": "target", "measure": "simr_ratio", "statistic": "mean", "rating": None},
        cell="level",
    ),
    MadeTable("H-ranks", "Expressions of highest and lowest affinity (§4.5)", "results", ranks),
    MadeTable("G1-top50", "Synonym overlap among the 50 highest P1", "results", top_overlap),
    LayoutTable(
        "G1-contexts",
        "ρ of naturalistic and neutral sentences (§4.5)",
        rows=((LANGUAGES, PROBES),),
        columns=((MODELS, UNITS),),
        base={"group": "all", "condition": "nat", "statistic": "rho_neut", "rating": None},
    ),
    MadeTable(
        "G1-concat",
        "ρ with averaged and with concatenated subwords (§4.6)",
        "results with the views mean@last4,concat@last4",
        concatenation,
    ),
    LayoutTable(
        "G2-spread",
        "ρ of the spread across sentences, annotators and models (experiment 3)",
        rows=((LANGUAGES, (_ALL, *CLASSES)),),
        columns=((MODELS,),),
        base={
            "unit": "target",
            "condition": "nat",
            "measure": "across_spread",
            "statistic": "rho_type",
            "rating": "token_sd",
        },
        suite="prediction",
    ),
)
