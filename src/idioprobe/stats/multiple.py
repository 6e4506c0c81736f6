"""Correction of p-values for many tests at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction, which keeps the chance of any false finding below α.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(stepped, 1.0)
    return [float(value) for value in corrected]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's correction, which keeps the share of false findings below α.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    if not len(p_values):
        return []
    from scipy.stats import false_discovery_control

    return [float(value) for value in false_discovery_control(np.asarray(p_values, dtype=np.float64))]


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {"holm": holm, "bh": benjamini_hochberg}
"""Corrections by name."""
