"""Arrays in a file of the safetensors format, which any program can open; the package is not needed for that.

Eight bytes with the length of a JSON header, the header, then the arrays one after the other.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.files import replacing

Array = NDArray[Any]

_DTYPES: dict[str, np.dtype[Any]] = {
    "U8": np.dtype("u1"),
    "U32": np.dtype("<u4"),
    "U64": np.dtype("<u8"),
    "F32": np.dtype("<f4"),
}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_LONGEST_HEADER = 100_000
_MATRIX_HEADER = 256
_BLOCK = 1 << 20
_CHECKSUM = "checksum"


class DamagedFileError(Exception):
    """The file is not as it was written."""


def write_tensors(path: Path, tensors: Mapping[str, Array], metadata: Mapping[str, str]) -> None:
    """Write arrays and strings, with a checksum over all of them; the file appears whole or not at all.

    Wider numbers come first, so that each array begins where its numbers are aligned.
    """
    ordered = dict(sorted(tensors.items(), key=lambda pair: (-pair[1].dtype.itemsize, pair[0])))
    header = _header({name: (_NAMES[array.dtype], array.shape) for name, array in ordered.items()}, metadata)
    checksum = zlib.crc32(json.dumps(header, sort_keys=True).encode())
    for array in ordered.values():
        checksum = zlib.crc32(np.ascontiguousarray(array).data, checksum)
    header["__metadata__"][_CHECKSUM] = f"{checksum:08x}"
    raw = json.dumps(header).encode()
    raw += b" " * (-len(raw) % 8)
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write(struct.pack("<Q", len(raw)) + raw)
        for array in ordered.values():
            file.write(np.ascontiguousarray(array).data)


def read_tensors(path: Path) -> tuple[dict[str, Array], dict[str, str]]:
    """The arrays, mapped into memory, and the strings; raises if anything is not as it was written."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > _LONGEST_HEADER:
                raise DamagedFileError(f"{path} has no header")
            header = json.loads(file.read(length))
            checksum = header["__metadata__"].pop(_CHECKSUM)
            actual = zlib.crc32(json.dumps(header, sort_keys=True).encode())
            while block := file.read(_BLOCK):
                actual = zlib.crc32(block, actual)
        if checksum != f"{actual:08x}":
            raise DamagedFileError(f"{path} has another checksum")
        metadata = header.pop("__metadata__")
        return {name: _mapped(path, 8 + length, entry) for name, entry in header.items()}, metadata
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, struct.error) as error:
        raise DamagedFileError(f"{path}: {error}") from error


class MatrixWriter:
    """Writes a matrix row by row; how many there are is known only at the end."""

    begins = 8 + _MATRIX_HEADER
    """Where in the file the first row stands."""

    def __init__(self, file: BinaryIO, dimension: int) -> None:
        self._file, self._dimension, self.rows = file, dimension, 0
        file.write(bytes(self.begins))

    def add(self, row: bytes) -> int:
        """Write the bytes of the next row's numbers, and tell where they stand."""
        self._file.write(row)
        self.rows += 1
        return self.begins + (self.rows - 1) * len(row)

    def finish(self) -> None:
        """Write the header, once the number of rows is known."""
        raw = json.dumps(_header({"vectors": ("F32", (self.rows, self._dimension))}, {})).encode()
        self._file.seek(0)
        self._file.write(struct.pack("<Q", _MATRIX_HEADER) + raw.ljust(_MATRIX_HEADER))


def _header(tensors: Mapping[str, tuple[str, tuple[int, ...]]], metadata: Mapping[str, str]) -> dict[str, Any]:
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    at = 0
    for name, (dtype, shape) in tensors.items():
        end = at + int(np.prod(shape)) * _DTYPES[dtype].itemsize
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [at, end]}
        at = end
    return header


def _mapped(path: Path, begins: int, entry: Mapping[str, Any]) -> Array:
    dtype, shape = _DTYPES[entry["dtype"]], tuple(map(int, entry["shape"]))
    if 0 in shape:  # nothing cannot be mapped
        return np.empty(shape, dtype)
    return np.asarray(np.memmap(path, dtype, "r", offset=begins + int(entry["data_offsets"][0]), shape=shape))
