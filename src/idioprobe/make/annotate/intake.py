"""Answers from elsewhere: Mechanical Turk's results, or a plain table. Taken once, with every problem named."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.csvfile import AT_MOST, CsvFile, open_csv
from idioprobe.core.errors import StudyError
from idioprobe.core.frames import unquoted
from idioprobe.core.tablefile import Row
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.read import SPREADSHEETS
from idioprobe.data.sources.sheet import read_sheets
from idioprobe.make.annotate.answers import Answer, clean, on_scale, once, put
from idioprobe.make.annotate.database import transaction
from idioprobe.make.annotate.mturk import UNIT
from idioprobe.make.annotate.people import from_outside
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.units import LEVELS, SCORE, TOKEN, TYPE, Unit, roles

_MTURK = "mturk"
_TABLE = "table"
_WORKER = "workerid"
_INPUT, _ANSWER = "input.", "answer."
_TOGETHER = f"{_ANSWER}taskanswers"
_REJECTED = "rejected"
_TRUE = frozenset({"true", "1", "yes", "on", "x"})


@dataclass
class Taken:
    """What became of the rows of a file."""

    new: int = 0
    known: int = 0
    annotators: int = 0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Given:
    """An answer of a row, before anybody knows whether it is new."""

    line: int
    who: str
    unit: Unit
    answer: Answer


class _ProblemError(Exception):
    """Why a row cannot be taken."""


def take_file(study: Study, path: Path) -> Taken:
    """Take the answers of a file into a study, all in one transaction; rows with problems are named and left out."""
    file = _opened(path)
    columns = [column.strip().casefold() for column in file.header]
    taken = Taken()
    rows = _rows(file, columns, taken)
    if _WORKER in columns:
        kind, given = _MTURK, list(_from_mturk(study, rows, columns, taken, path))
    else:
        kind, given = _TABLE, list(_from_table(study, rows, columns, taken, path))
    with study.database() as database, transaction(database):
        _put_all(database, study, kind, given, taken, path)
    taken.problems.sort(key=lambda told: int(m[1]) if (m := re.search(r":(\d+): ", told)) else 0)
    return taken


def _opened(path: Path) -> CsvFile:
    """A table as CSV, TSV or Parquet, or the first sheet of a spreadsheet that names annotators."""
    if path.suffix.lower() not in SPREADSHEETS:
        return open_csv(path, StudyError, f"close every quote, and note that {AT_MOST}", delimiter=None)
    if not path.is_file():
        raise StudyError(f"{path} does not exist; name a table of answers.")
    for _, cells in read_sheets(path, StudyError):
        header = {cell.strip().casefold() for cell in cells[0]} if cells else set()
        if header & {"annotator", _WORKER}:
            return CsvFile(path, ";", cells[0], iter(list(enumerate(cells[1:], 2))))
    raise StudyError(f"{path}: no sheet has a column annotator; docs/annotations.md describes the table.")


def _rows(file: CsvFile, columns: list[str], taken: Taken) -> Iterator[Row]:
    for line, cells in file.rows:
        if len(cells) != len(columns):
            problem = f"{len(cells)} cells where the header has {len(columns)}"
            taken.problems.append(f"{file.path}:{line}: {problem}.")
        elif any(cell.strip() for cell in cells):
            yield Row(file.path, line, dict(zip(columns, map(unquoted, cells), strict=True)))


def _put_all(
    database: sqlite3.Connection, study: Study, kind: str, given: list[_Given], taken: Taken, path: Path
) -> None:
    own = _own_numbers(database, given) if kind == _TABLE else {}
    before: Counter[int] = Counter()
    for one in given:
        number = own.get(one.who) or from_outside(database, study.keys, kind, one.who)
        if put(database, number, one.unit, one.answer, study.settings):
            taken.new += 1
            before[number] += 1
        elif _stored(database, number, one.unit) == one.answer.row():
            taken.known += 1
        else:
            sentence = one.unit.asked.sentences[0].number if one.unit.level == TOKEN else "all"
            taken.problems.append(
                f"{path}:{one.line}: annotator {number} has answered {one.unit.asked.expression!r} "
                f"(sentence {sentence}) otherwise already; the first answer stays."
            )
    taken.annotators = len(before)
    # Somebody of whom nothing could be taken need not be there.
    database.execute(
        "DELETE FROM annotator WHERE source = ? AND number NOT IN (SELECT annotator FROM answer) "
        "AND number NOT IN (SELECT annotator FROM extra)",
        (kind,),
    )


def _own_numbers(database: sqlite3.Connection, given: list[_Given]) -> dict[str, int]:
    """Annotators of a table that are this study's own: it was exported from here, and says nothing else of them."""
    by_name: dict[str, list[_Given]] = {}
    for one in given:
        by_name.setdefault(one.who, []).append(one)
    return {
        who: int(who)
        for who, rows in by_name.items()
        if re.fullmatch(r"[1-9]\d{0,17}", who)
        and all(_stored(database, int(who), one.unit) == one.answer.row() for one in rows)
    }


