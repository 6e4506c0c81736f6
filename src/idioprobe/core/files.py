"""Folders and files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from idioprobe.core.errors import ResultsError


@contextmanager
def replace_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder` that takes its place when the block ends well.

    When it ends badly (a full disk, Ctrl-C) the temporary folder goes and `folder` stays
    as it was.
    """
    from polars.exceptions import PolarsError

    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    aside = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        yield temporary
        _swap(folder, temporary, aside)
    except (OSError, PolarsError) as error:
        raise ResultsError(
            f"{folder} cannot be written: {_reason(error)}. Nothing was left half-written; "
            "free some space or choose another place, and run again: what was embedded is kept."
        ) from error
    finally:
        if aside.exists() and not folder.exists():  # Ctrl-C between the two renames
            aside.rename(folder)
        shutil.rmtree(temporary, ignore_errors=True)
        shutil.rmtree(aside, ignore_errors=True)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that takes its place when the block ends well, and goes when it does not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """The same for a file that the user asked for: what goes wrong is told in a sentence."""
    from polars.exceptions import PolarsError

    try:
        with replacing(path) as temporary:
            yield temporary
    except (OSError, PolarsError) as error:
        raise ResultsError(f"{path} cannot be written: {_reason(error)}; choose another place or make room.") from error


def _swap(folder: Path, temporary: Path, aside: Path) -> None:
    """Put the new folder in place of the old; once more where another run has just done the same."""
    for last in (False, True):
        try:
            if folder.exists():
                shutil.rmtree(aside, ignore_errors=True)
                folder.rename(aside)
            temporary.rename(folder)
        except OSError as error:
            if last or error.errno not in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOENT):
                raise
        else:
            return


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error).splitlines()[0]
