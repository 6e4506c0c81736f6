"""Tables from outside as CSV or TSV, with the place of every cell at hand for messages."""

from __future__ import annotations

import csv
import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.core.textfile import LONGEST_CELL, open_text

_NUMBER = re.compile(r"[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """One row of a table from outside, and where it stands, for messages."""

    path: Path
    line: int
    cells: dict[str, str]

    def fail(self, message: str) -> DatasetError:
        """An error that names the place."""
        return DatasetError(f"{self.path}:{self.line}: {message}.")

    def text(self, column: str) -> str:
        """The cell, its accents composed and its white space normalised; empty where there is none."""
        return " ".join(unicodedata.normalize("NFC", self.cells.get(column.casefold(), "")).split())

    def required(self, column: str) -> str:
        """A cell that may not be empty."""
        text = self.text(column)
        if not text:
            raise self.fail(f"{column} is empty; fill it in, or remove the row")
        return text

    def number(self, column: str) -> float | None:
        """A number with a decimal point or comma; None where the cell is empty."""
        text = self.text(column)
        if not text:
            return None
        value = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else math.nan
        if not math.isfinite(value):
            raise self.fail(f"{column} {text!r} is not a number; write one, or leave the cell empty")
        return value


def read_rows(path: Path, required: Iterable[str], optional: Iterable[str] = ()) -> list[Row]:
    """The rows of a CSV or TSV; columns are found by name, in any order and case.

    Other columns are passed over, unless their name is so near that of an optional column
    which is not there that it must be meant for it.
    """
    file = open_text(path, DatasetError)
    delimiter = max(",;\t", key=file.readline().count)
    file.seek(0)
    reader = csv.reader(file, delimiter=delimiter, strict=True)
    limit = csv.field_size_limit(LONGEST_CELL)
    rows = []
    try:
        written = [cell.strip() for cell in next(reader)]
        columns = [name.casefold() for name in written]
        _check_columns(path, written, required, optional)
        line = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                row = Row(path, line, dict(zip(columns, cells, strict=False)))
                if len(cells) != len(columns):
                    raise row.fail(
                        f"{len(cells)} cells where the header has {len(columns)}; "
                        f"put quotes around cells that contain {delimiter!r}"
                    )
                rows.append(row)
            line = reader.line_num + 1
    except csv.Error as error:
        raise DatasetError(
            f"{path}:{max(1, reader.line_num)}: {error}; close every quote, "
            f"and mind that a cell holds {LONGEST_CELL:,} characters at most."
        ) from error
    finally:
        csv.field_size_limit(limit)
    if not rows:
        raise DatasetError(f"{path} has no rows below its header.")
    return rows


def csv_rows(path: Path, required: Iterable[str]) -> Iterator[dict[str, str]]:
    """The rows of a published CSV file, cells as they are; every required column is there."""
    limit = csv.field_size_limit(LONGEST_CELL)
    try:
        reader = csv.DictReader(open_text(path, DatasetError), restval="")
        found = list(reader.fieldnames or ())
        missing = [column for column in required if column not in found]
        if missing:
            raise DatasetError(f"{path}: the column {missing[0]!r} is missing; found {', '.join(found) or 'none'}.")
        yield from reader
    except csv.Error as error:
        raise DatasetError(f"{path}: {error}; fetch the file anew.") from error
    finally:
        csv.field_size_limit(limit)


def _check_columns(path: Path, written: list[str], required: Iterable[str], optional: Iterable[str]) -> None:
    columns = [name.casefold() for name in written]
    found = ", ".join(filter(None, written)) or "none"
    for name in columns:
        if name and columns.count(name) > 1:
            raise DatasetError(f"{path}:1: the column {name!r} stands there twice; remove one.")
    for name in required:
        if name.casefold() not in columns:
            raise DatasetError(f"{path}:1: the column {name!r} is missing; add it; found {found}.")
    absent = [name for name in optional if name.casefold() not in columns]
    known = {name.casefold() for name in (*required, *optional)}
    for name in columns:
        near = difflib.get_close_matches(name, absent, n=1, cutoff=0.8)
        if near and name not in known:
            raise DatasetError(f"{path}:1: unknown column {name!r}; name it {near[0]!r} if it is meant, or remove it.")
