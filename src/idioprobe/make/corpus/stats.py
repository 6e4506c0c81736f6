"""How frequent expressions and their words are in a corpus, and how strongly the words are associated."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

import numpy as np
import polars as pl

from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import Progress
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.occurrences import Counted, count_occurrences
from idioprobe.stats.association import pmi, ppmi


def expression_stats(
    index: Index,
    wanted: Sequence[Wanted],
    gap: int = 0,
    *,
    elsewhere: Executor | None = None,
    progress: Progress = lambda _done, _total: None,
) -> pl.DataFrame:
    """One row per expression: `frequency`, that of its words (`frequency1`, …), their mean, PMI and PPMI.

    `frequency` is the number of matches that `find` has, in any form and with up to `gap` words between the
    parts; that of a word is over the same forms. PMI, of expressions of two words, is
    log2(frequency · total / (frequency1 · frequency2)); it is null where one of the counts is 0, and PPMI is 0
    then. `average_frequency` is f_avg: the mean of the frequencies of the expression and of each of its words.
    An index without sentences says nothing of expressions of three words or more. `elsewhere` is as in `find`.
    """
    counted = count_occurrences(index, wanted, gap, progress, elsewhere=elsewhere)
    most = max((len(one.words) for one in counted), default=0)
    total = index.manifest.totals.words
    rows = [_row(one, counts, max(most, 2), total) for one, counts in zip(wanted, counted, strict=True)]
    schema = {
        "expression": pl.String(),
        "language": pl.String(),
        "frequency": pl.Int64(),
        **{f"frequency{number}": pl.Int64() for number in range(1, max(most, 2) + 1)},
        "average_frequency": pl.Float64(),
        "pmi": pl.Float64(),
        "ppmi": pl.Float64(),
        "total": pl.Int64(),
    }
    table = pl.DataFrame(rows, schema=schema, orient="row")
    return table.with_columns(pl.col("language").replace("", index.manifest.language))


def _row(one: Wanted, counted: Counted, most: int, total: int) -> list[object]:
    count, each = counted.whole, counted.words
    average = exact = positive = None
    if count is not None:
        average = (count + sum(each)) / (1 + len(each)) if each else None
        if len(each) == 2:
            given = [np.asarray(float(value)) for value in (count, *each, total)]
            bits = float(pmi(*given))
            exact, positive = None if np.isnan(bits) else bits, float(ppmi(*given))
    filled = [*each, *[None] * (most - len(each))]
    return [one.expression, one.language, count, *filled, average, exact, positive, total]
