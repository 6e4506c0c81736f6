"""Ranks of many variables in many resamples at once.

Resamples are the last axis: taking an item is then copying a piece of memory, and cumulating is adding one such
piece to the next. All ranks are doubled and centred, and so are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, Ids, Weights

Whole = NDArray[np.signedinteger[Any]]
Order = NDArray[np.intp]

NARROW = 512
"""Below so many numbers side by side, a call for each addition costs more than adding along the other axis."""


class Drawn:
    """Some resamples: how often each item counts, and how many items there are in all."""

    def __init__(self, ids: Ids, weights: Weights) -> None:
        """From the cluster of each item and how often each resample drew each cluster."""
        times = np.take(np.ascontiguousarray(weights.T), ids, axis=0)
        total = times.sum(axis=0, dtype=np.int64)
        small = 2 * int(total.max(initial=0)) <= np.iinfo(np.int16).max
        self.times: Whole = times.astype(np.int16 if small else np.int32)
        """Items × resamples."""
        self.total: Whole = total.astype(self.times.dtype)
        self.count = total.astype(np.float64)

    def cubes(self) -> Array:
        """The third power of how often each item counts."""
        times = self.times.astype(np.float64)
        return times * times * times


class Ranking:
    """A variable in the order of its values, to be ranked in many resamples."""

    def __init__(self, values: Array) -> None:
        self.order: Order = np.argsort(values, kind="stable")
        last = np.append(np.flatnonzero(np.diff(values[self.order])), len(values) - 1)
        sizes = np.diff(last, prepend=-1)
        self.last, self.several = last, np.flatnonzero(sizes > 1)
        self.place = np.empty_like(self.order)
        self.place[self.order] = np.repeat(np.arange(len(last)), sizes)
        self.single: Array = np.empty(len(values))
        self.single[self.order] = np.repeat((sizes == 1).astype(np.float64), sizes)


def ranked(rankings: Sequence[Ranking], drawn: Drawn, out: Array) -> Array:
    """Twice the mid-ranks minus their mean into `out`, variables × resamples × items; returns four times the sum of
    their squares, as weighted, variables × resamples.

    Where nothing is tied, that is (n³ − Σ w³) / 3; of items that are tied, the sum of their weights counts as one.
    """
    items, resamples = drawn.times.shape
    orders = np.stack([one.order for one in rankings], axis=1)
    upto = np.take(drawn.times, orders, axis=0, mode="clip")
    _cumulate(upto.reshape(items, -1))
    tied = np.stack([one.single for one in rankings]) @ drawn.cubes()
    for number, one in enumerate(rankings):
        ends = np.ascontiguousarray(upto[:, number]) if len(one.last) == items else upto[one.last, number]
        doubled = ends - drawn.total
        doubled[1:] += ends[:-1]
        np.copyto(out[number], np.take(doubled, one.place, axis=0, mode="clip").T)
        if len(one.several):
            before = np.where(one.several[:, np.newaxis] > 0, ends[one.several - 1], 0)
            together = (ends[one.several] - before).astype(np.float64)
            tied[number] += np.einsum("ij,ij,ij->j", together, together, together)
    squares: Array = (drawn.count**3 - tied) / 3
    return squares


def _cumulate(rows: Whole) -> None:
    """Each row plus all above it, in place."""
    if rows.shape[1] < NARROW:
        np.cumsum(rows, axis=0, out=rows)
        return
    for above, row in pairwise(rows):
        np.add(above, row, out=row)
