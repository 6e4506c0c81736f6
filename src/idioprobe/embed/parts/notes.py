"""Notes as small files: each written whole, so that they need no lock and no database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, MutableMapping

from idioprobe.core.errors import StoreError
from idioprobe.core.parts.places import Place

ENDING = ".json"


class FileNotes(MutableMapping[str, str]):
    """The notes of one kind as a mapping; a damaged note counts as absent.

    What cannot be written is known as long as the store is open.
    """

    def __init__(self, place: Place, folder: str, unkept: dict[str, str]) -> None:
        self._place, self._folder, self._unkept = place, folder, unkept
        self._read: dict[str, str] = {}

    def __getitem__(self, key: str) -> str:
        if self._name(key) in self._unkept:
            return self._unkept[self._name(key)]
        if key not in self._read:
            try:
                found = _opened(self._place.read(self._name(key)))
            except FileNotFoundError:
                found = None
            if found is None or found[0] != key:
                raise KeyError(key)
            self._read[key] = found[1]
        return self._read[key]

    def __setitem__(self, key: str, value: str) -> None:
        name = self._name(key)
        if self._place.read_only:
            self._unkept[name] = value
            return
        digest = _digest(key, value)
        raw = json.dumps({"key": key, "value": value, "sha256": digest}).encode("ascii")
        try:
            self._place.put(name, raw)
        except StoreError:
            self._unkept[name] = value
        self._read[key] = value

    def __delitem__(self, key: str) -> None:
        if key not in self:
            raise KeyError(key)
        self._unkept.pop(self._name(key), None)
        self._read.pop(key, None)
        if not self._place.read_only:
            self._place.remove(self._name(key))

    def __iter__(self) -> Iterator[str]:
        for entry in self._place.files(self._folder):
            if entry.name.endswith(ENDING):
                found = _opened(self._place.read(f"{self._folder}/{entry.name}"))
                if found is not None:
                    yield found[0]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _name(self, key: str) -> str:
        return f"{self._folder}/{hashlib.sha256(_raw(key)).hexdigest()[:32]}{ENDING}"


def _opened(raw: bytes) -> tuple[str, str] | None:
    """Key and value of a note, if it is whole."""
    try:
        note = json.loads(raw)
        key, value = str(note["key"]), str(note["value"])
        return (key, value) if note["sha256"] == _digest(key, value) else None
    except (ValueError, KeyError, TypeError):
        return None


def _digest(key: str, value: str) -> str:
    return hashlib.sha256(_raw(key) + b"\0" + _raw(value)).hexdigest()


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
