"""Annotators: numbers, and nothing else about them."""

from __future__ import annotations

import sqlite3

from idioprobe.make.annotate.database import transaction
from idioprobe.make.annotate.links import Keys


def invite(database: sqlite3.Connection, count: int, source: str = "invited") -> list[int]:
    """New annotators; their numbers are never given again."""
    with transaction(database):
        insert = "INSERT INTO annotator(source) VALUES (?)"
        return [int(database.execute(insert, (source,)).lastrowid or 0) for _ in range(count)]


def from_outside(database: sqlite3.Connection, keys: Keys, kind: str, name: str) -> int:
    """The number of somebody who has a name elsewhere, which is not stored; within a transaction."""
    outside = keys.outside(kind, name)
    row = database.execute("SELECT number FROM annotator WHERE outside = ?", (outside,)).fetchone()
    if row:
        return int(row[0])
    insert = "INSERT INTO annotator(source, outside) VALUES (?, ?)"
    return int(database.execute(insert, (kind, outside)).lastrowid or 0)


def source_of_annotator(database: sqlite3.Connection, number: int) -> str | None:
    """How an annotator came to the study; None where there is none of this number."""
    row = database.execute("SELECT source FROM annotator WHERE number = ?", (number,)).fetchone()
    return None if row is None else str(row[0])


def forget(database: sqlite3.Connection, number: int) -> int | None:
    """Delete an annotator with all answers, and say how many these were; None where there is none of this number.

    What was deleted is overwritten in the file, and the log that could still hold it is emptied.
    """
    with transaction(database):
        if source_of_annotator(database, number) is None:
            return None
        (answers,) = database.execute("SELECT COUNT(*) FROM answer WHERE annotator = ?", (number,)).fetchone()
        database.execute("DELETE FROM annotator WHERE number = ?", (number,))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return int(answers)
