"""Models in fastText's own binary format (`.bin`): words, and vectors for any word from its character n-grams.

The file holds its training options, a dictionary and one matrix with a row per word and
a row per bucket of n-grams. Only the dictionary is walked through, once; of the matrix
only the rows in use are read.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from idioprobe.core.errors import ModelError
from idioprobe.models.static.vectorfile import FASTTEXT_MAGIC, WIDEST, Vector, encoded, readable, whole

_VERSIONS = (11, 12)
_SUPERVISED = 3
_WORD_ENTRY = 0
_END_OF_SENTENCE = b"</s>"
_OPTIONS = struct.Struct("<12id")
_SIZES = struct.Struct("<3i2q")
_ENTRY = struct.Struct("<qb")
_SHAPE = struct.Struct("<2q")
_HEAD = 8 + _OPTIONS.size + _SIZES.size


@dataclass(frozen=True)
class Header:
    """What the beginning of the file says: how n-grams are made, and how much there is of what."""

    dimension: int
    shortest: int
    longest: int
    buckets: int
    entries: int
    words: int
    pruned: int


def is_fasttext(path: Path) -> bool:
    """Whether the file begins as fastText's models do."""
    with readable(path), path.open("rb") as file:
        return file.read(4) == FASTTEXT_MAGIC


def read_header(path: Path) -> Header:
    """The options and sizes; a version that is not known, or sizes that make no sense, are errors."""
    with readable(path), path.open("rb") as file:
        raw = file.read(_HEAD)
    if len(raw) < _HEAD:
        raise _cut_off(path)
    (version,) = struct.unpack_from("<i", raw, 4)
    if version not in _VERSIONS:
        raise ModelError(
            f"{path} is a fastText model of version {version}; known are {' and '.join(map(str, _VERSIONS))}: "
            "give its .vec file."
        )
    options = _OPTIONS.unpack_from(raw, 8)
    dimension, kind, buckets, shortest, longest = (options[i] for i in (0, 7, 8, 9, 10))
    entries, words, labels, _, pruned = _SIZES.unpack_from(raw, 8 + _OPTIONS.size)
    header = Header(dimension, shortest, longest, buckets, entries, words, pruned)
    if not 0 < dimension <= WIDEST or min(shortest, longest, buckets, words, labels) < 0 or words + labels != entries:
        raise ModelError(f"{path} is damaged: its sizes make no sense; get the file again.")
    if version == 11 and kind == _SUPERVISED:  # had no character n-grams, whatever its options say
        return replace(header, longest=0)
    return header


def ngrams(word: bytes, shortest: int, longest: int) -> Iterator[bytes]:
    """The character n-grams of `<word>`; characters are those of UTF-8.

    The two marks alone are none, although they are as long as a character.

    >>> [ngram.decode() for ngram in ngrams("né".encode(), 1, 2)]
    ['<n', 'n', 'né', 'é', 'é>']
    """
    marked = b"<" + word + b">"
    starts = [i for i, byte in enumerate(marked) if byte & 0xC0 != 0x80] + [len(marked)]
    for first, start in enumerate(starts[:-1]):
        for length, end in enumerate(starts[first + 1 : first + 1 + longest], 1):
            if length >= shortest and not (length == 1 and (start == 0 or end == len(marked))):
                yield marked[start:end]


def bucket(ngram: bytes, buckets: int) -> int:
    """Where an n-gram's row stands: FNV-1a of its bytes, those above 127 taken as negative numbers.

    >>> bucket(b"<n", 2_000_000)
    1120655
    """
    value = 2166136261
    for byte in ngram:
        value = ((value ^ (byte if byte < 128 else byte | 0xFFFFFF00)) * 16777619) & 0xFFFFFFFF
    return value % buckets


