"""The vector store: one SQLite file that survives a kill, two writers and damage.

A space is one way of making answers (model, dtype, prompt, view, code version); in it an
answer is found by its text and spans. Each row carries a checksum over all of that, so
that a damaged row is noticed instead of being served. A row that is lost has none: who knows what
has to be there reads it by `read_all`, which notices. The number of a space follows from what it is, so that
a space that is lost does not leave its number, and its rows, to another.

What kind of answer a row holds is told by where and as what it is kept: a vector is a BLOB
in `data`, a text a TEXT there (as JSON, so that any text can be written), and why there is
neither is in `reason`. Version 0.3 knew vectors and reasons only; it can go on using a store
with texts, as it never asks for a space that holds them.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import urllib.parse
import zlib
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Set
from contextlib import contextmanager
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import StoreError
from idioprobe.core.locks import locked
from idioprobe.core.parts.form import About, store_key
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed.damage import FILE_NAME, DamagedStoreError, FileId, explained, file_id, set_aside
from idioprobe.embed.notes import Notes
from idioprobe.embed.parts.layout import about
from idioprobe.embed.spaces import lost, read_facts, space_name, space_number, written_facts

__all__ = ["FILE_NAME", "PAGE_BYTES", "DamagedStoreError", "VectorStore", "open_store"]

SCHEMA_VERSION = 1
BUSY_SECONDS = 60
LOG_PAGES = 2_500
"""How long SQLite's log may get, in pages, before it goes into the file; more means fewer writes."""
LOOKUP_AT_ONCE = 30_000
ASKED_AT_ONCE = 1 << 18
"""Requests that are looked for at once."""
KEYS_KEPT = 1 << 20
"""Keys that are kept for the next view: more would need more memory than they save time."""
PAGE_BYTES = 1 << 14
"""Of a new store: a vector of 768 numbers or fewer lies beside its key, and not on a page of its own."""
SCAN_BELOW = 3
"""A space with fewer rows than so many times those wanted is read from end to end: that is quicker than looking up."""

Data = bytes | memoryview | str | None
"""What is kept of an answer beside a reason: a vector's bytes, a text, or nothing."""

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError, TypeError)
"""What SQLite, and reading what it gives, may raise on a damaged file."""

_COUNTED_BELOW = 1 << 20
"""Older versions counted spaces; the numbers of others are larger."""

