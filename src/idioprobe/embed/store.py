"""The vector store: one SQLite file that survives a kill, two writers and damage.

A space is one way of making answers (model, dtype, prompt, view, code version); in it an
answer is found by its text and span. Each row carries a checksum over all of that, so
that a damaged row is noticed instead of being served.

What kind of answer a row holds is told by where and as what it is kept: a vector is a BLOB
in `data`, a text a TEXT there (as JSON, so that any text can be written), and why there is
neither is in `reason`. Version 0.3 knew vectors and reasons only; it can go on using a store
with texts, as it never asks for a space that holds them.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import StoreError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, OLD_NATIVE, View

FILE_NAME = "vectors.sqlite"
SCHEMA_VERSION = 1
BUSY_SECONDS = 60
LOOKUP_AT_ONCE = 30_000
SCAN_BELOW = 3
"""A space with fewer rows than so many times those wanted is read from end to end: that is quicker than looking up."""

_FACTS, _OLD_FACTS = "model", "facts"
"""Notes on what a model can do; 0.3 reads its own only, which say nothing that it does not know."""

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
        self._spaces: dict[str, int] = {}
        self._keys: dict[Request, bytes] = {}
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
        by_key = self._by_key(requests)
        with self._guard():
            known = {key for (key,) in self._rows("key", space, by_key)}
        return {request for key, request in by_key.items() if key not in known}

    def read(self, space: int, requests: Iterable[Request]) -> dict[Request, Answer]:
        """All that is known about the requests; raises on a row whose checksum is wrong."""
        by_key = self._by_key(requests)
        found: dict[Request, Answer] = {}
        with self._guard():
            for key, data, reason, checksum in self._rows("key, data, reason, checksum", space, by_key):
                if checksum != _checksum(space, key, data, reason):
                    raise DamagedStoreError(f"The vector store {self.path} has a damaged row.")
                found[by_key[key]] = _unpacked(data, reason)
        return found

    def write(self, rows: Iterable[tuple[int, Request, Answer]]) -> None:
        """Add what is not there yet; one transaction, so that a kill loses it whole or not at all."""
        packed = []
        for space, request, answer in rows:
            key = self._keys.get(request) or self._new_key(request)
            data, reason = _packed(answer)
            packed.append((space, key, data, reason, _checksum(space, key, data, reason)))
        with self._guard(), self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?, ?)", packed)

    def space(self, identity: Identity, view: View) -> int:
        """The number of the space for a model and view, made if it is new."""
        pool = OLD_NATIVE if view.pool == NATIVE else view.pool  # so that vectors of the first stores are found
        parts = [identity.fingerprint, *(f"{k}={v}" for k, v in sorted((asdict(view) | {"pool": pool}).items()))]
        name = fingerprint(parts)
        if name not in self._spaces:
            find = "SELECT id FROM spaces WHERE fingerprint = ?"
            with self._guard():
                row = self._connection.execute(find, (name,)).fetchone()
                if row is None:
                    with self._connection:
                        self._connection.execute("INSERT OR IGNORE INTO spaces (fingerprint) VALUES (?)", (name,))
                    row = self._connection.execute(find, (name,)).fetchone()
            self._spaces[name] = int(row[0])
        return self._spaces[name]

    def facts(self, identity: Identity) -> Facts | None:
        """What is known about a model from an earlier run."""
        raw = self.notes(_FACTS).get(identity.fingerprint) or self.notes(_OLD_FACTS).get(identity.fingerprint)
        if raw is None:
            return None
        values: dict[str, Any] = json.loads(raw)
        pools = tuple(NATIVE if pool == OLD_NATIVE else pool for pool in values["pools"])
        values.setdefault("contextual", identity.family != "static")  # Older notes do not say it.
        return Facts(**{**values, "units": tuple(values["units"]), "pools": pools})

    def remember_facts(self, identity: Identity, facts: Facts) -> None:
        """Keep what a model can do, so that a later run need not load it to know."""
        self.notes(_FACTS)[identity.fingerprint] = json.dumps(asdict(facts))

    def notes(self, kind: str) -> MutableMapping[str, str]:
        """Small strings kept beside the vectors."""
        return _Notes(self, kind)

    def renew(self, error: DamagedStoreError) -> str:
        """Set the file aside and start an empty one; notes handed out before stay usable."""
        self.close()
        self._spaces.clear()
        message = set_aside(self.path.parent, error)
        self._connection = self._open()
        return message

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS)
        except (OSError, sqlite3.OperationalError) as error:
            raise StoreError(
                f"The vector store {self.path} cannot be opened ({error}); choose another `cache_dir`."
            ) from error
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, SCHEMA_VERSION):
                connection.close()
                raise StoreError(
                    f"The vector store {self.path} was made by a newer idioprobe; choose another `cache_dir`."
                )
            _set_up(connection, new=version != SCHEMA_VERSION)
        except sqlite3.DatabaseError as error:
            connection.close()
            raise self._explained(error) from error
        return connection

    def _by_key(self, requests: Iterable[Request]) -> dict[bytes, Request]:
        """Requests by their keys, which are computed once for all views of a run."""
        known = self._keys
        return {known.get(request) or self._new_key(request): request for request in requests}

    def _new_key(self, request: Request) -> bytes:
        key = self._keys[request] = _key(request)
        return key

    def _rows(self, columns: str, space: int, wanted: Mapping[bytes, Request]) -> Iterator[tuple[Any, ...]]:
        """The rows of the wanted keys, which are the first of the columns."""
        select = f"SELECT {columns} FROM vectors WHERE space = ?"  # noqa: S608
        if self._size(space) < SCAN_BELOW * len(wanted):
            yield from (row for row in self._connection.execute(select, (space,)) if row[0] in wanted)
            return
        keys = list(wanted)
        for chunk in (keys[at : at + LOOKUP_AT_ONCE] for at in range(0, len(keys), LOOKUP_AT_ONCE)):
            yield from self._connection.execute(f"{select} AND key IN ({','.join('?' * len(chunk))})", (space, *chunk))

    def _size(self, space: int) -> int:
        """About how many rows a space has: keys are evenly spread, so a 64th of them tells."""
        counted = "SELECT count(*) FROM vectors WHERE space = ? AND key < x'04'"
        return 64 * int(self._connection.execute(counted, (space,)).fetchone()[0])

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
                "`cache_dir`, and run again; what is in the store is kept."
            )
        if isinstance(error, sqlite3.OperationalError) and primary not in (
            sqlite3.SQLITE_ERROR,
            sqlite3.SQLITE_CORRUPT,
        ):
            return StoreError(f"The vector store {self.path} cannot be used ({error}); choose another `cache_dir`.")
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


def _set_up(connection: sqlite3.Connection, *, new: bool) -> None:
    """Make the tables of a new store; two processes that open it at once wait for each other.

    Bytes that are no text are read as some other text, which the checksum then gives away.
    """
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            if new:
                connection.executescript(f"{_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION};")
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


def _packed(answer: Answer) -> tuple[bytes | str | None, str | None]:
    if isinstance(answer, Failure):
        return None, answer.reason
    if isinstance(answer, Text):
        return json.dumps(answer.text), None
    return answer.astype("<f4", copy=False).tobytes(), None


def _unpacked(data: bytes | str | None, reason: str | None) -> Answer:
    if isinstance(data, bytes):
        return np.frombuffer(data, dtype="<f4")
    return Failure(str(reason)) if data is None else Text(json.loads(data))


def _checksum(space: int, key: bytes, data: bytes | str | None, reason: str | None) -> int:
    """Over what the row says and which kind of answer it is."""
    head = zlib.crc32(key, space)
    if isinstance(data, bytes):
        return zlib.crc32(data, head)
    return zlib.crc32(f"\0{reason}".encode() if data is None else f"\1{data}".encode(), head)
