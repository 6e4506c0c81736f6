"""Merging the tables of shards, range by range, so that no table has to fit into memory.

Words come first. Each shard has its own numbers for them, in alphabetical order, and so has the whole: pairs whose
numbers are replaced are still in order, and are merged as integers.
"""

from __future__ import annotations

import itertools
import mmap
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.indexing.counting import (
    COUNTS,
    EXTRA,
    KEY,
    ROW_GROUP,
    Counted,
    Keys,
    Numbers,
    counted,
    key,
    unkeyed,
)
from idioprobe.make.corpus.indexing.tagsets import PATTERNS, TAGS

ROWS_AT_ONCE = 2 << 20
"""Rows of all shards that are merged together."""
AHEAD = 2
"""Ranges of rows that are merged side by side."""
PAIR_GROUP = 1 << 18
"""Pairs that are written together: words repeat, so more of them take less time and room."""
SAMPLED = 1 << 12
"""Of so many rows of a shard one is looked at to find ranges that have about the same number of rows."""
NUMBERS = ".numbers"
"""How the file ends that has the numbers which a shard's words have in the whole."""


@dataclass(frozen=True)
class _Piece:
    """Rows of a part, one after another."""

    part: Path
    start: int
    end: int


@dataclass(frozen=True)
class Table:
    """A table of counts: the columns for its words, and what else tells its rows apart, as names or as a number."""

    name: str
    words: tuple[str, ...]
    extra: str
    names: tuple[str, ...] = ()

    def schema(self, *, extra: bool) -> dict[str, pl.DataType]:
        """Its columns."""
        kind: pl.DataType = pl.String() if self.names else pl.Int64()
        return {
            **{word: pl.String() for word in self.words},
            **({self.extra: kind} if extra else {}),
            "count": pl.Int64(),
        }


WORDS, GAP = "words", "gap"
TABLES = (
    Table("pairs", ("first", "second"), GAP),
    Table("patterns", ("first", "second"), "pattern", PATTERNS),
    Table("tags", ("word",), "tag", TAGS),
)


