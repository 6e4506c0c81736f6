"""How intervals are made."""

from __future__ import annotations

from dataclasses import dataclass

from idioprobe.stats.bootstrap import Array, resample_weights


@dataclass(frozen=True)
class Resampling:
    """How intervals are made."""

    resamples: int = 2000
    seed: int = 0

    @property
    def words(self) -> str:
        """The method, as the results state it."""
        return f"95% percentile bootstrap over expressions, {self.resamples} resamples, seed {self.seed}"

    def weights(self, clusters: int) -> Array:
        """The resamples for a number of expressions; one expression has no spread, and so no resamples."""
        return resample_weights(clusters, self.resamples if clusters > 1 else 0, self.seed)
