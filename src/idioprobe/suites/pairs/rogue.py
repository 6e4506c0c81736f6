"""Rogue dimensions: few coordinates that make up most of a cosine, and what is left without them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idioprobe.suites.pairs.answers import AT_ONCE, Rows

RANDOM_PAIRS = 10_000
DIMENSIONS_AT_ONCE = 64
"""Dimensions that are standardised together, so that copies stay small beside the vectors."""


def standardise(vectors: Rows, dimensions: NDArray[np.int64] | None = None) -> None:
    """Make z-scores of some dimensions (all unless named), in place; a constant one becomes 0.

    >>> rows = np.array([[1.0, 5.0], [3.0, 5.0]])
    >>> standardise(rows)
    >>> rows.tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    chosen = np.arange(vectors.shape[1]) if dimensions is None else dimensions
    for some in np.array_split(chosen, -(-len(chosen) // DIMENSIONS_AT_ONCE)) if len(chosen) else ():
        part = vectors[:, some]
        spread = part.std(axis=0)
        constant = np.ptp(part, axis=0) == 0
        part -= part.mean(axis=0)
        part /= np.where(constant, 1.0, spread)
        part[:, constant] = 0.0
        vectors[:, some] = part


def contributions(vectors: Rows, seed: int) -> Rows:
    """Each dimension's share of the mean cosine over random pairs of different rows.

    Timkey and van Schijndel (2021). The shares add up to 1; they are NaN where there is no mean
    cosine to share, as between orthogonal rows. Rows of zeros have no cosine and do not count.
    """
    parts = (vectors[at : at + AT_ONCE] for at in range(0, len(vectors), AT_ONCE))
    lengths = np.concatenate([np.zeros(0), *(np.linalg.norm(part, axis=1) for part in parts)])
    usable = np.flatnonzero(lengths > 0)
    if len(usable) < 2:
        return np.full(vectors.shape[1], np.nan)
    rng = np.random.default_rng(seed)
    first = rng.integers(0, len(usable), RANDOM_PAIRS)
    second = (first + rng.integers(1, len(usable), RANDOM_PAIRS)) % len(usable)
    products: Rows = np.zeros(vectors.shape[1])
    for at in range(0, RANDOM_PAIRS, AT_ONCE):
        pairs = (usable[side[at : at + AT_ONCE]] for side in (first, second))
        products += np.einsum("ij,ij->j", *(vectors[rows] / lengths[rows, None] for rows in pairs))
    total = products.sum()
    return products / abs(total) if total else np.full(vectors.shape[1], np.nan)


def top_dimensions(shares: Rows, k: int) -> NDArray[np.int64]:
    """The k dimensions that contribute most, the largest first; ties by their number."""
    return np.argsort(-shares, kind="stable")[:k].astype(np.int64)
