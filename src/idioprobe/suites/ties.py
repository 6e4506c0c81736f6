"""Which models cannot be told apart: paired differences over the same items, expressions resampled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, groupby
from operator import itemgetter
from string import ascii_lowercase

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import CLASSES
from idioprobe.stats.bootstrap import Array, Ids, cluster_ids, cluster_means, intervals, level_draws
from idioprobe.stats.correlation import Draws, spearman_rho
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, Resampling
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.known import Known
from idioprobe.suites.ratings import chosen_rating

Same = NDArray[np.bool_]
Names = NDArray[np.object_]
KEY = ("language", "condition", "unit", "measure")
STATISTICS = ("mean", "rho_type")


def ties(
    scores: Sequence[pl.DataFrame],
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    *,
    statistics: Sequence[str] = STATISTICS,
    rating: str | None = None,
    classes: Sequence[str] = CLASSES,
) -> dict[tuple[str, ...], list[str]]:
    """By (language, condition, unit, measure, statistic), the letters of each model.

    Models that share a letter cannot be told apart: the interval of their paired difference
    contains 0. Two models are compared on the items that both have, whatever the others have. A
    model without the measure, or with too few expressions for an interval, has no letter. `progress`
    is told how many of the keys are done; `rating` is the one to correlate with, if not the first at hand.
    """
    found: dict[tuple[str, ...], list[str]] = {}
    numbered = pl.concat([table.with_columns(model=pl.lit(i)) for i, table in enumerate(scores)])
    codes = numbered["language"].unique()
    languages = {str(code): Known(expressions, ratings, code, classes) for code in codes}
    total = numbered.select(KEY).n_unique()
    for done, (key, part) in enumerate(numbered.group_by(KEY, maintain_order=True)):
        progress(done, total)
        wide = part.pivot("model", index=["item", "expression"], values="value", aggregate_function="mean").sort("item")
        here = sorted(part["model"].unique())
        values = wide.select(pl.col(str(model)).cast(pl.Float64).fill_null(np.nan) for model in here).to_numpy().T
        names = wide["expression"].to_numpy()
        scale = _scale(languages[str(key[0])], str(key[3]), set(names), rating)
        once = BY_NAME[str(key[3])].by_expression
        samples: dict[bytes, _Sample] = {}
        for statistic in statistics:
            order = np.array([_point(statistic, row, names, scale, once=once) for row in values])
            kept = np.flatnonzero(np.isfinite(order))
            if len(kept) < 2:
                continue
            same = indistinguishable(statistic, values[kept], names, scale, how, samples, once=once)
            row = [""] * len(scores)
            for model, own in zip(kept, shared_letters(same, order[kept]), strict=True):
                row[here[model]] = own
            found[(*map(str, key), statistic)] = row
    return found


def _scale(known: Known, measure: str, names: set[str], rating: str | None) -> dict[str, float]:
    """The judgment asked for, else the first that the measure is correlated with and some of the expressions have."""
    if rating is not None:
        return known.per_expression.get(rating, {})
    scales = BY_NAME[measure].scales
    there = [
        rating for rating in scales if rating in known.per_expression and names & known.per_expression[rating].keys()
    ]
    chosen = chosen_rating(there)
    return known.per_expression[chosen] if chosen else {}


def _point(statistic: str, row: Array, names: Names, scale: dict[str, float], *, once: bool) -> float:
    """The statistic over a model's own items; NaN where it has too few expressions."""
    there = np.isfinite(row)
    ordered = sorted(set(names[there]))
    if len(ordered) < FEWEST_EXPRESSIONS:
        return float("nan")
    if statistic == "mean" and not once:
        return float(row[there].mean())
    ids = cluster_ids(list(names[there]))
    if statistic == "mean":
        return float(cluster_means(row[there], ids).mean())
    return spearman_rho(*_per_expression(row[there], ids, ordered, scale))


