"""The best of several layers: chosen on half of the expressions, scored on the other half.

The best of many numbers is high by luck as well, so the half that chooses says nothing of how good the choice is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from idioprobe.stats.bootstrap import Array
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.headline import Headline, items_of


@dataclass(frozen=True)
class Best:
    """The layer that is best on one half, and its score on the other; no interval for too few expressions.

    `equals` are those that get the same on the first half.
    """

    view: str
    value: float
    ci_low: float | None
    ci_high: float | None
    chosen_on: int
    scored_on: int
    equals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sweep:
    """The score of a model in several views, in one language and unit, and the best of them where it can be chosen."""

    layers: tuple[Headline, ...]
    best: Best | None

    @property
    def first(self) -> Headline:
        """Where and how all of them are scored."""
        return self.layers[0]


def sweeps(
    headlines: Sequence[Headline], scores: pl.DataFrame, expressions: pl.DataFrame, how: Resampling
) -> Iterator[Sweep]:
    """By language and unit, the views that are scored in the same way; a single one is no sweep."""
    places: dict[tuple[str, ...], list[Headline]] = {}
    for one in headlines:
        places.setdefault((one.language, one.unit, one.condition, one.group, one.measure), []).append(one)
    for there in places.values():
        if len(there) > 1:
            yield Sweep(tuple(there), best_of([items_of(one, scores, expressions) for one in there], how))


def best_of(scores: Sequence[pl.DataFrame], how: Resampling) -> Best | None:
    """From the scores of each view: the highest on a random half of the expressions, on equal terms the first of them.

    An expression counts once, and only if every view has it. None with fewer than two expressions.
    """
    by_view = [
        table.drop_nulls("value").group_by("expression").agg(pl.col("value").mean()).rename({"value": str(i)})
        for i, table in enumerate(scores)
    ]
    wide = by_view[0]
    for table in by_view[1:]:
        wide = wide.join(table, on="expression")
    if len(wide) < 2:
        return None
    values: Array = wide.sort("expression").drop("expression").to_numpy()
    one, other = halves(len(values), how.seed)
    means: Array = values[one].mean(axis=0)
    best = int(np.argmax(means))
    views = [str(table["view"][0]) for table in scores]
    equals = tuple(view for i, view in enumerate(views) if i != best and np.isclose(means[i], means[best]))
    kept: Array = values[other, best]
    return Best(views[best], float(kept.mean()), *how.of_mean(kept), len(one), len(kept), equals)


def halves(count: int, seed: int) -> tuple[list[int], list[int]]:
    """Two random halves; the first has one more where they cannot be equal.

    >>> sorted(sum(halves(5, seed=0), [])), [len(half) for half in halves(5, seed=0)]
    ([0, 1, 2, 3, 4], [3, 2])
    """
    order = np.random.default_rng(seed).permutation(count).tolist()
    middle = (count + 1) // 2
    return order[:middle], order[middle:]
