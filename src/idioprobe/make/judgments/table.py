"""Reads tables of answers, and studies; every mistake is told with its row, all of a file at once."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.csvfile import CsvFile
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.frames import read_parquet, unquoted
from idioprobe.core.tablefile import SURPLUS, Row, read_rows
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.fields import is_component_column
from idioprobe.data.lexicon.read import SPREADSHEETS
from idioprobe.data.sources.sheet import read_sheets
from idioprobe.make.judgments.answers import COLUMNS, SCORE, Answers, Known, Scale, answers_schema, parse_scale
from idioprobe.make.judgments.study import study_answers

SHOWN = 50
TYPE, TOKEN = "type", "token"

_REQUIRED = ("expression", "sentence")
_NAMES = ("expression", "language", "scale")
"""Columns that spreadsheets fill in below the last row."""
_NUMBER = re.compile(r"[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?", re.IGNORECASE)
_SENTENCE = re.compile(r"0*[1-9]\d{0,8}(\.0+)?")
_TAG = re.compile(r"[a-z]{2}|[A-Za-z]+-.+")
"""A language's code, or that of one of its varieties, which stays as it is written."""
_PASSED: dict[str, bool | None] = {
    "true": True,
    "yes": True,
    "1": True,
    "passed": True,
    "false": False,
    "no": False,
    "0": False,
}
_PASSED |= {"1.0": True, "0.0": False, "failed": False, "": None}

EMPTY, UNREADABLE, OFF, UNKNOWN, TWICE, RAGGED = (
    "with an empty cell",
    "with a cell that cannot be read",
    "with a score off the scale",
    "about a sentence that is not known",
    "repeating an answer with other values",
    "of another length than the header",
)
"""Kinds of mistakes, as they are counted."""


def read_annotations(path: Path, language: str | None = None) -> pl.DataFrame:
    """A table of answers, or of means, in the columns of `answers_schema`; mistakes are named with file and line.

    `language` is for tables that do not name it themselves. The annotator is null throughout
    in a table of means. An expression goes by its first spelling whatever the case of the others.
    """
    return read_answers(path, language).table


def read_answers(
    path: Path,
    language: str | None = None,
    *,
    scale: Scale | None = None,
    known: Known | None = None,
    skip_bad: bool = False,
) -> Answers:
    """The answers of a table or of a study's folder.

    The scale is the one given, else the table's own, else 0 to 5. What is not in `known`, if that is
    given, is a mistake. A file with mistakes is refused, all of them told, unless `skip_bad` asks for its other rows.
    """
    reader = _Reader(path, language or _only(known), known)
    rows = _rows(path, reader.ragged)
    if not rows and not reader.mistakes:
        raise DatasetError(f"{path} has no {'answers yet' if path.is_dir() else 'rows below its header'}.")
    columns = list(rows[0].cells) if rows else []
    named = set(known.roles) if known else set(columns if path.is_dir() else ()) - set(COLUMNS)
    roles = tuple(name for name in columns if is_component_column(name.removesuffix("1")) or name in named)
    reader.passed_over = [name for name in columns if name and name not in COLUMNS and name not in roles]
    if rows and SCORE not in columns and not roles:
        listed = f"{SCORE}, head, modifier"
        raise DatasetError(f"{path}:1: there is no column with scores; add {listed}; found {', '.join(columns)}.")
    found = scale or _own_scale(path, rows) or Scale()
    table = reader.table(rows, roles, found)
    if reader.mistakes and (not skip_bad or table.is_empty()):
        reader.refuse()
    return Answers(table, found, tuple(reader.notes()), reader.set_aside(columns))


def _only(known: Known | None) -> str | None:
    return known.languages[0] if known and len(known.languages) == 1 else None


def _own_scale(path: Path, rows: Sequence[Row]) -> Scale | None:
    if not rows or "scale" not in rows[0].cells:
        return None
    written = list(dict.fromkeys(text for row in rows if (text := row.cells["scale"].strip())))
    if len(written) > 1:
        raise DatasetError(f"{path}: the column scale has {', '.join(written[:3])}; all answers have one scale.")
    try:
        return parse_scale(written[0]) if written else None
    except ConfigError:
        raise DatasetError(f"{path}: the scale {written[0]!r} cannot be read; write it as 0-5 or 1-7.") from None


def _rows(path: Path, wrong: Callable[[Row, DatasetError], None]) -> list[Row]:
    kind = path.suffix.lower()
    file = None
    if path.is_dir():
        file = _as_file(path, study_answers(path))
    elif kind == ".parquet":
        file = _as_file(path, _parquet(path))
    elif kind in SPREADSHEETS:
        file = _sheet(path)
    return read_rows(path, _REQUIRED, COLUMNS, file=file, wrong=wrong)


def _parquet(path: Path) -> pl.DataFrame:
    try:
        return read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as problem:
        raise DatasetError(f"{path} cannot be read: {' '.join(str(problem).split())[:120]}.") from problem


