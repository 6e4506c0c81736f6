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
        self._orders = [_Order(values) for values in variables]
        self._tied = [number for number, one in enumerate(self._orders) if one.groups.size]
        self._single: Array = np.array([self._orders[number].single for number in self._tied], dtype=np.float64)

    def ranked(self, drawn: Drawn, out: Array) -> Array:
        """Twice the mid-ranks minus their mean into `out`, which has the room for it.

        Returns four times the weighted sum of their squares, variables × resamples. Where nothing is tied, that is
        (n³ − Σ w³) / 3; of items that are tied, the sum of their weights counts as one.
        """
        words, items = drawn.packed.shape
        sums: Packed = np.zeros((words, items + 1), dtype=WORD)
        upto, below = np.empty_like(drawn.packed), np.empty_like(drawn.packed)
        doubled = upto.view(drawn.kind)
        lanes = doubled.reshape(words, items, drawn.lanes).transpose(0, 2, 1)
        tied: Array = np.empty((len(self._orders), len(drawn.count)))
        tied[:] = drawn.cubes.sum(axis=1)
        if self._tied:
            tied[self._tied] = self._single @ drawn.cubes.T
        for number, one in enumerate(self._orders):
            np.take(drawn.packed, one.order, axis=1, out=sums[:, 1:], mode="clip")
            np.cumsum(sums, axis=1, out=sums)
            np.take(sums, one.upto, axis=1, out=upto, mode="clip")
            np.take(sums, one.below, axis=1, out=below, mode="clip")
            doubled += below.view(drawn.kind)
            doubled -= drawn.total
            np.copyto(out[number].reshape(lanes.shape), lanes)
            if one.groups.size:
                ends, begins = (np.take(sums, side, axis=1).view(drawn.kind) for side in one.groups)
                together = (ends - begins).reshape(words, -1, drawn.lanes).astype(np.float64)
                cubes = (together * together * together).sum(axis=1).reshape(-1)
                tied[number] += cubes[: len(drawn.count)]
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
