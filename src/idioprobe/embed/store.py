"""The vector store: one SQLite file that survives a kill, two writers and damage.

A space is one way of making vectors (model, dtype, prompt, view, code version); in it a
vector is found by its text and span. Each row carries a checksum over all of that, so
that a damaged row is noticed instead of being served.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from idioprobe.core.encoder import Facts, Identity, Stored
from idioprobe.core.errors import StoreError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, View

FILE_NAME = "vectors.sqlite"
SCHEMA_VERSION = 1
BUSY_SECONDS = 60
LOOKUP_AT_ONCE = 900
_OLD_NATIVE = "published"
"""What a model's own pooling was called when the first stores were filled: their vectors are found under it."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS spaces (id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    space INTEGER NOT NULL, key BLOB NOT NULL, data BLOB, reason TEXT, checksum INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class DamagedStoreError(StoreError):
    """The file is not a whole store; it can be set aside and rebuilt."""


class VectorStore:
    """Open with a folder; close it, or use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._connection = self._open()

    def __enter__(self) -> VectorStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def missing(self, space: int, requests: Iterable[Request]) -> set[Request]:
        """The requests that the store knows nothing about."""
        by_key = {_key(request): request for request in requests}
        with self._guard():
            for chunk in _chunks(list(by_key)):
                marks = ",".join("?" * len(chunk))
                rows = self._connection.execute(
                    f"SELECT key FROM vectors WHERE space = ? AND key IN ({marks})",  # noqa: S608
                    (space, *chunk),
                )
                for (key,) in rows:
                    del by_key[key]
        return set(by_key.values())

    def read(self, space: int, requests: Iterable[Request]) -> dict[Request, Stored]:
        """All that is known about the requests; raises on a row whose checksum is wrong."""
        by_key = {_key(request): request for request in requests}
        found: dict[Request, Stored] = {}
        with self._guard():
            for chunk in _chunks(list(by_key)):
                marks = ",".join("?" * len(chunk))
                rows = self._connection.execute(
                    f"SELECT key, data, reason, checksum FROM vectors WHERE space = ? AND key IN ({marks})",  # noqa: S608
                    (space, *chunk),
                )
                for key, data, reason, checksum in rows:
                    if checksum != _checksum(space, key, data, reason):
                        raise DamagedStoreError(f"The vector store {self.path} has a damaged row.")
                    found[by_key[key]] = reason if data is None else np.frombuffer(data, dtype="<f4")
        return found

    def write(self, rows: Iterable[tuple[int, Request, Stored]]) -> None:
        """Add what is not there yet; one transaction, so that a kill loses it whole or not at all."""
        packed = []
        for space, request, value in rows:
            key = _key(request)
            data = None if isinstance(value, str) else value.astype("<f4", copy=False).tobytes()
            reason = value if isinstance(value, str) else None
            packed.append((space, key, data, reason, _checksum(space, key, data, reason)))
        with self._guard(), self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?, ?)", packed)

    def space(self, identity: Identity, view: View) -> int:
        """The number of the space for a model and view, made if it is new."""
        pool = _OLD_NATIVE if view.pool == NATIVE else view.pool
        parts = [identity.fingerprint, *(f"{k}={v}" for k, v in sorted((asdict(view) | {"pool": pool}).items()))]
        name = fingerprint(parts)
        with self._guard(), self._connection:
            self._connection.execute("INSERT OR IGNORE INTO spaces (fingerprint) VALUES (?)", (name,))
            row = self._connection.execute("SELECT id FROM spaces WHERE fingerprint = ?", (name,)).fetchone()
        return int(row[0])

    def facts(self, identity: Identity) -> Facts | None:
        """What is known about a model from an earlier run."""
        raw = self.notes("facts").get(identity.fingerprint)
        if raw is None:
            return None
        values: dict[str, Any] = json.loads(raw)
        pools = tuple(NATIVE if pool == _OLD_NATIVE else pool for pool in values["pools"])
        values.setdefault("contextual", identity.family != "static")  # Older notes do not say it.
        return Facts(**{**values, "units": tuple(values["units"]), "pools": pools})

    def remember_facts(self, identity: Identity, facts: Facts) -> None:
        """Keep what a model can do, so that a later run need not load it to know."""
        self.notes("facts")[identity.fingerprint] = json.dumps(asdict(facts))

    def notes(self, kind: str) -> MutableMapping[str, str]:
        """Small strings kept beside the vectors."""
        return _Notes(self, kind)

    def renew(self, error: DamagedStoreError) -> str:
        """Set the file aside and start an empty one; notes handed out before stay usable."""
        self.close()
        message = set_aside(self.path.parent, error)
        self._connection = self._open()
        return message

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS)
        except (OSError, sqlite3.OperationalError) as error:
            raise StoreError(
                f"The vector store {self.path} cannot be opened ({error}); choose another --cache-dir."
            ) from error
        try:
            _set_up(connection)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, SCHEMA_VERSION):
                connection.close()
                raise StoreError(
                    f"The vector store {self.path} was made by a newer idioprobe; choose another --cache-dir."
                )
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.commit()
        except sqlite3.DatabaseError as error:
            connection.close()
            raise self._explained(error) from error
        return connection

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise self._explained(error) from error

    def _explained(self, error: sqlite3.DatabaseError) -> StoreError:
        code = getattr(error, "sqlite_errorcode", None)
        primary = code & 0xFF if code is not None else None
        if primary == sqlite3.SQLITE_FULL or (primary == sqlite3.SQLITE_IOERR):
            return StoreError(
                f"The vector store {self.path} cannot be written ({error}): free some space or choose another "
                "--cache-dir, and run again; what is in the store is kept."
            )
        if isinstance(error, sqlite3.OperationalError) and primary not in (
            sqlite3.SQLITE_ERROR,
            sqlite3.SQLITE_CORRUPT,
        ):
            return StoreError(f"The vector store {self.path} cannot be used ({error}); choose another --cache-dir.")
        return DamagedStoreError(f"The vector store {self.path} is damaged ({error}).")


class _Notes(MutableMapping[str, str]):
    """The notes of one kind as a mapping; a damaged note counts as absent, and is made again."""

    def __init__(self, store: VectorStore, kind: str) -> None:
        self._store, self._kind = store, kind

    def _run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._store._guard(), self._store._connection as connection:  # noqa: SLF001
            return connection.execute(sql, values).fetchall()

    def __getitem__(self, key: str) -> str:
        rows = self._run("SELECT value FROM notes WHERE name = ?", f"{self._kind}:{key}")
        if not rows:
            raise KeyError(key)
        checksum, value = str(rows[0][0])[:8], str(rows[0][0])[8:]
        if checksum != self._checksum(key, value):
            raise KeyError(key)
        return value

    def __setitem__(self, key: str, value: str) -> None:
        checked = self._checksum(key, value) + value
        self._run("INSERT OR REPLACE INTO notes VALUES (?, ?)", f"{self._kind}:{key}", checked)

    def _checksum(self, key: str, value: str) -> str:
        return f"{zlib.crc32(f'{self._kind}:{key}={value}'.encode('utf-8', 'surrogatepass')):08x}"

    def __delitem__(self, key: str) -> None:
        self._run("DELETE FROM notes WHERE name = ?", f"{self._kind}:{key}")

    def __iter__(self) -> Iterator[str]:
        prefix = f"{self._kind}:"
        rows = self._run("SELECT name FROM notes WHERE substr(name, 1, ?) = ?", len(prefix), prefix)
        return (name[len(prefix) :] for (name,) in rows)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _set_up(connection: sqlite3.Connection) -> None:
    """Make the tables; two processes that open a new store at once wait for each other."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.executescript(_SCHEMA)
        except sqlite3.OperationalError as error:
            busy = (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def open_store(folder: Path) -> tuple[VectorStore, str | None]:
    """A usable store; a damaged one is set aside first, and the message says where."""
    try:
        return VectorStore(folder), None
    except DamagedStoreError as error:
        message = set_aside(folder, error)
        return VectorStore(folder), message


def set_aside(folder: Path, error: DamagedStoreError) -> str:
    """Move a damaged store out of the way; its vectors will be computed again."""
    path = folder / FILE_NAME
    stamp = time.strftime("%Y%m%d-%H%M%S")
    names = (f"{FILE_NAME}.damaged-{stamp}-{number}" for number in itertools.count(1))
    aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return f"{error} It was set aside as {aside.name}; its vectors are computed again."


def _key(request: Request) -> bytes:
    span = "" if request.start is None else f"{request.start}:{request.end}"
    raw = f"{span}\0{request.text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(raw, digest_size=16).digest()


def _checksum(space: int, key: bytes, data: bytes | None, reason: str | None) -> int:
    head = zlib.crc32(key, space)
    return zlib.crc32(data if data is not None else f"\0{reason}".encode(), head)


def _chunks(keys: list[bytes]) -> Iterator[list[bytes]]:
    for at in range(0, len(keys), LOOKUP_AT_ONCE):
        yield keys[at : at + LOOKUP_AT_ONCE]