def _as_file(path: Path, table: pl.DataFrame) -> CsvFile:
    """A table as if it were a CSV, its header on the first line."""
    rows = ((line, [_written(value) for value in row]) for line, row in enumerate(table.iter_rows(), 2))
    return CsvFile(path, ",", table.columns, rows)


def _written(value: Any) -> str:
    if isinstance(value, list):
        return ";".join(str(part) for part in value if part is not None)
    return "" if value is None else str(value)


def _sheet(path: Path) -> CsvFile:
    """The first sheet of a spreadsheet that has expressions."""
    if not path.is_file():
        raise DatasetError(f"{path} does not exist; name a table of answers.")
    for _, cells in read_sheets(path, DatasetError):
        header = [cell.strip().casefold() for cell in cells[0]] if cells else []
        if "expression" in header or "compound" in header:
            return CsvFile(path, ";", cells[0], iter(list(enumerate(cells[1:], 2))))
    raise DatasetError(f"{path}: no sheet has a column 'expression'; add it.")


@dataclass
class _Reader:
    """Reads the rows of one table; what is wrong with them is gathered."""

    path: Path
    language: str | None
    known: Known | None
    mistakes: list[tuple[int, str, str]] = field(default_factory=list)
    repeated: int = 0
    bare: int = 0
    passed_over: list[str] = field(default_factory=list)
    _bad: dict[int, Row] = field(default_factory=dict)
    _codes: dict[str, str] = field(default_factory=dict)
    _numbers: dict[str, float | None] = field(default_factory=dict)
    _scale: Scale = field(default_factory=Scale)

    def ragged(self, row: Row, problem: DatasetError) -> None:
        """A row that has more or fewer cells than the header."""
        self._wrong(row, RAGGED, str(problem).removeprefix(f"{self.path}:{row.line}: ").removesuffix("."))

    def table(self, rows: Sequence[Row], roles: tuple[str, ...], scale: Scale) -> pl.DataFrame:
        """The rows that can be used."""
        self._scale = scale
        seen: dict[tuple[Any, ...], tuple[int, tuple[Any, ...]]] = {}
        spellings: dict[tuple[str, str], str] = {}
        table = []
        for row in rows:
            if not any(cell.strip() for name, cell in row.cells.items() if name not in _NAMES):
                self.bare += 1
                continue
            read = self._answer(row, roles, spellings)
            if read is None:
                continue
            key, said = read[:4], read[4:]
            line, before = seen.setdefault(key, (row.line, said))
            if line == row.line:
                table.append(read)
            elif before == said:
                self.repeated += 1
            else:
                self._wrong(row, TWICE, f"{_whose(key)} is on line {line} already; keep one of them")
        return pl.DataFrame(table, schema=answers_schema(roles), orient="row")

    def _wrong(self, row: Row, kind: str, message: str) -> None:
        self.mistakes.append((row.line, kind, message))
        self._bad[row.line] = row

    def _answer(
        self, row: Row, roles: tuple[str, ...], spellings: dict[tuple[str, str], str]
    ) -> tuple[Any, ...] | None:
        before = len(self.mistakes)
        written = row.text("language") or self.language
        code = self._code(written) if written else ""
        if not code:
            self._wrong(row, EMPTY, "language is missing, and nothing else tells it; add a column language")
        expression = unquoted(row.text("expression"))
        annotator = unquoted(row.text("annotator")) if "annotator" in row.cells else None
        for name, text in (("expression", expression), ("annotator", annotator)):
            if text == "":
                self._wrong(row, EMPTY, f"{name} is empty; fill it in, or remove the row")
        sentence = self._sentence(row)
        expression = spellings.setdefault((code, expression.casefold()), expression)
        if self.known and expression and code and len(self.mistakes) == before:
            expression = self._as_known(row, code, expression, sentence)
        scores = [self._score(row, column) for column in (SCORE, *roles)]
        parts = unquoted(row.text("paraphrases")).split(";")
        paraphrases = [text for part in parts if (text := " ".join(part.split()))]
        passed = row.text("check").casefold()
        if passed not in _PASSED:
            self._wrong(row, UNREADABLE, f"check {passed!r} is neither true nor false; write one, or leave it empty")
        if not paraphrases and all(score is None for score in scores) and len(self.mistakes) == before:
            self._wrong(row, EMPTY, "there is no score in this row; fill it in, or remove the row")
        if len(self.mistakes) > before:
            return None
        return (annotator, expression, code, sentence, *scores, paraphrases, _PASSED[passed])

    def _code(self, written: str) -> str:
        if written not in self._codes:
            self._codes[written] = written if _TAG.fullmatch(written) else language_code(written) or written
        return self._codes[written]

    def _sentence(self, row: Row) -> int | None:
        text, level = row.text("sentence"), row.text("level").casefold()
        if level not in ("", TYPE, TOKEN):
            self._wrong(row, UNREADABLE, f"level {level!r} is not known; write {TYPE} or {TOKEN}")
        elif level == TYPE:
            if text:
                self._wrong(row, UNREADABLE, f"sentence {text!r} in a row of level type; leave the cell empty")
        elif not text:
            hint = "" if level else ", or write type as its level"
            self._wrong(row, EMPTY, f"sentence is empty; fill it in, or remove the row{hint}")
        elif not _SENTENCE.fullmatch(text):
            self._wrong(row, UNREADABLE, f"sentence {text!r} is not the number of a sentence; write 1, 2 or 3")
        else:
            return int(float(text))
        return None

    def _as_known(self, row: Row, code: str, expression: str, sentence: int | None) -> str:
        assert self.known is not None  # noqa: S101 (the caller looked)
        found = self.known.sentences.get((code, expression.casefold()))
        if found is None:
            self._wrong(row, UNKNOWN, f"{expression!r} ({code}) is not in {self.known.name}; correct it, or remove it")
            return expression
        name, sentences = found
        if sentence is not None and sentence not in sentences:
            has = f"it has {', '.join(map(str, sorted(sentences)))}" if sentences else "it has none"
            self._wrong(row, UNKNOWN, f"{self.known.name} has no sentence {sentence} of {name!r}; {has}")
        return name

    def _score(self, row: Row, column: str) -> float | None:
        text = row.cells.get(column, "").strip()
        if not text:
            return None
        if text not in self._numbers:
            plain = row.text(column)
            value = float(plain.replace(",", ".")) if _NUMBER.fullmatch(plain) else math.nan
            self._numbers[text] = value if math.isfinite(value) else None
        value_or_none = self._numbers[text]
        low, high = self._scale
        if value_or_none is None:
            self._wrong(row, UNREADABLE, f"{column} {text!r} is not a number; write one, or leave the cell empty")
        elif not low <= value_or_none <= high:
            self._wrong(
                row,
                OFF,
                f"{column} {text!r} lies outside the scale; write numbers from {low:g} (idiomatic) to {high:g}",
            )
        return value_or_none

    def refuse(self) -> None:
        """Raise an error with all mistakes in the order of the file, and their number."""
        told = [f"{self.path}:{line}: {message}." for line, _, message in sorted(self.mistakes, key=lambda one: one[0])]
        more = [f"… and {len(told) - SHOWN:,} more."] if len(told) > SHOWN else []
        last = []
        if len(told) > 1:
            last.append(f"Rows with mistakes: {self._counted()}. Mend them, or leave these rows out with `skip_bad`.")
        if any(kind == OFF for _, kind, _ in self.mistakes):
            last.append("Answers on another scale name it in a column scale, such as 1-7; judgments takes `scale` too.")
        counted = [" ".join(last)] if last else []
        raise DatasetError("\n".join([*told[:SHOWN], *more, *counted]))

    def _counted(self) -> str:
        """How many rows have a mistake, by kind."""
        lines = {line for line, _, _ in self.mistakes}
        kinds = Counter(kind for kind, _ in {(kind, line) for line, kind, _ in self.mistakes})
        return f"{len(lines):,} ({', '.join(f'{count:,} {kind}' for kind, count in sorted(kinds.items()))})"

    def notes(self) -> Iterator[str]:
        """What was passed over, in words."""
        if self.mistakes:
            yield f"Rows set aside: {self._counted()}."
        if self.passed_over:
            names = ", ".join(self.passed_over)
            yield f"Columns passed over: {names}; scores of a component are under its role, such as head or verb."
        if self.bare:
            yield f"Rows that name an expression and are otherwise empty, passed over: {self.bare:,}."
        if self.repeated:
            yield f"Rows that repeat an answer, word for word, and count once: {self.repeated:,}."

    def set_aside(self, columns: Sequence[str]) -> pl.DataFrame:
        """The rows that cannot be used, as they are written, each with its line and what is wrong with it."""
        surplus = any(SURPLUS in row.cells for row in self._bad.values())
        names = [name for name in (*columns, *([SURPLUS] if surplus else [])) if name not in ("line", "problem")]
        reasons: dict[int, list[str]] = {}
        for line, _, message in sorted(self.mistakes, key=lambda one: one[0]):
            reasons.setdefault(line, []).append(message)
        rows = [
            (line, "; ".join(why), *(self._bad[line].cells.get(name) for name in names))
            for line, why in reasons.items()
        ]
        schema = {"line": pl.Int64, "problem": pl.String, **dict.fromkeys(names, pl.String)}
        return pl.DataFrame(rows, schema=schema, orient="row")


def _whose(key: tuple[Any, ...]) -> str:
    annotator, expression, _, sentence = key
    who = f"annotator {annotator!r}, " if annotator is not None else ""
    return f"{who}{expression!r}, {'type level' if sentence is None else f'sentence {sentence}'}"