def merge_words(parts: Sequence[Path], out: Path) -> None:
    """One table of words from sorted ones; beside each of them, a file with the numbers of its words."""
    starts = {path: _starts(path) for path in parts}
    ordered = sorted(start for found in starts.values() for start in found)
    step = max(1, ROWS_AT_ONCE // ROW_GROUP)
    cuts: list[str | None] = [None, *dict.fromkeys(ordered[step::step]), None]

    def merged() -> Iterator[pl.DataFrame]:
        number = 0
        for path in parts:
            path.with_suffix(NUMBERS).unlink(missing_ok=True)
        for low, high in itertools.pairwise(cuts):
            pieces = [_range(path, starts[path], low, high) for path in parts]
            table = pl.concat(pieces).group_by("word").agg(pl.col("count").sum()).sort("word")
            places = pl.Enum(table["word"])
            for path, piece in zip(parts, pieces, strict=True):
                numbers = piece["word"].cast(places).to_physical().to_numpy().astype(np.int32) + np.int32(number)
                with path.with_suffix(NUMBERS).open("ab") as file:
                    file.write(numbers.tobytes())
            number += len(table)
            yield table

    _write(merged(), {"word": pl.String(), "count": pl.Int64()}, out, ROW_GROUP)


def merge_pairs(table: Table, parts: Sequence[Path], words: pl.Series, out: Path, *, extra: bool = True) -> None:
    """One table from the pairs of shards, whose words were merged into `words`; `extra` is whether they have any."""
    schema = table.schema(extra=extra)

    def merge(pieces: Sequence[_Piece]) -> pl.DataFrame:
        return _named(table, _added(pieces, len(words)), words, schema)

    with ThreadPoolExecutor(AHEAD) as pool:
        _write(_ahead(pool, merge, _ranges(parts)), schema, out, PAIR_GROUP)


def _ahead(
    pool: ThreadPoolExecutor, merge: Callable[[Sequence[_Piece]], pl.DataFrame], ranges: Iterator[Sequence[_Piece]]
) -> Iterator[pl.DataFrame]:
    """What is made of each range, in order; a few are made before they are asked for."""
    waiting: deque[Future[pl.DataFrame]] = deque()
    for pieces in ranges:
        waiting.append(pool.submit(merge, pieces))
        if len(waiting) > AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _write(tables: Iterator[pl.DataFrame], schema: dict[str, pl.DataType], out: Path, rows: int) -> None:
    """Tables one after another as one file; the next is made while the last is written."""
    from polars.io.plugins import register_io_source

    def source(*_: object) -> Iterator[pl.DataFrame]:
        return tables

    scanned = register_io_source(source, schema=schema)
    scanned.sink_parquet(out, compression="lz4", row_group_size=rows, maintain_order=True)


def _named(table: Table, pairs: Counted, words: pl.Series, schema: dict[str, pl.DataType]) -> pl.DataFrame:
    columns: dict[str, Any] = {"count": pairs.counts}
    for name, numbers in zip(table.words, (pairs.first, pairs.second), strict=False):
        columns[name] = words.gather(pl.Series(numbers.view(np.uint32)))
    if pairs.extra is not None:
        columns[table.extra] = pl.Series(table.names).gather(pairs.extra) if table.names else pairs.extra
    return pl.DataFrame({name: columns[name] for name in schema}, schema=schema)


def _ranges(parts: Sequence[Path]) -> Iterator[Sequence[_Piece]]:
    """All pairs of all shards in order, by ranges that together have a bounded number of rows."""
    parts = [part for part in parts if _rows(part)]
    step = max(1, min(SAMPLED, ROWS_AT_ONCE // 2))
    samples = [key(*_global(np.array(_keys(part)[step - 1 :: step]), _numbers(part))) for part in parts]
    ordered = np.sort(np.concatenate(samples)) if samples else np.zeros(0, KEY)
    every = max(1, ROWS_AT_ONCE // step)
    starts = [0] * len(parts)
    for high in [*np.unique(ordered[every - 1 :: every]).tolist(), None]:
        pieces = []
        for at, part in enumerate(parts):
            end = _rows(part) if high is None else _place(_keys(part), _numbers(part), high)
            if end > starts[at]:
                pieces.append(_Piece(part, starts[at], end))
            starts[at] = end
        if pieces:
            yield pieces


def _added(pieces: Sequence[_Piece], words: int) -> Counted:
    """The pairs of a range, each once, by the numbers that their words have in the whole."""
    size = sum(piece.end - piece.start for piece in pieces)
    first, second, counts = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int64)
    extra = np.empty(size, np.int32) if pieces[0].part.with_suffix(EXTRA).is_file() else None
    at = 0
    for piece in pieces:
        rows, own = piece.end - piece.start, slice(at, at + piece.end - piece.start)
        at += rows
        numbers = _numbers(piece.part)
        keys = np.fromfile(piece.part, KEY, rows, offset=8 * piece.start)
        for half, into in zip(unkeyed(keys), (first, second), strict=True):
            numbers.take(half, out=into[own], mode="clip")
        counts[own] = np.fromfile(piece.part.with_suffix(COUNTS), np.uint32, rows, offset=4 * piece.start)
        if extra is not None:
            extra[own] = np.fromfile(piece.part.with_suffix(EXTRA), np.uint8, rows, offset=piece.start)
    return counted(first, second, words, extra, counts)


def _rows(part: Path) -> int:
    return part.stat().st_size // 8


def _keys(part: Path) -> npt.NDArray[np.uint64]:
    return _mapped(part, KEY)


def _numbers(part: Path) -> npt.NDArray[np.int32]:
    """The numbers in the whole of the words of a part."""
    own = part.with_name(f"{WORDS}-{part.stem[-4:]}{NUMBERS}")
    return _mapped(own, np.dtype(np.int32))


def _mapped(path: Path, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """A file as an array that is read where it is looked at; a tenth of the time that `np.memmap` takes to begin."""
    with path.open("rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), kind)


def _global(keys: Keys, numbers: Numbers) -> tuple[Numbers, Numbers]:
    first, second = unkeyed(keys)
    return numbers[first], numbers[second]


def _place(keys: Keys, numbers: Numbers, bound: int) -> int:
    """How many pairs of a part come before another pair, which is numbered as in the whole."""
    first, second = (int(half[0]) for half in unkeyed(np.array([bound], KEY)))
    own_first, own_second = (int(np.searchsorted(numbers, word)) for word in (first, second))
    if own_first == len(numbers) or numbers[own_first] != first:
        own_second = 0
    return int(np.searchsorted(keys, key(np.array([own_first]), np.array([own_second]))[0]))


def _starts(path: Path) -> list[str]:
    """The word that each group of rows begins with."""
    rows = pl.scan_parquet(path).select(pl.len()).collect().item()
    return (
        pl.scan_parquet(path).select(pl.col("word").gather_every(ROW_GROUP)).collect()["word"].to_list() if rows else []
    )


def _range(path: Path, starts: list[str], low: str | None, high: str | None) -> pl.DataFrame:
    """The rows of a sorted table from one word on and before another; only groups that may have some are read."""
    first = max(sum(start < low for start in starts) - 1, 0) if low is not None else 0
    after = sum(start < high for start in starts) if high is not None else len(starts)
    table = pl.scan_parquet(path).slice(first * ROW_GROUP, max(after - first, 0) * ROW_GROUP).collect()
    if low is not None:
        table = table.filter(pl.col("word") >= low)
    return table if high is None else table.filter(pl.col("word") < high)
