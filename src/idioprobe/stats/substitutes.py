"""Intervals that resample expressions and, within each drawn expression, the substitutes that it was compared with.

Each item has a matrix of cells, one for each pair of substitutes of two kinds, and its value is their mean. A draw
takes as many substitutes of either kind as there are, with replacement. The values that an item may take so are drawn
once, as a pool; each expression that a resample draws takes one of its pool at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import LEVEL, Array, Ids, blocks

Cells = NDArray[np.float32]
"""Items × substitutes of one kind × substitutes of the other; NaN where a similarity is not known."""
POOL = 512
"""Values that an item may take in a resample."""

WORDS = "expressions and their substitutes"


def cell_means(cells: Cells) -> Array:
    """The value of each item: the mean of its known cells.

    >>> cell_means(np.array([[[1.0, 0.0, np.nan]], [[np.nan, np.nan, np.nan]]])).tolist()
    [0.5, nan]
    """
    known = np.isfinite(cells)
    with np.errstate(invalid="ignore"):
        total = np.where(known, cells, 0.0).sum(axis=(1, 2), dtype=np.float64)
        return np.asarray(total / known.sum(axis=(1, 2)), dtype=np.float64)


def pooled(cells: Cells, seed: int) -> NDArray[np.float32]:
    """For each item (a row) its value in each of `POOL` draws of its substitutes.

    Items that lack the same substitutes are drawn together, so that the sentences of an expression share its draws.
    """
    known = np.isfinite(cells)
    rows, columns = known.any(axis=2), known.any(axis=1)
    filled = np.where(known, cells, cell_means(cells)[:, np.newaxis, np.newaxis]).astype(np.float32)
    values = np.empty((len(cells), POOL), dtype=np.float32)
    kinds, which = np.unique(np.hstack([rows, columns]), axis=0, return_inverse=True)
    for number, kind in enumerate(kinds):
        own = np.flatnonzero(which.reshape(-1) == number)
        first, second = np.flatnonzero(kind[: rows.shape[1]]), np.flatnonzero(kind[rows.shape[1] :])
        part = filled[np.ix_(own, first, second)].reshape(len(own), -1)
        values[own] = part @ _patterns(len(first), len(second), seed)
    return values


@lru_cache(maxsize=64)
def _patterns(first: int, second: int, seed: int) -> NDArray[np.float32]:
    """The weight of each cell in each draw: each substitute is drawn equally often over all of them."""
    rng = np.random.default_rng([seed, first, second])
    one, other = (_shares(count, rng) for count in (first, second))
    return np.ascontiguousarray(np.einsum("kw,kr->wrk", one, other).reshape(-1, POOL), dtype=np.float32)


def _shares(count: int, rng: np.random.Generator) -> Array:
    drawn = rng.permutation(np.repeat(np.arange(count), POOL)).reshape(POOL, count)
    return np.asarray((drawn[:, :, np.newaxis] == np.arange(count)).mean(axis=1), dtype=np.float64)


def two_way_draws(values: Sequence[NDArray[np.float32]], resamples: int, seed: int) -> Array:
    """Means over expressions in each resample (a column), for several pools of the same expressions."""
    expressions = len(values[0])
    draws: Array = np.empty((len(values), resamples))
    flat = [pool.ravel() for pool in values]
    for rows, places in _places(expressions, resamples, seed):
        for number, pool in enumerate(flat):
            draws[number, rows] = pool[places].mean(axis=1, dtype=np.float64)
    return draws


def _places(expressions: int, resamples: int, seed: int) -> Iterator[tuple[slice, NDArray[np.int64]]]:
    """Which value of the pool each drawn expression takes, some resamples at a time."""
    rng = np.random.default_rng([seed, expressions, POOL])
    for rows in blocks(resamples, expressions):
        shape = (rows.stop - rows.start, expressions)
        yield rows, rng.integers(expressions, size=shape) * POOL + rng.integers(POOL, size=shape)


def pooled_by_expression(values: NDArray[np.float32], ids: Ids) -> NDArray[np.float32]:
    """The mean over the items of each expression, draw by draw."""
    order = np.argsort(ids, kind="stable")
    starts = np.searchsorted(ids[order], np.arange(int(ids.max(initial=-1)) + 1))
    counts = np.diff(np.append(starts, len(ids)))
    return np.asarray(np.add.reduceat(values[order], starts, axis=0) / counts[:, np.newaxis], dtype=np.float32)


def if_all_equal(values: Array, low: float, high: float) -> tuple[float, float] | None:
    """The interval of a mean whose values are all the same, which resampling cannot tell; None for others.

    As many draws without an exception leave room for a share of exceptions of 1 − (α/2)^(1/n) (Clopper–Pearson); `low`
    and `high` are what a value can be.

    >>> [round(end, 2) for end in if_all_equal(np.zeros(7), 0.0, 1.0)]
    [0.0, 0.41]
    """
    if not len(values) or np.ptp(values) > 1e-9:
        return None
    room = float(1 - ((1 - LEVEL) / 2) ** (1 / len(values)))
    value = float(values[0])
    return max(low, value - room), min(high, value + room)
