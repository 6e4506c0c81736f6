"""How strongly the two words of an expression are associated in a corpus."""

from __future__ import annotations

import numpy as np

from idioprobe.stats.bootstrap import Array


def pmi(count: Array, count1: Array, count2: Array, total: Array) -> Array:
    """Pointwise mutual information log2(count · total / (count1 · count2)); NaN where a count is 0.

    >>> float(pmi(np.array(4.0), np.array(8.0), np.array(16.0), np.array(1024.0)))
    5.0
    """
    counts = [np.asarray(values, dtype=np.float64) for values in (count, count1, count2, total)]
    with np.errstate(divide="ignore", invalid="ignore"):
        both, one, other, size = (np.log2(np.where(values > 0, values, np.nan)) for values in counts)
    result: Array = both + size - one - other
    return result


def ppmi(count: Array, count1: Array, count2: Array, total: Array) -> Array:
    """Positive PMI: the PMI where it is above 0, else 0, also where a count is 0.

    >>> float(ppmi(np.array(1.0), np.array(64.0), np.array(64.0), np.array(1024.0)))
    0.0
    """
    result: Array = np.fmax(pmi(count, count1, count2, total), 0.0)
    return result
