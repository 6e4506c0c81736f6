"""Spearman's ρ, and its distribution over resamples of compounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array

FEWEST = 3
"""Fewer pairs than this have no correlation."""


def spearman(x: Array, y: Array) -> tuple[float, float]:
    """ρ and its two-sided p; NaN where one side is constant or there are fewer than three pairs."""
    if len(x) < FEWEST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), float("nan")
    from scipy.stats import spearmanr

    result = spearmanr(x, y)
    return float(result.statistic), float(result.pvalue)


def spearman_draws(x: Array, y: Array, ids: NDArray[np.int64], weights: Array) -> Array:
    """ρ in each resample of clusters: every item counts as often as its cluster was drawn.

    Equals Spearman's ρ of the resampled rows written out, mid-ranks for ties included.
    """
    per_item = weights[:, ids]
    total = per_item.sum(axis=1, keepdims=True)
    rank_x = _weighted_ranks(x, per_item)
    rank_y = _weighted_ranks(y, per_item)
    centre = (total + 1) / 2
    rank_x -= centre
    rank_y -= centre
    weighted_y = rank_y * per_item
    covariance = np.einsum("ij,ij->i", rank_x, weighted_y)
    variance_y = np.einsum("ij,ij->i", rank_y, weighted_y)
    variance_x = np.einsum("ij,ij,ij->i", rank_x, rank_x, per_item)
    with np.errstate(invalid="ignore", divide="ignore"):
        draws: Array = covariance / np.sqrt(variance_x * variance_y)
    return draws


def _weighted_ranks(values: Array, weights: Array) -> Array:
    """Mid-ranks of the values, each standing there as often as its weight says."""
    _, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(group[order]) > 0])
    per_group = np.add.reduceat(weights[:, order], starts, axis=1)
    upto = np.cumsum(per_group, axis=1)
    middle: Array = upto - per_group / 2 + 0.5
    return middle[:, group]
