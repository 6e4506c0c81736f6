"""Merging sorted tables of counts, range by range, so that no table has to fit into memory."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from idioprobe.make.corpus.indexing.counting import ROW_GROUP

ROWS_AT_ONCE = 2 << 20
KEYS = {
    "words": ("word",),
    "pairs": ("first", "second"),
    "patterns": ("first", "second", "pattern"),
    "tags": ("word", "tag"),
}
"""The tables of an index, with the columns that they are sorted by (and `gap`, where pairs have one)."""

Key = tuple[str, ...]


def merge_tables(parts: Sequence[Path], keys: tuple[str, ...], out: Path, scratch: Path) -> None:
    """One table of counts from sorted ones; `scratch` is a folder for what is under way."""
    by = [*keys, *(["gap"] if "gap" in pl.read_parquet_schema(parts[0]) else [])]
    if len(parts) == 1:
        shutil.copyfile(parts[0], out)
        return
    starts = {path: _starts(path, keys) for path in parts}
    ordered = sorted(start for found in starts.values() for start in found)
    step = max(1, ROWS_AT_ONCE // ROW_GROUP)
    cuts: list[Key | None] = [None, *dict.fromkeys(ordered[step::step]), None]
    made = []
    for number, (low, high) in enumerate(itertools.pairwise(cuts)):
        pieces = [_range(path, starts[path], keys, low, high) for path in parts]
        table = pl.concat(pieces).group_by(by).agg(pl.col("count").sum()).sort(by)
        made.append(scratch / f"{out.stem}-{number:06d}.parquet")
        table.write_parquet(made[-1], compression="lz4", row_group_size=ROW_GROUP)
    if len(made) == 1:
        made[0].replace(out)
        return
    pl.scan_parquet(made).sink_parquet(out, compression="lz4", row_group_size=ROW_GROUP)
    for path in made:
        path.unlink()


def _starts(path: Path, keys: tuple[str, ...]) -> list[Key]:
    """The key that each group of rows begins with."""
    rows = pl.scan_parquet(path).select(pl.len()).collect().item()
    scanned = pl.scan_parquet(path).select(keys)
    heads = [scanned.slice(at, 1).collect() for at in range(0, rows, ROW_GROUP)]
    return [row for head in heads for row in head.rows()]


def _range(path: Path, starts: list[Key], keys: tuple[str, ...], low: Key | None, high: Key | None) -> pl.DataFrame:
    """The rows of a sorted table from one key on and before another; only groups that may have some are read."""
    before = sum(start < low for start in starts) - 1 if low is not None else 0
    after = sum(start < high for start in starts) if high is not None else len(starts)
    first = max(before, 0)
    table = pl.scan_parquet(path).slice(first * ROW_GROUP, max(after - first, 0) * ROW_GROUP).collect()
    if low is not None:
        table = table.filter(_at_least(keys, low))
    return table if high is None else table.filter(~_at_least(keys, high))


def _at_least(keys: tuple[str, ...], bound: Key) -> pl.Expr:
    """Whether a row's key is not before another, column by column."""
    column, value = pl.col(keys[0]), bound[0]
    if len(keys) == 1:
        return column >= value
    return (column > value) | ((column == value) & _at_least(keys[1:], bound[1:]))
