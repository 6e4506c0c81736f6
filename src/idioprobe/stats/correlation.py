"""Spearman's ρ, and its distribution over resamples of expressions."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array

FEWEST = 3
"""Fewer pairs than this have no correlation."""
EXACT_UP_TO = 9
"""With this many pairs or fewer, p is exact, over all permutations; else by Student's t, as the papers have it."""
TIED_DECIMALS = 9
"""Decimals in which computed values are compared, so that equal ones are tied in spite of rounding."""
KEPT_VARIABLES = 10
"""Variables whose ranks in all resamples are kept; each takes as much memory as all resamples."""


def spearman(x: Array, y: Array) -> tuple[float, float]:
    """ρ and its two-sided p; NaN where one side is constant or there are fewer than three pairs.

    >>> spearman(np.array([1.0, 2, 3]), np.array([1.0, 2, 3]))[1]
    0.3333333333333333
    """
    if len(x) < FEWEST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), float("nan")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return float("nan"), float("nan")
    from scipy.special import stdtr  # As in scipy.stats.spearmanr, which takes longer to import than a run to resample.

    ranks = _mid_ranks(x), _mid_ranks(y)
    both: Array = np.asarray(np.corrcoef(np.column_stack(ranks), rowvar=False))
    rho = float(both[1, 0])
    if len(x) <= EXACT_UP_TO:
        return rho, _exact_p(*ranks)
    freedom = len(x) - 2
    with np.errstate(divide="ignore"):
        t = rho * np.sqrt((np.float64(freedom) / ((rho + 1) * (1 - rho))).clip(0))
    return rho, max(float(2 * stdtr(freedom, -abs(t))), _smallest_p(len(x)))


def p_words(n: int) -> str:
    """How p is found for so many pairs, as the results state it.

    >>> p_words(9), p_words(10)
    ('two-sided, exact over all permutations', 'two-sided')
    """
    return "two-sided, exact over all permutations" if n <= EXACT_UP_TO else "two-sided"


def _smallest_p(n: int) -> float:
    """What no two-sided p of n pairs can be below: two of all n! permutations."""
    return math.exp(math.log(2) - math.lgamma(n + 1))


def _exact_p(ranks_x: Array, ranks_y: Array) -> float:
    """The share of all permutations that correlate as strongly, in either direction; ties as they are."""
    x, y = (np.rint(2 * ranks - len(ranks) - 1).astype(np.int64) for ranks in (ranks_x, ranks_y))
    sums, at_least = _under_permutation(tuple(sorted(x.tolist())), tuple(sorted(y.tolist())))
    return float(at_least[np.searchsorted(sums, abs(int(x @ y)))])


@lru_cache(maxsize=256)
def _under_permutation(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[NDArray[np.int64], Array]:
    """The absolute sums of products that permutations give, and how many of all give as much or more.

    Doubled and centred ranks are whole numbers, so that no rounding decides what is as strong.
    """
    sums = np.abs(np.asarray(y, dtype=np.int64)[_orders(len(x))] @ np.asarray(x, dtype=np.int64))
    values, counts = np.unique(sums, return_counts=True)
    return values, np.cumsum(counts[::-1])[::-1] / len(sums)


@lru_cache(maxsize=EXACT_UP_TO)
def _orders(n: int) -> NDArray[np.int8]:
    return np.array(list(permutations(range(n))), dtype=np.int8)


def smallest_significant(n: int, alpha: float = 0.05) -> float:
    """The smallest |ρ| of n pairs whose two-sided p, by the t distribution, is at most alpha.

    >>> round(smallest_significant(180), 3), round(smallest_significant(280), 3)
    (0.146, 0.117)
    """
    from scipy.special import stdtrit

    t = float(stdtrit(n - 2, 1 - alpha / 2))
    return t / float(np.sqrt(n - 2 + t * t))


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
        self.ranked: dict[bytes, tuple[Array, Array, Array]] = {}

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
        found = self.ranked.pop(key, None)
        if found is None:
            ranks = weighted_ranks(values, self._per_item)
            ranks -= self._centre
            weighted = ranks * self._per_item
            found = ranks, weighted, np.einsum("ij,ij->j", ranks, weighted)
            if len(self.ranked) >= KEPT_VARIABLES:
                del self.ranked[next(iter(self.ranked))]
        self.ranked[key] = found
        return found


def _mid_ranks(values: Array) -> Array:
    """Ranks from 1 on; equal values share the middle of theirs."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Array = (np.cumsum(counts) - (counts - 1) / 2)[group]
    return ranks


def weighted_ranks(values: Array, weights: Array) -> Array:
    """Mid-ranks of the values, each standing there as often as its weight says.

    One row after the other, since a row is one piece of memory: `cumsum` and `reduceat` go down
    the columns, several times as slowly. Weights are whole, so that no order of adding rounds.
    """
    order = np.argsort(values, kind="stable")
    ranks: Array = np.empty_like(weights)
    below = np.full(weights.shape[1], 0.5)
    for equal in np.split(order, np.flatnonzero(np.diff(values[order])) + 1):
        half = (weights[equal].sum(axis=0) if len(equal) > 1 else weights[equal[0]]) / 2
        rank = np.add(below, half, out=ranks[equal[0]])
        np.add(rank, half, out=below)
        ranks[equal[1:]] = rank
    return ranks
