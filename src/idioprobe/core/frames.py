"""Tables in files: under any path, and without cells that a spreadsheet would run as a formula; tables for pandas."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import MissingExtraError

_FORMULA = r"^'*[=+\-@\t\r]"
_QUOTED = r"^'+[=+\-@\t\r]"
_NUMBER = r"^[-+]?(\d[\d.,]*|[.,]\d+)([eE][-+]?\d+)?%?$|^[-+]$"


PACKED_FROM = 1 << 26
"""Bytes of a table that is worth the time of packing it."""


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take a cell for a formula; numbers and a sign alone are none.

    >>> is_formula("=1+1"), is_formula("-0.5"), is_formula("-ish")
    (True, False, True)
    """
    return re.match(_FORMULA, text) is not None and re.fullmatch(_NUMBER, text) is None


def quoted(text: str) -> str:
    """The cell with an apostrophe before it if it would be a formula, which spreadsheets show as text.

    >>> quoted("=1+1"), quoted("eager beaver")
    ("'=1+1", 'eager beaver')
    """
    return f"'{text}" if is_formula(text) else text


def unquoted(text: str) -> str:
    """What `quoted` was given.

    >>> unquoted(quoted("=1+1")), unquoted(quoted("'=1+1"))
    ('=1+1', "'=1+1")
    """
    return text[1:] if re.match(_QUOTED, text) else text


def quote_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table with `quoted` text; numbers are numbers already."""
    return table.with_columns(
        pl.when(pl.col(pl.String).str.contains(_FORMULA) & ~pl.col(pl.String).str.contains(_NUMBER))
        .then(pl.lit("'") + pl.col(pl.String))
        .otherwise(pl.col(pl.String))
        .name.keep()
    )


def unquote_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table that `quote_cells` was given."""
    return table.with_columns(pl.col(pl.String).str.replace(r"^'('*[=+\-@\t\r])", "$1"))


def write_csv(table: pl.DataFrame, path: Path) -> None:
    """Write a table as CSV; polars takes no path that is not UTF-8, Python's files have any."""
    with path.open("wb") as file:
        table.write_csv(file)


def write_parquet(table: pl.DataFrame, path: Path) -> None:
    """Write a table as Parquet."""
    with path.open("wb") as file:
        table.write_parquet(file)


def read_csv(path: Path, schema: Mapping[str, pl.DataType]) -> pl.DataFrame:
    """A CSV with just these columns."""
    with path.open("rb") as file:
        return pl.read_csv(file, schema=dict(schema))


def read_parquet(path: Path) -> pl.DataFrame:
    """A Parquet file; one that makes polars panic is not one."""
    try:
        with path.open("rb") as file:
            return pl.read_parquet(file)
    except pl.exceptions.PanicException as error:
        raise pl.exceptions.ComputeError(str(error).splitlines()[0]) from error


def packed(table: pl.DataFrame) -> bytes:
    """The table in as little memory as can be, to be kept while it is not needed."""
    file = io.BytesIO()
    table.write_parquet(file)
    return file.getvalue()


def unpacked(raw: bytes) -> pl.DataFrame:
    """What `packed` was given.

    >>> unpacked(packed(pl.DataFrame({"word": ["duck", None]}))).rows()
    [('duck',), (None,)]
    """
    return pl.read_parquet(io.BytesIO(raw))


def set_aside(table: pl.DataFrame) -> Callable[[], pl.DataFrame]:
    """Keep a table while it is not needed, a large one packed; what it gives back is the table.

    >>> set_aside(pl.DataFrame({"word": ["duck"]}))().rows()
    [('duck',)]
    """
    if table.estimated_size() < PACKED_FROM:
        return table.rechunk
    raw = packed(table)
    return lambda: unpacked(raw)


def as_pandas(table: pl.DataFrame) -> Any:
    """The table as a pandas DataFrame with the same columns: whole numbers stay whole, missing cells stay missing.

    Polars would need pyarrow for it, and would turn whole numbers with gaps into fractions.
    """
    try:
        import pandas
    except ImportError as error:
        raise MissingExtraError("to_pandas needs pandas: pip install pandas.") from error
    columns = {column.name: pandas.Series(column.to_list(), dtype=_dtype(column)) for column in table}
    return pandas.DataFrame(columns, columns=table.columns)


def _dtype(column: pl.Series) -> str:
    if column.dtype.is_integer():
        return "Int64" if column.null_count() else "int64"
    if column.dtype == pl.Boolean:
        return "boolean" if column.null_count() else "bool"
    return "float64" if column.dtype.is_float() else "object"
