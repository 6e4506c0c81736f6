"""The database of a study: one SQLite file that survives a kill at any moment.

An answer is acknowledged after its transaction, which is on disk by then (`synchronous=FULL`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from idioprobe.core.errors import StudyError
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


def create(folder: Path, name: str, asked: Iterable[Asked]) -> None:
    """Make the database of a new study; units of both levels, so that the settings may change their mind."""
    database = sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)
    try:
        database.executescript(
            f"PRAGMA application_id={_APPLICATION}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; BEGIN; {_TABLES}"
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
        _check(database, path)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            database.execute(f"PRAGMA {pragma}")
    except sqlite3.DatabaseError as error:
        database.close()
        raise StudyError(f"{path} cannot be used: {error}; restore it from a copy of the folder.") from error
    except StudyError:
        database.close()
        raise
    return database


def _check(database: sqlite3.Connection, path: Path) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise StudyError(f"{path} is the database of something else, not of a study.")
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
    return str(database.execute("SELECT value FROM about WHERE name = 'state'").fetchone()[0])


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
        found[unit] = Unit(str(unit), level, Asked(*asked[expression], here))
    return found
