"""Counting the words and pairs of a shard: numbers instead of strings, and never more than fits.

Words are numbers in the order in which they are met, and the text is kept as these numbers until there are many. Then
the words are folded and put in order, so that a number is a place in the alphabet, pairs are sorted as integers, and
all is written as tables of their own; tables are merged later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.indexing.blocks import Block
from idioprobe.make.corpus.indexing.tagsets import PATTERN_CODES, TAG_CODES, WIDTH
from idioprobe.make.corpus.indexing.words import Vocabulary
from idioprobe.make.corpus.tokens import fold

MOST_HELD = 4 << 20
"""Words as they occur that are held before they are counted."""
MOST_WORDS = 1 << 20
"""Different words that are held before they are written."""
ROW_GROUP = 1 << 16
WIDEST = 20
"""The widest window."""
KEYS, COUNTS, EXTRA = ".keys", ".counts", ".extra"
"""How the files end that have the pairs of a shard, their counts, and what else tells them apart, if anything does."""
MOST_DIFFERENT = (1 << 31) - 1
"""The number of a word has 31 bits."""
KEY, HALF = np.dtype("<u8"), np.dtype("<i4")
_LAST = np.int32(1 << 30)
_BITS = 64

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Counted:
    """Pairs in order, each once: the numbers of two words, how often they occur, and what else tells them apart."""

    first: Numbers
    second: Numbers
    counts: Counts
    extra: Numbers | None = None


def counted(
    first: Numbers, second: Numbers, words: int, extra: Numbers | None = None, counts: Counts | None = None
) -> Counted:
    """Pairs of numbers up to `words`, sorted, and those that are equal counted, or their counts added up.

    A pair is packed into one integer, with its count behind it where there is room: integers are sorted without a list
    of places, which is several times as fast.
    """
    if not len(first):
        return Counted(first, second, np.zeros(0, np.int64), extra)
    low = int(first.min())
    wide = 0 if extra is None else int(extra.max()).bit_length()
    right, most = words.bit_length(), 0 if counts is None else int(counts.max()).bit_length()
    size = (int(first.max()) - low).bit_length() + right + wide
    if size > _BITS:
        return _counted_slowly(first, second, extra, counts)
    packed = (first - np.int32(low)).astype(np.uint64)
    for bits, part in ((right, second), (wide, extra)):
        if part is not None:
            packed <<= np.uint64(bits)
            packed |= part.view(np.uint32)
    summed: Counts
    if counts is None:
        packed.sort()
        at = _firsts(packed)
        summed = np.diff(at, append=len(packed))
    elif size + most <= _BITS:
        packed <<= np.uint64(most)
        packed |= counts.view(np.uint64)
        packed.sort()
        counts = (packed & np.uint64((1 << most) - 1)).view(np.int64)
        packed >>= np.uint64(most)
        at = _firsts(packed)
        summed = np.add.reduceat(counts, at)
    else:
        order = np.argsort(packed)
        packed = packed[order]
        at = _firsts(packed)
        summed = np.add.reduceat(counts[order], at)
    packed = packed[at]
    extra = None if extra is None else (packed & np.uint64((1 << wide) - 1)).astype(np.int32)
    packed >>= np.uint64(wide)
    second = (packed & np.uint64((1 << right) - 1)).astype(np.int32)
    packed >>= np.uint64(right)
    first = packed.astype(np.int32)
    first += np.int32(low)
    return Counted(first, second, summed, extra)


def _firsts(ordered: Keys) -> Places:
    """Where each value is met first."""
    new = np.empty(len(ordered), np.bool_)
    new[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return np.flatnonzero(new)


def _counted_slowly(first: Numbers, second: Numbers, extra: Numbers | None, counts: Counts | None) -> Counted:
    """The same for words so many that a pair and what else there is does not fit into an integer."""
    also = np.zeros(len(first), np.int32) if extra is None else extra
    order = np.lexsort((also, second, first))
    first, second, also = first[order], second[order], also[order]
    new = np.ones(len(first), np.bool_)
    new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1]) | (also[1:] != also[:-1])
    at = np.flatnonzero(new)
    summed = np.diff(at, append=len(first)) if counts is None else np.add.reduceat(counts[order], at)
    return Counted(first[at], second[at], summed, None if extra is None else also[at])


class ShardCounter:
    """Counts block after block, and writes sorted tables into a folder: `words-0000.parquet`, `pairs-0000.keys`."""

    def __init__(self, folder: Path, window: int) -> None:
        self._folder, self._window = folder, window
        self.words = self.pairs = self.sentences = 0
        self.tagged = False
        self._written = 0
        self._begin()

    def _begin(self) -> None:
        self._vocabulary = Vocabulary()
        self._held: list[Numbers] = []
        self._tags: list[npt.NDArray[np.uint8]] = []
        self._pending = 0

    def add(self, block: Block) -> None:
        """Count a block."""
        numbers = self._vocabulary.numbers(block.words)
        numbers[np.cumsum(block.lengths) - 1] |= _LAST
        self._held.append(numbers)
        if block.tags is not None:
            self.tagged = True
        self._tags.append(np.zeros(len(numbers), np.uint8) if block.tags is None else block.tags)
        self._pending += len(numbers)
        self.words += len(numbers)
        self.sentences += len(block.lengths)
        self.pairs += len(numbers) - len(block.lengths)
        if self._pending * self._window > MOST_HELD or len(self._vocabulary.words) > MOST_WORDS:
            self.write()

    def write(self) -> None:
        """Write what was counted, and begin again with nothing."""
        words, ranks = _alphabet(self._vocabulary.words)
        held = np.concatenate([np.zeros(0, np.int32), *self._held])
        tags = np.concatenate([np.zeros(0, np.uint8), *self._tags])
        self._begin()
        last = held >= _LAST
        held &= _LAST - np.int32(1)
        held = ranks[held]
        table = pl.DataFrame({"word": words, "count": np.bincount(held, minlength=len(words))})
        path = self._folder / f"words-{self._written:04d}.parquet"
        table.write_parquet(path, compression="lz4", row_group_size=ROW_GROUP)
        within = ~last[:-1]
        if self.tagged:
            self._save("patterns", _patterns(held, tags, within, len(words)))
            self._save("tags", counted(held, held, len(words), TAG_CODES[tags]))
        self._save("pairs", _pairs(held, within, len(words), self._window))
        self._written += 1

    def _save(self, name: str, pairs: Counted) -> None:
        path = self._folder / f"{name}-{self._written:04d}{KEYS}"
        key(pairs.first, pairs.second).tofile(path)
        pairs.counts.astype(np.uint32).tofile(path.with_suffix(COUNTS))
        if pairs.extra is not None:
            pairs.extra.astype(np.uint8).tofile(path.with_suffix(EXTRA))


def _alphabet(written: Sequence[bytes]) -> tuple[pl.Series, Numbers]:
    """Words folded and sorted, and the place there of each as it was written."""
    folded = fold(b"\n".join(written).decode()).split("\n") if written else []
    words = pl.Series("word", folded, dtype=pl.String)
    order = words.arg_sort().to_numpy()
    words = words.gather(order)
    new = (words != words.shift(1)).fill_null(value=True)
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.cumsum(new.to_numpy()) - 1
    return words.filter(new), ranks


def _pairs(held: Numbers, within: npt.NDArray[np.bool_], words: int, window: int) -> Counted:
    """All pairs of a text; `within` says of each word whether the next one is of the same sentence.

    Pairs across sentences are given a first word behind all others, and cut off at the end: that costs least.
    """
    first, together = [], within
    for gap in range(window):
        if gap:
            together = together[:-1] & within[gap:]
        first.append(np.where(together, held[: -1 - gap], np.int32(words)))
    if window == 1:
        found = counted(first[0], held[1:], words)
    else:
        gaps = np.repeat(np.arange(window, dtype=np.int32), [len(part) for part in first])
        second = np.concatenate([held[1 + gap :] for gap in range(window)])
        found = counted(np.concatenate(first), second, words, gaps)
    end = int(np.searchsorted(found.first, words))
    extra = None if found.extra is None else found.extra[:end]
    return Counted(found.first[:end], found.second[:end], found.counts[:end], extra)


def _patterns(held: Numbers, tags: npt.NDArray[np.uint8], within: npt.NDArray[np.bool_], words: int) -> Counted:
    """The pairs of which both parts of speech are known."""
    known = within & (tags[:-1] > 0) & (tags[1:] > 0)
    codes = PATTERN_CODES[tags[:-1][known].astype(np.int32) * WIDTH + tags[1:][known]]
    return counted(held[:-1][known], held[1:][known], words, codes)


def key(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> Keys:
    """Pairs as one integer each, so that pairs are in order when these are."""
    made = np.empty(len(first), KEY)
    halves = made.view(HALF).reshape(-1, 2)
    halves[:, 1], halves[:, 0] = first, second
    return made


def unkeyed(keys: Keys) -> tuple[Numbers, Numbers]:
    """The two numbers that such integers are made of."""
    halves = keys.view(HALF).reshape(-1, 2)
    return halves[:, 1], halves[:, 0]
