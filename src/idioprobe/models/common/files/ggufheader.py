"""The beginning of a GGUF file: which architecture it holds, and how its numbers are written.

Read here because what is wrong with a file is best said before half a minute of loading.
"""

from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from idioprobe.core.errors import MissingExtraError, ModelError, WeightsError, install
from idioprobe.models.common.fit import WIDTH

ARCHITECTURE = "general.architecture"
TEMPLATE = "tokenizer.chat_template"

_SCALARS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9
_VERSIONS = (2, 3)
_MOST_DIMENSIONS = 8
"""No tensor has more; a damaged file may say so."""
_DEEPEST = 4
"""How many lists within lists are read."""


@dataclass(frozen=True)
class GgufTensor:
    """A tensor in the file: how many numbers, in which type, and where they begin."""

    name: str
    elements: int
    type: int
    offset: int


@dataclass(frozen=True)
class GgufHeader:
    """What a file says about itself."""

    architecture: str
    tensors: tuple[GgufTensor, ...]
    data: int
    """Where the tensors begin."""
    has_turns: bool = False
    """Whether there is a chat template."""


def gguf_bytes(path: Path, dtype: str) -> int:
    """What the weights take once they are loaded; raises if they cannot be read."""
    try:
        import gguf
    except ImportError as error:
        raise MissingExtraError(f"Reading GGUF needs {error.name}: {install('gguf')}.") from error
    header = read_header(path)
    sizes = {int(kind): (int(block), int(width)) for kind, (block, width) in gguf.GGML_QUANT_SIZES.items()}
    names = {int(kind): str(kind.name) for kind in gguf.GGMLQuantizationType}
    readable = [kind for kind in names if _can_read(kind, sizes)]
    for tensor in header.tensors:
        if tensor.type not in readable:
            told = names.get(tensor.type, f"number {tensor.type}")
            raise ModelError(
                f"{path.name} has numbers of the type {told} ({tensor.name}), which cannot be read here; "
                f"take a file in one of {', '.join(names[kind] for kind in readable)}."
            )
    ends = [header.data + t.offset + t.elements // sizes[t.type][0] * sizes[t.type][1] for t in header.tensors]
    if max(ends, default=0) > path.stat().st_size:
        raise WeightsError(f"{path} is damaged: it ends before its last tensor; download it again.")
    return sum(tensor.elements for tensor in header.tensors) * WIDTH[dtype]


def _can_read(kind: int, sizes: dict[int, tuple[int, int]]) -> bool:
    """Whether a block of that type can be turned into plain numbers: tried out."""
    import gguf

    try:
        gguf.dequantize(np.zeros((1, sizes[kind][1]), np.uint8), gguf.GGMLQuantizationType(kind))
    except (NotImplementedError, KeyError):
        return False
    return True


def read_header(path: Path) -> GgufHeader:
    """The architecture and the tensors of a file."""
    try:
        with path.open("rb") as file:
            magic, version, tensors, pairs = struct.unpack("<4sIQQ", file.read(24))
            if magic != b"GGUF" or version not in _VERSIONS:
                raise ModelError(f"{path} is not a GGUF file of version 2 or 3 in little-endian order.")
            strings = {}
            alignment = 32
            for _ in range(pairs):
                key = _string(file)
                value = _value(file, *_read(file, "<I"))
                if isinstance(value, str):
                    strings[key] = value
                elif key == "general.alignment" and isinstance(value, int):
                    alignment = max(1, value)
            found = tuple(_tensor(file) for _ in range(tensors))
            data = -(-file.tell() // alignment) * alignment
    except (struct.error, ValueError, KeyError) as error:
        raise WeightsError(f"{path} is damaged: its header cannot be read; download it again.") from error
    return GgufHeader(strings.get(ARCHITECTURE, "unknown"), found, data, bool(strings.get(TEMPLATE)))


def _read(file: BinaryIO, form: str) -> tuple[int, ...]:
    return struct.unpack(form, file.read(struct.calcsize(form)))


def _string(file: BinaryIO) -> str:
    (length,) = _read(file, "<Q")
    _check_left(file, length)
    return file.read(length).decode("utf-8", "replace")


def _check_left(file: BinaryIO, size: int) -> None:
    """Raise if a file says of itself that it is longer than it is."""
    if size > os.fstat(file.fileno()).st_size - file.tell():
        raise ValueError(size)


def _value(file: BinaryIO, kind: int, depth: int = 0) -> str | int | None:
    """A string, or a number of four bytes; anything else is passed over."""
    if kind == _STRING:
        return _string(file)
    if kind != _ARRAY:
        raw = file.read(_SCALARS[kind])
        if len(raw) < _SCALARS[kind]:
            raise ValueError(kind)
        return int.from_bytes(raw, "little") if kind == 4 else None
    inner, count = _read(file, "<IQ")
    if depth > _DEEPEST:
        raise ValueError(depth)
    if inner in _SCALARS:
        _check_left(file, count * _SCALARS[inner])
        file.seek(count * _SCALARS[inner], 1)
        return None
    for _ in range(count):
        _value(file, inner, depth + 1)
    return None


def _tensor(file: BinaryIO) -> GgufTensor:
    name = _string(file)
    (dimensions,) = _read(file, "<I")
    if dimensions > _MOST_DIMENSIONS:
        raise ValueError(dimensions)
    shape = _read(file, f"<{dimensions}Q")
    kind, offset = _read(file, "<IQ")
    return GgufTensor(name, math.prod(shape), kind, offset)
