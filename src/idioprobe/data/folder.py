"""Dataset folders on disk: `dataset.json` and the tables as CSV or Parquet."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import ValidationError

from idioprobe.core.csvfile import AT_MOST, open_csv
from idioprobe.core.errors import DatasetError
from idioprobe.core.files import replace_folder
from idioprobe.core.frames import quote_cells, read_parquet, unquote_cells, write_csv
from idioprobe.core.notices import old_form
from idioprobe.core.tables import FLAWS, LABELLINGS, LENGTHS, PARAPHRASES, TABLES, default_rating
from idioprobe.core.textfile import open_text, readable
from idioprobe.data.checks import CHECKS, Declared
from idioprobe.data.components import component_roles, with_types
from idioprobe.data.conform import conform
from idioprobe.data.dataset import FORMAT, Dataset, Header, fill_overlap, fit_name
from idioprobe.data.oldforms import OLD_FILES, SPANS, current, has_ends, tell_old

SHOWN_PROBLEMS = 10
KINDS = ("parquet", "csv")

FURTHER = {"flaws": FLAWS, "labellings": LABELLINGS, "lengths": LENGTHS, "paraphrases": PARAPHRASES}
"""What published datasets have beside the tables, as Parquet only."""

QUOTED = "quoted_cells"
"""True in `dataset.json` where cells of the tables that a spreadsheet would run have an apostrophe before them."""

_OWN_FILES = {"dataset.json", *(f"{name}.{kind}" for name in (*TABLES, *OLD_FILES.values()) for kind in KINDS)}


def read_folder(folder: Path) -> Dataset:
    """A checked dataset; every mistake is reported with file and line."""
    if not folder.is_dir():
        raise DatasetError(
            f"{folder} is not a folder; a dataset is a folder with stimuli.csv in it, or the name starter."
        )
    about = _read_about(folder)
    quoted = about.pop(QUOTED, False) is True
    found = {name: _read_table(folder, name, quoted=quoted) for name in TABLES if _file(folder, name).is_file()}
    if "stimuli" not in found:
        raise DatasetError(f"{folder} holds no stimuli.csv (or stimuli.parquet): it is not a dataset folder.")
    files = {_file(folder, name): table for name, (table, _) in found.items()}
    tell_old(folder, files, _passed_over(folder))
    tables = {name: pl.DataFrame(schema=schema) for name, schema in TABLES.items()}
    lines = {name: found[name][1] if name in found else [] for name in TABLES}
    for name, (table, _) in found.items():
        tables[name] = conform(current(table), name, _file(folder, name), lines[name])
    tables["ratings"] = tables["ratings"].with_columns(rating=pl.col("rating").fill_null(default_rating()))
    if tables["expressions"].is_empty():
        tables["expressions"] = conform(
            tables["stimuli"].select("expression", "language").unique(maintain_order=True), "expressions", folder
        )
    tables["expressions"] = with_types(tables["expressions"])
    header = _header(folder, about)
    declared = _declared(header, tables["expressions"])
    for name, check in ((name, check) for name, check in CHECKS.items() if name in found):
        where = _file(folder, name)
        problems = [f"{where}:{lines[name][p.row]}: {p.message}." for p in check(tables[name], declared)]
        _report(problems)
    _report(_unlinked(folder, tables, lines))
    tables["expressions"] = fill_overlap(tables["stimuli"], tables["expressions"])
    return Dataset(header, **tables, **_read_further(folder))


def _read_further(folder: Path) -> dict[str, pl.DataFrame]:
    """Tables that only exports of published datasets have, just as they were written."""
    found = {}
    for name, schema in FURTHER.items():
        path = folder / f"{name}.parquet"
        if path.is_file():
            found[name] = _parquet(path)
            lacking = [column for column, dtype in schema.items() if found[name].schema.get(column) != dtype]
            if lacking:
                raise DatasetError(f"{path}: the column {lacking[0]!r} is missing, or of another kind.")
    return {name: table.select(list(FURTHER[name])) for name, table in found.items()}


def checked(data: Dataset, told: str) -> Dataset:
    """A dataset that somebody else made, its tables conformed; a mistake is named with its table and row."""
    if has_ends(data.stimuli):
        old_form(f"{told}, stimuli: start and end are one column {SPANS} now.")
    tables = {name: conform(current(getattr(data, name)), name, f"{told}, {name}") for name in TABLES}
    tables["expressions"] = with_types(tables["expressions"])
    declared = _declared(data.header, tables["expressions"])
    for name, check in CHECKS.items():
        _report([f"{told}, {name}:{p.row + 1}: {p.message}." for p in check(tables[name], declared)])
    return replace(data, stimuli=tables["stimuli"], expressions=tables["expressions"], ratings=tables["ratings"])


def write_folder(dataset: Dataset, folder: Path) -> None:
    """Write a dataset as plain CSV files, whole or not at all; only a dataset is replaced."""
    folder = folder.resolve()
    if folder.exists() and not folder.is_dir():
        raise DatasetError(f"{folder} is a file; name a folder.")
    strange = sorted({p.name for p in folder.glob("*")} - _OWN_FILES) if folder.exists() else []
    if strange:
        raise DatasetError(f"{folder} holds other files ({strange[0]}, …); name a new folder for the dataset.")
    tables = {name: getattr(dataset, name) for name in TABLES}
    safe = {name: quote_cells(table) for name, table in tables.items()}
    about = dataset.header.model_dump()
    if any(not safe[name].equals(table) for name, table in tables.items()):
        about[QUOTED] = True
    with replace_folder(folder) as temporary:
        text = json.dumps(about, indent=2, ensure_ascii=False)
        (temporary / "dataset.json").write_text(text + "\n", encoding="utf-8")
        for name, table in safe.items():
            if name != "ratings" or not table.is_empty():
                write_csv(table, temporary / f"{name}.csv")


def _declared(header: Header, expressions: pl.DataFrame) -> Declared:
    return Declared(header.classes, component_roles(expressions))


def _report(problems: list[str]) -> None:
    if not problems:
        return
    more = f" (and {len(problems) - SHOWN_PROBLEMS} more)" if len(problems) > SHOWN_PROBLEMS else ""
    raise DatasetError("\n".join(problems[:SHOWN_PROBLEMS]) + more)


def _files(folder: Path, name: str) -> list[Path]:
    """The files of a table that there are, the one that is read first."""
    names = [name, *(old for now, old in OLD_FILES.items() if now == name)]
    return [path for stem in names for kind in KINDS if (path := folder / f"{stem}.{kind}").is_file()]


def _file(folder: Path, name: str) -> Path:
    return next(iter(_files(folder, name)), folder / f"{name}.csv")


def _passed_over(folder: Path) -> list[Path]:
    return [path for name, old in OLD_FILES.items() for path in _files(folder, name)[1:] if path.stem == old]


def _read_about(folder: Path) -> dict[str, Any]:
    """What `dataset.json` says, as it is written."""
    path = folder / "dataset.json"
    if not path.is_file():
        return {"name": fit_name(readable(folder.resolve().name))}
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
    return raw


def _header(folder: Path, about: dict[str, Any]) -> Header:
    try:
        return Header.model_validate(about)
    except ValidationError as error:
        first = error.errors()[0]
        key = " ".join(".".join(map(str, first["loc"])).split())
        raise DatasetError(f"{folder / 'dataset.json'}: {key}: {first['msg']}.") from error


def _read_table(folder: Path, name: str, *, quoted: bool) -> tuple[pl.DataFrame, list[int]]:
    """A table as it is written, and the line of each row in its file."""
    path = _file(folder, name)
    if path.suffix == ".parquet":
        table = _parquet(path)
        lines = list(range(1, len(table) + 1))
    else:
        table, lines = _read_csv(path)
        table = unquote_cells(table) if quoted else table
    if table.is_empty() and name == "stimuli":
        raise DatasetError(f"{path} has no rows.")
    return table, lines


def _parquet(path: Path) -> pl.DataFrame:
    try:
        return read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise DatasetError(f"{path} cannot be read as Parquet: {str(error).splitlines()[0]}.") from error


def _read_csv(path: Path) -> tuple[pl.DataFrame, list[int]]:
    file = open_csv(path, DatasetError, f"close every quote, and note that {AT_MOST}")
    rows: list[list[str | None]] = []
    lines: list[int] = []
    for line, row in file.rows:
        if len(row) != len(file.header):
            raise DatasetError(
                f"{path}:{line}: {len(row)} cells where the header has {len(file.header)}; "
                "put quotes around cells that contain a comma."
            )
        rows.append([cell if cell != "" else None for cell in row])
        lines.append(line)
    if len(set(file.header)) != len(file.header):
        raise DatasetError(f"{path}:1: a column occurs twice.")
    return pl.DataFrame(rows, schema=dict.fromkeys(file.header, pl.String), orient="row"), lines


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
