"""How intervals are made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from idioprobe.stats.bootstrap import Array, Weights, interval, mean_draws, resample_weights

FEWEST_EXPRESSIONS = 6
"""Fewer have no interval: of five independent values, not even the whole range contains the middle in 95 % of cases."""

NO_INTERVAL = f"no interval: fewer than {FEWEST_EXPRESSIONS} expressions"


@dataclass(frozen=True)
class Resampling:
    """How intervals are made."""

    resamples: int = 2000
    seed: int = 0

    @property
    def words(self) -> str:
        """The method, as the results state it."""
        return f"95% percentile bootstrap over expressions, {self.resamples} resamples, seed {self.seed}"

    def words_for(self, clusters: int) -> str:
        """The method for a number of expressions, or why there is no interval."""
        return self.words if clusters >= FEWEST_EXPRESSIONS else NO_INTERVAL

    def weights(self, clusters: int) -> Weights:
        """The resamples for a number of expressions; too few for an interval have none."""
        return resample_weights(clusters, self.resamples if clusters >= FEWEST_EXPRESSIONS else 0, self.seed)

    def of_mean(self, values: Array) -> tuple[float | None, float | None]:
        """The interval of a mean over expressions, one value for each; none for too few."""
        if len(values) < FEWEST_EXPRESSIONS:
            return None, None
        return interval(mean_draws(values, np.arange(len(values)), self.weights(len(values))))
