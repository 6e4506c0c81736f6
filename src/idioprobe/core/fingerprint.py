"""Fingerprints of model files, kept so that a large file is not read again for each run."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.errors import ModelError
from idioprobe.core.textfile import readable

CODE_VERSION = "1"
"""Raised whenever the same model, view and text would lead to another vector than before."""


_HASH = "sha256|"


_SETTLED = 3_000_000_000
"""Nanoseconds after its last change from which on a file is taken to have another time when it changes again."""
_TRIES = 3


@dataclass(frozen=True)
class HashedFile:
    """A file as it was when it was hashed."""

    path: Path
    sha256: str
    seen: str
    """Its size, times and number then."""

    def has_changed(self) -> bool:
        """Whether the file is another now, told from its size, times and number; from its bytes where it is new."""
        try:
            now, changed = _seen(self.path)
            return now != self.seen or (not _settled(changed) and _sha256(self.path) != self.sha256)
        except OSError:
            return True


def file_sha256(path: Path, memory: MutableMapping[str, str]) -> str:
    """SHA-256 of a file; `memory` keeps it by path, size, times and number of the file.

    Whoever puts another file in its place can give it the same size and time, but neither the same
    number nor the same time of the last change of its record. Clocks of file systems tick slowly: the hash of a
    file that has just changed is not kept, since it may change again within the same tick.
    """
    return hash_file(path, memory).sha256


def hash_file(path: Path, memory: MutableMapping[str, str]) -> HashedFile:
    """The same, with what tells whether the file has changed since."""
    for _ in range(_TRIES):
        seen, changed = _seen(path)
        key = f"{_HASH}{readable(path.resolve())}|{seen}"
        settled = _settled(changed)
        digest = memory.get(key) or _sha256(path)
        if _seen(path)[0] == seen:
            if settled and memory.get(key) is None:
                memory[key] = digest
            return HashedFile(path, digest, seen)
    raise ModelError(f"{path} changes while it is read: wait until whoever writes it has finished, and run again.")


def _seen(path: Path) -> tuple[str, int]:
    """What tells a file from what stood in its place before, and when it last changed."""
    stat = path.stat()
    seen = f"{stat.st_size}|{stat.st_mtime_ns}|{stat.st_ino}|{stat.st_ctime_ns}"
    return seen, max(stat.st_mtime_ns, stat.st_ctime_ns) if os.name == "nt" else stat.st_ctime_ns


def _settled(changed: int) -> bool:
    return time.time_ns() - changed > _SETTLED


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
