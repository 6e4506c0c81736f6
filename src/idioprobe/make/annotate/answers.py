"""Answers: read from a form, checked, and stored once."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate.database import CLOSED, checksum, state_of, transaction
from idioprobe.make.annotate.people import source_of_annotator
from idioprobe.make.annotate.settings import Scale, Settings, passes
from idioprobe.make.annotate.units import Unit

LONGEST = 200
"""Characters of a paraphrase."""


@dataclass(frozen=True)
class Answer:
    """What somebody said about a unit: numbers on the scale by field, and paraphrases."""

    scores: dict[str, int]
    paraphrases: tuple[str, ...] = ()

    def row(self) -> tuple[str, str]:
        """As it is stored."""
        return json.dumps(self.scores, sort_keys=True), json.dumps(self.paraphrases, ensure_ascii=False)


def read_form(form: Mapping[str, Sequence[str]], unit: Unit, settings: Settings) -> tuple[Answer, dict[str, str]]:
    """The answer that a form holds, and what is wrong with it: the name of a text of the interface, by field."""
    scores, wrong = {}, {}
    for name in unit.fields:
        value = on_scale(next(iter(form.get(name, ())), ""), settings.scale)
        if value is None:
            wrong[name] = "error_choose"
        else:
            scores[name] = value
    written = []
    for number in range(1, settings.paraphrases + 1):
        name = f"paraphrase{number}"
        text = clean(next(iter(form.get(name, ())), ""))
        if len(text) > LONGEST:
            wrong[name] = "error_long"
        elif text:
            written.append(text)
    return Answer(scores, once(written)), wrong


def on_scale(text: str, scale: Scale) -> int | None:
    """A whole number of the scale, else None.

    >>> on_scale("5", Scale()), on_scale("2.0", Scale()), on_scale("2.5", Scale()), on_scale("6", Scale())
    (5, 2, None, None)
    """
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value in scale.values else None


def clean(text: str) -> str:
    """A paraphrase with its white space normalised, without control characters and what parts it from others.

    >>> clean(" empty  threat; bluff" + chr(7))
    'empty threat, bluff'
    """
    composed = unicodedata.normalize("NFC", text)
    plain = "".join(" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in composed)
    return " ".join(plain.replace(";", ",").split())


def once(paraphrases: Sequence[str]) -> tuple[str, ...]:
    """Each paraphrase once, whatever its case."""
    found: dict[str, str] = {}
    for text in paraphrases:
        found.setdefault(text.casefold(), text)
    return tuple(found.values())


def begin(database: sqlite3.Connection, number: int) -> None:
    """The annotator agrees to take part."""
    with transaction(database):
        database.execute("UPDATE annotator SET begun = 1 WHERE number = ?", (number,))


def store(database: sqlite3.Connection, number: int, unit: Unit, answer: Answer, settings: Settings) -> bool:
    """Store an answer; on disk when this returns. Whether it is new: the first that was given stays.

    While a study is paused, answers to what was already open are still taken; a closed one takes none.
    """
    with transaction(database):
        if source_of_annotator(database, number) is None:
            raise StudyError(f"There is no annotator {number}.")
        if state_of(database) == CLOSED:
            raise StudyError("The study is closed.")
        return put(database, number, unit, answer, settings)


def put(database: sqlite3.Connection, number: int, unit: Unit, answer: Answer, settings: Settings) -> bool:
    """The same within a transaction."""
    scores, paraphrases = answer.row()
    if unit.item.isdigit():
        insert = "INSERT INTO answer VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        new = bool(database.execute(insert, (number, int(unit.item), scores, paraphrases)).rowcount)
        if new:
            _vouch(database, number, unit.item, scores, paraphrases)
        database.execute("DELETE FROM given WHERE annotator = ? AND unit = ?", (number, int(unit.item)))
        return new
    checks = dict(zip((one.item for one in settings.check_units()), settings.check, strict=True))
    check = checks.get(unit.item)
    passed = None if check is None else int(passes(check, answer.scores))
    asked = unit.asked.sentences[0].text
    insert = "INSERT INTO extra VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    new = bool(database.execute(insert, (number, unit.item, asked, scores, passed)).rowcount)
    if new:
        _vouch(database, number, unit.item, asked, scores, passed)
    return new


def _vouch(database: sqlite3.Connection, number: int, item: str, *stored: object) -> None:
    """Store the checksum of an answer."""
    value = checksum(number, item, *stored)
    database.execute("INSERT OR REPLACE INTO checksum VALUES (?, ?, ?)", (number, item, value))
