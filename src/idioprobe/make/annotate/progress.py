"""How far a study is: by sentence and annotator, with agreement so far and failed checks."""

from __future__ import annotations

import json
import math
import sqlite3
import time
from dataclasses import dataclass

import numpy as np
import polars as pl

from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.table import answers_table
from idioprobe.make.annotate.units import SCORE, TOKEN, Sentence
from idioprobe.stats.agreement import krippendorff_alpha, landis_koch


@dataclass(frozen=True)
class Overview:
    """Numbers at the top of the page; answers beyond those wanted are not counted."""

    counted: int
    wanted: int
    complete: int
    units: int
    active: int
    inattentive: int

    @property
    def percent(self) -> float:
        """How much of what is wanted is there."""
        return round(100 * self.counted / self.wanted, 1) if self.wanted else 100.0


@dataclass(frozen=True)
class UnitProgress:
    """One sentence, or an expression at type level, where the sentence is None."""

    expression: str
    sentence: Sentence | None
    answers: int
    open: int
    percent: float
    mean: float | None
    sd: float | None


@dataclass(frozen=True)
class AnnotatorProgress:
    """One annotator."""

    number: int
    source: str
    answers: int
    checks: int
    failed: int


@dataclass(frozen=True)
class Agreement:
    """Krippendorff's α of one question, as far as there are answers."""

    name: str
    alpha: float | None
    words: str
    units: int
    answers: int


@dataclass(frozen=True)
class Failed:
    """An attention check that somebody failed."""

    annotator: int
    text: str
    given: str
    expected: str


@dataclass(frozen=True)
class Progress:
    """All that the researcher's page shows."""

    overview: Overview
    units: list[UnitProgress]
    annotators: list[AnnotatorProgress]
    agreement: list[Agreement]
    failed: list[Failed]


def two_digits(value: float | None) -> str:
    """A number as people read it.

    >>> two_digits(-0.456), two_digits(None)
    ('−0.46', '–')
    """
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def progress_of(database: sqlite3.Connection, study: Study) -> Progress:
    """Where a study is now."""
    table = answers_table(database, study.settings.checks.allowed)
    units, annotators = _units(database, study), _annotators(database)
    wanted = study.settings.annotations
    overview = Overview(
        counted=sum(min(one.answers, wanted) for one in units),
        wanted=wanted * len(units),
        complete=sum(one.answers >= wanted for one in units),
        units=len(units),
        active=sum(one.answers > 0 for one in annotators),
        inattentive=sum(one.failed > study.settings.checks.allowed for one in annotators),
    )
    return Progress(overview, units, annotators, _agreements(table, study), _failed(database, study))


def _units(database: sqlite3.Connection, study: Study) -> list[UnitProgress]:
    scores: dict[int, list[float]] = {}
    for unit, written in database.execute("SELECT unit, scores FROM answer"):
        scores.setdefault(unit, []).append(json.loads(written).get(SCORE, math.nan))
    kept = "SELECT unit, COUNT(*) FROM given WHERE until > ? GROUP BY unit"
    given = dict(database.execute(kept, (time.time(),)).fetchall())
    wanted = study.settings.annotations
    made = []
    for number, unit in study.wanted_units.items():
        values = np.array(scores.get(number, []), dtype=np.float64)
        there = values[~np.isnan(values)]
        mean = float(there.mean()) if len(there) else None
        sd = float(there.std(ddof=1)) if len(there) > 1 else None
        sentence = unit.asked.sentences[0] if unit.level == TOKEN else None
        percent = round(100 * min(len(values), wanted) / wanted, 1)
        made.append(UnitProgress(unit.asked.expression, sentence, len(values), given.get(number, 0), percent, mean, sd))
    return made


def _annotators(database: sqlite3.Connection) -> list[AnnotatorProgress]:
    rows = database.execute(
        "SELECT number, source, (SELECT COUNT(*) FROM answer WHERE annotator = number), "
        "(SELECT COUNT(passed) FROM extra WHERE annotator = number), "
        "(SELECT COUNT(*) FROM extra WHERE annotator = number AND passed = 0) FROM annotator ORDER BY number"
    )
    return [AnnotatorProgress(*row) for row in rows]


def _agreements(table: pl.DataFrame, study: Study) -> list[Agreement]:
    levels = study.levels
    return [
        _agreement(table.filter(pl.col("level") == level), column, f"{title} ({level})" if len(levels) > 1 else title)
        for level in levels
        for column, title in _asked_columns(table)
    ]


def _asked_columns(table: pl.DataFrame) -> list[tuple[str, str]]:
    first, last = table.columns.index(SCORE), table.columns.index("paraphrases")
    return [(name, "whole expression" if name == SCORE else name) for name in table.columns[first:last]]


def _agreement(table: pl.DataFrame, column: str, title: str) -> Agreement:
    given = table.drop_nulls(column)
    keys = given.select(unit=pl.concat_str("expression", pl.col("sentence").fill_null(0), separator="\0"))
    units, people = keys["unit"].rank("dense").to_numpy(), given["annotator"].rank("dense").to_numpy()
    if not len(given):
        return Agreement(title, None, "no answers yet", 0, 0)
    values = np.full((int(people.max()), int(units.max())), np.nan)
    values[people.astype(np.int64) - 1, units.astype(np.int64) - 1] = given[column].to_numpy()
    shared = int(((~np.isnan(values)).sum(axis=0) > 1).sum())
    if not shared:
        return Agreement(title, None, "no unit has two answers yet", 0, len(given))
    alpha = krippendorff_alpha(values)
    if math.isnan(alpha):
        return Agreement(title, None, "all answers are the same", shared, len(given))
    return Agreement(title, alpha, landis_koch(alpha), shared, len(given))


def _failed(database: sqlite3.Connection, study: Study) -> list[Failed]:
    expected = {unit.item: check.expected for unit, check in zip(study.checks, study.settings.check, strict=True)}
    rows = database.execute(
        "SELECT annotator, item, asked, scores FROM extra WHERE passed = 0 ORDER BY annotator, item"
    )
    return [
        Failed(
            annotator,
            text,
            ", ".join(f"{name} {value}" for name, value in json.loads(scores).items()),
            ", ".join(
                f"{name} {low}" if low == high else f"{name} {low}–{high}"
                for name, (low, high) in expected.get(item, {}).items()
            )
            or "(changed since)",
        )
        for annotator, item, text, scores in rows
    ]
