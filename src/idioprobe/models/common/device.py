"""Where a model runs."""

from __future__ import annotations

import torch

from idioprobe.core.errors import ConfigError


def pick_device(wanted: str) -> torch.device:
    """The device asked for, or the fastest there is."""
    if wanted == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    try:
        device = torch.device(wanted)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(f"`device` {wanted} cannot be used here ({first_line(error)}); try `device` cpu.") from error
    return device


def first_line(error: BaseException) -> str:
    """What an error says, in short."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
