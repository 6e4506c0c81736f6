"""Paired differences that predictions are about: of two measures over items, of two conditions over expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.stats.bootstrap import Array, Ids, interval
from idioprobe.stats.later import Later
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.measure import Measure, Prediction
from idioprobe.suites.summary import SLICE

Found = tuple[float, int, float, float]
"""The mean difference, of how many, and its interval."""
Side = tuple[Ids, Ids, Array]
"""The numbers of items or expressions in order, the expression of each, and the values."""


class Differences:
    """What is asked one by one, and resampled together."""

    def __init__(
        self, predictions: Sequence[tuple[Measure, Prediction]], scores: pl.DataFrame, how: Resampling
    ) -> None:
        """Of the scores that predictions compare."""
        paired = [(measure.name, one) for measure, one in predictions if one.than or one.than_condition]
        names = {name for name, _ in paired} | {one.than for _, one in paired if one.than}
        here = scores.filter(pl.col("measure").is_in(sorted(names))).select(
            *SLICE, "measure", "value", pl.col("item", "expression").rank("dense").cast(pl.Int64)
        )
        both = pl.col("item") * (len(here) + 1) + pl.col("expression")
        self._items = _sides(here.with_columns(key=both))
        self._expressions = _sides(here.with_columns(key="expression"))
        self._how, self._later = how, Later()
        self._asked: list[tuple[Array, int]] = []

    def ask(self, measure: str, prediction: Prediction, place: tuple[Any, ...]) -> int | None:
        """The number under which a difference in one slice will be had; none where a side has nothing."""
        if prediction.than_condition:
            other = tuple(prediction.than_condition if name == "condition" else at for name, at in _named(place))
            first, second = (self._expressions.get((*where, measure)) for where in (place, other))
        else:
            first, second = (self._items.get((*place, name)) for name in (measure, str(prediction.than)))
        if first is None or second is None:
            return None
        _, mine, theirs = np.intersect1d(first[0], second[0], assume_unique=True, return_indices=True)
        if not len(mine):
            return None
        values = first[2][mine] - second[2][theirs]
        ids = np.unique(first[1][mine], return_inverse=True)[1].astype(np.int64)
        self._asked.append((values, self._later.mean(values, ids, self._how)))
        return len(self._asked) - 1

    def made(self) -> list[Found | None]:
        """All that were asked for; none for too few expressions."""
        found: list[Found | None] = []
        for values, number in self._asked:
            low, high = interval(self._later.draws(number))
            found.append(None if np.isnan(low) else (float(np.mean(values)), len(values), low, high))
        return found


def _named(place: tuple[Any, ...]) -> Sequence[tuple[str, Any]]:
    return list(zip(SLICE, place, strict=True))


def _sides(scores: pl.DataFrame) -> dict[tuple[Any, ...], Side]:
    """By slice and measure, the mean of each key."""
    place = [*SLICE, "measure"]
    means = scores.group_by(*place, "key", "expression", maintain_order=True).agg(pl.col("value").mean()).sort("key")
    return {
        tuple(where): (part["key"].to_numpy(), part["expression"].to_numpy(), part["value"].to_numpy())
        for where, part in means.group_by(place, maintain_order=True)
    }
