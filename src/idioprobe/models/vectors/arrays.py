"""Vectors made elsewhere as arrays, `.npz` or safetensors: a matrix, and the ids of its rows.

Nothing is unpickled, and the matrix is read part by part.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from idioprobe.core.errors import MissingExtraError, ModelError

IDS, VECTORS = "ids", "vectors"
BYTES_AT_ONCE = 1 << 24
"""How much of the matrix is in memory at a time, beside the rows that are wanted."""
TENSOR_KINDS = frozenset({"F16", "F32", "F64", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64"})
"""Tensors that numpy has a type for."""


_UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, TypeError, KeyError, SyntaxError, OverflowError, MemoryError, struct.error),
)
"""What zipfile and numpy raise at files that are not what they say."""


class NpzSource:
    """Arrays `ids` (text) and `vectors` (a row each), as `numpy.savez` writes them, compressed or not."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._opened(VECTORS) as array:
            if array.kind.kind not in "fiu":
                raise ModelError(f"{path}: {VECTORS} is an array of {array.kind}; it must hold numbers.")
            shape = array.shape
        with self._opened(IDS) as array:
            if array.kind.kind not in "US":
                raise ModelError(f"{path}: {IDS} is an array of {array.kind}; write np.array(ids, dtype=str).")
            raw = np.frombuffer(array.file.read(), dtype=array.kind).tolist()
        self._ids = [name.decode("latin-1") if isinstance(name, bytes) else str(name) for name in raw]
        self._rows, self._dimension = _checked(path, shape, self._ids)

    def ids(self) -> list[str]:
        """The array `ids`."""
        return self._ids

    def dimension(self) -> int:
        """The width of the matrix."""
        return self._dimension

    def chunks(self, wanted: Set[str]) -> Iterator[tuple[list[str], NDArray[Any]]]:
        """From front to back; a matrix that was written column by column has to be read whole."""
        with self._opened(VECTORS) as array:
            width = self._dimension * array.kind.itemsize
            step = self._rows if array.by_column else max(1, BYTES_AT_ONCE // width)
            for at in range(0, self._rows, step):
                part = self._ids[at : at + step]
                raw = array.file.read(len(part) * width)
                rows = np.frombuffer(raw, dtype=array.kind).reshape(
                    (len(part), self._dimension), order="F" if array.by_column else "C"
                )
                yield _picked(part, rows, wanted)

    @contextmanager
    def _opened(self, name: str) -> Iterator[_Array]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                names = [member.removesuffix(".npy") for member in archive.namelist()]
                if name not in names:
                    raise ModelError(
                        f"{self.path} holds {_listed(names)}; it needs the arrays {IDS} and {VECTORS}: "
                        "np.savez(FILE, ids=np.array(ids, dtype=str), vectors=vectors)."
                    )
                with archive.open(f"{name}.npy") as file:
                    array = _Array(file, *_header(file))
                    if array.kind.hasobject:
                        plain = "str" if name == IDS else "np.float32"
                        raise ModelError(
                            f"{self.path}: {name} is an array of objects, that is a pickle, which can run code when "
                            f"opened; write np.array({name}, dtype={plain})."
                        )
                    size = archive.getinfo(f"{name}.npy").file_size - file.tell()
                    if size != prod(array.shape) * array.kind.itemsize:
                        raise ValueError(f"{name} is not as long as it says")
                    yield array
        except _UNREADABLE as error:
            raise ModelError(f"{self.path} cannot be read as .npz ({error}); write it again with np.savez.") from error
        except OSError as error:
            raise ModelError(f"{self.path} cannot be read: {error.strerror or error}.") from error


@dataclass(frozen=True)
class _Array:
    """An array in an archive, before its content is read."""

    file: IO[bytes]
    shape: tuple[int, ...]
    by_column: bool
    kind: np.dtype[Any]


def _header(file: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = npy.read_magic(file)
    if version == (1, 0):
        return npy.read_array_header_1_0(file)
    if version == (2, 0):
        return npy.read_array_header_2_0(file)
    raise ValueError(f"an array of format {version[0]}.{version[1]}")


class SafetensorsSource:
    """A tensor `vectors`, and in the metadata `ids`: those of its rows, one per line. It is memory-mapped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._opened() as file:
            names, metadata = list(file.keys()), file.metadata() or {}
            if VECTORS not in names or IDS not in metadata:
                raise ModelError(
                    f"{path} holds the tensors {_listed(names)} and the metadata {_listed(metadata)}; it needs the "
                    f"tensor {VECTORS} and the metadata {IDS}: "
                    'save_file({"vectors": vectors}, FILE, metadata={"ids": "\\n".join(ids)}).'
                )
            tensor = file.get_slice(VECTORS)
            kind, shape = tensor.get_dtype(), tuple(tensor.get_shape())
        if kind not in TENSOR_KINDS:
            raise ModelError(f"{path}: {VECTORS} is a tensor of {kind}; save it as float32.")
        self._ids: list[str] = metadata[IDS].strip().splitlines()
        self._rows, self._dimension = _checked(path, shape, self._ids)

    def ids(self) -> list[str]:
        """The lines of the metadata `ids`."""
        return self._ids

    def dimension(self) -> int:
        """The width of the tensor."""
        return self._dimension

    def chunks(self, wanted: Set[str]) -> Iterator[tuple[list[str], NDArray[Any]]]:
        """Parts without a wanted row are not touched."""
        step = max(1, BYTES_AT_ONCE // (8 * self._dimension))
        with self._opened() as file:
            tensor = file.get_slice(VECTORS)
            for at in range(0, self._rows, step):
                part = self._ids[at : at + step]
                if not wanted.isdisjoint(part):
                    yield _picked(part, tensor[at : at + len(part)], wanted)

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        try:
            from safetensors import SafetensorError, safe_open
        except ImportError as error:
            raise MissingExtraError(f"Reading {self.path} needs safetensors: pip install safetensors.") from error
        try:
            with safe_open(self.path, framework="numpy") as file:
                yield file
        except (SafetensorError, OSError, TypeError, ValueError, OverflowError, MemoryError) as error:
            raise ModelError(f"{self.path} cannot be read as safetensors ({error}); write it again.") from error


def _checked(path: Path, shape: Sequence[int], ids: Sequence[str]) -> tuple[int, int]:
    if len(shape) != 2 or not shape[1]:
        raise ModelError(f"{path}: {VECTORS} has the shape {tuple(shape)}; it must be one row per id.")
    if len(ids) != shape[0]:
        raise ModelError(f"{path}: {len(ids):,} {IDS} and {shape[0]:,} {VECTORS}; there must be equally many.")
    return shape[0], shape[1]


def _picked(ids: Sequence[str], rows: NDArray[Any], wanted: Set[str]) -> tuple[list[str], NDArray[Any]]:
    kept = [at for at, name in enumerate(ids) if name in wanted]
    return [ids[at] for at in kept], rows[kept]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "nothing"
