"""Spearman's ρ, and its distribution over resamples of expressions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array

FEWEST = 3
"""Fewer pairs than this have no correlation."""
TIED_DECIMALS = 9
"""Decimals in which computed values are compared, so that equal ones are tied in spite of rounding."""
KEPT_VARIABLES = 10
"""Variables whose ranks in all resamples are kept; each takes as much memory as all resamples."""


def spearman(x: Array, y: Array) -> tuple[float, float]:
    """ρ and its two-sided p; NaN where one side is constant or there are fewer than three pairs."""
    if len(x) < FEWEST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), float("nan")
    from scipy.stats import spearmanr

    result = spearmanr(x, y)
    return float(result.statistic), float(result.pvalue)


class Draws:
    """The resamples of one set of items, to correlate many variables over.

    Items are rows and resamples columns, so that sorting items moves whole rows. The ranks of
    the latest variables are kept: a measure meets one rating after the other, a rating one
    measure after the other.
    """

    def __init__(self, ids: NDArray[np.int64], weights: Array) -> None:
        """From the cluster of each item and how often each resample drew each cluster."""
        self._per_item = np.ascontiguousarray(weights.T[ids])
        self._centre = (self._per_item.sum(axis=0) + 1) / 2
        self._ranked: dict[bytes, tuple[Array, Array, Array]] = {}

    def spearman(self, x: Array, y: Array) -> Array:
        """ρ in each resample: every item counts as often as its cluster was drawn.

        Equals Spearman's ρ of the resampled rows written out, mid-ranks for ties included.
        """
        rank_x, _, variance_x = self._ranks(x)
        _, weighted_y, variance_y = self._ranks(y)
        with np.errstate(invalid="ignore", divide="ignore"):
            draws: Array = np.einsum("ij,ij->j", rank_x, weighted_y) / np.sqrt(variance_x * variance_y)
        return draws

    def _ranks(self, values: Array) -> tuple[Array, Array, Array]:
        """Centred ranks, the same times how often they count, and their variance."""
        key = values.tobytes()
        found = self._ranked.pop(key, None)
        if found is None:
            ranks = _weighted_ranks(values, self._per_item)
            ranks -= self._centre
            weighted = ranks * self._per_item
            found = ranks, weighted, np.einsum("ij,ij->j", ranks, weighted)
            if len(self._ranked) >= KEPT_VARIABLES:
                del self._ranked[next(iter(self._ranked))]
        self._ranked[key] = found
        return found


def spearman_draws(x: Array, y: Array, ids: NDArray[np.int64], weights: Array) -> Array:
    """ρ in each resample of clusters."""
    return Draws(ids, weights).spearman(x, y)


def _weighted_ranks(values: Array, weights: Array) -> Array:
    """Mid-ranks of the values, each standing there as often as its weight says."""
    _, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(group[order]) > 0])
    sums = weights[order] if len(starts) == len(values) else np.add.reduceat(weights[order], starts, axis=0)
    upto = np.cumsum(sums, axis=0)
    upto -= sums / 2
    upto += 0.5
    ranks: Array = upto[group]
    return ranks