class FastTextFile:
    """A model file; `matrix` is where its matrix begins, if an earlier walk through the dictionary has told."""

    def __init__(self, path: Path, matrix: int | None = None) -> None:
        self.path = path
        self.header = read_header(path)
        self.matrix = matrix

    def entries(self) -> Iterator[tuple[bytes, int]]:
        """Each word with its row; when it ends, the matrix is found and checked, and the file is known to be whole."""
        at = _HEAD
        with readable(self.path), self._mapped() as raw:
            for row in range(self.header.entries):
                end = raw.find(b"\0", at)
                if end < 0 or end + 1 + _ENTRY.size > len(raw):
                    raise _cut_off(self.path)
                _, kind = _ENTRY.unpack_from(raw, end + 1)
                if (kind == _WORD_ENTRY) != (row < self.header.words):
                    raise ModelError(f"{self.path} is damaged: words and labels are mixed; get the file again.")
                if kind == _WORD_ENTRY:
                    yield raw[at:end], row
                at = end + 1 + _ENTRY.size
            self.matrix = self._find_matrix(raw, at)

    def vectors(self, rows: Mapping[str, int]) -> dict[str, Vector]:
        """Of words in the dictionary: the mean of the word's own row and those of its n-grams."""
        return self._means({word: [row, *self._rows(word)] for word, row in rows.items()})

    def from_subwords(self, words: Collection[str]) -> dict[str, Vector]:
        """Of words that are not in the dictionary: the mean of their n-grams' rows; a word without any has none."""
        return self._means({word: rows for word in words if (rows := self._rows(word))})

    def _rows(self, word: str) -> list[int]:
        header, raw = self.header, encoded(word)
        if not header.buckets or not header.longest or raw == _END_OF_SENTENCE:
            return []
        found = ngrams(raw, header.shortest, header.longest)
        return [header.words + bucket(ngram, header.buckets) for ngram in found]

    def _means(self, rows_of: Mapping[str, list[int]]) -> dict[str, Vector]:
        if self.matrix is None:
            for _ in self.entries():
                pass
        with readable(self.path), self.path.open("rb", buffering=0) as file:
            return whole(self.path, {word: self.mean(file, rows) for word, rows in rows_of.items()})

    def mean(self, file: BinaryIO, rows: list[int]) -> Vector:
        """The mean of some rows of the matrix; no others are read."""
        size, raw = 4 * self.header.dimension, bytearray()
        for row in rows:
            file.seek((self.matrix or 0) + row * size)
            raw += file.read(size)
        if len(raw) < size * len(rows):
            raise _cut_off(self.path)
        mean: Vector = np.frombuffer(raw, dtype="<f4").reshape(len(rows), -1).mean(axis=0, dtype=np.float64)
        return mean.astype(np.float32)

    def _mapped(self) -> mmap.mmap:
        with self.path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def _find_matrix(self, raw: mmap.mmap, at: int) -> int:
        """Where the rows begin, once all that comes before and behind them is as it should be."""
        if self.header.pruned >= 0 or raw[at : at + 1] == b"\1":
            raise ModelError(
                f"{self.path} is a quantized fastText model, whose vectors are only approximate; give the .bin file "
                "that it was made from, or write the words you need to a text file: "
                f"fasttext print-word-vectors {self.path.name} < words.txt > vectors.vec"
            )
        rows, end = self._matrix_at(raw, at + 1)
        header = self.header
        if rows < header.words + (header.buckets if header.longest else 0):
            raise ModelError(f"{self.path} is damaged: its matrix lacks rows; get the file again.")
        self._matrix_at(raw, end + 1)
        return at + 1 + _SHAPE.size

    def _matrix_at(self, raw: mmap.mmap, at: int) -> tuple[int, int]:
        """How many rows a matrix has, and where it ends."""
        if at + _SHAPE.size > len(raw):
            raise _cut_off(self.path)
        rows, columns = _SHAPE.unpack_from(raw, at)
        end = at + _SHAPE.size + 4 * rows * columns
        if rows < 0 or columns != self.header.dimension:
            raise ModelError(f"{self.path} is damaged: a matrix of {rows} × {columns}; get the file again.")
        if end > len(raw):
            raise _cut_off(self.path)
        return rows, end


def _cut_off(path: Path) -> ModelError:
    return ModelError(f"{path} is cut off; get the file again.")
