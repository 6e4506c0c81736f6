"""Bootstrap intervals that resample expressions: sentences of one expression are not independent.

A resample is a row of weights, how often each expression was drawn; statistics are
computed for all resamples at once from the weights.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.kept import Kept

Array = NDArray[np.float64]

LEVEL = 0.95
BLOCK = 1 << 23
"""Numbers in an array of all items and one block of resamples."""


WEIGHTS = Kept()
"""Resamples that were drawn before."""


def resample_weights(clusters: int, resamples: int, seed: int) -> Array:
    """How often each of `clusters` is drawn, in each of `resamples` draws with replacement."""
    (weights,) = WEIGHTS.get((clusters, resamples, seed), lambda: (_drawn(clusters, resamples, seed),))
    return weights


def _drawn(clusters: int, resamples: int, seed: int) -> Array:
    """The draws, a block after the other: of whole numbers beside their double no more than a block is held."""
    rng = np.random.default_rng([seed, clusters])
    chances = np.full(clusters, 1 / clusters)
    weights = np.empty((resamples, clusters))
    for rows in blocks(resamples, clusters):
        weights[rows] = rng.multinomial(clusters, chances, size=rows.stop - rows.start)
    weights.setflags(write=False)
    return weights


def blocks(resamples: int, items: int) -> Iterator[slice]:
    """The resamples in parts, each small enough for some arrays of all items in it."""
    step = max(1, BLOCK // max(1, items))
    for start in range(0, resamples, step):
        yield slice(start, min(start + step, resamples))


def interval(draws: Array) -> tuple[float, float]:
    """The 95 % percentile interval; resamples in which the statistic is undefined do not count."""
    defined = draws[np.isfinite(draws)]
    if defined.size == 0:
        return float("nan"), float("nan")
    tail = (1 - LEVEL) / 2 * 100
    low, high = np.percentile(defined, [tail, 100 - tail])
    return float(low), float(high)


def cluster_ids(clusters: NDArray[np.str_] | list[str]) -> NDArray[np.int64]:
    """Clusters numbered in the order of their names, so that the order of rows changes nothing."""
    _, ids = np.unique(np.asarray(clusters), return_inverse=True)
    return ids.astype(np.int64)


def cluster_means(values: Array, ids: NDArray[np.int64]) -> Array:
    """The mean over the items of each cluster.

    >>> cluster_means(np.array([1.0, 3.0, 5.0]), np.array([0, 0, 1])).tolist()
    [2.0, 5.0]
    """
    means: Array = np.bincount(ids, values) / np.bincount(ids)
    return means


def mean_draws(values: Array, ids: NDArray[np.int64], weights: Array) -> Array:
    """The mean over items, in each resample of clusters."""
    sums = np.bincount(ids, values, weights.shape[1])
    counts = np.bincount(ids, minlength=weights.shape[1]).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        draws: Array = (weights @ sums) / (weights @ counts)
    return draws


def sd_draws(values: Array, ids: NDArray[np.int64], weights: Array) -> Array:
    """The standard deviation (n − 1) over items, in each resample of clusters."""
    centred = values - values.mean()
    counts = weights @ np.bincount(ids, minlength=weights.shape[1]).astype(np.float64)
    sums = weights @ np.bincount(ids, centred, weights.shape[1])
    squares = weights @ np.bincount(ids, centred**2, weights.shape[1])
    with np.errstate(invalid="ignore", divide="ignore"):
        draws: Array = np.sqrt(np.maximum(squares - sums**2 / counts, 0) / (counts - 1))
    return draws
