"""How far annotators agree: Krippendorff's α with its interval and its name, and who has most in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, blocks, interval, resample_weights

Level = Literal["ordinal", "interval", "nominal"]
LEVELS: tuple[Level, ...] = get_args(Level)

SMALLEST_GROUP = 2

BANDS = ((0.20, "slight"), (0.40, "fair"), (0.60, "moderate"), (0.80, "substantial"), (1.0, "almost perfect"))
"""Landis and Koch (1977), p. 165: the upper end of each band, and its name."""


def landis_koch(value: float) -> str:
    """What Landis and Koch call so much agreement; their bands are in two digits. Nothing where it is undefined.

    >>> landis_koch(-0.1), landis_koch(0.204), landis_koch(0.206), landis_koch(0.52), landis_koch(1.0)
    ('poor', 'slight', 'fair', 'moderate', 'almost perfect')
    """
    if np.isnan(value):
        return ""
    if value < 0:
        return "poor"
    return next(name for end, name in BANDS if round(value, 2) <= end)


def krippendorff_alpha(values: Array, level: Level = "ordinal") -> float:
    """Krippendorff's α of annotators × units, with NaN where an annotator gave no value.

    1 is perfect agreement, 0 what chance would give, and less than 0 systematic disagreement.
    Units with fewer than two values say nothing and do not count. α is NaN where no unit has
    two values, and where all values are equal: then chance leaves nothing to disagree about.

    >>> krippendorff_alpha(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, np.nan]]))
    1.0
    """
    if level not in LEVELS:
        raise ValueError(f"level {level!r}: one of {', '.join(LEVELS)}")
    units, at, categories = _given(values)
    if len(categories) < SMALLEST_GROUP:
        return float("nan")
    number = np.bincount(units)
    counted = number > 0
    totals = np.bincount(at).astype(np.float64)
    n = totals.sum()
    if level == "nominal":
        pairs, times = np.unique(units * len(categories) + at, return_counts=True)
        equal = np.bincount(pairs // len(categories), np.square(times), len(number))
        observed = ((number**2 - equal)[counted] / (number[counted] - 1)).sum()
        expected = n**2 - np.square(totals).sum()
    else:
        place = _places(level, categories, totals)
        means = np.bincount(units, place[at])[counted] / number[counted]
        apart = np.bincount(units, np.square(place[at] - means[np.cumsum(counted)[units] - 1]))[counted]
        observed = 2 * (number[counted] / (number[counted] - 1) * apart).sum()
        expected = 2 * n * (totals * np.square(place - (totals @ place) / n)).sum()
    return float(1 - (n - 1) * observed / expected)


def _given(values: Array) -> tuple[NDArray[np.int64], NDArray[np.int64], Array]:
    """The values of units that have two or more: the unit of each, its place among the categories, and these."""
    given = ~np.isnan(values)
    given &= given.sum(axis=0) > 1
    _, units = np.nonzero(given)
    categories, at = np.unique(values[given], return_inverse=True)
    return units.astype(np.int64), at.astype(np.int64), categories


def _places(level: Level, categories: Array, totals: Array) -> Array:
    """Where categories are on a line, on which they are as far apart as the scale says.

    On an ordinal scale that is how many values lie between them, half of each end counted.
    """
    places: Array = categories - categories.mean() if level == "interval" else np.cumsum(totals, axis=-1) - totals / 2
    return np.broadcast_to(places, totals.shape)


def alpha_interval(
    values: Array, clusters: NDArray[np.int64], level: Level = "ordinal", *, resamples: int = 1000, seed: int = 0
) -> tuple[float, float]:
    """The 95 % bootstrap interval of α: clusters of units (the sentences of an expression) are drawn anew.

    NaN where α is undefined. `clusters` numbers the cluster of each unit.
    """
    pairable = (~np.isnan(values)).sum(axis=0) > 1
    if not pairable.any():
        return float("nan"), float("nan")
    _, ids = np.unique(clusters[pairable], return_inverse=True)
    ids = ids.astype(np.int64)
    weights = resample_weights(int(ids.max()) + 1, resamples, seed).astype(np.float64)
    return interval(alpha_draws(values[:, pairable], ids, weights, level))


def alpha_draws(values: Array, ids: NDArray[np.int64], weights: Array, level: Level = "ordinal") -> Array:
    """α in each resample, in which every unit counts as often as its cluster was drawn.

    Squared distances of all pairs of a unit follow from two sums: Σ (p − q)² = 2 n Σ p² − 2 (Σ p)².
    All units have two values at least.
    """
    from scipy.sparse import csr_array

    units, at, categories = _given(values)
    shape = (values.shape[1], len(categories))
    counts: Any = csr_array((np.ones(len(units)), (units, at)), shape=shape)
    number = np.bincount(units, minlength=shape[0]).astype(np.float64)
    member = csr_array((np.ones(shape[0]), (ids, np.arange(shape[0]))), shape=(weights.shape[1], shape[0]))
    by_cluster, scaled = member @ counts, member @ (counts * (number / (number - 1))[:, None])
    draws = np.empty(len(weights))
    for part in blocks(len(weights), max(shape)):
        drawn = weights[part]
        totals: Array = np.asarray((by_cluster.T @ drawn.T).T)
        n = totals.sum(axis=1)
        if level == "nominal":
            apart = (number**2 - counts.power(2).sum(axis=1)) / (number - 1)
            observed = drawn @ np.bincount(ids, apart, weights.shape[1])
            expected = n**2 - np.square(totals).sum(axis=1)
        else:
            place = _places(level, categories, totals)
            sums: Array = np.square(np.asarray(counts @ place.T).T) / (number - 1)
            squares = (np.asarray(scaled.T @ drawn.T).T * np.square(place)).sum(axis=1)
            observed = 2 * (squares - (drawn[:, ids] * sums).sum(axis=1))
            expected = 2 * (n * (totals * np.square(place)).sum(axis=1) - np.square((totals * place).sum(axis=1)))
        varied = (totals > 0).sum(axis=1) > 1
        with np.errstate(invalid="ignore", divide="ignore"):
            draws[part] = np.where(varied, 1 - (n - 1) * observed / expected, np.nan)
    return draws


def most_common(values: Array, names: Sequence[str], size: int) -> tuple[tuple[int, ...], int]:
    """The `size` annotators who share the largest number of units, and that number.

    Rows of `values` are annotators, NaN where one gave no value. Of several such groups, the
    first by name is taken, so that the order of rows changes nothing. Where nobody shares a
    unit the group is empty.

    >>> most_common(np.array([[1.0, np.nan], [1.0, 2.0], [3.0, 3.0]]), ["a", "b", "c"], 2)
    ((1, 2), 2)
    """
    if size < SMALLEST_GROUP:
        raise ValueError(f"size {size}: a group has {SMALLEST_GROUP} members at least")
    order = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    present = (~np.isnan(values[order])).astype(np.float32)
    group, count = _best_group(present, size, 0)
    return tuple(int(order[member]) for member in group), count


def _best_group(present: NDArray[np.float32], size: int, best: int) -> tuple[tuple[int, ...], int]:
    """The first group by position that shares the most units, if these are more than `best`.

    A group of three is an annotator and the best pair on the units of that annotator, among
    those who come later and share more than `best` of them; one matrix product gives
    all pairs at once.
    """
    found: tuple[int, ...] = ()
    if len(present) < size:
        return found, 0
    if size == SMALLEST_GROUP:
        shared = np.triu(present @ present.T, 1)
        pair = int(shared.argmax())
        if shared.flat[pair] > best:
            best = int(shared.flat[pair])
            found = divmod(pair, len(present))
    else:
        for first in range(len(present) - size + 1):
            units = present[first] > 0
            others = present[first + 1 :, units]
            near = np.flatnonzero(others.sum(axis=1) > best)
            rest, count = _best_group(others[near], size - 1, best)
            if rest:
                best = count
                found = (first, *(first + 1 + int(near[member]) for member in rest))
    return found, best if found else 0
