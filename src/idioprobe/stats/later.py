"""Resampled means and correlations that are asked for one by one and made together.

All that is over items of the same clusters is then made by one product of matrices, or ranked at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from idioprobe.stats.bootstrap import Array, Ids, level_draws
from idioprobe.stats.correlation import Draws
from idioprobe.stats.resampling import Resampling

Key = tuple[bytes, Resampling]


@dataclass
class _Waiting:
    ids: Ids
    means: list[tuple[int, Array]] = field(default_factory=list)
    pairs: list[tuple[int, Array, Array]] = field(default_factory=list)


class Later:
    """What was asked for, and once it is asked after, what came of it."""

    def __init__(self) -> None:
        """Nothing so far."""
        self._waiting: dict[Key, _Waiting] = {}
        self._made: list[Array] = []

    def mean(self, values: Array, ids: Ids, how: Resampling) -> int:
        """The number under which the means over items will be had, in each resample of clusters."""
        self._at(ids, how).means.append((len(self._made), values))
        return self._next()

    def rho(self, x: Array, y: Array, how: Resampling) -> int:
        """The same of Spearman's ρ, each item a cluster of its own."""
        self._at(np.arange(len(x)), how).pairs.append((len(self._made), x, y))
        return self._next()

    def draws(self, number: int) -> Array:
        """What was asked for under a number."""
        if self._waiting:
            self._make()
        return self._made[number]

    def _at(self, ids: Ids, how: Resampling) -> _Waiting:
        return self._waiting.setdefault((ids.tobytes(), how), _Waiting(ids))

    def _next(self) -> int:
        self._made.append(np.empty(0))
        return len(self._made) - 1

    def _make(self) -> None:
        for (_, how), waiting in self._waiting.items():
            ids = waiting.ids
            weights = how.weights(int(ids.max(initial=-1)) + 1)
            if waiting.means:
                drawn = level_draws([values for _, values in waiting.means], ids, weights, spread=False)
                for (number, _), (mean, _) in zip(waiting.means, drawn, strict=True):
                    self._made[number] = mean
            if waiting.pairs:
                rhos = Draws(ids, weights).each([(x, y) for _, x, y in waiting.pairs])
                for (number, *_), rho in zip(waiting.pairs, rhos, strict=True):
                    self._made[number] = rho
        self._waiting.clear()