_FACTS, _OLD_FACTS = "model", "facts"
"""Notes on what a model can do; 0.3 reads its own only, which say nothing that it does not know."""
SPACES = "space"
"""Notes on the model and view of a space."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS spaces (id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    space INTEGER NOT NULL, key BLOB NOT NULL, data BLOB, reason TEXT, checksum INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class VectorStore:
    """Open with a folder; close it, or use it in a `with` block. One that cannot be written can be read."""

    named = "cache_dir"

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self.read_only = False
        self._file: FileId | None = None
        self._spaces: dict[str, int] = {}
        self._keys: dict[Request, bytes] = {}
        self._facts: dict[str, Facts] = {}
        self._unkept: dict[str, str] = {}
        self._about: dict[int, About] = {}
        self._connection = self._open()

    def __enter__(self) -> VectorStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def where(self) -> str:
        """The file."""
        return str(self.path)

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def forget_keys(self) -> None:
        """Free the memory of what was asked for: nothing more is read of it."""
        self._keys.clear()

    def missing(self, space: int, requests: Iterable[Request]) -> set[Request]:
        """The requests that the store knows nothing about."""
        missing: set[Request] = set()
        every = list(requests)
        for at in range(0, len(every), ASKED_AT_ONCE):
            by_key = self._by_key(every[at : at + ASKED_AT_ONCE])
            with self._guard():
                known = {key for (key,) in self._rows("key", space, by_key)}
            missing.update(by_key[key] for key in by_key.keys() - known)
        return missing

    def read(self, space: int, requests: Iterable[Request]) -> dict[Request, Answer]:
        """All that is known about the requests; raises on a row whose checksum is wrong."""
        by_key = self._by_key(requests)
        found: dict[Request, Answer] = {}
        with self._guard():
            for key, data, reason, checksum in self._rows("key, data, reason, checksum", space, by_key):
                request = by_key.get(key)
                if request is None:
                    continue
                if checksum != _checksum(space, key, data, reason):
                    raise DamagedStoreError(f"The vector store {self.path} has a damaged row.", self._file)
                found[request] = _unpacked(data, reason)
        return found

    def read_all(self, space: int, requests: Set[Request]) -> dict[Request, Answer]:
        """The answers to requests that are all known to have been written; raises where one is lost."""
        found = self.read(space, requests)
        if len(found) < len(requests):
            raise DamagedStoreError(lost(str(self.path), len(found), len(requests)), self._file)
        return found

    def write(self, rows: Iterable[tuple[int, Request, Answer]]) -> None:
        """Add what is not there yet; one transaction, so that a kill loses it whole or not at all.

        In the order of the keys, neighbours in the file are written together.
        """
        packed = []
        for space, request, answer in rows:
            key = self._keys.get(request) or self._new_key(request)
            data, reason = _packed(answer)
            packed.append((space, key, data, reason, _checksum(space, key, data, reason)))
        packed.sort(key=itemgetter(0, 1))
        if file_id(self.path) != self._file:
            raise DamagedStoreError(f"The vector store {self.path} is not the one that was opened.", self._file)
        self._describe({row[0] for row in packed})
        with self._guard(), self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?, ?)", packed)

    def space(self, identity: Identity, view: View) -> int:
        """The number of the space for a model and view, made if it is new."""
        name = space_name(identity, view)
        if name not in self._spaces:
            self._spaces[name] = self._counted(name) or space_number(name)
            self._about[self._spaces[name]] = about(identity, view)
        return self._spaces[name]

    def facts(self, identity: Identity) -> Facts | None:
        """What is known about a model from an earlier run."""
        if identity.fingerprint in self._facts:
            return self._facts[identity.fingerprint]
        raw = self.notes(_FACTS).get(identity.fingerprint) or self.notes(_OLD_FACTS).get(identity.fingerprint)
        if raw is None:
            return None
        facts = read_facts(raw, contextual=identity.family != "static")
        self._facts[identity.fingerprint] = facts
        return facts

    def remember_facts(self, identity: Identity, facts: Facts) -> None:
        """Keep what a model can do, so that a later run need not load it to know."""
        self._facts[identity.fingerprint] = facts
        self.notes(_FACTS)[identity.fingerprint] = written_facts(facts)

    def spaces(self) -> list[tuple[int, str, int, int]]:
        """All spaces that have answers: number, name (empty where it is lost), rows and bytes."""
        counted = (
            "SELECT space, count(*), sum(length(coalesce(data, reason))) FROM vectors GROUP BY space ORDER BY space"
        )
        known = [(int(n), str(name)) for n, name in self._run("SELECT id, fingerprint FROM spaces")]
        names = {space_number(name): name for _, name in known} | dict(known)
        return [(int(n), str(names.get(n, "")), int(rows), int(size or 0)) for n, rows, size in self._run(counted)]

    def rows(self, space: int) -> Iterator[tuple[bytes, Answer]]:
        """All answers of a space with their keys; raises on a row whose checksum is wrong."""
        with self._guard():
            select = "SELECT key, data, reason, checksum FROM vectors WHERE space = ?"
            for key, data, reason, checksum in self._connection.execute(select, (space,)):
                if checksum != _checksum(space, key, data, reason):
                    raise DamagedStoreError(f"The vector store {self.path} has a damaged row.", self._file)
                yield key, _unpacked(data, reason)

    def remove(self, space: int) -> None:
        """Remove all answers of a space; the file does not shrink, its room is used again."""
        self._run("DELETE FROM vectors WHERE space = ?", space)

    def notes(self, kind: str) -> MutableMapping[str, str]:
        """Small strings kept beside the vectors."""
        return Notes(kind, self._run, self._unkept, read_only=self.read_only)

    def renew(self, error: DamagedStoreError) -> str:
        """Set the file aside, if no other run has, and open the one in its place; notes stay usable."""
        self.close()
        self._spaces.clear()
        message = set_aside(self.path.parent, error)
        self._connection = self._open()
        return message

    def _open(self) -> sqlite3.Connection:
        """Nobody sets the file aside while it is being opened."""
        folder = self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with locked(folder):
                self.read_only = self.path.is_file() and not all(os.access(p, os.W_OK) for p in (self.path, folder))
                connection = _connect(self.path, read_only=self.read_only)
                self._file = file_id(self.path)
                return self._checked(connection)
        except (OSError, sqlite3.OperationalError) as error:
            raise StoreError(
                f"The vector store {self.path} cannot be opened ({error}); choose another `cache_dir`."
            ) from error

    def _checked(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """A connection to a store of ours, set up."""
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, SCHEMA_VERSION):
                raise StoreError(
                    f"The vector store {self.path} was made by a newer idioprobe; choose another `cache_dir`."
                )
            _set_up(connection, new=version != SCHEMA_VERSION, read_only=self.read_only)
        except _UNREADABLE as error:
            connection.close()
            raise explained(self.path, self._file, error) from error
        except StoreError:
            connection.close()
            raise
        return connection

    def _counted(self, name: str) -> int | None:
        """The number of a space of an older version, where each had the next; None for all others.

        SQLite keeps it in an index and in the table: if one of them has changed, they disagree.
        """
        rows = self._run("SELECT id FROM spaces WHERE fingerprint = ?", name)
        number = rows[0][0] if rows else None
        if not rows and not self.read_only:
            self._run("INSERT OR IGNORE INTO spaces (id, fingerprint) VALUES (?, ?)", space_number(name), name)
        if not isinstance(number, int) or not 0 < number < _COUNTED_BELOW:
            return None
        if self._run("SELECT fingerprint FROM spaces WHERE id = ?", number) != [(name,)]:
            raise DamagedStoreError(f"The vector store {self.path} is damaged: a space has two numbers.", self._file)
        return number

    def _describe(self, spaces: Set[int]) -> None:
        """Note of which model and view the spaces are that are written to, for those who look into a store."""
        notes = self.notes(SPACES)
        for known in [self._about.pop(space) for space in spaces & self._about.keys()]:
            if known.space not in notes:
                notes[known.space] = known.written()

    def _run(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._guard(), self._connection as connection:
            return connection.execute(sql, values).fetchall()

    def _by_key(self, requests: Iterable[Request]) -> dict[bytes, Request]:
        """Requests by their keys, which are computed once for all views of a run, if they are not too many."""
        known = self._keys
        return {known.get(request) or self._new_key(request): request for request in requests}

    def _new_key(self, request: Request) -> bytes:
        key = store_key(request)
        if len(self._keys) < KEYS_KEPT:
            self._keys[request] = key
        return key

    def _rows(self, columns: str, space: int, wanted: Mapping[bytes, Request]) -> Iterable[tuple[Any, ...]]:
        """The rows of the wanted keys, and of others where reading all is quicker; the key is the first column."""
        select = f"SELECT {columns} FROM vectors WHERE space = ?"  # noqa: S608
        if self._size(space) < SCAN_BELOW * len(wanted):
            return self._connection.execute(select, (space,))
        keys = list(wanted)
        chunks = (keys[at : at + LOOKUP_AT_ONCE] for at in range(0, len(keys), LOOKUP_AT_ONCE))
        return chain.from_iterable(
            self._connection.execute(f"{select} AND key IN ({','.join('?' * len(chunk))})", (space, *chunk))
            for chunk in chunks
        )

    def _size(self, space: int) -> int:
        """About how many rows a space has: keys are evenly spread, so a 64th of them tells."""
        counted = "SELECT count(*) FROM vectors WHERE space = ? AND key < x'04'"
        return 64 * int(self._connection.execute(counted, (space,)).fetchone()[0])

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except _UNREADABLE as error:
            raise explained(self.path, self._file, error) from error


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a file; one that cannot be written is read as it is, since SQLite would write beside it."""
    if not read_only:
        if not path.exists():
            path.touch(0o600)  # What people's texts are is nobody else's business; SQLite's log gets the same mode.
        return sqlite3.connect(path, timeout=BUSY_SECONDS)
    place = f"file:{urllib.parse.quote(str(path.absolute()))}"
    log, shared = (path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))
    how = "mode=ro" if log.is_file() and log.stat().st_size and shared.is_file() else "immutable=1"
    return sqlite3.connect(f"{place}?{how}", uri=True, timeout=BUSY_SECONDS)


def _set_up(connection: sqlite3.Connection, *, new: bool, read_only: bool) -> None:
    """Make the tables of a new store; two processes that open it at once wait for each other.

    Bytes that are no text are read as some other text, which the checksum then gives away.
    """
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    if read_only:
        return
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
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


def _packed(answer: Answer) -> tuple[Data, str | None]:
    """A vector is written from where it is: a copy of each would need as much memory again."""
    if isinstance(answer, Failure):
        return None, answer.reason
    if isinstance(answer, Text):
        return json.dumps(answer.text), None
    return np.ascontiguousarray(answer, dtype="<f4").data, None


def _unpacked(data: bytes | str | None, reason: str | None) -> Answer:
    if isinstance(data, bytes):
        return np.frombuffer(data, dtype="<f4")
    return Failure(str(reason)) if data is None else Text(json.loads(data))


def _checksum(space: int, key: bytes, data: Data, reason: str | None) -> int:
    """Over what the row says and which kind of answer it is."""
    head = zlib.crc32(key, space)
    if isinstance(data, bytes | memoryview):
        return zlib.crc32(data, head)
    return zlib.crc32(f"\0{reason}".encode() if data is None else f"\1{data}".encode(), head)
