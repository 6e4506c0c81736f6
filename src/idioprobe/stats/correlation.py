"""Spearman's ρ, and its distribution over resamples of expressions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, Ids, Weights, blocks, per_block
from idioprobe.stats.ranks import LANES, Drawn, Rankings
from idioprobe.stats.threads import one_thread

FEWEST = 3
"""Fewer pairs than this have no correlation."""
EXACT_UP_TO = 9
"""With this many pairs or fewer, p is exact, over all permutations; else by Student's t, as the papers have it."""
TIED_DECIMALS = 9
"""Decimals in which computed values are compared, so that equal ones are tied in spite of rounding."""
FEWEST_TOGETHER, PAIRS_OF_VARIABLE = 64, 4
"""So many pairs are always worked on together; and so many are there at least, on average, for each variable."""


def spearman(x: Array, y: Array) -> tuple[float, float]:
    """ρ and its two-sided p; NaN where one side is constant or there are fewer than three pairs.

    >>> spearman(np.array([1.0, 2, 3]), np.array([1.0, 2, 3]))[1]
    0.3333333333333333
    """
    rho = spearman_rho(x, y)
    if not math.isfinite(rho):
        return rho, rho
    ranks = _mid_ranks(x), _mid_ranks(y)
    if len(x) <= EXACT_UP_TO:
        return rho, _exact_p(*ranks)
    return rho, float(student_p(np.array([rho]), len(x))[0])


def student_p(rho: Array, n: int) -> Array:
    """The two-sided p of each ρ of n pairs, by Student's t; no smaller than what permutations allow."""
    from scipy.special import stdtr  # As in scipy.stats.spearmanr, which takes longer to import than a run to resample.

    with np.errstate(divide="ignore", invalid="ignore"):
        t = rho * np.sqrt(((n - 2) / ((rho + 1) * (1 - rho))).clip(0))
    p: Array = np.maximum(2 * stdtr(n - 2, -np.abs(t)), _smallest_p(n))
    return p


def spearman_rho(x: Array, y: Array) -> float:
    """ρ alone, for those who want it of thousands of small samples, whose exact p takes its time.

    >>> spearman_rho(np.array([1.0, 2, 3]), np.array([5.0, 4, 4]))
    -0.8660254037844387
    """
    if len(x) < FEWEST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return float("nan")
    both: Array = np.asarray(np.corrcoef(np.column_stack([_mid_ranks(x), _mid_ranks(y)]), rowvar=False))
    return float(both[1, 0])


def spearman_of_all(rows: Array, others: Array) -> tuple[Array, Array]:
    """ρ of every row with every other, and its two-sided p: what `spearman` gives, of many at once.

    >>> spearman_of_all(np.array([[1.0, 2, 3]]), np.array([[5.0, 4, 4], [1.0, 1, 1]]))[0].round(3).tolist()
    [[-0.866, nan]]
    """
    n = rows.shape[1]
    if n <= EXACT_UP_TO:
        both = [[spearman(x, y) for y in others] for x in rows]
        found: Array = np.array(both, dtype=np.float64).reshape(len(rows), len(others), 2)
        return found[..., 0], found[..., 1]
    left, right = (np.array([_direction(row) for row in some]).reshape(-1, n) for some in (rows, others))
    rho: Array = np.clip(left @ right.T, -1, 1)
    return rho, student_p(rho, n)


