"""What is wrong with a store that cannot be used, and how a damaged one is set aside."""

from __future__ import annotations

import itertools
import sqlite3
import time
from pathlib import Path

from idioprobe.core.errors import StoreError
from idioprobe.core.locks import locked

FILE_NAME = "vectors.sqlite"

FileId = tuple[int, int]
"""Which file it is, whatever it is called by now."""


class DamagedStoreError(StoreError):
    """A store, or a part of one, is not whole; it can be set aside and computed again.

    `file` is the one that was opened, where the store is one file.
    """

    def __init__(self, message: str, file: FileId | None = None) -> None:
        super().__init__(message)
        self.file = file


def file_id(path: Path) -> FileId | None:
    """Which file is at a path now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def explained(path: Path, file: FileId | None, error: Exception) -> StoreError:
    """What SQLite says, for a user: the disk, another program, or damage."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if code is not None else None
    if primary == sqlite3.SQLITE_FULL or (primary == sqlite3.SQLITE_IOERR):
        return StoreError(
            f"The vector store {path} cannot be written ({error}): free some space or choose another "
            "`cache_dir`, and run again; what is in the store is kept."
        )
    if isinstance(error, sqlite3.OperationalError) and primary not in (
        None,
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CORRUPT,
    ):
        return StoreError(f"The vector store {path} cannot be used ({error}); choose another `cache_dir`.")
    return DamagedStoreError(f"The vector store {path} is damaged ({error}).", file)


def set_aside(folder: Path, error: DamagedStoreError) -> str:
    """Move a damaged store out of the way; its vectors will be computed again.

    Of several runs that find the same damage one moves the file, and the others go on with the
    new one: it is not the file that they had opened.
    """
    path = folder / FILE_NAME
    with locked(folder):
        if error.file is not None and file_id(path) != error.file:
            return f"{error} Another run has set it aside; its vectors are computed again."
        stamp = time.strftime("%Y%m%d-%H%M%S")
        names = (f"{FILE_NAME}.damaged-{stamp}-{number}" for number in itertools.count(1))
        aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
        log, shared = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
        try:
            path.rename(aside)
            shared.unlink(missing_ok=True)
            if log.exists() and log.stat().st_size:
                log.rename(aside.with_name(f"{aside.name}-wal"))
            log.unlink(missing_ok=True)
        except OSError as failed:
            raise StoreError(
                f"{error} It cannot be set aside ({failed.strerror}): choose another `cache_dir`, or move it yourself."
            ) from failed
    return f"{error} It was set aside as {aside.name}; its vectors are computed again."
