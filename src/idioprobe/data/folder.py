"""Dataset folders on disk: `dataset.json` and the tables as CSV or Parquet."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import ValidationError

from idioprobe.core.errors import DatasetError
from idioprobe.core.files import replace_folder
from idioprobe.core.tables import REQUIRED, TABLES, default_rating
from idioprobe.core.textfile import LONGEST_CELL, open_text
from idioprobe.data.checks import CHECKS
from idioprobe.data.dataset import FORMAT, Dataset, Header, fill_overlap, fit_name

SHOWN_PROBLEMS = 10

_OWN_FILES = {"dataset.json", *(f"{name}.{kind}" for name in TABLES for kind in ("csv", "parquet"))}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "stimuli": {"index": 0, "derived": False},
    "expressions": {},
    "ratings": {"target": "expression"},
}


def read_folder(folder: Path) -> Dataset:
    """A checked dataset; every mistake is reported with file and line."""
    if not folder.is_dir():
        raise DatasetError(
            f"{folder} is not a folder; a dataset is a folder with stimuli.csv in it, or the name starter."
        )
    tables, lines = {}, {}
    for name in TABLES:
        tables[name], lines[name] = _read_table(folder, name)
    tables["ratings"] = tables["ratings"].with_columns(rating=pl.col("rating").fill_null(default_rating()))
    if tables["expressions"].is_empty():
        tables["expressions"] = _conform(
            tables["stimuli"].select("expression", "language").unique(maintain_order=True), "expressions", folder
        )
    for name, check in CHECKS.items():
        where = _file(folder, name)
        problems = [f"{where}:{lines[name][p.row]}: {p.message}." for p in check(tables[name])]
        _report(problems)
    _report(_unlinked(folder, tables, lines))
    tables["expressions"] = fill_overlap(tables["stimuli"], tables["expressions"])
    return Dataset(_read_header(folder), **tables)


def write_folder(dataset: Dataset, folder: Path) -> None:
    """Write a dataset as plain CSV files, whole or not at all; only a dataset is replaced."""
    folder = folder.resolve()
    if folder.exists() and not folder.is_dir():
        raise DatasetError(f"{folder} is a file; name a folder.")
    strange = sorted({p.name for p in folder.glob("*")} - _OWN_FILES) if folder.exists() else []
    if strange:
        raise DatasetError(f"{folder} holds other files ({strange[0]}, …); name a new folder for the dataset.")
    with replace_folder(folder) as temporary:
        (temporary / "dataset.json").write_text(dataset.header.model_dump_json(indent=2) + "\n", encoding="utf-8")
        dataset.stimuli.write_csv(temporary / "stimuli.csv")
        dataset.expressions.write_csv(temporary / "expressions.csv")
        if not dataset.ratings.is_empty():
            dataset.ratings.write_csv(temporary / "ratings.csv")


def _report(problems: list[str]) -> None:
    if not problems:
        return
    more = f" (and {len(problems) - SHOWN_PROBLEMS} more)" if len(problems) > SHOWN_PROBLEMS else ""
    raise DatasetError("\n".join(problems[:SHOWN_PROBLEMS]) + more)


def _file(folder: Path, name: str) -> Path:
    parquet = folder / f"{name}.parquet"
    return parquet if parquet.is_file() else folder / f"{name}.csv"


def _read_header(folder: Path) -> Header:
    path = folder / "dataset.json"
    if not path.is_file():
        return Header(name=fit_name(folder.resolve().name))
    try:
        raw = json.load(open_text(path, DatasetError))
    except (json.JSONDecodeError, RecursionError) as error:
        raise DatasetError(f"{path} is not a JSON object: {error}.") from error
    if not isinstance(raw, dict):
        raise DatasetError(f'{path} is not a JSON object: write {{"name": …}}.')
    if raw.get("format", FORMAT) != FORMAT:
        raise DatasetError(
            f"{path}: format {raw['format']!r} is not known to this version, which reads format {FORMAT}."
        )
    try:
        return Header(**raw)
    except ValidationError as error:
        first = error.errors()[0]
        raise DatasetError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}.") from error


def _read_table(folder: Path, name: str) -> tuple[pl.DataFrame, list[int]]:
    """A table and the line of each row in its file."""
    path = _file(folder, name)
    if not path.is_file():
        if name == "stimuli":
            raise DatasetError(f"{folder} holds no stimuli.csv (or stimuli.parquet): it is not a dataset folder.")
        return pl.DataFrame(schema=TABLES[name]), []
    if path.suffix == ".parquet":
        try:
            table = pl.read_parquet(path)
        except (pl.exceptions.PolarsError, OSError) as error:
            raise DatasetError(f"{path} cannot be read as Parquet: {str(error).splitlines()[0]}.") from error
        lines = list(range(1, len(table) + 1))
    else:
        table, lines = _read_csv(path)
    if table.is_empty() and name == "stimuli":
        raise DatasetError(f"{path} has no rows.")
    return _conform(table, name, path, lines), lines


def _read_csv(path: Path) -> tuple[pl.DataFrame, list[int]]:
    rows: list[list[str | None]] = []
    lines: list[int] = []
    reader = csv.reader(open_text(path, DatasetError), strict=True)
    limit = csv.field_size_limit(LONGEST_CELL)
    try:
        header = next(reader)
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                raise DatasetError(
                    f"{path}:{reader.line_num}: {len(row)} cells where the header has {len(header)}; "
                    "put quotes around cells that contain a comma."
                )
            rows.append([cell if cell != "" else None for cell in row])
            lines.append(reader.line_num)
    except csv.Error as error:
        raise DatasetError(
            f"{path}:{max(1, reader.line_num)}: {error}; close every quote, "
            f"and mind that a cell holds {LONGEST_CELL:,} characters at most."
        ) from error
    finally:
        csv.field_size_limit(limit)
    if len(set(header)) != len(header):
        raise DatasetError(f"{path}:1: a column occurs twice.")
    return pl.DataFrame(rows, schema=dict.fromkeys(header, pl.String), orient="row"), lines


def _conform(table: pl.DataFrame, name: str, path: Path, lines: list[int] | None = None) -> pl.DataFrame:
    """The table with just the columns of the schema, in their types; optional ones filled in."""
    schema = TABLES[name]
    missing = [column for column in REQUIRED[name] if column not in table.columns]
    if missing:
        raise DatasetError(
            f"{path}: the column {missing[0]!r} is missing; {name} needs {', '.join(REQUIRED[name])}; "
            f"found {', '.join(table.columns) or 'none'}."
        )
    columns: list[pl.Expr | pl.Series] = []
    for column, dtype in schema.items():
        if column not in table.columns:
            columns.append(pl.lit(_DEFAULTS[name].get(column), dtype=dtype).alias(column))
            continue
        given = table[column]
        if dtype == pl.Boolean() and given.dtype == pl.String():
            given = given.str.to_lowercase().replace_strict(
                {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False},
                default=None,
                return_dtype=pl.Boolean,
            )
        try:
            cast = given.cast(dtype, strict=False)
        except pl.exceptions.PolarsError:
            raise DatasetError(f"{path}: {column} holds {given.dtype}, not {_KINDS[str(dtype)]}.") from None
        lost = cast.is_null() & table[column].is_not_null()
        if dtype.is_integer() and given.dtype.is_float():
            lost |= cast.cast(given.dtype) != given
        wrong = lost.fill_null(False).arg_true()
        if len(wrong):
            row = int(wrong[0])
            line = lines[row] if lines else row + 1
            raise DatasetError(f"{path}:{line}: {column} {table[column][row]!r} is not {_KINDS[str(dtype)]}.")
        if column in _DEFAULTS[name]:
            cast = cast.fill_null(_DEFAULTS[name][column])
        columns.append(cast.alias(column))
    return table.select(columns)


_KINDS = {"Int64": "a whole number", "Float64": "a number", "Boolean": "true or false", "String": "text"}


def _unlinked(folder: Path, tables: dict[str, pl.DataFrame], lines: dict[str, list[int]]) -> list[str]:
    """Stimuli and ratings of expressions that expressions.csv does not list."""
    problems = []
    for name in ("stimuli", "ratings"):
        stray = (
            tables[name]
            .with_row_index("row")
            .join(tables["expressions"], on=["expression", "language"], how="anti")
            .sort("row")
        )
        for row, expression, language in (
            stray.select("row", "expression", "language").unique("expression", maintain_order=True).iter_rows()
        ):
            problems.append(
                f"{_file(folder, name)}:{lines[name][row]}: {expression!r} ({language}) is not in "
                f"{_file(folder, 'expressions').name}; add it there."
            )
    return problems
