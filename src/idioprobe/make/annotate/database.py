"""The database of a study: one SQLite file that survives a kill at any moment.

An answer is acknowledged after its transaction, which is on disk by then (`synchronous=FULL`).
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from idioprobe.core.errors import StudyError
from idioprobe.core.requests import parse_spans
from idioprobe.data.components import Component, format_components, parse_components
from idioprobe.make.annotate.units import LEVELS, TOKEN, TYPE, Asked, Sentence, Unit

DATABASE_FILE = "study.sqlite"
FORMAT = 1
"""Raise it when an older program could not read what a newer one wrote."""
_APPLICATION = 0x1D10A770
"""What tells the file from other databases."""
_PATIENCE_SECONDS = 30.0
OPEN, PAUSED, CLOSED = "open", "paused", "closed"
STATES = (OPEN, PAUSED, CLOSED)

_TABLES = """
CREATE TABLE about(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE expression(
  id INTEGER PRIMARY KEY, expression TEXT NOT NULL, language TEXT NOT NULL, components TEXT NOT NULL,
  UNIQUE(language, expression));
CREATE TABLE sentence(
  id INTEGER PRIMARY KEY, expression INTEGER NOT NULL REFERENCES expression(id), number INTEGER NOT NULL,
  text TEXT NOT NULL, spans TEXT NOT NULL, UNIQUE(expression, number));
CREATE TABLE unit(
  id INTEGER PRIMARY KEY, level TEXT NOT NULL CHECK(level IN ('type', 'token')),
  expression INTEGER NOT NULL REFERENCES expression(id), sentence INTEGER REFERENCES sentence(id));
CREATE TABLE annotator(
  number INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, outside TEXT UNIQUE,
  begun INTEGER NOT NULL DEFAULT 0);
CREATE TABLE answer(
  annotator INTEGER NOT NULL REFERENCES annotator(number) ON DELETE CASCADE,
  unit INTEGER NOT NULL REFERENCES unit(id), scores TEXT NOT NULL, paraphrases TEXT NOT NULL,
  PRIMARY KEY(annotator, unit)) WITHOUT ROWID;
CREATE INDEX answer_of_unit ON answer(unit);
CREATE TABLE given(
  annotator INTEGER NOT NULL REFERENCES annotator(number) ON DELETE CASCADE,
  unit INTEGER NOT NULL REFERENCES unit(id), until REAL NOT NULL, PRIMARY KEY(annotator, unit)) WITHOUT ROWID;
CREATE INDEX given_of_unit ON given(unit, until);
CREATE TABLE extra(
  annotator INTEGER NOT NULL REFERENCES annotator(number) ON DELETE CASCADE,
  item TEXT NOT NULL, asked TEXT NOT NULL, scores TEXT NOT NULL, passed INTEGER,
  PRIMARY KEY(annotator, item)) WITHOUT ROWID;
"""
_CHECKSUMS = """
CREATE TABLE IF NOT EXISTS checksum(
  annotator INTEGER NOT NULL REFERENCES annotator(number) ON DELETE CASCADE,
  item TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY(annotator, item)) WITHOUT ROWID;
"""
"""Of answers, by the item of their unit; a table of its own, so that older programs can go on with the study."""
_DAMAGE = (sqlite3.Error, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError)
"""What reading a damaged database raises."""
_TROUBLE = {
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM),
}
"""What is wrong with the disk or another program, and not with the file."""


def create(folder: Path, name: str, asked: Iterable[Asked]) -> None:
    """Make the database of a new study; units of both levels, so that the settings may change their mind."""
    database = sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)
    try:
        database.executescript(
            f"PRAGMA application_id={_APPLICATION}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; BEGIN; {_TABLES}"
            f"{_CHECKSUMS}"
        )
        about = {"format": str(FORMAT), "source": name, "state": OPEN}
        database.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        for one in asked:
            insert = "INSERT INTO expression(expression, language, components) VALUES (?, ?, ?)"
            row = (one.expression, one.language, format_components(one.components) or "")
            expression = database.execute(insert, row).lastrowid
            database.execute("INSERT INTO unit(level, expression) VALUES (?, ?)", (TYPE, expression))
            for sentence in one.sentences:
                insert = "INSERT INTO sentence(expression, number, text, spans) VALUES (?, ?, ?, ?)"
                at = database.execute(insert, (expression, sentence.number, sentence.text, sentence.spans)).lastrowid
                database.execute(
                    "INSERT INTO unit(level, expression, sentence) VALUES (?, ?, ?)", (TOKEN, expression, at)
                )
        database.execute("COMMIT")
    finally:
        database.close()


def connect(folder: Path) -> sqlite3.Connection:
    """Open the database of a study, having made sure that it is one of this version."""
    path = folder / DATABASE_FILE
    if not path.is_file():
        raise StudyError(
            f"{folder} is not a study folder: it has no {DATABASE_FILE}; make one with idioprobe annotate new."
        )
    database = sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        with told_if_damaged(folder):
            _check(database, path)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
                database.execute(f"PRAGMA {pragma}")
            database.execute(_CHECKSUMS)
    except StudyError:
        database.close()
        raise
    return database


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The database of a study, closed when the block ends."""
    database = connect(folder)
    try:
        with told_if_damaged(folder):
            yield database
    finally:
        database.close()


@contextmanager
def told_if_damaged(folder: Path) -> Iterator[None]:
    """Turn what reading a damaged database raises into a sentence, which repeats nothing that the database holds."""
    path = folder / DATABASE_FILE
    try:
        yield
    except _DAMAGE as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is not None and code & 0xFF in _TROUBLE:
            raise StudyError(f"{path} cannot be used now: {error}; make room or stop what holds it.") from error
        name = getattr(error, "sqlite_errorname", "what it holds is no study")
        raise StudyError(f"{path} is damaged ({name}); restore it from a copy of the folder.") from None


def _check(database: sqlite3.Connection, path: Path) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise StudyError(f"{path} is the database of something else, not of a study.")
    if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise StudyError(f"{path} is damaged; restore it from a copy of the folder.")
    row = database.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    found = row[0] if row else "none"
    if found != str(FORMAT):
        newer = found.isdigit() and int(found) > FORMAT
        remedy = "install a newer idioprobe" if newer else "use the idioprobe that made it"
        raise StudyError(f"{path} is a study of another version (format {found}; this program has {FORMAT}); {remedy}.")


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All or nothing, and nobody else writes meanwhile; on disk when it ends."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield database
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:  # a full disk may have ended it already
            database.execute("ROLLBACK")
        raise


def state_of(database: sqlite3.Connection) -> str:
    """Whether the study is open, paused or closed."""
    state = str(database.execute("SELECT value FROM about WHERE name = 'state'").fetchone()[0])
    if state not in STATES:
        raise ValueError("no state of a study")
    return state


def set_state(database: sqlite3.Connection, state: str) -> None:
    """Pause, resume or close a study."""
    if state not in STATES:
        raise StudyError(f"A study is {', '.join(STATES)}, not {state!r}.")
    with transaction(database):
        database.execute("UPDATE about SET value = ? WHERE name = 'state'", (state,))


def source_of(database: sqlite3.Connection) -> str:
    """The name of the dataset or lexicon that the study was made from."""
    return str(database.execute("SELECT value FROM about WHERE name = 'source'").fetchone()[0])


def levels_of(level: str) -> tuple[str, ...]:
    """The levels that a setting asks for."""
    return LEVELS if level == "both" else (level,)


def read_units(database: sqlite3.Connection) -> dict[int, Unit]:
    """All units of a study; they never change."""
    sentences: dict[int, list[tuple[int, Sentence]]] = {}
    rows = database.execute("SELECT expression, id, number, text, spans FROM sentence ORDER BY expression, number")
    for expression, at, number, text, spans in rows:
        sentences.setdefault(expression, []).append((at, Sentence(number, text, spans)))
    asked: dict[int, tuple[str, str, tuple[Component, ...]]] = {
        at: (name, language, parse_components(listed))
        for at, name, language, listed in database.execute(
            "SELECT id, expression, language, components FROM expression"
        )
    }
    found = {}
    for unit, level, expression, sentence in database.execute(
        "SELECT id, level, expression, sentence FROM unit ORDER BY id"
    ):
        here = tuple(one for at, one in sentences.get(expression, []) if sentence in (None, at))
        name, language, components = asked[expression]
        texts = (level, name, language, *(one.text for one in here))
        whole = here and all(0 <= a < b <= len(one.text) for one in here for a, b in parse_spans(one.spans))
        if not whole or level not in LEVELS or not all(isinstance(text, str) for text in texts):
            raise ValueError("no unit of a study")
        found[unit] = Unit(str(unit), level, Asked(name, language, components, here))
    return found


def checksum(annotator: int, item: str, *stored: object) -> int:
    """What tells an answer from one that is damaged."""
    return zlib.crc32(json.dumps([annotator, item, *stored]).encode())


def stored_answers(database: sqlite3.Connection) -> list[tuple[int, int, dict[str, int], list[str]]]:
    """Every answer: annotator, unit, scores, paraphrases; an error where one, or one to a check, is damaged.

    What programs without checksums stored has none.
    """
    of_item = "LEFT JOIN checksum ON checksum.annotator = {0}.annotator AND checksum.item = CAST({0}.{1} AS TEXT)"
    answers = database.execute(
        "SELECT answer.annotator, unit, scores, paraphrases, value FROM answer "  # noqa: S608
        f"{of_item.format('answer', 'unit')} ORDER BY answer.annotator, unit"
    ).fetchall()
    extras = database.execute(
        "SELECT extra.annotator, extra.item, asked, scores, passed, value FROM extra "  # noqa: S608
        f"{of_item.format('extra', 'item')}"
    ).fetchall()
    (written,) = database.execute("SELECT COUNT(*) FROM checksum").fetchone()
    found = sum(row[-1] is not None for row in (*answers, *extras))
    if found != written or any(
        value not in (None, checksum(annotator, str(item), *stored))
        for annotator, item, *stored, value in (*answers, *extras)
    ):
        raise ValueError("an answer is not as it was stored")
    return [(annotator, unit, json.loads(scores), json.loads(said)) for annotator, unit, scores, said, _ in answers]
