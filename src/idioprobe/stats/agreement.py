"""How far annotators agree: Krippendorff's α, and the annotators who have most in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array

Level = Literal["ordinal", "interval", "nominal"]
LEVELS: tuple[Level, ...] = get_args(Level)

SMALLEST_GROUP = 2


def krippendorff_alpha(values: Array, level: Level = "ordinal") -> float:
    """Krippendorff's α of annotators × units, with NaN where an annotator gave no value.

    1 is perfect agreement, 0 what chance would give, and less than 0 systematic disagreement.
    Units with fewer than two values say nothing and do not count. α is NaN where no unit has
    two values, and where all values are equal: then chance leaves nothing to disagree about.

    >>> krippendorff_alpha(np.array([[1.0, 2.0, 3.0], [1.0, 2.0, np.nan]]))
    1.0
    """
    if level not in LEVELS:
        raise ValueError(f"level {level!r}: one of {', '.join(LEVELS)}")
    given = ~np.isnan(values)
    pairable = given.sum(axis=0) > 1
    _, units = np.nonzero(given & pairable)
    categories, at = np.unique(values[given & pairable], return_inverse=True)
    counts = np.zeros((values.shape[1], len(categories)))
    np.add.at(counts, (units, at), 1)
    counts = counts[pairable]
    weights = 1 / (counts.sum(axis=1) - 1)
    coincidences = (counts * weights[:, None]).T @ counts - np.diag(weights @ counts)
    totals = counts.sum(axis=0)
    distances = _distances(level, categories, totals)
    expected = totals @ distances @ totals
    if expected == 0:
        return float("nan")
    return float(1 - (totals.sum() - 1) * (coincidences * distances).sum() / expected)


def _distances(level: Level, categories: Array, totals: Array) -> Array:
    """How far apart two categories are, squared.

    On an ordinal scale that is how many values lie between them, half of each end counted.
    """
    if level == "nominal":
        return 1 - np.eye(len(totals))
    place = categories if level == "interval" else np.cumsum(totals) - totals / 2
    return np.square(place[:, None] - place)


def most_common(values: Array, names: Sequence[str], size: int) -> tuple[tuple[int, ...], int]:
    """The `size` annotators who share the largest number of units, and that number.

    Rows of `values` are annotators, NaN where one gave no value. Of several such groups, the
    first by name is taken, so that the order of rows changes nothing. Where nobody shares a
    unit the group is empty.

    >>> most_common(np.array([[1.0, np.nan], [1.0, 2.0], [3.0, 3.0]]), ["a", "b", "c"], 2)
    ((1, 2), 2)
    """
    if size < SMALLEST_GROUP:
        raise ValueError(f"size {size}: a group has {SMALLEST_GROUP} members at least")
    order = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    present = (~np.isnan(values[order])).astype(np.float32)
    group, count = _best_group(present, size, 0)
    return tuple(int(order[member]) for member in group), count


def _best_group(present: NDArray[np.float32], size: int, best: int) -> tuple[tuple[int, ...], int]:
    """The first group by position that shares the most units, if these are more than `best`.

    A group of three is an annotator and the best pair on the units of that annotator, among
    those who come later and share more than `best` of them; one matrix product gives
    all pairs at once.
    """
    found: tuple[int, ...] = ()
    if len(present) < size:
        return found, 0
    if size == SMALLEST_GROUP:
        shared = np.triu(present @ present.T, 1)
        pair = int(shared.argmax())
        if shared.flat[pair] > best:
            best = int(shared.flat[pair])
            found = divmod(pair, len(present))
    else:
        for first in range(len(present) - size + 1):
            units = present[first] > 0
            others = present[first + 1 :, units]
            near = np.flatnonzero(others.sum(axis=1) > best)
            rest, count = _best_group(others[near], size - 1, best)
            if rest:
                best = count
                found = (first, *(first + 1 + int(near[member]) for member in rest))
    return found, best if found else 0
