"""Small strings kept beside the vectors."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

Run = Callable[..., list[tuple[Any, ...]]]
"""Runs SQL with some values on whatever file the store has open by now."""


class Notes(MutableMapping[str, str]):
    """The notes of one kind as a mapping; a damaged note counts as absent, and is made again.

    What is noted in a store that cannot be written is known as long as the store is open.
    """

    def __init__(self, kind: str, run: Run, unkept: dict[str, str], *, read_only: bool) -> None:
        self._kind, self._run, self._unkept, self._read_only = kind, run, unkept, read_only

    def __getitem__(self, key: str) -> str:
        name = f"{self._kind}:{key}"
        if name in self._unkept:
            return self._unkept[name]
        for (raw,) in self._run("SELECT value FROM notes WHERE name = ?", name):
            checksum, value = str(raw)[:8], str(raw)[8:]
            if checksum == self._checksum(key, value):
                return value
        raise KeyError(key)

    def __setitem__(self, key: str, value: str) -> None:
        name = f"{self._kind}:{key}"
        if self._read_only:
            self._unkept[name] = value
        else:
            self._run("INSERT OR REPLACE INTO notes VALUES (?, ?)", name, self._checksum(key, value) + value)

    def __delitem__(self, key: str) -> None:
        name = f"{self._kind}:{key}"
        self._unkept.pop(name, None)
        if not self._read_only:
            self._run("DELETE FROM notes WHERE name = ?", name)

    def __iter__(self) -> Iterator[str]:
        prefix = f"{self._kind}:"
        rows = self._run("SELECT name FROM notes WHERE substr(name, 1, ?) = ?", len(prefix), prefix)
        kept = dict.fromkeys(str(name) for (name,) in rows)
        unkept = (name for name in self._unkept if name.startswith(prefix) and name not in kept)
        return (name[len(prefix) :] for name in (*kept, *unkept))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _checksum(self, key: str, value: str) -> str:
        return f"{zlib.crc32(f'{self._kind}:{key}={value}'.encode('utf-8', 'surrogatepass')):08x}"
