"""A result against a baseline: the paired difference of one number on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from idioprobe.core.tables import CONTROL
from idioprobe.report.gate.found import NotFoundError, Spot, scores_at
from idioprobe.run.results import Result, defined_apart
from idioprobe.stats.bootstrap import Array, cluster_ids, interval, mean_draws
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.controls.measures import AFFINITY, GAP
from idioprobe.suites.controls.suite import Values, gap_of
from idioprobe.suites.known import Known

KEYS = ["item", "expression"]


@dataclass(frozen=True)
class Difference:
    """How far a number is from the baseline's, over the items that both have."""

    value: float
    baseline: float
    ci_low: float | None
    ci_high: float | None
    n: int
    left_out: int

    @property
    def difference(self) -> float:
        """The number less the baseline's."""
        return self.value - self.baseline


def can_be_paired(measure: str) -> bool:
    """Whether a measure has a value for each item, or is made of two that have, and a better direction."""
    return measure == GAP or (BY_NAME[measure].per_item and BY_NAME[measure].better is not None)


def difference(result: Result, spot: Spot, baseline: Result, there: Spot) -> Difference:
    """The paired difference of a number; both are seen in the same resamples of expressions."""
    if spot.measure in defined_apart(result, baseline):
        raise NotFoundError(f"{spot.measure} was another measure in results of older versions; run it again")
    config = result.manifest.config
    how = Resampling(config.resamples, config.seed)
    if spot.measure == GAP:
        return _of_gaps(result, spot, baseline, there, how)
    both, left_out = _joined(_members(result, spot), _members(baseline, there))
    values = [both["value"].to_numpy(), both["value_right"].to_numpy()]
    names: Sequence[str] = both["expression"].to_list()
    if BY_NAME[spot.measure].by_expression:
        means = both.group_by("expression").agg(pl.col("value", "value_right").mean()).sort("expression")
        values = [means["value"].to_numpy(), means["value_right"].to_numpy()]
        names = means["expression"].to_list()
    draws = mean_draws(values[0] - values[1], cluster_ids(list(names)), how.weights(len(set(names))))
    return _made(float(values[0].mean()), float(values[1].mean()), draws, len(values[0]), left_out)


def _of_gaps(result: Result, spot: Spot, baseline: Result, there: Spot, how: Resampling) -> Difference:
    """Of two ratios: idioms and ordinary words are resampled apart, both models together."""
    sides, left_out = [], 0
    for group in (spot.group, CONTROL):
        pair = [replace(one, measure=AFFINITY, group=group) for one in (spot, there)]
        both, lost = _joined(_members(result, pair[0]), _members(baseline, pair[1]))
        left_out += lost
        sides.append(
            [Values(both[column].to_numpy(), both["expression"].to_list()) for column in ("value", "value_right")]
        )
    idioms, ordinary = sides
    mine, theirs = (gap_of(idioms[at], ordinary[at], how) for at in (0, 1))
    if not np.isfinite([mine.value, theirs.value]).all():
        raise NotFoundError("the idiom gap is undefined in one of the two, so they cannot be compared")
    draws = mine.draws - theirs.draws if len(mine.draws) == len(theirs.draws) else mine.draws[:0]
    return _made(mine.value, theirs.value, draws, len(idioms[0].values), left_out)


def _made(value: float, baseline: float, draws: Array, n: int, left_out: int) -> Difference:
    low, high = interval(draws)
    known = np.isfinite([low, high]).all()
    return Difference(value, baseline, low if known else None, high if known else None, n, left_out)


def _members(result: Result, spot: Spot) -> pl.DataFrame:
    """The scores of the expressions of a group."""
    rows = scores_at(result, spot).select(*KEYS, "value")
    if spot.group == CONTROL:
        return rows
    known = Known(result.expressions, result.ratings, spot.language, result.classes)
    return rows.filter(pl.col("expression").is_in(sorted(known.members(spot.group))))


def _joined(one: pl.DataFrame, other: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    both = one.join(other, on=KEYS, how="inner").drop_nulls().sort(KEYS)
    if both.is_empty():
        raise NotFoundError("the baseline shares no item with it")
    return both, len(one) + len(other) - 2 * len(both)
