"""What an index of a corpus says of expressions: sentences, how often they occur, how their words are associated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import Progress
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.sample import Choice, sample
from idioprobe.make.corpus.tokens import fold
from idioprobe.make.draft.draft import Known
from idioprobe.stats.association import pmi, ppmi


def known_from(
    index: Index, wanted: Sequence[Wanted], sentences: int, progress: Progress
) -> tuple[dict[str, Known], list[str]]:
    """By expression, what an index says of it; and the expressions that never occur."""
    sampled = sample(index, wanted, Choice(best=sentences), progress=progress)
    marked = dict(sampled.table.group_by("expression", maintain_order=True).agg("marked").iter_rows())
    figures = _figures(index, wanted)
    known = {
        one.expression: Known(
            tuple(marked.get(one.expression, ())),
            {"frequency": float(sampled.found[one.expression]), **figures.get(one.expression, {})},
        )
        for one in wanted
    }
    return known, [one.expression for one in wanted if not sampled.found[one.expression]]


def _figures(index: Index, wanted: Sequence[Wanted]) -> dict[str, dict[str, float]]:
    """PMI and PPMI of expressions of two words that follow each other; none where they never do."""
    pairs = {one.expression: words for one in wanted if len(words := _words(one.expression)) == 2}
    single = _counted(index.words, ["word"], ((word,) for words in pairs.values() for word in words))
    double = _counted(index.pairs, ["first", "second"], pairs.values())
    found = {}
    for expression, (first, second) in pairs.items():
        both = double.get((first, second), 0)
        if both:
            cells = [np.array([float(n)]) for n in (both, single[first,], single[second,], index.manifest.totals.words)]
            found[expression] = {"pmi": round(float(pmi(*cells)[0]), 3), "ppmi": round(float(ppmi(*cells)[0]), 3)}
    return found


def _words(expression: str) -> tuple[str, ...]:
    return tuple(fold(expression).split())


def _counted(table: pl.LazyFrame, keys: list[str], rows: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """How often each of some words, or pairs of them, occurs."""
    asked = pl.DataFrame(list(dict.fromkeys(rows)), schema=dict.fromkeys(keys, pl.String()), orient="row")
    near = table.filter(pl.col("gap") == 0) if "gap" in table.collect_schema() else table
    found = near.join(asked.lazy(), on=keys, how="semi").group_by(keys).agg(pl.col("count").sum()).collect()
    return {tuple(row[:-1]): int(row[-1]) for row in found.select(*keys, "count").iter_rows()}
