"""How much words weigh by how rare they are: smooth inverse frequency (Arora et al. 2017)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.core.tablefile import read_rows

MOST_MISTAKES = 50
SMOOTHING = 1e-3
"""The weight of a word is a half where its relative frequency is this."""


def read_weights(path: Path) -> Mapping[str, float]:
    """The weight of each word that a table counts, whatever its case; a word that it does not count weighs 1."""
    counts: defaultdict[str, float] = defaultdict(float)
    wrong: list[str] = []
    for row in read_rows(path, ("word", "count"), wrong=lambda _, error: wrong.append(str(error))):
        try:
            word, count = row.required("word"), row.number("count")
            if count is None or count < 0:
                raise row.fail("count has to be a number of 0 or more; write one, or remove the row")
            counts[word.casefold()] += count
        except DatasetError as error:
            wrong.append(str(error))
    total = sum(counts.values())
    if not wrong and not total:
        wrong.append(f"{path}: no word occurs in it; list words with how often they occur.")
    if wrong:
        raise DatasetError("\n".join(wrong[:MOST_MISTAKES]))
    return weights(counts, total)


def weights(counts: Mapping[str, float], total: float) -> dict[str, float]:
    """The weight of each word by its count.

    >>> weights({"the": 999, "duck": 1}, 1000)
    {'the': 0.001, 'duck': 0.5}
    """
    return {word: SMOOTHING / (SMOOTHING + count / total) for word, count in counts.items()}
