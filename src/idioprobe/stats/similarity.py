"""How alike two vectors are: plain functions on arrays of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]


def cosine(a: Rows, b: Rows) -> Rows:
    """Cosine of each pair of rows; NaN for a row of zeros.

    >>> cosine(np.array([[3.0, 4.0]]), np.array([[3.0, 4.0]])).tolist()
    [1.0]
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        value: Rows = np.einsum("ij,ij->i", a, b) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1))
    return np.clip(value, -1.0, 1.0)


def dot(a: Rows, b: Rows) -> Rows:
    """Dot product of each pair of rows."""
    product: Rows = np.einsum("ij,ij->i", a, b)
    return product


def euclidean(a: Rows, b: Rows) -> Rows:
    """1 / (1 + Euclidean distance): 1 for equal rows, falling towards 0."""
    closeness: Rows = 1 / (1 + np.linalg.norm(a - b, axis=1))
    return closeness


def manhattan(a: Rows, b: Rows) -> Rows:
    """1 / (1 + city-block distance): 1 for equal rows, falling towards 0."""
    closeness: Rows = 1 / (1 + np.abs(a - b).sum(axis=1))
    return closeness


def spearman(a: Rows, b: Rows) -> Rows:
    """Spearman's correlation of the coordinates of each pair of rows."""
    from scipy.stats import rankdata

    ranks = [rankdata(rows, axis=1) for rows in (a, b)]
    return cosine(*(r - r.mean(axis=1, keepdims=True) for r in ranks))


def euclidean_distance(a: Rows, b: Rows) -> Rows:
    """Euclidean distance of each pair of rows."""
    distance: Rows = np.linalg.norm(a - b, axis=1)
    return distance


def manhattan_distance(a: Rows, b: Rows) -> Rows:
    """City-block distance of each pair of rows."""
    distance: Rows = np.abs(a - b).sum(axis=1)
    return distance


@dataclass(frozen=True)
class Metric:
    """A similarity.

    `bounded`: equal vectors score 1 and nothing scores more. `absolute`: a level means the
    same in every model, as it does not depend on how long the vectors are. `distance` is what
    belongs to it, 0 for equal vectors; a dot product has none.
    """

    function: Callable[[Rows, Rows], Rows]
    bounded: bool
    absolute: bool
    distance: Callable[[Rows, Rows], Rows] | None = None


METRICS = {
    "cosine": Metric(cosine, bounded=True, absolute=True, distance=lambda a, b: 1 - cosine(a, b)),
    "euclidean": Metric(euclidean, bounded=True, absolute=False, distance=euclidean_distance),
    "manhattan": Metric(manhattan, bounded=True, absolute=False, distance=manhattan_distance),
    "dot": Metric(dot, bounded=False, absolute=False),
    "spearman": Metric(spearman, bounded=True, absolute=True, distance=lambda a, b: 1 - spearman(a, b)),
}
"""Similarities by name."""