def _stored(database: sqlite3.Connection, number: int, unit: Unit) -> tuple[str, str] | None:
    if unit.item.isdigit():
        query, key = "SELECT scores, paraphrases FROM answer WHERE annotator = ? AND unit = ?", int(unit.item)
        found = database.execute(query, (number, key)).fetchone()
        return None if found is None else (json.dumps(json.loads(found[0]), sort_keys=True), found[1])
    found = database.execute(
        "SELECT scores FROM extra WHERE annotator = ? AND item = ?", (number, unit.item)
    ).fetchone()
    return None if found is None else (found[0], Answer({}).row()[1])


def _from_mturk(study: Study, rows: Iterator[Row], columns: list[str], taken: Taken, path: Path) -> Iterator[_Given]:
    if f"{_INPUT}{UNIT}" not in columns:
        raise StudyError(f"{path} has no column Input.{UNIT}: it is not the result of a batch that this program wrote.")
    units = {str(number): unit for number, unit in study.units.items()} | {one.item: one for one in study.checks}
    rejected = 0
    for row in rows:
        if row.text("assignmentstatus").casefold() == _REJECTED:
            rejected += 1
            continue
        try:
            unit = units.get(row.text(f"{_INPUT}{UNIT}"))
            if unit is None:
                raise _ProblemError(f"Input.{UNIT} {row.text(f'{_INPUT}{UNIT}')!r} is no unit of this study")
            who = row.text(_WORKER)
            if not who:
                raise _ProblemError("WorkerId is empty")
            row = _unpacked(row)
            cells = {name: _chosen(row, name) for name in unit.fields}
            written = [_written(row, f"paraphrase{n}") for n in range(1, study.settings.paraphrases + 1)]
            paraphrases = written if unit.item.isdigit() else []
            yield _Given(row.line, who, unit, _answer(study, cells, paraphrases))
        except _ProblemError as problem:
            taken.problems.append(f"{path}:{row.line}: {problem}.")
    if rejected:
        taken.notes.append(f"Rejected on Mechanical Turk, and left out: {rejected:,}.")


def _unpacked(row: Row) -> Row:
    """A row with a column for each answer, also where Mechanical Turk has put them all into one as JSON."""
    packed = row.text(_TOGETHER)
    if not packed:
        return row
    try:
        given = json.loads(packed)
    except ValueError:
        given = None
    given = given[0] if isinstance(given, list) and len(given) == 1 else given
    if not isinstance(given, dict):
        raise _ProblemError("Answer.taskAnswers cannot be read")
    found: dict[str, str] = {}
    for name, value in given.items():
        parts = {f".{key}": one for key, one in value.items()} if isinstance(value, dict) else {"": value}
        found |= {f"{_ANSWER}{name}{key}".casefold(): "" if one is None else str(one) for key, one in parts.items()}
    return Row(row.path, row.line, {**row.cells, **found})


