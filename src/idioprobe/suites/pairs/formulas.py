"""Probes, affinity and scaled similarity: plain functions on arrays, one entry per item."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EQUAL = 1e-6
"""Similarities that differ by no more than this are equal: vectors of single precision tell no more."""
SMALLEST_ROOM = 1e-6
"""With less room than this between random words and 1, a scaled similarity means nothing."""


def nearest_component(similarities: Array) -> NDArray[np.int64]:
    """Which component (a column) is the nearest; the first of them wins a tie.

    >>> nearest_component(np.array([[0.4, 0.5], [0.2, 0.2]])).tolist()
    [1, 0]
    """
    nearest: NDArray[np.int64] = np.where(np.isnan(similarities), -np.inf, similarities).argmax(axis=1)
    return nearest


def larger(one: Array, other: Array) -> Array:
    """The larger of two similarities; NaN where one of them is not known.

    >>> larger(np.array([0.2, 0.9]), np.array([0.7, np.nan])).tolist()
    [0.7, nan]
    """
    return np.maximum(one, other)


def where_known(value: Array, other: Array) -> Array:
    """The value where the other is known."""
    return np.where(np.isnan(other), np.nan, value)


def preferred(target: Array, other: Array) -> Array:
    """Whether the target is nearer than the other: 1, or 0, or ½ for a tie.

    >>> preferred(np.array([0.9, 0.5, 0.2]), np.array([0.1, 0.5, 0.4])).tolist()
    [1.0, 0.5, 0.0]
    """
    ahead = target - other
    won = np.where(np.abs(ahead) <= EQUAL, 0.5, ahead > 0)
    return np.where(np.isnan(ahead), np.nan, won)


def nearest_of_all(target: Array, others: Array) -> Array:
    """Whether the target is nearer than all of the others; a tie of k for the first place gives each 1/k.

    >>> nearest_of_all(np.array([0.9, 0.9, 0.1]), np.array([[0.1, 0.2], [0.9, 0.9], [0.2, np.nan]])).round(3).tolist()
    [1.0, 0.333, 0.0]
    """
    ahead = target[:, np.newaxis] - others
    beaten = (ahead < -EQUAL).any(axis=1)
    tied = (np.abs(ahead) <= EQUAL).sum(axis=1)
    known = np.isfinite(ahead).any(axis=1)
    return np.where(known, np.where(beaten, 0.0, 1 / (1 + tied)), np.nan)


def choices(meaning: Array, words: Array, random: Array) -> tuple[Array, Array, Array]:
    """How often each of the three is the nearest: items × words' synonyms × random words, ties shared.

    >>> [one.round(2).tolist() for one in choices(np.array([0.5]), np.array([[0.9, 0.5]]), np.array([[0.1]]))]
    [[[[0.0], [0.5]]], [[[1.0], [0.5]]], [[[0.0], [0.0]]]]
    """
    three = meaning[:, np.newaxis, np.newaxis], words[:, :, np.newaxis], random[:, np.newaxis, :]
    best = np.maximum(np.maximum(*three[:2]), three[2])
    with np.errstate(invalid="ignore"):
        won = [(best - one <= EQUAL).astype(np.float64) for one in three]
        shared = won[0] + won[1] + won[2]
        meant, worded, drawn = (np.where(np.isnan(best), np.nan, one / np.maximum(shared, 1)) for one in won)
    return meant, worded, drawn


def net_choice(meaning: Array, words: Array, random: Array) -> Array:
    """In how many cases the meaning is chosen, less those in which random words are."""
    meant, _, drawn = choices(meaning, words, random)
    return meant - drawn


def with_alternatives(words: Array, alternatives: Array) -> Array:
    """The words' synonyms and their alternatives side by side; none where the former are not known.

    >>> with_alternatives(np.array([[0.5], [np.nan]]), np.array([[0.1], [0.2]])).tolist()
    [[0.5, 0.1], [nan, nan]]
    """
    known = np.isfinite(words).any(axis=1, keepdims=True)
    return np.where(known, np.hstack([words, alternatives]), np.nan)


def guessing(target: Array, others: Array) -> Array:
    """How often a guess among the target and the others would be the target.

    >>> guessing(np.array([0.9]), np.array([[0.1, 0.2, np.nan]])).round(3).tolist()
    [0.333]
    """
    rivals = np.isfinite(others).sum(axis=1)
    return np.where(np.isfinite(target) & (rivals > 0), 1 / (1 + rivals), np.nan)


def affinity(target: Array, distractor: Array) -> Array:
    """How much closer the target is than the distractor: A = sim(target) − sim(distractor)."""
    return target - distractor


def scaled_similarity(similarity: Array, random: Array) -> Array:
    """(sim − sim_rand) / (1 − sim_rand): 0 for what is no closer than random words, 1 for identity.

    >>> scaled_similarity(np.array([0.9]), np.array([0.8])).round(6).tolist()
    [0.5]
    """
    room = 1 - random
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(room < SMALLEST_ROOM, np.nan, (similarity - random) / room)


def quotient(above: Array, below: Array) -> Array:
    """How many times larger the first is; not finite where the second is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio: Array = above / below
    return ratio
