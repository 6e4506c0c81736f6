"""Spreadsheets from outside: how large they are is looked up before they are read.

A reader makes room for all cells up to the last, so that a file of a few hundred bytes with one
cell in the last corner asks for more memory than there is.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import polars as pl

from idioprobe.core.errors import DatasetError, UserError

MOST_ROWS, MOST_COLUMNS = 1_000_000, 1_000
MOST_CELLS = 10_000_000
MOST_BYTES = 500_000_000
"""Far above any table of ratings, and any lexicon."""

_FETCH = "fetch it again"
_PLACE = re.compile(r"([A-Za-z]*)(\d+)")


def read_sheet(path: Path) -> pl.DataFrame:
    """The first sheet of a spreadsheet."""
    return next(iter(sheet_tables(path).values()))


def sheet_tables(path: Path) -> dict[str, pl.DataFrame]:
    """All sheets of a spreadsheet that hold anything, by name."""
    try:
        _check_size(path, _FETCH)
        found = pl.read_excel(path, sheet_id=0, infer_schema_length=None, raise_if_empty=False)
        sheets = {name: table for name, table in found.items() if table.width}
        if not sheets:
            raise DatasetError(f"{path} is empty; {_FETCH}.")
        return sheets
    except DatasetError:
        raise
    except (Exception, pl.exceptions.PanicException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise DatasetError(f"{path} cannot be read as a spreadsheet: {reason}; {_FETCH}.") from error


def read_sheets(path: Path, error: type[UserError]) -> list[tuple[str, list[list[str]]]]:
    """All sheets of a spreadsheet that somebody wrote: name and cells as text, the header first."""
    import fastexcel

    try:
        _check_size(path, "copy what you need into a new file")
        book = fastexcel.read_excel(path)
        sheets = [
            (name, book.load_sheet(name, header_row=None, dtypes="string").to_polars()) for name in book.sheet_names
        ]
    except DatasetError as problem:
        raise error(str(problem)) from problem
    except (Exception, pl.exceptions.PanicException) as problem:
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise error(f"{path} cannot be read as a spreadsheet: {reason}; save it again, or as CSV.") from problem
    return [(name, [[cell or "" for cell in row] for row in sheet.iter_rows()]) for name, sheet in sheets]


def _check_size(path: Path, remedy: str) -> None:
    if not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        size = sum(info.file_size for info in archive.infolist())
        if size > MOST_BYTES:
            raise DatasetError(f"{path} unpacks to {size:,} bytes, more than any table here may have; {remedy}.")
        for name in archive.namelist():
            if name.lower().endswith(".xml"):
                rows = columns = 0
                for place, row, column in _places(archive, name):
                    rows, columns = max(rows, row), max(columns, column)
                    if row > MOST_ROWS or column > MOST_COLUMNS or rows * columns > MOST_CELLS:
                        raise DatasetError(
                            f"{path} has a cell at {place}, far outside any table that is read here; {remedy}."
                        )


def _places(archive: zipfile.ZipFile, name: str) -> Iterator[tuple[str, int, int]]:
    """The cells and rows of a sheet, each with its row and column; what is no XML is left to the reader."""
    try:
        with archive.open(name) as file:
            for _, element in ElementTree.iterparse(file):  # noqa: S314 (expat itself stops entities that grow)
                if element.tag.rpartition("}")[2] in ("c", "row") and (match := _PLACE.fullmatch(element.get("r", ""))):
                    yield match[0][:20], int(match[2][:20]), _number(match[1][:20].upper())
                    element.clear()
    except (ElementTree.ParseError, zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError):
        return


def _number(letters: str) -> int:
    """The number of a column.

    >>> _number("A"), _number("AA"), _number("XFD")
    (1, 27, 16384)
    """
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
