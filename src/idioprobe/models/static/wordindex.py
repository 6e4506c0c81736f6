"""Where each word of a large file stands: sorted, compact, and kept on disk.

A word is found by 64 bits of its hash, by binary search in an array that is mapped into
memory, and then compared with the word itself.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from idioprobe.models.static.tensorfile import Array, DamagedFileError, read_tensors, write_tensors
from idioprobe.models.static.vectorfile import encoded

_FORMAT = "1"


class Spot(NamedTuple):
    """Where something stands, how many bytes it has, and their checksum; a row of a matrix is known by its number."""

    at: int
    size: int = 0
    checksum: int = 0


class IndexBuilder:
    """Collects words with their places."""

    def __init__(self) -> None:
        self._hashes, self._places, self._starts = array("Q"), array("Q"), array("Q")
        self._sizes, self._checksums, self._lengths = array("I"), array("I"), array("I")
        self._letters = bytearray()

    def add(self, word: bytes, spot: Spot) -> None:
        """The next word of the file; of a word that comes twice the first counts."""
        self._hashes.append(word_hash(word))
        self._places.append(spot.at)
        self._sizes.append(spot.size)
        self._checksums.append(spot.checksum)
        self._starts.append(len(self._letters))
        self._lengths.append(len(word))
        self._letters += word

    def write(self, path: Path, metadata: Mapping[str, str]) -> None:
        """Sort by hash and write."""
        order = np.argsort(np.array(self._hashes, dtype="<u8"), kind="stable")
        wide = {"hashes": self._hashes, "places": self._places, "starts": self._starts}
        narrow = {"sizes": self._sizes, "checksums": self._checksums, "lengths": self._lengths}
        tensors: dict[str, Array] = {name: np.array(values, dtype="<u8")[order] for name, values in wide.items()}
        tensors |= {name: np.array(values, dtype="<u4")[order] for name, values in narrow.items()}
        tensors["letters"] = np.frombuffer(bytes(self._letters), dtype="u1")
        write_tensors(path, tensors, {**metadata, "format": _FORMAT})


class WordIndex:
    """An index on disk; `metadata` is what was written with it."""

    def __init__(self, path: Path, expected: Mapping[str, str]) -> None:
        tensors, self.metadata = read_tensors(path)
        wanted = {**expected, "format": _FORMAT}
        if any(self.metadata.get(key) != value for key, value in wanted.items()):
            raise DamagedFileError(f"{path} belongs to another file")
        self._hashes, self._places, self._starts = (tensors[name] for name in ("hashes", "places", "starts"))
        self._sizes, self._checksums, self._lengths = (tensors[name] for name in ("sizes", "checksums", "lengths"))
        self._letters = tensors["letters"]

    def __len__(self) -> int:
        return len(self._hashes)

    def find(self, words: Iterable[str]) -> dict[str, Spot]:
        """The places of those words that the file has, in the order of the file."""
        keys = [(word, encoded(word)) for word in words]
        hashes = np.array([word_hash(key) for _, key in keys], dtype="<u8")
        first, behind = (np.searchsorted(self._hashes, hashes, side).tolist() for side in ("left", "right"))
        candidates = ((i, *key) for key, a, b in zip(keys, first, behind, strict=True) for i in range(a, b))
        rows: dict[str, int] = {}
        for i, word, key in candidates:
            start = int(self._starts[i])
            if word not in rows and self._letters[start : start + int(self._lengths[i])].tobytes() == key:
                rows[word] = i
        at = list(rows.values())
        columns = (values[at].tolist() for values in (self._places, self._sizes, self._checksums))
        found = zip(rows, map(Spot, *columns), strict=True)
        return dict(sorted(found, key=lambda pair: pair[1].at))


def word_hash(word: bytes) -> int:
    """Where a word is sorted in; words of equal hash are told apart by what stands there."""
    return int.from_bytes(hashlib.blake2b(word, digest_size=8).digest(), "little")
