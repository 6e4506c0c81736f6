"""Bootstrap intervals that resample expressions: sentences of one expression are not independent.

A resample is a row of weights, how often each expression was drawn; statistics are
computed for all resamples at once from the weights.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LEVEL = 0.95


@lru_cache(maxsize=64)
def resample_weights(clusters: int, resamples: int, seed: int) -> Array:
    """How often each of `clusters` is drawn, in each of `resamples` draws with replacement."""
    rng = np.random.default_rng([seed, clusters])
    weights = rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=resamples).astype(np.float64)
    weights.setflags(write=False)
    return weights


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
