"""All sentences of a corpus that have one of some expressions, with their spans, in one pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.requests import format_spans, parts
from idioprobe.data.languages.language import find_language
from idioprobe.make.corpus.clues import Clues
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.folded import folded
from idioprobe.make.corpus.index import Index, open_index
from idioprobe.make.corpus.matching import Sought, matches, sought
from idioprobe.make.corpus.tokens import CHARACTERS

GAP = 3
"""How many words may be between the parts of an expression, where nobody says."""
BATCH = 50_000
"""Sentences that are looked at together; memory does not grow with the corpus."""

GROUPS = 64
"""Into how many pieces a search is cut that runs on several machines."""

FOUND = {
    "expression": pl.String(),
    "language": pl.String(),
    "text": pl.String(),
    "spans": pl.String(),
    "form": pl.String(),
    "gap": pl.Int64(),
    "document": pl.Int64(),
    "number": pl.Int64(),
}
"""One row per match: the sentence as it is, the spans of the match in it, the form that it has there, how many words
are between its parts, and where the sentence is in the index."""

T = TypeVar("T")
Progress = Callable[[int, int], None]


def find_all(
    index: Index,
    wanted: Sequence[Wanted],
    gap: int = GAP,
    *,
    workers: int | None = None,
    elsewhere: Executor | None = None,
    progress: Progress = lambda _done, _total: None,
) -> pl.DataFrame:
    """Every match, in the order of the corpus."""
    tables = list(find(index, wanted, gap, workers=workers, elsewhere=elsewhere, progress=progress))
    return pl.concat(tables) if tables else pl.DataFrame(schema=FOUND)


def find(
    index: Index,
    wanted: Sequence[Wanted],
    gap: int = GAP,
    *,
    workers: int | None = None,
    elsewhere: Executor | None = None,
    progress: Progress = lambda _done, _total: None,
) -> Iterator[pl.DataFrame]:
    """The matches of one batch of sentences after another; `progress` is told how many sentences are done.

    `elsewhere` looks on other machines, which see the index at the same path.
    """
    if gap < 0:
        raise ConfigError(f"`gap` {gap}: a number of words, 0 or more.")
    if not index.manifest.has_sentences:
        raise DatasetError(f"{index.folder} was made from counts and has no sentences; index a corpus to find them.")
    batches = [(path, start) for path in index.sentence_files for start in range(0, _length(path), BATCH)]
    done, total = 0, index.manifest.totals.sentences
    if elsewhere is not None:
        for found in _searched_elsewhere(elsewhere, index, wanted, gap, batches):
            done += sum(read for read, _ in found)
            progress(done, total)
            yield from (table for _, table in found)
        return
    search = _Search(index, wanted, gap)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        try:
            for read, table in pool.map(search, batches):
                done += read
                progress(done, total)
                yield table
        finally:
            pool.shutdown(cancel_futures=True)


Batch = tuple[Path, int]
"""A file of sentences, and the first one of a batch in it."""


class _Search:
    """What is looked for, prepared once for many batches."""

    def __init__(self, index: Index, wanted: Sequence[Wanted], gap: int) -> None:
        self._wanted, self._gap, self._language = wanted, gap, index.manifest.language
        spaces = find_language(self._language).spaces or index.manifest.tokeniser != CHARACTERS.name
        self._seeking = [sought(one.forms, spaces=spaces) for one in wanted]
        self._clues = Clues(self._seeking, index.words)

    def __call__(self, batch: Batch) -> tuple[int, pl.DataFrame]:
        sentences = _sentences(*batch)
        found = _found(sentences, self._wanted, self._language, self._seeking, self._clues, self._gap)
        return len(sentences), found


def search_batches(
    folder: Path, wanted: Sequence[Wanted], gap: int, batches: Sequence[Batch]
) -> list[tuple[int, pl.DataFrame]]:
    """Look through some batches of an index: a function that needs nothing else, so it may run anywhere."""
    search = _Search(open_index(folder), wanted, gap)
    return [search(batch) for batch in batches]


def _searched_elsewhere(
    pool: Executor, index: Index, wanted: Sequence[Wanted], gap: int, batches: Sequence[Batch]
) -> Iterator[list[tuple[int, pl.DataFrame]]]:
    """The batches in order, some of them at a time for each machine."""
    folder = index.folder.absolute()
    there = [(path.absolute(), start) for path, start in batches]
    size = max(1, -(-len(there) // GROUPS))
    groups = [there[at : at + size] for at in range(0, len(there), size)]
    for job in [pool.submit(search_batches, folder, wanted, gap, group) for group in groups]:
        yield job.result()


def _found(
    sentences: pl.DataFrame,
    wanted: Sequence[Wanted],
    language: str,
    seeking: Sequence[Sought],
    clues: Clues,
    gap: int,
) -> pl.DataFrame:
    pairs = clues.pairs(sentences["text"])
    texts = sentences["text"].gather(pairs["row"]).to_list()
    rows: list[int] = []
    numbers: list[int] = []
    spans: list[str] = []
    forms: list[str] = []
    gaps: list[int] = []
    at, sentence = -1, folded("")
    for row, number, text in zip(pairs["row"].to_list(), pairs["number"].to_list(), texts, strict=True):
        one = seeking[number]
        if row != at:
            at, sentence = row, folded(text, spaces=one.spaces)
        for match in matches(sentence, one, gap):
            rows.append(row)
            numbers.append(number)
            spans.append(format_spans(match.spans))
            forms.append((" " if one.spaces else "").join(parts(text, match.spans)))
            gaps.append(match.gap)
    names = pl.Series([one.expression for one in wanted], dtype=pl.String)
    made: dict[str, list[Any]] = {"spans": spans, "form": forms, "gap": gaps}
    table = sentences[rows].with_columns(
        expression=names.gather(numbers),
        language=pl.lit(language),
        **{name: pl.Series(values, dtype=FOUND[name]) for name, values in made.items()},
    )
    return table.select(pl.col(name).cast(kind) for name, kind in FOUND.items())


_PLACE = ("document", "number")


def _length(path: Path) -> int:
    return int(_readable(path, lambda: pl.scan_parquet(path).select(pl.len()).collect().item()))


def _sentences(path: Path, start: int) -> pl.DataFrame:
    read = pl.scan_parquet(path).slice(start, BATCH).select(*_PLACE, pl.col("text").fill_null(""))
    return _readable(path, read.collect)


def _readable(path: Path, read: Callable[[], T]) -> T:
    try:
        return read()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        first = str(error).splitlines()[0]
        raise DatasetError(f"{path} cannot be read ({first}); index the corpus again.") from error
