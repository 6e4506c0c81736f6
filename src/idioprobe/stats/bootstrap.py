"""Bootstrap intervals that resample expressions: sentences of one expression are not independent.

A resample is a row of weights, how often each expression was drawn; statistics are
computed for many resamples and many measures at once from the weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.kept import Kept
from idioprobe.stats.threads import one_thread

Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Weights = NDArray[np.uint16]
"""Resamples × clusters: how often each was drawn. A small type, as there may be a hundred thousand clusters."""

LEVEL = 0.95
BLOCK = 1 << 21
"""Numbers in an array of all items and one block of resamples."""


WEIGHTS = Kept(1 << 28)
"""Resamples that were drawn before: for ten thousand expressions those of some groups of them."""


def resample_weights(clusters: int, resamples: int, seed: int) -> Weights:
    """How often each of `clusters` is drawn, in each of `resamples` draws with replacement."""
    (weights,) = WEIGHTS.get((clusters, resamples, seed), lambda: (_drawn(clusters, resamples, seed),))
    return weights


def _drawn(clusters: int, resamples: int, seed: int) -> Weights:
    """The draws, a block after the other: of numbers of full width no more than a block is held."""
    rng = np.random.default_rng([seed, clusters])
    chances = np.full(clusters, 1 / clusters)
    weights = np.empty((resamples, clusters), dtype=np.uint16)
    for rows in blocks(resamples, clusters):
        weights[rows] = rng.multinomial(clusters, chances, size=rows.stop - rows.start)
    weights.setflags(write=False)
    return weights


def per_block(items: int) -> int:
    """How many arrays of so many items are one block."""
    return max(1, BLOCK // max(1, items))


def blocks(resamples: int, items: int, fewest: int = 1) -> Iterator[slice]:
    """The resamples in parts, each small enough for some arrays of all items in it, and a multiple of `fewest`."""
    step = max(1, per_block(items) // fewest) * fewest
    for start in range(0, resamples, step):
        yield slice(start, min(start + step, resamples))


def interval(draws: Array) -> tuple[float, float]:
    """The 95 % percentile interval; resamples in which the statistic is undefined do not count."""
    (bounds,) = intervals(draws[np.newaxis])
    return bounds


def intervals(draws: Array) -> list[tuple[float, float]]:
    """The interval of each row.

    >>> intervals(np.array([[1.0, 1.0], [np.nan, np.nan]]))
    [(1.0, 1.0), (nan, nan)]
    """
    whole = np.isfinite(draws).all(axis=1) & (draws.shape[1] > 0)
    bounds = np.full((len(draws), 2), np.nan)
    if whole.any():
        bounds[whole] = _percentiles(draws if whole.all() else draws[whole])
    for row in np.flatnonzero(~whole):
        defined = draws[row][np.isfinite(draws[row])]
        if defined.size:
            bounds[row] = _percentiles(defined[np.newaxis])
    return [(low, high) for low, high in bounds.tolist()]


def _percentiles(draws: Array) -> Array:
    """The bounds of each row, as `np.percentile` has them; sorting all is quicker than what that does.

    >>> _percentiles(np.arange(41.0)[np.newaxis]).round(9).tolist()
    [[1.0, 39.0]]
    """
    ordered = np.sort(draws, axis=1)
    bounds: Array = np.empty((len(draws), 2))
    for column, share in enumerate(((1 - LEVEL) / 2, (1 + LEVEL) / 2)):
        at = share * (draws.shape[1] - 1)
        below = int(at)
        low, high = ordered[:, below], ordered[:, min(below + 1, draws.shape[1] - 1)]
        nearer = at - below
        bounds[:, column] = low + (high - low) * nearer if nearer < 0.5 else high - (high - low) * (1 - nearer)
    return bounds


def cluster_ids(clusters: NDArray[np.str_] | list[str]) -> Ids:
    """Clusters numbered in the order of their names, so that the order of rows changes nothing."""
    _, ids = np.unique(np.asarray(clusters), return_inverse=True)
    return ids.astype(np.int64)


def cluster_means(values: Array, ids: Ids) -> Array:
    """The mean over the items of each cluster.

    >>> cluster_means(np.array([1.0, 3.0, 5.0]), np.array([0, 0, 1])).tolist()
    [2.0, 5.0]
    """
    means: Array = np.bincount(ids, values) / np.bincount(ids)
    return means


def cluster_sums(values: Array, ids: Ids, clusters: int) -> Array:
    """The sum over the items of each cluster.

    >>> cluster_sums(np.array([1.0, 3.0, 5.0]), np.array([0, 0, 1]), 2).tolist()
    [4.0, 5.0]
    """
    sums: Array = np.asarray(np.bincount(ids, values, clusters), dtype=np.float64)
    return sums


@one_thread()
def drawn_sums(weights: Weights, columns: Sequence[Array]) -> Array:
    """For each resample (a row) the sum over clusters of each column, every cluster as often as it was drawn."""
    each = np.column_stack(columns)
    sums: Array = np.empty((len(weights), each.shape[1]))
    for rows in blocks(*weights.shape):
        np.matmul(weights[rows].astype(np.float64), each, out=sums[rows])
    return sums


def mean_draws(values: Array, ids: Ids, weights: Weights) -> Array:
    """The mean over items, in each resample of clusters."""
    ((mean, _),) = level_draws([values], ids, weights, spread=False)
    return mean


def sd_draws(values: Array, ids: Ids, weights: Weights) -> Array:
    """The standard deviation (n − 1) over items, in each resample of clusters."""
    ((_, sd),) = level_draws([values], ids, weights)
    return sd


def level_draws(
    variables: Sequence[Array], ids: Ids, weights: Weights, *, spread: bool = True
) -> list[tuple[Array, Array]]:
    """Mean and standard deviation (n − 1) of many variables over the same items, in each resample of clusters."""
    clusters = weights.shape[1]
    columns = [np.bincount(ids, minlength=clusters).astype(np.float64)]
    for values in variables:
        centred = values - values.mean()
        wanted = (values, centred, centred**2) if spread else (values,)
        columns += [cluster_sums(column, ids, clusters) for column in wanted]
    counts, *sums = drawn_sums(weights, columns).T
    step = 3 if spread else 1
    with np.errstate(invalid="ignore", divide="ignore"):
        means = [total / counts for total in sums[::step]]
        if not spread:
            return [(mean, mean[:0]) for mean in means]
        beyond = [np.maximum(b - a**2 / counts, 0) / (counts - 1) for a, b in zip(sums[1::3], sums[2::3], strict=True)]
        return [(mean, np.sqrt(square)) for mean, square in zip(means, beyond, strict=True)]
