"""Locks on folders, which the system lets go when a process ends in whatever way.

Where there are none (Windows, some network drives) all goes on without them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 0.01


def lock(folder: Path, *, seconds: float = PATIENCE_SECONDS) -> int | None:
    """Lock a folder for this process, to be unlocked by what is returned; None where it is not to be had in time."""
    try:
        import fcntl

        held = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        return None
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                os.close(held)
                return None
            time.sleep(_PAUSE_SECONDS)
        except OSError:
            os.close(held)
            return None
        else:
            return held


def unlock(held: int | None) -> None:
    """Let a lock go."""
    if held is not None:
        os.close(held)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else is in a block on the same folder."""
    held = lock(folder)
    try:
        yield
    finally:
        unlock(held)
