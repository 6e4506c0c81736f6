"""Spearman's ρ, and its distribution over resamples of expressions."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, blocks
from idioprobe.stats.kept import Kept

FEWEST = 3
"""Fewer pairs than this have no correlation."""
EXACT_UP_TO = 9
"""With this many pairs or fewer, p is exact, over all permutations; else by Student's t, as the papers have it."""
TIED_DECIMALS = 9
"""Decimals in which computed values are compared, so that equal ones are tied in spite of rounding."""

Exact = NDArray[np.float32]
"""Whole and half numbers up to 2²³, which this type holds without rounding."""


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

    Items are rows and resamples columns, so that sorting items moves whole rows. Ranks are kept
    within the bound of `kept`, which sets of items may share that are resampled in the same way:
    a measure meets one rating after the other, a rating one measure after the other. Ranks are
    whole or half numbers, which float32 holds exactly, and so are the sums of their products in
    float64: no order of adding rounds.
    """

    def __init__(self, ids: NDArray[np.int64], weights: Array, kept: Kept | None = None) -> None:
        """From the cluster of each item and how often each resample drew each cluster."""
        self._ids, self._weights = ids, weights
        self._kept = Kept() if kept is None else kept
        self._items = hashlib.blake2b(ids.tobytes()).digest()
        self._parts = list(blocks(len(weights), len(ids)))

    def spearman(self, x: Array, y: Array) -> Array:
        """ρ in each resample: every item counts as often as its cluster was drawn.

        Equals Spearman's ρ of the resampled rows written out, mid-ranks for ties included.
        """
        (draws,) = self.each([(x, y)])
        return draws

    def each(self, pairs: Sequence[tuple[Array, Array]]) -> list[Array]:
        """The same of many pairs of variables: all of them in one block of resamples after the other.

        A variable that several pairs share is then ranked once, and only ranks in one block have to be kept.
        """
        draws = [np.empty(len(self._weights)) for _ in pairs]
        for part in self._parts:
            for (x, y), own in zip(pairs, draws, strict=True):
                own[part] = self._part(x, y, part)
        return draws

    def _part(self, x: Array, y: Array, part: slice) -> Array:
        """The same in some of the resamples."""
        (times,) = self._kept.get((self._items, part.start), lambda: (self._times(part),))
        (rank_x, variance_x), (rank_y, variance_y) = (self._ranks(values, part, times) for values in (x, y))
        with np.errstate(invalid="ignore", divide="ignore"):
            draws: Array = _products(rank_x, times, rank_y) / np.sqrt(variance_x * variance_y)
        return draws

    def _times(self, part: slice) -> Exact:
        """How often each item counts."""
        return np.ascontiguousarray(self._weights[part].T[self._ids], dtype=np.float32)

    def _ranks(self, values: Array, part: slice, times: Exact) -> tuple[Exact, Array]:
        """Centred ranks and their variance."""

        def make() -> tuple[Exact, Array]:
            ranks = weighted_ranks(values, times)
            ranks -= (times.sum(axis=0) + 1) / 2
            return ranks, _products(ranks, times, ranks)

        ranks, variance = self._kept.get((self._items, part.start, values.tobytes()), make)
        return ranks, variance


def _products(x: Exact, times: Exact, y: Exact) -> Array:
    """For each resample the sum over items of x · y, each as often as it counts."""
    sums: Array = np.einsum("ij,ij,ij->j", x, times, y, dtype=np.float64)
    return sums


def _mid_ranks(values: Array) -> Array:
    """Ranks from 1 on; equal values share the middle of theirs."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Array = (np.cumsum(counts) - (counts - 1) / 2)[group]
    return ranks


def weighted_ranks(values: Array, weights: Exact) -> Exact:
    """Mid-ranks of the values, each standing there as often as its weight says.

    One row after the other, since a row is one piece of memory: `cumsum` and `reduceat` go down
    the columns, several times as slowly. Weights are whole, so that no order of adding rounds.
    """
    order = np.argsort(values, kind="stable")
    ranks: Exact = np.empty_like(weights)
    if not values.size:
        return ranks
    below = np.full(weights.shape[1], 0.5, dtype=weights.dtype)
    for equal in np.split(order, np.flatnonzero(np.diff(values[order])) + 1):
        half = (weights[equal].sum(axis=0) if len(equal) > 1 else weights[equal[0]]) / 2
        rank = np.add(below, half, out=ranks[equal[0]])
        np.add(rank, half, out=below)
        ranks[equal[1:]] = rank
    return ranks
