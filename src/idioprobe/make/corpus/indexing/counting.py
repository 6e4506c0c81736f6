"""Counting the words and pairs of a shard: sorted integers instead of dictionaries, and never more than fits.

A word is a number within a shard; a pair is one integer of two such numbers and a byte (how many
words are between them, or their parts of speech). Integers are sorted and counted by runs. When too
many different pairs are at hand, they are written as a sorted table of their own; tables are merged later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.indexing.blocks import Block
from idioprobe.make.corpus.indexing.tagsets import NAMES, WIDTH, pattern_name

MOST_RAW = 4 << 20
"""Pairs as they occur, before they are sorted and counted."""
MOST_DISTINCT = 6 << 20
"""Different pairs that are held before they are written."""
ROW_GROUP = 1 << 16
WIDEST = 20
"""The widest window."""
_WORD, _EXTRA = np.uint64(28), np.uint64(8)
_MOST_WORDS = 1 << 27

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]


@dataclass
class Tally:
    """How often each integer occurs."""

    raw: list[Keys] = field(default_factory=list)
    runs: list[tuple[Keys, Counts]] = field(default_factory=list)
    pending: int = 0

    def add(self, keys: Keys) -> None:
        """Count some more."""
        self.raw.append(keys)
        self.pending += len(keys)
        if self.pending >= MOST_RAW:
            self._sort()

    def distinct(self) -> int:
        """How many different ones there are at most."""
        rows = sum(len(keys) for keys, _ in self.runs)
        if rows > MOST_DISTINCT and len(self.runs) > 1:
            self.runs = [_joined(self.runs)]
            rows = len(self.runs[0][0])
        return rows

    def total(self) -> tuple[Keys, Counts]:
        """All integers, sorted, with their counts."""
        self._sort()
        return _joined(self.runs)

    def _sort(self) -> None:
        if self.raw:
            keys = np.sort(np.concatenate(self.raw))
            self.raw, self.pending = [], 0
            starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])) if len(keys) else np.arange(0)
            self.runs.append((keys[starts], np.diff(np.append(starts, len(keys)))))


def _joined(runs: Sequence[tuple[Keys, Counts]]) -> tuple[Keys, Counts]:
    if len(runs) == 1:
        return runs[0]
    if not runs:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    keys, counts = (np.concatenate(parts) for parts in zip(*runs, strict=True))
    table = pl.DataFrame({"key": keys, "count": counts}).group_by("key").agg(pl.col("count").sum()).sort("key")
    return table["key"].to_numpy(), table["count"].to_numpy()


class ShardCounter:
    """Counts block after block, and writes sorted tables `words-0.parquet`, `pairs-0.parquet`, … into a folder."""

    def __init__(self, folder: Path, window: int) -> None:
        self._folder, self._window = folder, window
        self.words = self.pairs = self.sentences = 0
        self.tagged = False
        self._written = 0
        self._begin()

    def _begin(self) -> None:
        self._kind = pl.Categorical(pl.Categories.random())
        self._numbered = pl.Series(["a"]).cast(self._kind)  # polars forgets the numbers of words when nobody has any
        self._known: list[pl.Series] = [pl.Series("word", ["a"])]
        self._counts = np.zeros(1, np.int64)
        self._pairs, self._patterns, self._tags = Tally(), Tally(), Tally()

    def add(self, block: Block) -> None:
        """Count a block."""
        ids = block.words.cast(self._kind).to_physical().to_numpy().astype(np.uint64)
        unseen = np.flatnonzero(ids >= len(self._counts))
        _, at = np.unique(ids[unseen], return_index=True)
        self._known.append(block.words.gather(unseen[at]).rename("word"))
        counted = np.bincount(ids.astype(np.int64), minlength=len(self._counts))
        counted[: len(self._counts)] += self._counts
        self._counts = counted
        for gap in range(self._window):
            together = block.owners[1 + gap :] == block.owners[: -1 - gap]
            first, second = ids[: -1 - gap][together], ids[1 + gap :][together]
            self._pairs.add(_key(first, second, np.uint64(gap)))
            if gap == 0:
                self.pairs += len(first)
                if block.tags is not None:
                    self._add_patterns(first, second, block.tags, together)
        if block.tags is not None:
            self.tagged = True
            self._tags.add((ids << _EXTRA) | block.tags)
        self.words += len(ids)
        self.sentences += len(block.texts)
        distinct = max(self._pairs.distinct(), self._patterns.distinct())
        if distinct > MOST_DISTINCT or len(self._counts) > _MOST_WORDS:
            self.write()

    def _add_patterns(
        self, first: Keys, second: Keys, tags: npt.NDArray[np.uint8], together: npt.NDArray[np.bool_]
    ) -> None:
        one, other = tags[:-1][together], tags[1:][together]
        known = (one > 0) & (other > 0)
        codes = one[known].astype(np.uint64) * np.uint64(WIDTH) + other[known]
        self._patterns.add(_key(first[known], second[known], codes))

    def write(self) -> None:
        """Write what was counted, and begin again with nothing."""
        words = pl.concat(self._known)
        order = words.arg_sort().to_numpy()
        rank = np.empty(len(words), np.uint64)
        rank[order] = np.arange(len(words), dtype=np.uint64)
        words, counts = words.gather(order), self._counts[order]
        self._table("words", pl.DataFrame({"word": words, "count": counts}).filter(pl.col("count") > 0))
        pairs = _pair_table(self._pairs, words, rank, "gap")
        self._table("pairs", pairs if self._window > 1 else pairs.drop("gap"))
        if self.tagged:
            patterns = _pair_table(self._patterns, words, rank, "pattern")
            names = {code: pattern_name(code) for code in patterns["pattern"].unique().to_list()}
            self._table("patterns", _named(patterns, "pattern", names, ["first", "second"]))
            keys, counts = self._tags.total()
            tags = {"word": words.gather(rank[(keys >> _EXTRA).astype(np.int64)]), "tag": keys & np.uint64(255)}
            table = pl.DataFrame({**tags, "count": counts})
            self._table("tags", _named(table, "tag", dict(enumerate(NAMES)), ["word"]))
        self._written += 1
        self._begin()

    def _table(self, name: str, table: pl.DataFrame) -> None:
        path = self._folder / f"{name}-{self._written:04d}.parquet"
        table.write_parquet(path, compression="lz4", row_group_size=ROW_GROUP)


def _key(first: Keys, second: Keys, extra: Keys | np.uint64) -> Keys:
    made: Keys = (first << (_WORD + _EXTRA)) | (second << _EXTRA) | extra
    return made


def _pair_table(tally: Tally, words: pl.Series, rank: Keys, extra: str) -> pl.DataFrame:
    """Pairs in the order of their words."""
    keys, counts = tally.total()
    mask = (np.uint64(1) << _WORD) - np.uint64(1)
    first, second = rank[(keys >> (_WORD + _EXTRA)).astype(np.int64)], rank[((keys >> _EXTRA) & mask).astype(np.int64)]
    table = pl.DataFrame({"key": _key(first, second, keys & np.uint64(255)), "count": counts}).sort("key")
    keys = table["key"].to_numpy()
    return pl.DataFrame(
        {
            "first": words.gather((keys >> (_WORD + _EXTRA)).astype(np.int64)).alias("first"),
            "second": words.gather(((keys >> _EXTRA) & mask).astype(np.int64)).alias("second"),
            extra: (keys & np.uint64(255)).astype(np.int64),
            "count": table["count"],
        }
    )


def _named(table: pl.DataFrame, column: str, names: dict[int, str], others: list[str]) -> pl.DataFrame:
    """A column of codes as names, the table sorted by all its keys."""
    if table.is_empty():
        return table.with_columns(pl.col(column).cast(pl.String))
    named = pl.col(column).replace_strict(list(names), list(names.values()), return_dtype=pl.String)
    return table.with_columns(named).sort([*others, column])
