"""Fingerprints of model files, kept so that a large file is not read again for each run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from pathlib import Path

from idioprobe.core.textfile import readable

CODE_VERSION = "1"
"""Raised whenever the same model, view and text would lead to another vector than before."""


_HASH = "sha256|"


def file_sha256(path: Path, memory: MutableMapping[str, str]) -> str:
    """SHA-256 of a file; `memory` keeps it by path, size, times and number of the file.

    Whoever puts another file in its place can give it the same size and time, but neither the same
    number nor the same time of the last change of its record.
    """
    stat = path.stat()
    what = f"{stat.st_size}|{stat.st_mtime_ns}|{stat.st_ino}|{stat.st_ctime_ns}"
    return remembered(memory, f"{_HASH}{readable(path.resolve())}|{what}", lambda: _sha256(path))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remembered(memory: MutableMapping[str, str], key: str, make: Callable[[], str]) -> str:
    """What was noted, or else what is made now, whether or not it can be noted."""
    told = memory.get(key)
    if told is None:
        told = memory[key] = make()
    return told


class HashedAnew(MutableMapping[str, str]):
    """A memory that knows the hash of no file but those that were hashed since it was made."""

    def __init__(self, memory: MutableMapping[str, str]) -> None:
        self._memory = memory
        self._since: set[str] = set()

    def __getitem__(self, key: str) -> str:
        if key.startswith(_HASH) and key not in self._since:
            raise KeyError(key)
        return self._memory[key]

    def __setitem__(self, key: str, value: str) -> None:
        self._since.add(key)
        self._memory[key] = value

    def __delitem__(self, key: str) -> None:
        del self._memory[key]

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._memory if key in self._since or not key.startswith(_HASH))

    def __len__(self) -> int:
        return sum(1 for _ in self)


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
