"""Whether a model fits into memory, told from its files before it is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.errors import ModelError
from idioprobe.models.common.files.below import files_below
from idioprobe.models.common.tensorheader import SAFE, WHOLE_NUMBERS, tensors

if TYPE_CHECKING:
    import torch

WIDTH = {"float32": 4, "float16": 2, "bfloat16": 2}
"""Bytes of a number."""
PICKLES = "pytorch_model*.bin"

_MEMINFO = Path("/proc/meminfo")
_CGROUP = Path("/sys/fs/cgroup")


def weights_bytes(folder: Path, dtype: str, *, nested: bool = False, allow_pickle: bool = False) -> int:
    """What the weights in a folder take once they are loaded as `dtype`."""

    def find(pattern: str) -> list[Path]:
        return files_below(folder, pattern) if nested else sorted(folder.glob(pattern))

    safe = sum(tensors_bytes(path, dtype) for path in find(SAFE))
    return safe or (sum(path.stat().st_size for path in find(PICKLES)) if allow_pickle else 0)


def tensors_bytes(path: Path, dtype: str) -> int:
    """What the tensors of a safetensors file take as `dtype`; a damaged one counts as it is, loading will tell.

    Whole numbers stay as wide as they are.
    """
    found = tensors(path)
    if found is None:
        return path.stat().st_size
    return sum(count * WHOLE_NUMBERS.get(kind, WIDTH[dtype]) for kind, count in found)


def free_memory(device: torch.device) -> int | None:
    """How much a model may take there; None where nobody tells."""
    if device.type == "cuda":
        import torch

        return int(torch.cuda.mem_get_info(device)[0])
    if device.type != "cpu":
        return None
    limits = [limit for limit in (_free_on_machine(), _free_in_container()) if limit is not None]
    return min(limits) if limits else None


def check_fit(name: str, needed: int, dtype: str, free: int | None) -> None:
    """Raise if the weights do not fit into what is free."""
    if free is not None and needed > free:
        raise ModelError(does_not_fit(name, needed, dtype, free))


def does_not_fit(name: str, needed: int, dtype: str, free: int | None = None) -> str:
    """How much memory a model asks for, and what to try with less.

    >>> does_not_fit("big", 26_000_000_000, "float32", 8_000_000_000)
    'big does not fit into memory: its weights take about 26.0 GB in float32, and 8.0 GB are free; \
try `dtype` bfloat16 (13.0 GB), a smaller model, or a machine with more memory.'
    """
    half = f"`dtype` bfloat16 ({size_text(needed // 2)}), " if dtype == "float32" else ""
    room = "" if free is None else f", and {size_text(free)} are free"
    return (
        f"{name} does not fit into memory: its weights take about {size_text(needed)} in {dtype}{room}; "
        f"try {half}a smaller model, or a machine with more memory."
    )


def out_of_memory(error: BaseException) -> bool:
    """Whether a device ran out of memory; on a processor torch has no error of its own for that."""
    import torch

    said = str(error).lower()
    return (
        isinstance(error, MemoryError | torch.OutOfMemoryError) or "allocate memory" in said or "out of memory" in said
    )


def size_text(count: int) -> str:
    """Bytes for people."""
    return f"{count / 1e9:.1f} GB" if count >= 50_000_000 else f"{count / 1e6:.1f} MB"


def _free_on_machine() -> int | None:
    """Free memory and swap, as Linux tells it."""
    try:
        lines = _MEMINFO.read_text(encoding="ascii").splitlines()
        told = {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines)}
        return told["MemAvailable"] + told.get("SwapFree", 0)
    except (OSError, ValueError, KeyError, IndexError):
        return None


def _free_in_container() -> int | None:
    """What a container's limit leaves; files that are kept in memory can make room."""
    try:
        limit, used = ((_CGROUP / f"memory.{name}").read_text(encoding="ascii") for name in ("max", "current"))
        stat = dict(line.split() for line in (_CGROUP / "memory.stat").read_text(encoding="ascii").splitlines())
        return max(0, int(limit) - int(used) + int(stat.get("file", 0)))
    except (OSError, ValueError):
        return None
