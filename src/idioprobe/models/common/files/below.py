"""All files of a folder, those behind links too: a model is what is loaded from it, wherever that lies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

HIDDEN = frozenset({".git", ".cache", "__pycache__"})
"""Folders of programs that fetch files or run them."""


def files_below(folder: Path, *patterns: str) -> list[Path]:
    """The files below a folder, links to folders followed, whose names match one of the patterns, if there are any."""
    found = (path for path in _below(folder, (os.path.realpath(folder),)) if path.is_file())
    return sorted(path for path in found if not patterns or any(fnmatchcase(path.name, one) for one in patterns))


def _below(folder: Path, around: tuple[str, ...]) -> Iterator[Path]:
    """What is in a folder and in those below it; a link to a folder that it is in itself leads nowhere."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for path in entries:
        if not path.is_dir():
            yield path
        elif path.name not in HIDDEN and (real := os.path.realpath(path)) not in around:
            yield from _below(path, (*around, real))
