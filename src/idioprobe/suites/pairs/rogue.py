"""Rogue dimensions: few coordinates that make up most of a cosine, and what is left without them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idioprobe.suites.pairs.answers import AT_ONCE, Rows

RANDOM_PAIRS = 10_000
DIMENSIONS_AT_ONCE = 64
"""Dimensions that are standardised together, so that copies stay small beside the vectors."""


def standardise(vectors: Rows, dimensions: NDArray[np.int64] | None = None) -> Rows:
    """The rows with some dimensions (all unless named) as z-scores; a constant one becomes 0.

    >>> standardise(np.array([[1.0, 5.0], [3.0, 5.0]])).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    chosen = np.arange(vectors.shape[1]) if dimensions is None else dimensions
    out = vectors.copy()
    for some in np.array_split(chosen, -(-len(chosen) // DIMENSIONS_AT_ONCE)) if len(chosen) else ():
        part = vectors[:, some]
        spread = part.std(axis=0)
        constant = np.ptp(part, axis=0) == 0
        out[:, some] = np.where(constant, 0.0, (part - part.mean(axis=0)) / np.where(constant, 1.0, spread))
    return out


def contributions(vectors: Rows, seed: int) -> Rows:
    """Each dimension's share of the mean cosine over random pairs of different rows.

    Timkey and van Schijndel (2021). The shares add up to 1; they are NaN where there is no mean
    cosine to share, as between orthogonal rows. Rows of zeros have no cosine and do not count.
    """
    lengths = np.linalg.norm(vectors, axis=1)
    usable = np.flatnonzero(lengths > 0)
    if len(usable) < 2:
        return np.full(vectors.shape[1], np.nan)
    rng = np.random.default_rng(seed)
    first = rng.integers(0, len(usable), RANDOM_PAIRS)
    second = (first + rng.integers(1, len(usable), RANDOM_PAIRS)) % len(usable)
    directions = vectors[usable] / lengths[usable, None]
    products: Rows = np.zeros(vectors.shape[1])
    for at in range(0, RANDOM_PAIRS, AT_ONCE):
        some = slice(at, at + AT_ONCE)
        products += np.einsum("ij,ij->j", directions[first[some]], directions[second[some]])
    total = products.sum()
    return products / abs(total) if total else np.full(vectors.shape[1], np.nan)


def top_dimensions(shares: Rows, k: int) -> NDArray[np.int64]:
    """The k dimensions that contribute most, the largest first; ties by their number."""
    return np.argsort(-shares, kind="stable")[:k].astype(np.int64)