def _written(row: Row, name: str) -> str:
    """A cell of an answer; Mechanical Turk writes {} where nothing was written."""
    return row.text(f"{_ANSWER}{name}").removeprefix("{}")


def _chosen(row: Row, name: str) -> str:
    """The answer to a question: in a column of its own, or in one column for each choice, of which one is true."""
    plain = _written(row, name)
    if plain:
        return plain
    begin = f"{_ANSWER}{name}."
    marked = [key.removeprefix(begin) for key, cell in row.cells.items() if key.startswith(begin) and _is_true(cell)]
    return marked[0] if len(marked) == 1 else ""


def _is_true(cell: str) -> bool:
    return cell.strip().casefold() in _TRUE


def _from_table(study: Study, rows: Iterator[Row], columns: list[str], taken: Taken, path: Path) -> Iterator[_Given]:
    expression = "compound" if "compound" in columns and "expression" not in columns else "expression"
    lacking = [name for name in ("annotator", expression, SCORE) if name not in columns]
    if lacking:
        raise StudyError(f"{path}:1: the table has no column {', '.join(lacking)}; docs/annotations.md describes it.")
    units = {
        (
            unit.level,
            unit.asked.expression.casefold(),
            unit.asked.sentences[0].number if unit.level == TOKEN else None,
        ): unit
        for unit in study.units.values()
    }
    names = {unit.asked.expression.casefold() for unit in study.units.values()}
    languages = {unit.asked.language for unit in study.units.values()}
    asked = roles([unit.asked for unit in study.units.values()])
    empty = 0
    for row in rows:
        if not any(row.text(name) for name in (SCORE, *asked, "paraphrases")):
            empty += 1
            continue
        try:
            unit = _unit(row, expression, units, names, languages)
            who = row.text("annotator")
            if not who:
                raise _ProblemError("annotator is empty")
            cells = {name: row.text(name) for name in unit.fields}
            written = row.text("paraphrases").split(";")
            yield _Given(row.line, who, unit, _answer(study, cells, written, complete=False))
        except _ProblemError as problem:
            taken.problems.append(f"{path}:{row.line}: {problem}.")
    if empty:
        taken.notes.append(f"Rows without an answer, passed over: {empty:,}.")


def _unit(
    row: Row,
    column: str,
    units: Mapping[tuple[str, str, int | None], Unit],
    names: set[str],
    languages: set[str],
) -> Unit:
    expression, written, language = row.text(column), row.text("sentence"), row.text("language")
    if language not in languages:
        language = language_code(language) or language
    level = row.text("level").casefold() or (TOKEN if written else TYPE)
    if level not in LEVELS:
        raise _ProblemError(f"level {level!r} is neither {' nor '.join(LEVELS)}")
    if expression.casefold() not in names or (language and language not in languages):
        where = f" in {language}" if language and language not in languages else ""
        raise _ProblemError(f"the study has no expression {expression!r}{where}")
    number = None
    if level == TOKEN:
        if not re.fullmatch(r"\d{1,9}(\.0+)?", written):
            raise _ProblemError(f"sentence {written!r} is not the number of a sentence")
        number = int(float(written))
    unit = units.get((level, expression.casefold(), number))
    if unit is None:
        raise _ProblemError(f"{expression!r} has no sentence {number} in this study")
    return unit


def _answer(study: Study, cells: Mapping[str, str], written: list[str], *, complete: bool = True) -> Answer:
    """The answer of a row; a table may lack the answer to a question, but not to all of them."""
    scale, scores = study.settings.scale, {}
    for name, text in cells.items():
        if not text and not complete:
            continue
        value = on_scale(text.replace(",", "."), scale)
        if value is None:
            told = f"{name} {text!r} is not" if text else f"{name} is empty; it should be"
            raise _ProblemError(f"{told} a whole number from {scale.low} to {scale.high}")
        scores[name] = value
    paraphrases = once([clean(text) for text in written if text.strip()])
    if not scores and not paraphrases:
        raise _ProblemError("there is no answer in this row")
    return Answer(scores, paraphrases)
