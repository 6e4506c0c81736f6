"""What a model chooses by the likelihoods of options, which the length of an option must not decide."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from idioprobe.stats.bootstrap import Array

TIE = 1e-9
"""Likelihoods nearer to each other than this are equal."""


def per_character(likelihoods: Sequence[float], options: Sequence[str]) -> Array:
    """The log-likelihood of each option divided by its number of characters.

    >>> per_character([-4.0, -9.0], ["ab", "abc def gh"]).tolist()
    [-2.0, -0.9]
    """
    return np.asarray(likelihoods, dtype=np.float64) / [max(1, len(option)) for option in options]


def highest(values: Array) -> int | None:
    """Where the highest value is; None for a tie.

    >>> highest(np.array([-2.0, -0.9])), highest(np.array([-1.0, -1.0]))
    (1, None)
    """
    best = np.flatnonzero(values >= values.max() - TIE)
    return int(best[0]) if len(best) == 1 else None


def expected(likelihoods: Sequence[float], scale: Sequence[float]) -> float:
    """The mean of a scale's steps, each as likely as the model has it beside the others.

    >>> expected([0.0, 0.0], [0, 5])
    2.5
    """
    values = np.asarray(likelihoods, dtype=np.float64)
    weights = np.exp(values - values.max())
    return float(weights @ np.asarray(scale, dtype=np.float64) / weights.sum())
