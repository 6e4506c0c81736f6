"""Who is asked what next.

The order is each annotator's own. Sentences with the fewest answers come first, and a place that somebody has been
given is kept for a while: two people never get the last open place of a sentence.
"""

from __future__ import annotations

import hashlib
import math
import sqlite3
import time
from collections import Counter
from dataclasses import dataclass

from idioprobe.make.annotate.database import CLOSED, PAUSED, state_of, transaction
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.units import Unit

_TAKEN = """
SELECT unit.id,
  (SELECT COUNT(*) FROM answer WHERE answer.unit = unit.id),
  (SELECT COUNT(*) FROM given WHERE given.unit = unit.id AND given.annotator <> :me AND given.until > :now)
FROM unit
"""


@dataclass(frozen=True)
class Welcome:
    """The annotator has not begun."""


@dataclass(frozen=True)
class Ask:
    """The unit to ask about, how many questions were answered, checks among them, and how many there may be in all."""

    unit: Unit
    done: int
    total: int
    kind: str = "study"


@dataclass(frozen=True)
class Wait:
    """All open places are kept for others; so many minutes until the first may be free."""

    minutes: int


@dataclass(frozen=True)
class Stop:
    """The study is paused or closed."""

    state: str


@dataclass(frozen=True)
class Done:
    """There is nothing more to ask."""

    answers: int


Step = Welcome | Ask | Wait | Stop | Done


@dataclass(frozen=True)
class _Candidate:
    unit: int
    answers: int
    kept: int


def next_step(database: sqlite3.Connection, study: Study, number: int, now: float | None = None) -> Step | None:
    """What an annotator sees now; a place is kept for them in the same transaction. None for who is not there."""
    now = time.time() if now is None else now
    with transaction(database):
        row = database.execute("SELECT begun FROM annotator WHERE number = ?", (number,)).fetchone()
        if row is None:
            return None
        state = state_of(database)
        (done,) = database.execute("SELECT COUNT(*) FROM answer WHERE annotator = ?", (number,)).fetchone()
        most = study.settings.per_annotator
        finished = bool(most) and done >= most
        if state in (PAUSED, CLOSED):
            return Done(done) if finished else Stop(state)
        if not row[0]:
            return Welcome()
        return _practice(database, study, number, done) or _question(database, study, number, done, now)


def _practice(database: sqlite3.Connection, study: Study, number: int, done: int) -> Ask | None:
    """A practice item that is still to come; who has answered a question needs none."""
    seen = _seen(database, number)
    for at, unit in enumerate(study.practice):
        if unit.item not in seen and not done:
            return Ask(unit, at, len(study.practice), "practice")
    return None


def _seen(database: sqlite3.Connection, number: int) -> set[str]:
    return {item for (item,) in database.execute("SELECT item FROM extra WHERE annotator = ?", (number,))}


def _question(database: sqlite3.Connection, study: Study, number: int, done: int, now: float) -> Ask | Wait | Done:
    """A check whose turn it is, or else an open place; a check counts as a question, so that it does not stand out."""
    settings, asked = study.settings, {"me": number, "now": now}
    mine = [unit for (unit,) in database.execute("SELECT unit FROM answer WHERE annotator = :me", asked)]
    may = _may_be_asked(study, mine)
    taken = (_Candidate(*row) for row in database.execute(_TAKEN, asked))
    lacking = [one for one in taken if one.unit in may and one.answers < settings.annotations]
    free = {one.unit: one for one in lacking if one.answers + one.kept < settings.annotations}
    seen = _seen(database, number)
    most = settings.per_annotator or math.inf
    level = study.units[mine[0]].level if mine else _level(study, list(free.values()))
    left = int(max(0, min(most - done, _coming(study, list(free), level))))
    coming = [
        (at * settings.checks.every, unit)
        for at, unit in enumerate(study.checks, 1)
        if unit.item not in seen and at * settings.checks.every <= done + left
    ]
    before = done + sum(unit.item in seen for unit in study.checks)
    total = before + left + len(coming)
    if coming and coming[0][0] <= done:
        return Ask(coming[0][1], before, total, "check")
    if not left:
        return _wait(database, [one.unit for one in lacking], now) if lacking and done < most else Done(done)
    given = [unit for (unit,) in database.execute("SELECT unit FROM given WHERE annotator = :me", asked)]
    chosen = next((unit for unit in given if unit in free), None) or _first(
        study, number, mine, level, list(free.values())
    )
    database.execute("DELETE FROM given WHERE annotator = ?", (number,))
    until = now + 60 * settings.reserved_minutes
    database.execute("INSERT INTO given VALUES (?, ?, ?)", (number, chosen, until))
    return Ask(study.units[chosen], before, total)


def _may_be_asked(study: Study, mine: list[int]) -> set[int]:
    """Units that an annotator has not answered, of expressions that they have not judged at the other level."""
    levels = {study.units[unit].asked.expression: study.units[unit].level for unit in mine}
    return {
        number
        for number, unit in study.wanted_units.items()
        if levels.get(unit.asked.expression, unit.level) == unit.level
    }.difference(mine)


def _coming(study: Study, free: list[int], level: str) -> int:
    """How many of the open places one annotator can get: of an expression those at one level, `level` if it has any."""
    places: dict[str, Counter[str]] = {}
    for unit in free:
        asked = study.units[unit]
        places.setdefault(asked.asked.expression, Counter())[asked.level] += 1
    return sum(found[level] or max(found.values()) for found in places.values())


def _first(study: Study, number: int, mine: list[int], level: str, free: list[_Candidate]) -> int:
    """The place that lacks most; among equals one of an expression that the annotator has seen least, by chance.

    Whoever has begun at one level stays there as long as it has places, so that people who judge an expression as such
    have not judged its sentences.
    """
    seen = Counter(study.units[unit].asked.expression for unit in mine)

    def rank(one: _Candidate) -> tuple[bool, int, int, bytes]:
        unit = study.units[one.unit]
        chance = hashlib.blake2b(f"{number}:{one.unit}".encode(), key=study.keys.secret[:32], digest_size=8).digest()
        return unit.level != level, one.answers + one.kept, seen[unit.asked.expression], chance

    return min(free, key=rank).unit


def _level(study: Study, free: list[_Candidate]) -> str:
    """The level of which the larger part is open."""
    open_places, units = Counter[str](), Counter(unit.level for unit in study.wanted_units.values())
    for one in free:
        open_places[study.units[one.unit].level] += study.settings.annotations - one.answers - one.kept
    return max(study.levels, key=lambda level: open_places[level] / max(1, units[level]))


def _wait(database: sqlite3.Connection, units: list[int], now: float) -> Wait:
    marks = ", ".join("?" * len(units))
    query = f"SELECT MIN(until) FROM given WHERE until > ? AND unit IN ({marks})"  # noqa: S608
    (until,) = database.execute(query, (now, *units)).fetchone()
    return Wait(max(1, math.ceil(((until or now) - now) / 60)))
