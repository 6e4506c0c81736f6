"""Models by one measure: paired differences of all of them, expressions resampled, and who is ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from idioprobe.stats.bootstrap import Array
from idioprobe.stats.resampling import Resampling


@dataclass(frozen=True)
class Gap:
    """By how much one model is ahead of another, over the items that both have; no interval for too few."""

    value: float
    ci_low: float | None
    ci_high: float | None
    expressions: int

    @property
    def certain(self) -> bool:
        """Whether the interval tells which of the two is ahead."""
        return self.ci_low is not None and self.ci_high is not None and not self.ci_low <= 0 <= self.ci_high


def gap(one: pl.DataFrame, other: pl.DataFrame, how: Resampling) -> Gap | None:
    """From the scores of one measure in one place; an expression counts once. None where they share no item."""
    keys = ["item", "expression"]
    both = one.select(*keys, "value").join(other.select(*keys, "value"), on=keys).drop_nulls()
    if both.is_empty():
        return None
    ahead = both.select("expression", difference=pl.col("value") - pl.col("value_right"))
    by_expression = ahead.group_by("expression").agg(pl.col("difference").mean()).sort("expression")
    means: Array = by_expression["difference"].to_numpy()
    return Gap(float(means.mean()), *how.of_mean(means), len(means))


def gaps(scores: Sequence[pl.DataFrame], how: Resampling) -> dict[tuple[int, int], Gap]:
    """Of each two models that share items, by their positions."""
    found: dict[tuple[int, int], Gap] = {}
    for i, one in enumerate(scores):
        for j, other in enumerate(scores[:i]):
            between = gap(one, other, how)
            if between is not None:
                found[i, j] = between
                low, high = between.ci_low, between.ci_high
                turned = (None if high is None else -high, None if low is None else -low)
                found[j, i] = Gap(-between.value, *turned, between.expressions)
    return found


def ranks(models: int, between: dict[tuple[int, int], Gap]) -> list[int]:
    """A model's rank is one more than the number of models that are certainly ahead of it: ties share a rank."""
    certain = [pair for pair, one in between.items() if one.certain and one.value > 0]
    return [1 + sum(behind == model for _, behind in certain) for model in range(models)]
