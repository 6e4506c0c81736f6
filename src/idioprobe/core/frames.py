"""Tables in files, wherever these are: polars takes no path that is not UTF-8, Python's files have any."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import polars as pl


def write_csv(table: pl.DataFrame, path: Path) -> None:
    """Write a table as CSV."""
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
