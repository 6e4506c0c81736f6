"""Whether a model chooses by the place of an option in the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, cluster_sums, drawn_sums, interval
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.estimates import Statistic, make_statistic


def excess(positions: Sequence[int], counts: Sequence[int]) -> Array:
    """Answers × places: 1 where that place was chosen, minus what each of the places there would have by guessing.

    >>> excess([1, 3], [2, 4]).tolist()
    [[0.5, -0.5, 0.0, 0.0], [-0.25, -0.25, 0.75, -0.25]]
    """
    chosen, number = np.asarray(positions)[:, np.newaxis], np.asarray(counts)[:, np.newaxis]
    places = np.arange(1, int(number.max()) + 1)
    beyond: Array = (chosen == places) - np.where(places <= number, 1 / number, 0.0)
    return beyond


def position_bias(positions: Sequence[int], counts: Sequence[int]) -> float:
    """The share of the place chosen most often minus its share by guessing; `counts` are the numbers of options.

    >>> position_bias([1, 1, 1, 1], [4, 4, 4, 4]), position_bias([1, 2], [2, 2])
    (0.75, 0.0)
    """
    return float(excess(positions, counts).mean(axis=0).max())


def bias_statistic(
    group: str,
    measure: str,
    positions: Sequence[int],
    counts: Sequence[int],
    ids: NDArray[np.int64],
    how: Resampling,
) -> Iterator[Statistic]:
    """The bias with its interval; `ids` are the expressions that answers belong to.

    The interval is that of the place chosen most often here. The highest share of every resample would be above 0
    always, and mostly above the value itself.
    """
    clusters = int(ids.max()) + 1
    weights = how.weights(clusters)
    over = excess(positions, counts)
    place = int(over.mean(axis=0).argmax())
    columns = [cluster_sums(column, ids, clusters) for column in (np.ones(len(ids)), over[:, place])]
    sums = drawn_sums(weights, columns)
    draws = sums[:, 1] / sums[:, 0] if len(weights) else np.empty(0)
    method = f"share of the most frequent place minus that by guessing, over answers; {how.words_for(clusters)}"
    value = position_bias(positions, counts)
    yield make_statistic(group, measure, "mean", None, value, len(positions), interval(draws), None, method)