def _direction(values: Array) -> Array:
    """Ranks as a vector of length 1 about 0: the product of two is ρ; NaN where there is none."""
    if np.ptp(values) == 0 or not np.isfinite(values).all():
        return np.full(len(values), np.nan)
    centred = _mid_ranks(values) - (len(values) + 1) / 2
    return centred / np.sqrt(centred @ centred)


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

    Ranks are whole or half numbers, and so are the sums of their products as float64: no order of adding rounds.
    """

    def __init__(self, ids: Ids, weights: Weights) -> None:
        """From the cluster of each item and how often each resample drew each cluster."""
        self._ids, self._weights = ids, weights

    def spearman(self, x: Array, y: Array) -> Array:
        """ρ in each resample: every item counts as often as its cluster was drawn.

        Equals Spearman's ρ of the resampled rows written out, mid-ranks for ties included.
        """
        draws: Array = self.each([(x, y)])[0]
        return draws

    @one_thread()
    def each(self, pairs: Sequence[tuple[Array, Array]]) -> Array:
        """The same of many pairs of variables, a row for each."""
        draws: Array = np.empty((len(pairs), len(self._weights)))
        step = max(FEWEST_TOGETHER, PAIRS_OF_VARIABLE * per_block(len(self._ids)))
        for start in range(0, len(pairs), step):
            part = slice(start, start + step)
            draws[part] = self._together(_Meetings(pairs[part]))
        return draws

    def _together(self, meetings: _Meetings) -> Array:
        """All pairs in one block of resamples after the other.

        A variable that several pairs share is ranked once, and variables that meet the same others are
        multiplied with these together.
        """
        rankings, count = Rankings(meetings.variables), len(meetings.variables)
        draws: Array = np.empty((len(meetings.pairs), len(self._weights)))
        spare: Array = np.empty(0)
        for part in blocks(len(self._weights), (count + meetings.widest) * len(self._ids), LANES):
            drawn = Drawn(self._ids, self._weights[part])
            times, shape = drawn.times, drawn.room(count)
            spare = spare if spare.size >= np.prod(shape) else np.empty(np.prod(shape))  # New memory would cost more.
            ranks = spare[: np.prod(shape)].reshape(shape)
            squares = rankings.ranked(drawn, out=ranks)
            ranks = ranks[:, : len(times)]
            for xs, ys in meetings.groups:
                left, right = (ranks[_as_slice(some)] for some in (xs, ys))
                products = left.transpose(1, 0, 2) @ (right * times).transpose(1, 2, 0)
                with np.errstate(invalid="ignore", divide="ignore"):
                    rho = products.transpose(1, 2, 0) / np.sqrt(squares[list(xs), np.newaxis] * squares[list(ys)])
                draws[[meetings.pairs[x, y] for x in xs for y in ys], part] = rho.reshape(-1, len(times))
        found: Array = draws[meetings.of_pairs]
        return found


class _Meetings:
    """Which variables there are, each once, and which of them meet."""

    def __init__(self, pairs: Sequence[tuple[Array, Array]]) -> None:
        self.variables: list[Array] = []
        self.pairs: dict[tuple[int, int], int] = {}
        known: dict[bytes, int] = {}

        def number(values: Array) -> int:
            at = known.setdefault(values.tobytes(), len(self.variables))
            if at == len(self.variables):
                self.variables.append(values)
            return at

        firsts = [number(x) for x, _ in pairs]
        numbered = list(zip(firsts, (number(y) for _, y in pairs), strict=True))
        self.of_pairs = [self.pairs.setdefault(pair, len(self.pairs)) for pair in numbered]
        met: dict[int, list[int]] = {}
        for x, y in self.pairs:
            met.setdefault(y, []).append(x)
        alike: dict[tuple[int, ...], list[int]] = {}
        for y, xs in met.items():
            alike.setdefault(tuple(sorted(xs)), []).append(y)
        self.groups = [(xs, tuple(sorted(ys))) for xs, ys in alike.items()]
        self.widest = max((len(xs) + len(ys) for xs, ys in self.groups), default=0)


def _as_slice(numbers: tuple[int, ...]) -> slice | list[int]:
    """Numbers without a gap as a slice, which copies nothing."""
    whole = numbers[-1] - numbers[0] == len(numbers) - 1
    return slice(numbers[0], numbers[-1] + 1) if whole else list(numbers)


def _mid_ranks(values: Array) -> Array:
    """Ranks from 1 on; equal values share the middle of theirs."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Array = (np.cumsum(counts) - (counts - 1) / 2)[group]
    return ranks
