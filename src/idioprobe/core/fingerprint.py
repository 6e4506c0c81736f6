"""Fingerprints of model files, kept so that a large file is not read again for each run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, MutableMapping
from pathlib import Path

CODE_VERSION = "1"
"""Raised whenever the same model, view and text would lead to another vector than before."""


def file_sha256(path: Path, memory: MutableMapping[str, str]) -> str:
    """SHA-256 of a file; `memory` keeps it by path, size and time of change."""
    stat = path.stat()
    key = f"sha256|{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}"
    if key not in memory:
        with path.open("rb") as file:
            memory[key] = hashlib.file_digest(file, "sha256").hexdigest()
    return memory[key]


def fingerprint(parts: Iterable[str]) -> str:
    """One digest of several strings, each kept apart from the next.

    >>> fingerprint(["ab", "c"]) == fingerprint(["a", "bc"])
    False
    """
    digest = hashlib.sha256()
    for part in (CODE_VERSION, *parts):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()