def _per_expression(row: Array, ids: Ids, ordered: Sequence[str], scale: dict[str, float]) -> tuple[Array, Array]:
    """The mean over an expression's items, and its rating, for the expressions that have one."""
    means = cluster_means(row, ids)
    pairs = [(mean, scale[name]) for mean, name in zip(means, ordered, strict=True) if name in scale]
    x, y = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
    return np.ascontiguousarray(x), np.ascontiguousarray(y)


class _Sample:
    """Some items, and the statistics of models in the same resamples of their expressions."""

    def __init__(self, names: Names, scale: dict[str, float], how: Resampling, *, once: bool) -> None:
        self._scale, self._how, self._once = scale, how, once
        self._ids = cluster_ids(list(names))
        self._ordered = sorted(set(names))
        self.expressions = len(self._ordered)

    def draws(self, statistic: str, rows: Array) -> Array:
        """The statistic of each model (a row) in each resample."""
        if statistic == "mean":
            weights, ids = self._how.weights(self.expressions), self._ids
            if self._once:
                rows = np.array([cluster_means(row, ids) for row in rows])
                ids = np.arange(self.expressions)
            return np.array([mean for mean, _ in level_draws(list(rows), ids, weights, spread=False)])
        pairs = [_per_expression(row, self._ids, self._ordered, self._scale) for row in rows]
        rated = len(pairs[0][1])
        return Draws(np.arange(rated), self._how.weights(rated)).each(pairs)


def indistinguishable(
    statistic: str,
    values: Array,
    names: Names,
    scale: dict[str, float],
    how: Resampling,
    samples: dict[bytes, _Sample],
    *,
    once: bool = False,
) -> Same:
    """For each pair of models whether the interval of the difference contains 0, or cannot be had.

    `once`: an expression counts once for a level, however many items it has. Pairs that share the same items are
    compared together.
    """
    there = np.isfinite(values)
    same = np.ones((len(values), len(values)), dtype=bool)
    sharing: dict[bytes, list[tuple[int, int]]] = {}
    for pair in combinations(range(len(values)), 2):
        sharing.setdefault((there[pair[0]] & there[pair[1]]).tobytes(), []).append(pair)
    for items, pairs in sharing.items():
        both = np.frombuffer(items, dtype=bool)
        sample = samples.get(items) or _Sample(names[both], scale, how, once=once)
        samples[items] = sample
        if sample.expressions < FEWEST_EXPRESSIONS:
            continue
        models = sorted({model for pair in pairs for model in pair})
        drawn = dict(zip(models, sample.draws(statistic, values[models][:, both]), strict=True))
        for one, own in groupby(pairs, key=itemgetter(0)):
            others = [other for _, other in own]
            same[one, others] = same[others, one] = _tied(drawn[one] - np.array([drawn[other] for other in others]))
    return same


def _tied(differences: Array) -> Same:
    """Whether the interval of each row contains 0, or there is none.

    >>> _tied(np.array([[-0.1, -0.1, -0.1], [-2.0, 0.0, 2.0]])).tolist()
    [False, True]
    """
    low, high = np.array(intervals(differences)).T
    found: Same = ~((low > 0) | (high < 0))
    return found


def shared_letters(same: Same, order: Array) -> list[str]:
    """Letters such that two models share one exactly if they are the same; `a` has the highest value.

    >>> shared_letters(np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], dtype=bool), np.array([3.0, 2.0, 1.0]))
    ['a', 'ab', 'b']
    """
    groups: list[set[int]] = [set(range(len(same)))]
    for i in range(len(same)):
        for j in range(i):
            if not same[i, j]:
                groups = [part for g in groups for part in ([g - {i}, g - {j}] if {i, j} <= g else [g])]
                groups = _maximal(groups)
    groups.sort(key=lambda g: -max(order[list(g)]))
    return ["".join(_letter(k) for k, group in enumerate(groups) if i in group) for i in range(len(same))]


def _maximal(groups: list[set[int]]) -> list[set[int]]:
    kept: list[set[int]] = []
    for group in sorted(groups, key=len, reverse=True):
        if not any(group <= other for other in kept):
            kept.append(group)
    return kept


def _letter(k: int) -> str:
    return ascii_lowercase[k] if k < len(ascii_lowercase) else f"({k + 1})"
