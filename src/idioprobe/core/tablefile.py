"""Tables that users bring as CSV or TSV, with the place of every cell at hand for messages."""

from __future__ import annotations

import difflib
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.csvfile import AT_MOST, CsvFile, open_csv
from idioprobe.core.errors import DatasetError
from idioprobe.core.notices import old_form
from idioprobe.core.tables import OLD_COLUMNS

_NUMBER = re.compile(r"[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?", re.IGNORECASE)

SURPLUS = "more cells"
"""Where cells are that have no column."""


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


def read_rows(
    path: Path,
    required: Iterable[str],
    optional: Iterable[str] = (),
    renamed: Mapping[str, str] | None = None,
    *,
    file: CsvFile | None = None,
    wrong: Callable[[Row, DatasetError], None] | None = None,
) -> list[Row]:
    """The rows of a CSV or TSV; columns are found by name, in any order and case.

    Other columns are passed over, unless their name is so near that of an optional column
    which is not there that it must be meant for it. A column under its old name is taken
    for the one that is required, and said to be old; `renamed` has further old names.
    `file` has the cells, where they were read already. A row of another length than the header
    is an error, which `wrong` is given with the row, if it is there; the row is passed over then, and its cells beyond
    the header are under `SURPLUS`.
    """
    file = file or open_csv(path, DatasetError, f"close every quote, and note that {AT_MOST}", delimiter=None)
    written = [cell.strip() for cell in file.header]
    columns = _current(path, [name.casefold() for name in written], required, renamed or {})
    _check_columns(path, columns, written, required, optional)
    rows = []
    for line, cells in file.rows:
        if any(cell.strip() for cell in cells):
            row = Row(path, line, dict(zip(columns, cells, strict=False)))
            if len(cells) != len(columns):
                ragged = row.fail(
                    f"{len(cells)} cells where the header has {len(columns)}; "
                    f"put quotes around cells that contain {file.delimiter!r}"
                )
                if wrong is None:
                    raise ragged
                more = file.delimiter.join(cells[len(columns) :])
                wrong(Row(path, line, {**row.cells, **({SURPLUS: more} if more else {})}), ragged)
                continue
            rows.append(row)
    if not rows and wrong is None:
        raise DatasetError(f"{path} has no rows below its header.")
    return rows


def _current(path: Path, columns: list[str], required: Iterable[str], renamed: Mapping[str, str]) -> list[str]:
    """The columns under the names that they have now."""
    known = {name: now for name, now in OLD_COLUMNS.items() if now in required} | dict(renamed)
    old = {name: now for name, now in known.items() if now not in columns}
    found = [name for name in columns if name in old]
    if len(found) == 1:
        old_form(f"{path}: the column {found[0]} is called {old[found[0]]} now; rename it.")
    elif found:
        now = ", ".join(old[name] for name in found)
        old_form(f"{path}: the columns {', '.join(found)} are called {now} now; rename them.")
    return [old.get(name, name) for name in columns]


def _check_columns(
    path: Path, columns: list[str], written: list[str], required: Iterable[str], optional: Iterable[str]
) -> None:
    found = ", ".join(filter(None, written)) or "none"
    for name in columns:
        if name and columns.count(name) > 1:
            raise DatasetError(f"{path}:1: the column {name!r} is there twice; remove one.")
    for name in required:
        if name.casefold() not in columns:
            raise DatasetError(f"{path}:1: the column {name!r} is missing; add it; found {found}.")
    absent = [name for name in optional if name.casefold() not in columns]
    known = {name.casefold() for name in (*required, *optional)}
    for name in columns:
        near = difflib.get_close_matches(name, absent, n=1, cutoff=0.8)
        if near and name not in known:
            raise DatasetError(f"{path}:1: unknown column {name!r}; name it {near[0]!r} if it is meant, or remove it.")
