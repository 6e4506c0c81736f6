"""How frequent the two words of an ε pair are, taken out of the test: by matching and by regression.

The two ε of a pair share a synonym; they differ in what it is compared with, the word itself or
another synonym. Words of known expressions tend to be the more frequent ones.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, Ids, Weights, cluster_sums, drawn_sums

CALIPER = 0.5
"""How far two words of similar frequency may be apart on Zipf's scale: a factor of about three."""
ROUNDING = 1e-9

T = TypeVar("T", bound=np.generic)


def matched(values: NDArray[T], gaps: Array) -> NDArray[T]:
    """The values of the pairs whose words are of like frequency.

    >>> matched(np.array([1.0, 2.0, 3.0]), np.array([0.5, -0.6, 0.0])).tolist()
    [1.0, 3.0]
    """
    near: NDArray[T] = values[np.abs(gaps) <= CALIPER + ROUNDING]
    return near


def slope(differences: Array, gaps: Array) -> float:
    """The slope of least squares, with an intercept; 0 where all gaps are the same."""
    centred = gaps - gaps.mean()
    spread = float(centred @ centred)
    return float(centred @ differences) / spread if spread > 0 else 0.0


def adjusted(differences: Array, gaps: Array) -> Array:
    """The differences as they would be, by the regression, if both words were equally frequent.

    >>> adjusted(np.array([1.0, 2.0, 3.0]), np.array([0.0, 1.0, 2.0])).tolist()
    [1.0, 1.0, 1.0]
    """
    return differences - slope(differences, gaps) * gaps


def slope_draws(differences: Array, gaps: Array, ids: Ids, weights: Weights) -> Array:
    """The slope in each resample of clusters."""
    clusters = weights.shape[1]
    x, y = gaps - gaps.mean(), differences - differences.mean()
    columns = [cluster_sums(values, ids, clusters) for values in (np.ones_like(x), x, y, x * x, x * y)]
    n, sx, sy, sxx, sxy = drawn_sums(weights, columns).T
    with np.errstate(invalid="ignore", divide="ignore"):
        draws: Array = (sxy - sx * sy / n) / (sxx - sx * sx / n)
    return draws
