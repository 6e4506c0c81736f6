"""Which cells of a table are the best of their kind: the best model, and those that cannot be told from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import polars as pl

from idioprobe.report.tables.gather import Model
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell
from idioprobe.report.tables.spec import SHOW_P, CellKind, Where, alternatives
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.known import Known
from idioprobe.suites.ties import ties

Place = tuple[int, int]
Direction = Literal["higher", "lower"]
_TOLD = "and those that cannot be told from it: the 95 % interval of their paired difference contains 0."
KINDS: dict[CellKind, str] = {
    "level": f"Bold marks the best model {_TOLD}",
    "rho": f"Bold marks the ρ that goes furthest in the direction that linguistics predicts {_TOLD}",
}
"""The cells of which one can be best, with what bold means there."""
_ACROSS_CLASSES = ("all", "no_overlap")
"""Groups that a direction is declared for."""
_PREDICTED: dict[str, Direction] = {"rho_positive": "higher", "rho_negative": "lower"}
_ITEMS = ("language", "condition", "unit", "measure")


def best_cells(places: Mapping[Place, tuple[Model, Where]], cells: Mapping[Place, Cell]) -> set[Place]:
    """The places of the best cells; where no direction is better, or there is but one model, there is none."""
    rivals: dict[tuple[tuple[str, Any], ...], dict[Place, Model]] = {}
    for place, (model, where) in places.items():
        if cells[place].value is not None and where.get("show") != SHOW_P:
            rivals.setdefault(tuple(sorted(where.items(), key=str)), {})[place] = model
    found: set[Place] = set()
    for key, there in rivals.items():
        where = {name: alternatives(value)[0] for name, value in key}
        direction = better(where)
        if direction and len(there) > 1:
            found |= _best(where, direction, there, cells)
    return found


def better(where: Where) -> Direction | None:
    """Which direction is better for a level or a ρ, as its measure declares.

    >>> better({"measure": "sim_rand", "statistic": "mean", "group": "all"})
    'lower'
    >>> better({"measure": "aff_syn_words", "statistic": "rho_type", "group": "all"})
    'lower'
    >>> better({"measure": "sim_comp", "statistic": "mean", "group": "all"})
    """
    measure = BY_NAME.get(where.get("measure", ""))
    if measure is None or where.get("group") not in _ACROSS_CLASSES or not measure.per_item:
        return None
    if where.get("statistic") == "mean":
        return measure.better
    if where.get("statistic") == "rho_type":
        return next(
            (_PREDICTED[p.kind] for p in measure.predictions if p.kind in _PREDICTED and p.group == "all"), None
        )
    return None


def _best(where: Where, direction: Direction, there: Mapping[Place, Model], cells: Mapping[Place, Cell]) -> set[Place]:
    first = next(iter(there.values())).result
    config = first.manifest.config
    members = Known(first.expressions, first.ratings, where["language"]).members(where["group"])
    scores = [
        model.scores.filter(
            *(pl.col(name) == where[name] for name in _ITEMS), pl.col("expression").is_in(sorted(members))
        )
        for model in there.values()
    ]
    how = Resampling(config.resamples, config.seed)
    statistic = str(where["statistic"])
    about: dict[str, Any] = {"rating": where.get("rating"), "classes": first.classes}
    letters = ties(scores, first.expressions, first.ratings, how, statistics=(statistic,), **about)
    key = (*(str(where[name]) for name in _ITEMS), statistic)
    if key not in letters:
        return set()
    known = dict(zip(there, letters[key], strict=True))
    sign = 1 if direction == "higher" else -1
    top = max(there, key=lambda place: sign * (cells[place].value or 0.0))
    return {place for place in there if set(known[place]) & set(known[top]) and cells[place].text != NOT_SIGNIFICANT}
