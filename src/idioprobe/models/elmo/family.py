"""ELMo."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.models.common.options import OnDevice
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder


@dataclass(frozen=True)
class ElmoOptions(OnDevice):
    """What can be said about an ELMo."""


def load(name: str, options: ElmoOptions, setting: Setting) -> Encoder:
    """The model in a folder, or the one whose weights file is named."""
    from idioprobe.models.elmo.encoder import ElmoEncoder

    return ElmoEncoder(Path(name).expanduser(), device=options.device, memory=setting.memory)


FAMILY = Family(
    "elmo",
    "with elmo: before a folder with options and HDF5 weights, as in elmo:elmo-small",
    load,
    ElmoOptions,
    "ELMo, a folder with options and HDF5 weights",
)
