"""Files of vectors made elsewhere, one for each request: Parquet, `.npz` and safetensors.

Only the vectors asked for are kept, so a file larger than memory is no trouble. Files of word
vectors are another matter: see vectorfile.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.errors import ModelError
from idioprobe.models.vectors.arrays import NpzSource, SafetensorsSource
from idioprobe.models.vectors.parquet import ParquetSource

Vector = NDArray[np.float32]


class Source(Protocol):
    """A file of vectors, its layout understood."""

    def ids(self) -> Sequence[str]:
        """The id of each row."""
        ...

    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    def chunks(self, wanted: Set[str]) -> Iterator[tuple[list[str], NDArray[Any]]]:
        """The rows whose id is wanted, part by part."""
        ...


SOURCES: dict[str, Callable[[Path], Source]] = {
    ".parquet": ParquetSource,
    ".npz": NpzSource,
    ".safetensors": SafetensorsSource,
}
"""Formats by the end of the file's name."""


@dataclass(frozen=True)
class Contents:
    """The ids of a file, each once, and how many numbers its vectors have."""

    ids: frozenset[str]
    dimension: int


def open_source(path: Path) -> Source:
    """A file by the end of its name; what it holds is checked."""
    kind = SOURCES.get(path.suffix.lower())
    if kind is None:
        raise ModelError(f"{path}: vectors are read from {', '.join(SOURCES)}; write one of these (docs/requests.md).")
    if not path.is_file():
        raise ModelError(f"{path}: there is no such file.")
    return kind(path)


def read_contents(path: Path) -> Contents:
    """What the file has vectors for."""
    source = open_source(path)
    ids = frozenset(source.ids())
    if not ids:
        raise ModelError(f"{path} holds no vectors.")
    return Contents(ids, source.dimension())


def read_vectors(path: Path, wanted: Set[str]) -> dict[str, Vector]:
    """The wanted vectors that the file has.

    One that is not finite is an error, and so are two different ones of one id: which is meant
    only the user knows.
    """
    found: dict[str, Vector] = {}
    broken: list[str] = []
    for ids, raw in open_source(path).chunks(wanted):
        with np.errstate(over="ignore"):
            rows = np.ascontiguousarray(raw, dtype=np.float32)
        broken += [ids[at] for at in np.flatnonzero(~np.isfinite(rows).all(axis=1))]
        for name, row in zip(ids, rows, strict=True):
            if not np.array_equal(found.setdefault(name, row), row, equal_nan=True):
                raise ModelError(f"{path} has two different vectors of {name}; keep the right one.")
    if broken:
        raise ModelError(
            f"{path}: {len(broken):,} vectors hold NaN, infinity or an empty place, the first that of {broken[0]}; "
            "embed these again, or leave them out of the file and pass `allow_missing`."
        )
    return found
