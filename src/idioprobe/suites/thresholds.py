"""Where the lines are drawn between a prediction that holds and one that fails."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """Limits on the 95 % interval."""

    rho_zero: float = 0.2
    level_one: float = 0.9
    level_zero: float = 0.1
