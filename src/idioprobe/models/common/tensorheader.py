"""What the header of a safetensors file says of its tensors, without reading them."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path

from idioprobe.models.common.files.below import files_below

SAFE = "model*.safetensors"
WHOLE_NUMBERS = {"I64": 8, "U64": 8, "I32": 4, "U32": 4, "I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}
"""Kinds of numbers that are no weights, and their bytes."""
_LONGEST_HEADER = 100_000_000


def tensors(path: Path) -> list[tuple[str, int]] | None:
    """Of each tensor the kind of its numbers, and how many they are; none where the file is damaged."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(min(length, _LONGEST_HEADER)))
        entries = (entry for name, entry in header.items() if name != "__metadata__")
        return [(str(entry["dtype"]), math.prod(int(size) for size in entry["shape"])) for entry in entries]
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, struct.error):
        return None


def parameters(folder: Path, *, nested: bool = False) -> dict[str, str]:
    """How many weights the files of a model hold, as a detail of the model; empty where that is not known."""
    files = files_below(folder, SAFE) if nested else sorted(folder.glob(SAFE))
    counts = [count for path in files for kind, count in tensors(path) or () if kind not in WHOLE_NUMBERS]
    return {"parameters": str(sum(counts))} if counts else {}
