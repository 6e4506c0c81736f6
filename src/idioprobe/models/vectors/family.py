"""Vectors made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from idioprobe.core.options import option
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder


@dataclass(frozen=True)
class VectorsOptions:
    """What can be said about a file of vectors."""

    allow_missing: bool = option(False, help="Leave out the few requests that the file lacks.", decides=False)


def load(name: str, options: VectorsOptions, setting: Setting) -> Encoder:
    """The vectors of a file."""
    from idioprobe.models.vectors.encoder import PrecomputedEncoder

    return PrecomputedEncoder(name, allow_missing=options.allow_missing, memory=setting.memory)


FAMILY = Family(
    "vectors",
    "with vectors: before a file or folder of vectors made elsewhere, as in vectors:mine.parquet",
    load,
    VectorsOptions,
    "vectors made elsewhere for exported requests: Parquet, npz, safetensors",
)
