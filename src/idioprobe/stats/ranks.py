"""Ranks of many variables in many resamples at once.

Resamples are the last axis: taking an item is then copying a piece of memory, and cumulating is adding one such
piece to the next. All ranks are doubled and centred, and so are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
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

    @cached_property
    def cubes(self) -> Array:
        """The third power of how often each item counts."""
        times = self.times.astype(np.float64)
        return times * times * times


class Rankings:
    """Variables in the order of their values, to be ranked in many resamples.

    Twice the mid-rank of an item is how many items are not above it, and how many are below it.
    """

    def __init__(self, variables: Sequence[Array]) -> None:
        """Of the same items each."""
        each = [_Order(values) for values in variables]
        count = len(each)
        self._order: Order = np.stack([one.order for one in each], axis=1)
        self._upto, self._below = (
            np.stack([getattr(one, side) * count + number for number, one in enumerate(each)])
            for side in ("upto", "below")
        )
        self._single: Array = np.stack([one.single for one in each])
        groups = [one.groups * count + number for number, one in enumerate(each)]
        self._groups: Order = np.concatenate(groups, axis=1)
        self._tied = [number for number, own in enumerate(groups) if own.size]
        self._starts = np.cumsum([0, *(own.shape[1] for own in groups if own.size)])[:-1]

    def ranked(self, drawn: Drawn, out: Array) -> Array:
        """Twice the mid-ranks minus their mean into `out`, variables × resamples × items.

        Returns four times the weighted sum of their squares, variables × resamples. Where nothing is tied, that is
        (n³ − Σ w³) / 3; of items that are tied, the sum of their weights counts as one.
        """
        items, resamples = drawn.times.shape
        sums: Whole = np.empty((items + 1, len(self._single), resamples), dtype=drawn.times.dtype)
        sums[0] = 0
        np.take(drawn.times, self._order, axis=0, out=sums[1:], mode="clip")
        _cumulate(sums.reshape(items + 1, -1))
        rows = sums.reshape(-1, resamples)
        doubled = np.take(rows, self._upto, axis=0, mode="clip")
        doubled += np.take(rows, self._below, axis=0, mode="clip")
        doubled -= drawn.total
        np.copyto(out, np.ascontiguousarray(doubled.transpose(0, 2, 1)))  # In two steps: half as long.
        tied = self._single @ drawn.cubes
        if self._tied:
            ends, begins = (np.take(rows, side, axis=0, mode="clip") for side in self._groups)
            together = (ends - begins).astype(np.float64)
            tied[self._tied] += np.add.reduceat(together * together * together, self._starts, axis=0)
        squares: Array = (drawn.count**3 - tied) / 3
        return squares


class _Order:
    """The order of a variable's items, and for each how many are up to it and below it in that order."""

    def __init__(self, values: Array) -> None:
        self.order: Order = np.argsort(values, kind="stable")
        ends = np.append(np.flatnonzero(np.diff(values[self.order])), len(values) - 1) + 1
        begins = np.append(0, ends[:-1])
        sizes = ends - begins
        self.groups: Order = np.stack([ends, begins])[:, sizes > 1]
        """Ends and begins of what is tied."""
        self.upto, self.below = np.empty_like(self.order), np.empty_like(self.order)
        self.single: Array = np.empty(len(values))
        """1 for items that are tied with none, else 0."""
        for column, each in ((self.upto, ends), (self.below, begins), (self.single, sizes == 1)):
            column[self.order] = np.repeat(each, sizes)


def _cumulate(rows: Whole) -> None:
    """Each row plus all above it, in place."""
    if rows.shape[1] < NARROW:
        np.cumsum(rows, axis=0, out=rows)
        return
    for above, row in pairwise(rows):
        np.add(above, row, out=row)
