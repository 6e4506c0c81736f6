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


@dataclass(frozen=True)
class Metric:
    """A similarity.

    `bounded`: equal vectors score 1 and nothing scores more. `absolute`: a level means the
    same in every model, as it does not depend on how long the vectors are.
    """

    function: Callable[[Rows, Rows], Rows]
    bounded: bool
    absolute: bool


METRICS = {
    "cosine": Metric(cosine, bounded=True, absolute=True),
    "euclidean": Metric(euclidean, bounded=True, absolute=False),
    "manhattan": Metric(manhattan, bounded=True, absolute=False),
    "dot": Metric(dot, bounded=False, absolute=False),
    "spearman": Metric(spearman, bounded=True, absolute=True),
}
"""Similarities by name."""
