"""What a download has so far: a file beside its place, from which a later run goes on.

Its name is chance and it is locked while in use, so that runs side by side never write into the same
file, and what a dead run has left can be told from what another is writing.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from idioprobe.core.locks import lock, locked, unlock

_LONGEST_DOWNLOAD = 86_400.0


@contextmanager
def part_of(target: Path, *, resume: bool) -> Iterator[Path]:
    """A file to download into, this run's alone: with `resume` what a dead run has left of `target`, else a new one.

    What it holds stays for a later run where the block fails; other leftovers go.
    """
    with locked(target.parent):
        found = sorted(_leftovers(target), key=lambda left: left[0].stat().st_size)
        if resume and found:
            part, held = found.pop()
        else:
            part = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
            part.touch()
            held = lock(part, seconds=0)
        _remove(found)
    try:
        yield part
    finally:
        with suppress(OSError):
            if not part.stat().st_size:
                part.unlink()
        unlock(held)


def sweep_parts(target: Path) -> None:
    """Remove what dead runs have left of a file."""
    with locked(target.parent):
        _remove(_leftovers(target))


def _leftovers(target: Path) -> list[tuple[Path, int | None]]:
    """Parts of a file that nobody is writing, with their locks; `<name>.part` is what older versions wrote."""
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{16}}\.part|{re.escape(target.name)}\.part")
    found = []
    for path in sorted(target.parent.iterdir()) if target.parent.is_dir() else ():
        if name.fullmatch(path.name) and path.is_file():
            held = lock(path, seconds=0)
            if held is not None or time.time() - path.stat().st_mtime > _LONGEST_DOWNLOAD:
                found.append((path, held))
    return found


def _remove(parts: list[tuple[Path, int | None]]) -> None:
    for path, held in parts:
        path.unlink(missing_ok=True)
        unlock(held)
