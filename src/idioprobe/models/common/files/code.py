"""Code of a model's own, and what else it may read: all that decides what it computes where it is run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from idioprobe.models.common.files.below import files_below

_NOT_READ = {".md", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf"}
_AWAY = "--"
"""Between the repository of some code and its name there."""


def trusted_files(folder: Path) -> dict[str, Path]:
    """All files of a folder but its documents, and those of the repositories whose code its configurations name."""
    found = {path.relative_to(folder).as_posix(): path for path in _readable(folder)}
    for repository in sorted(set(_repositories(folder))):
        if (there := _place(repository)) is not None:
            found |= {f"{repository}{_AWAY}{path.relative_to(there).as_posix()}": path for path in _readable(there)}
    return found


def json_object(path: Path) -> dict[str, Any]:
    """What a JSON file holds, if that is an object; nothing where it cannot be read."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _readable(folder: Path) -> list[Path]:
    return [path for path in files_below(folder) if path.suffix.lower() not in _NOT_READ]


def _repositories(folder: Path) -> Iterator[str]:
    """Where code is that an `auto_map` takes from elsewhere."""
    for path in files_below(folder, "*config*.json"):
        named = json_object(path).get("auto_map")
        for entry in named.values() if isinstance(named, dict) else ():
            for name in entry if isinstance(entry, list) else [entry]:
                repository, away, _ = str(name).partition(_AWAY)
                if away:
                    yield repository


def _place(repository: str) -> Path | None:
    """A folder of this name, or the one in which the hub's files of this name are kept; None where neither is here."""
    if Path(repository).is_dir():
        return Path(repository)
    try:
        from huggingface_hub import snapshot_download

        return Path(snapshot_download(repository, local_files_only=True))
    except (ImportError, OSError, ValueError):
        return None
