"""Folders and files that are written whole or not at all.

What is being written is in a working folder beside its place. Its name is chance, since process
ids repeat where containers share a volume; while it is in use it is locked, so that what a dead run has
left can be told from what another run is writing.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from idioprobe.core.errors import ResultsError
from idioprobe.core.locks import lock, locked, unlock

_BEGIN, _END = ".idioprobe-", ".part"
_NEW, _OLD = "new", "old"
_OLD_NAME = re.compile(r"\.(?P<name>.+--.+-[0-9a-f]{8}|[0-9a-f]{32}\.\w+\.safetensors)\.\d+\.(?P<end>part|old)")
_LONGEST_SAVE = 600.0
_DAY = 86_400.0
_TRIES = 20


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder` that takes its place when the block ends well.

    When it ends badly (a full disk, Ctrl-C) the temporary folder goes and `folder` stays
    as it was.
    """
    from polars.exceptions import PolarsError

    try:
        with _working(folder.parent) as working:
            temporary = working / _NEW / folder.name
            temporary.mkdir()
            yield temporary
            _swap(folder, temporary, working / _OLD / folder.name)
    except (OSError, PolarsError) as error:
        raise ResultsError(
            f"{folder} cannot be written: {_reason(error)}. Nothing was left half-written; "
            "free some space or choose another place, and run again: what was embedded is kept."
        ) from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that takes its place when the block ends well, and goes when it does not."""
    with _working(path.parent) as working:
        temporary = working / _NEW / path.name
        yield temporary
        temporary.replace(path)


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """The same for a file that the user asked for: what goes wrong is told in a sentence."""
    from polars.exceptions import PolarsError

    try:
        with replacing(path) as temporary:
            yield temporary
    except (OSError, PolarsError) as error:
        raise ResultsError(f"{path} cannot be written: {_reason(error)}; choose another place or make room.") from error


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner may read, from its first moment on."""
    with os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8", newline=""
    ) as file:
        file.write(text)


@contextmanager
def working_folder(parent: Path) -> Iterator[Path]:
    """A folder in `parent` for files that are moved into place together; gone when the block ends, however it does."""
    with _working(parent) as working:
        yield working / _NEW


def sweep(parent: Path) -> None:
    """Remove what dead runs have left half-written in a folder; what they had moved out of the way comes back."""
    with locked(parent):
        for working in _leftovers(parent):
            held = lock(working, seconds=0)
            try:
                if held is not None or _age(working) > _DAY:
                    _restore(working)
            finally:
                unlock(held)
        _sweep_old_names(parent)


@contextmanager
def _working(parent: Path) -> Iterator[Path]:
    """A folder to write in, of a name that nobody else has; locked until it is gone."""
    parent.mkdir(parents=True, exist_ok=True)
    sweep(parent)
    working = parent / f"{_BEGIN}{secrets.token_hex(8)}{_END}"
    held = None
    try:
        with locked(parent):
            working.mkdir()
            held = lock(working, seconds=0)
        (working / _NEW).mkdir()
        (working / _OLD).mkdir()
        yield working
    finally:
        _restore(working)
        unlock(held)


def _restore(working: Path) -> None:
    """Remove a working folder; what it holds of an old folder goes back where nothing has taken its place."""
    for old in _entries(working / _OLD):
        with suppress(OSError):
            if not (working.parent / old.name).exists():
                old.rename(working.parent / old.name)
    shutil.rmtree(working, ignore_errors=True)


def _swap(folder: Path, temporary: Path, aside: Path) -> None:
    """Put the new folder in place of the old; once more where a run without locks has just done the same."""
    with locked(folder.parent):
        for left in reversed(range(_TRIES)):
            try:
                if folder.exists():
                    shutil.rmtree(aside, ignore_errors=True)
                    folder.rename(aside)
                temporary.rename(folder)
            except OSError as error:
                if not left or error.errno not in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOENT):
                    raise
            else:
                return


def _sweep_old_names(parent: Path) -> None:
    """Older versions named results and indexes that they were writing by their process id, and did not lock them."""
    for path in _entries(parent):
        old = _OLD_NAME.fullmatch(path.name)
        if old and _age(path) > _LONGEST_SAVE:
            with suppress(OSError):
                if old["end"] == "old" and not (parent / old["name"]).exists():
                    path.rename(parent / old["name"])
                elif path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()


def _leftovers(parent: Path) -> list[Path]:
    return [path for path in _entries(parent) if path.name.startswith(_BEGIN) and path.name.endswith(_END)]


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error).splitlines()[0]
