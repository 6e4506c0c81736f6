"""CSV files from outside, row by row: the one place that reads them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.errors import UserError
from idioprobe.core.textfile import LONGEST_CELL, open_text

if TYPE_CHECKING:
    from _csv import Reader

AT_MOST = f"a cell holds {LONGEST_CELL:,} characters at most"


@dataclass(frozen=True)
class CsvFile:
    """The header, and the rows below it, each with the line that it begins on; blank lines are no rows."""

    path: Path
    delimiter: str
    header: list[str]
    rows: Iterator[tuple[int, list[str]]]


_IN_WORDS = {"unexpected end of data": "the file ends within a cell whose quote is not closed"}
"""What Python says of mistakes, for users."""


def open_csv(
    path: Path,
    error: type[UserError],
    remedy: str,
    *,
    delimiter: str | None = ",",
    strict: bool = True,
    file: io.StringIO | None = None,
) -> CsvFile:
    """A CSV in UTF-8; what cannot be read raises `error` with file, line and remedy when it is reached.

    Without a `delimiter`, the comma, semicolon or tab that the first line has most of parts
    the cells. Only where it is `strict` does a quote that is never closed count as a mistake.
    `file` is the text, where it was read already.
    """
    file = file or (_parquet(path, error) if path.suffix.lower() == ".parquet" else open_text(path, error))
    delimiter = delimiter or delimiter_of(file)
    lines = _lines(path, error, remedy, csv.reader(file, delimiter=delimiter, strict=strict))
    _, header = next(lines)
    return CsvFile(path, delimiter, header, ((line, cells) for line, cells in lines if cells))


def delimiter_of(file: io.StringIO) -> str:
    """The comma, semicolon or tab that the first line has most of; the file is at its beginning then.

    >>> delimiter_of(io.StringIO("expression;rating, 0–5;sentence"))
    ';'
    """
    delimiter = max(",;\t", key=file.readline().count)
    file.seek(0)
    return delimiter


def _parquet(path: Path, error: type[UserError]) -> io.StringIO:
    """A table in Parquet as if it were a CSV."""
    import polars as pl
    from polars.exceptions import PolarsError

    try:
        return io.StringIO(pl.read_parquet(path).write_csv(), newline="")
    except (OSError, PolarsError) as problem:
        raise error(f"{path} cannot be read: {' '.join(str(problem).split())[:120]}.") from problem


def _lines(path: Path, error: type[UserError], remedy: str, reader: Reader) -> Iterator[tuple[int, list[str]]]:
    """All lines; Python's limit on cells, which is one for the whole process, is set while one is read, no longer."""
    while True:
        line = reader.line_num + 1
        limit = csv.field_size_limit(LONGEST_CELL)
        try:
            cells = next(reader, None)
        except csv.Error as problem:
            said = _IN_WORDS.get(str(problem), str(problem))
            raise error(f"{path}:{max(1, reader.line_num)}: {said}; {remedy}.") from problem
        finally:
            csv.field_size_limit(limit)
        if cells is None:
            return
        yield line, cells
