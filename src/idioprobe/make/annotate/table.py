"""A study's answers as one table: the format of docs/annotations.md."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import polars as pl

from idioprobe.make.annotate.database import opened, read_units, stored_answers
from idioprobe.make.annotate.settings import read_settings
from idioprobe.make.annotate.units import SCORE, TOKEN, roles

SEPARATOR = ";"
"""Parts the paraphrases of a cell."""


def read_study(path: Path) -> pl.DataFrame:
    """The answers of a study folder, one row for each annotator and sentence (or expression, at type level).

    Columns: annotator, expression, language, sentence (null at type level), score, one for the role of each component,
    paraphrases (separated by `;`), level (`type` or `token`), check (whether the annotator passed the attention checks;
    null without any).
    """
    settings = read_settings(path)
    with opened(path) as database:
        return answers_table(database, settings.checks.allowed)


def answers_table(database: sqlite3.Connection, allowed: int) -> pl.DataFrame:
    """The same from an open database; annotators may fail as many checks as are `allowed`."""
    units = read_units(database)
    components = roles([unit.asked for unit in units.values()])
    passed = passed_checks(database, allowed)
    rows = []
    for annotator, number, given, paraphrases in stored_answers(database):
        unit = units[number]
        asked = unit.asked
        sentence = asked.sentences[0].number if unit.level == TOKEN else None
        values = [given.get(name) for name in (SCORE, *components)]
        written = SEPARATOR.join(paraphrases) or None
        key = (str(annotator), asked.expression, asked.language, sentence)
        rows.append((*key, *values, written, unit.level, passed.get(annotator)))
    schema: dict[str, pl.DataType] = {
        "annotator": pl.String(),
        "expression": pl.String(),
        "language": pl.String(),
        "sentence": pl.Int64(),
        **dict.fromkeys((SCORE, *components), pl.Float64()),
        "paraphrases": pl.String(),
        "level": pl.String(),
        "check": pl.Boolean(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def passed_checks(database: sqlite3.Connection, allowed: int) -> dict[int, bool]:
    """Whether annotators passed the attention checks that they have seen."""
    counted = "SELECT annotator, SUM(1 - passed) FROM extra WHERE passed IS NOT NULL GROUP BY annotator"
    return {annotator: failed <= allowed for annotator, failed in database.execute(counted)}
