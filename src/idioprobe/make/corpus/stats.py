"""How frequent expressions and their words are in a corpus, and how strongly the words are associated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.indexing.blocks import folded
from idioprobe.make.corpus.tokens import Tokeniser, find_tokeniser, words_of
from idioprobe.stats.association import pmi, ppmi

_ROWS = 200_000


def expression_stats(index: Index, wanted: Sequence[Wanted]) -> pl.DataFrame:
    """One row per expression: `frequency`, that of its words (`frequency1`, …), their mean, PMI and PPMI.

    An expression counts where its words follow each other in a sentence, in the form given. PMI, of
    expressions of two words, is log2(frequency · total / (frequency1 · frequency2)); it is null where one of the
    counts is 0, and PPMI is 0 then. `average_frequency` is f_avg: the mean of the frequencies of the expression
    and of each of its words.
    """
    parts = [tuple(words) for words in words_of([one.expression for one in wanted], _rule(index))]
    single = word_counts(index, {word for words in parts for word in words})
    whole = _whole_counts(index, set(parts), single)
    most = max((len(words) for words in parts), default=2)
    total = index.manifest.totals.words
    rows = [
        _row(one, words, single, whole[words], max(most, 2), total) for one, words in zip(wanted, parts, strict=True)
    ]
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


def _row(
    one: Wanted, words: tuple[str, ...], single: dict[str, int], count: int, most: int, total: int
) -> list[object]:
    each = [single.get(word, 0) for word in words]
    average = (count + sum(each)) / (1 + len(each)) if each else None
    exact = positive = None
    if len(each) == 2:
        given = [np.asarray(float(value)) for value in (count, *each, total)]
        bits = float(pmi(*given))
        exact, positive = None if np.isnan(bits) else bits, float(ppmi(*given))
    filled = [*each, *[None] * (most - len(each))]
    return [one.expression, one.language, count, *filled, average, exact, positive, total]


def word_counts(index: Index, words: Iterable[str]) -> dict[str, int]:
    """How often each of some words occurs; those that never do are not in it."""
    asked = pl.LazyFrame({"word": sorted(set(words))}, schema={"word": pl.String()})
    return dict(index.words.join(asked, on="word", how="semi").collect(engine="streaming").iter_rows())


def pair_counts(index: Index, pairs: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """How often each of some pairs of words occurs side by side."""
    schema = {"first": pl.String(), "second": pl.String()}
    asked = pl.LazyFrame(sorted(set(pairs)), schema=schema, orient="row")
    found = adjacent(index).join(asked, on=["first", "second"], how="semi").collect(engine="streaming")
    return {(first, second): count for first, second, count in found.iter_rows()}


def adjacent(index: Index) -> pl.LazyFrame:
    """The pairs of words with none between them: `first`, `second`, `count`."""
    pairs = index.pairs
    if index.manifest.window > 1:
        pairs = pairs.filter(pl.col("gap") == 0)
    return pairs.select("first", "second", "count")


def _whole_counts(index: Index, wholes: set[tuple[str, ...]], single: dict[str, int]) -> dict[tuple[str, ...], int]:
    """How often whole expressions occur: pairs are counted already, longer ones are looked up in the sentences."""
    known = pair_counts(index, {words for words in wholes if len(words) == 2})
    longer = [words for words in wholes if len(words) > 2 and all(word in single for word in words)]
    known |= _long_counts(index, longer) if longer else {}
    return {words: single.get(words[0], 0) if len(words) == 1 else known.get(words, 0) for words in wholes}


def _long_counts(index: Index, wholes: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """All longer expressions in one pass; words have a space on both sides, so none is found inside another."""
    asked = {" " + " ".join(words) + " ": words for words in wholes}
    rule = _rule(index).pattern
    counts = dict.fromkeys(wholes, 0)
    for path in index.sentence_files:
        scanned = pl.scan_parquet(path).select("text")
        for at in range(0, scanned.select(pl.len()).collect().item(), _ROWS):
            texts = scanned.slice(at, _ROWS).collect()["text"]
            spaced = pl.format(" {} ", folded(texts).str.extract_all(rule).list.join(" "))
            found = pl.select(spaced.str.extract_many(list(asked), overlapping=True).alias("found"))
            for text, count in found.explode("found").drop_nulls().group_by("found").len().iter_rows():
                counts[asked[text]] += count
    return counts


def _rule(index: Index) -> Tokeniser:
    return find_tokeniser(index.manifest.tokeniser)
