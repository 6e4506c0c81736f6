"""A model that is larger than one device: spread over GPUs, memory and disk, estimated before it is loaded."""

from __future__ import annotations

import importlib.util
import logging
import re
import shutil
import tempfile
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError
from idioprobe.models.common.fit import free_memory, size_text

Device = int | str
DISK = "disk"
_NAMES = {"cpu": "cpu", DISK: "disk"}
SHARE = 0.9
"""Of what is free, so much may be taken by weights; the rest is for what is computed with them."""
_LIMIT = re.compile(r"\s*(cpu|\d+)\s*=\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B\s*", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


@dataclass(frozen=True)
class Spread:
    """How a model is to be spread: `limits` are what the user allows each device, the rest goes to disk."""

    limits: str | None = None
    folder: Path | None = None

    def budget(self) -> dict[Device, int]:
        """What each device may take, from what is free or what the user allows."""
        gpus = torch.cuda.device_count()
        if self.limits is not None:
            limits = parse_limits(self.limits)
            for device in limits:
                if isinstance(device, int) and device >= gpus:
                    there = f"the GPUs here are 0 to {gpus - 1}" if gpus else "there is none here"
                    raise ConfigError(f"`max_memory` {self.limits}: there is no GPU {device}; {there}.")
            return limits
        found: dict[Device, int] = {}
        for number in range(gpus):
            found[number] = int((free_memory(torch.device("cuda", number)) or 0) * SHARE)
        return {**found, "cpu": int((free_memory(torch.device("cpu")) or 1 << 62) * SHARE)}

    def arguments(self, name: str, weights: int) -> dict[str, Any]:
        """What the loader is told, if there is room for all of it."""
        if importlib.util.find_spec("accelerate") is None:
            raise MissingExtraError("`device_map` auto needs accelerate: pip install 'accelerate>=1.0'.")
        logging.getLogger("accelerate.big_modeling").setLevel(logging.ERROR)
        budget = self.budget()
        on_disk = max(0, weights - sum(budget.values()))
        folder = self._folder(name, on_disk)
        return {"device_map": "auto", "max_memory": budget, "offload_folder": str(folder), "offload_buffers": True}

    def _folder(self, name: str, needed: int) -> Path:
        parent = self.folder or Path(tempfile.gettempdir())
        parent.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(parent).free
        if needed > free:
            raise ModelError(
                f"{name} does not fit: {size_text(needed)} of its weights would go to disk, and {parent} has "
                f"{size_text(free)} free; choose another `cache_dir`, or `dtype` bfloat16."
            )
        made = Path(tempfile.mkdtemp(prefix="offload-", dir=parent))
        weakref.finalize(self, shutil.rmtree, made, ignore_errors=True)
        return made


def parse_limits(text: str) -> dict[Device, int]:
    """Limits as they are written.

    >>> parse_limits("0=20GB, cpu=1.5GiB")
    {0: 20000000000, 'cpu': 1610612736}
    """
    found: dict[Device, int] = {}
    for part in text.split(","):
        match = _LIMIT.fullmatch(part)
        if match is None:
            raise ConfigError(f"`max_memory` {text}: write DEVICE=SIZE, as in 0=20GB,cpu=60GB.")
        factor = (1024 if match[4] else 1000) ** _POWERS[match[3].upper()]
        found[match[1].lower() if match[1].lower() == "cpu" else int(match[1])] = int(float(match[2]) * factor)
    return found


def placed(model: Any) -> Mapping[str, int]:
    """How many bytes of a model's weights are on each device."""
    where: Mapping[str, Device] = getattr(model, "hf_device_map", {"": "cpu"})
    found: dict[str, int] = {}
    for name, tensor in model.named_parameters():
        place = next((where[module] for module in _modules(name) if module in where), "cpu")
        found[str(place)] = found.get(str(place), 0) + tensor.numel() * tensor.element_size()
    return found


def told_places(name: str, model: Any) -> str:
    """Where a model is, for people."""
    listed = ", ".join(
        f"{size_text(size)} on {_NAMES.get(where, f'GPU {where}')}" for where, size in placed(model).items()
    )
    return f"{name} is spread over devices: {listed}."


def main_device(model: Any) -> torch.device:
    """Where a spread model takes its input."""
    places = [place for place in getattr(model, "hf_device_map", {}).values() if place not in (DISK, "cpu")]
    return torch.device("cuda", places[0]) if places and isinstance(places[0], int) else torch.device("cpu")


def _modules(name: str) -> list[str]:
    """The module of a parameter, and those around it, innermost first."""
    parts = name.split(".")
    return [".".join(parts[:at]) for at in range(len(parts), -1, -1)]
