"""Ranks of many variables in many resamples at once.

Several resamples go side by side in one number of 64 bits, so that taking an item, or adding it to those below it,
serves all of them. All ranks are doubled and centred, and so are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, Ids, Weights

Whole = NDArray[np.signedinteger[Any]]
Packed = NDArray[np.uint64]
Order = NDArray[np.intp]

WORD = np.dtype(np.uint64)
"""What holds several resamples side by side."""
LANES = WORD.itemsize // np.dtype(np.int16).itemsize
"""How many these are where two bytes count all items, and a multiple of how many they are elsewhere."""

AT_ONCE = 1 << 16
"""Words of the variables that are ranked together: few enough for the processor's own memory."""


class Drawn:
    """Some resamples: how often each item counts, and how many items there are in all."""

    def __init__(self, ids: Ids, weights: Weights) -> None:
        """From the cluster of each item and how often each resample drew each cluster."""
        self._ids, self._weights = ids, weights
        total = weights @ np.bincount(ids, minlength=weights.shape[1])
        self.count: Array = total.astype(np.float64)
        small = int(total.max(initial=0)) <= np.iinfo(np.int16).max
        self.kind = np.dtype(np.int16 if small else np.int32)
        """What holds a rank: it wraps around on the way there, and back."""
        self.lanes = WORD.itemsize // self.kind.itemsize
        """How many resamples are side by side."""
        padded = np.zeros((-(-len(weights) // self.lanes) * self.lanes, weights.shape[1] + 1), dtype=self.kind)
        padded[: len(weights), :-1] = weights
        padded[: len(weights), -1] = total
        words = np.ascontiguousarray(padded.reshape(-1, self.lanes, padded.shape[1]).transpose(0, 2, 1))
        by_cluster: Packed = words.view(WORD)[:, :, 0]
        self.packed: Packed = np.take(by_cluster, ids, axis=1)
        """Words × items."""
        self.total: Whole = np.repeat(by_cluster[:, -1:], len(ids), axis=1).view(self.kind)

    @cached_property
    def times(self) -> Array:
        """Resamples × items."""
        return np.take(self._weights.astype(np.float64), self._ids, axis=1)

    @cached_property
    def cubes(self) -> Array:
        """The third power of how often each item counts."""
        return self.times * self.times * self.times

    def room(self, variables: int) -> tuple[int, int, int]:
        """The shape of what variables are ranked into; some of the last resamples may be void."""
        return variables, len(self.packed) * self.lanes, len(self._ids)


class Rankings:
    """Variables in the order of their values, to be ranked in many resamples.

    Twice the mid-rank of an item is how many items are not above it, and how many are below it.
    """

    def __init__(self, variables: Sequence[Array]) -> None:
        """Of the same items each."""
        each = [_Order(values) for values in variables]
        self._order, self._upto, self._below = (
            np.stack([getattr(one, name) for one in each]) for name in ("order", "upto", "below")
        )
        self._single: Array = np.stack([one.single for one in each])
        self._groups: Order = np.concatenate([one.groups for one in each], axis=1)
        sizes = [one.groups.shape[1] for one in each]
        self._owner = np.repeat(np.arange(len(each)), sizes)
        self._bounds = np.cumsum([0, *sizes])

    def ranked(self, drawn: Drawn, out: Array) -> Array:
        """Twice the mid-ranks minus their mean into `out`, which has the room for it.

        Returns four times the weighted sum of their squares, variables × resamples. Where nothing is tied, that is
        (n³ − Σ w³) / 3; of items that are tied, the sum of their weights counts as one.
        """
        count, resamples = len(self._order), len(drawn.count)
        tied: Array = self._single @ drawn.cubes.T
        step = max(1, AT_ONCE // max(1, drawn.packed.size))
        for start in range(0, count, step):
            some = slice(start, min(start + step, count))
            sums = self._cumulated(drawn, some)
            self._rank(sums, drawn, some, out[some])
            if self._bounds[some.stop] > self._bounds[start]:
                owners, cubes = self._tied_cubes(sums, drawn, some)
                tied[owners] += cubes[:, :resamples]
        squares: Array = (drawn.count**3 - tied) / 3
        return squares

    def _cumulated(self, drawn: Drawn, some: slice) -> Packed:
        """Words × variables × (items + 1): how many items are among the first of a variable, from none on."""
        order = self._order[some]
        sums: Packed = np.zeros((len(drawn.packed), len(order), order.shape[1] + 1), dtype=WORD)
        np.take(drawn.packed, order, axis=1, out=sums[:, :, 1:], mode="clip")
        return np.cumsum(sums, axis=2, out=sums)

    def _rank(self, sums: Packed, drawn: Drawn, some: slice, out: Array) -> None:
        words, count, width = sums.shape
        flat, shift = sums.reshape(words, -1), np.arange(count)[:, np.newaxis] * width
        upto, below = (np.take(flat, side[some] + shift, axis=1, mode="clip") for side in (self._upto, self._below))
        doubled = upto.view(drawn.kind)
        doubled += below.view(drawn.kind)
        doubled -= drawn.total[:, np.newaxis]
        lanes = doubled.reshape(words, count, width - 1, drawn.lanes).transpose(1, 0, 3, 2)
        np.copyto(out.reshape(lanes.shape), lanes)

    def _tied_cubes(self, sums: Packed, drawn: Drawn, some: slice) -> tuple[Order, Array]:
        """Of variables that have ties: the sum of the third powers of how often tied items count together."""
        words, _, width = sums.shape
        own = slice(self._bounds[some.start], self._bounds[some.stop])
        places = self._groups[:, own] + (self._owner[own] - some.start) * width
        ends, begins = (np.take(sums.reshape(words, -1), side, axis=1).view(drawn.kind) for side in places)
        together = (ends - begins).reshape(words, -1, drawn.lanes).astype(np.float64)
        owners, starts = np.unique(self._owner[own], return_index=True)
        cubes = np.add.reduceat(together * together * together, starts, axis=1)
        return owners, cubes.transpose(1, 0, 2).reshape(len(owners), -1)


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
