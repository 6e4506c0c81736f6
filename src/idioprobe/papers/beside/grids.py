"""Reported tables in their own layout, and the list of them."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.beside.subject import as_cell, reported_models, reported_notes
from idioprobe.papers.registry import all_papers
from idioprobe.papers.reported import load_reported
from idioprobe.papers.tables import all_tables, find_table
from idioprobe.report.tables.fill import Options, lay_out
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid, Row
from idioprobe.report.tables.spec import LayoutTable


def reported_tables() -> list[str]:
    """The names of all tables that are kept, in the order in which `idioprobe analyse --list` has them."""
    there = set(load_reported()["table"])
    return [name for name in all_tables() if name in there]


def reported_grid(name: str, models: Sequence[str] = ()) -> Grid:
    """A table as its paper prints it, for all models or for some."""
    table = find_table(name)
    if table.name not in reported_tables():
        raise ConfigError(
            f"{table.name} is not among the reported tables: it holds no results, or none that are printed as numbers; "
            "idioprobe reported lists the tables."
        )
    rows = load_reported(table.name)
    if models:
        rows = _only(rows, models)
    title = f"{table.title}; {all_papers()[rows['source'][0]].citation}"
    notes = list(reported_notes(table.name, rows, marked=False))
    if not isinstance(table, LayoutTable):
        return _as_printed(table.name, title, rows, notes)
    wanted = rows["model"].unique().to_list()
    subjects = [model for model in reported_models(table.name, marked=False) if model.model in wanted]
    expressions = [c for group in table.expressions.values() for c in group]
    columns, lines = lay_out(table, subjects, expressions, Options())
    if table.cell == "rho":
        notes.insert(0, f"Spearman's ρ; {NOT_SIGNIFICANT}: p > {table.alpha:g}.")
    return Grid(table.name, title, columns, lines, tuple(notes))


def _only(rows: pl.DataFrame, models: Sequence[str]) -> pl.DataFrame:
    there = rows["model"].drop_nulls().unique(maintain_order=True).to_list()
    known = {model.casefold(): model for model in there}
    strange = [model for model in models if model.casefold() not in known]
    if strange:
        raise ConfigError(
            f"{rows['table'][0]} does not report {', '.join(strange)}; it has {', '.join(there) or 'no models'}."
        )
    return rows.filter(pl.col("model").is_null() | pl.col("model").is_in([known[model.casefold()] for model in models]))


def _as_printed(name: str, title: str, rows: pl.DataFrame, notes: Sequence[str]) -> Grid:
    """A table without a layout of models: its rows and columns as they are labelled.

    Where not all rows have the same columns, those that have are a block with columns of its own.
    """
    cells = {(row["row"], row["column"]): as_cell(row) for row in rows.iter_rows(named=True)}
    columns = rows["column"].unique(maintain_order=True).to_list()
    labels = rows["row"].unique(maintain_order=True).to_list()
    own = {label: [column for column in columns if (label, column) in cells] for label in labels}
    if len({tuple(there) for there in own.values()}) == 1:
        lines = tuple(Row(_parts(label), tuple(cells[label, column] for column in columns)) for label in labels)
        return Grid(name, title, tuple(map(_parts, columns)), lines, tuple(notes))
    width = max(map(len, own.values()))
    blocks = []
    for label, there in own.items():
        blank = width - len(there)
        printed = (*(cells[label, column] for column in there), *(Cell() for _ in range(blank)))
        blocks.append(Row(_parts(label), printed, (*map(_parts, there), *((),) * blank)))
    return Grid(name, title, (("",),) * width, tuple(blocks), tuple(notes))


def _parts(label: str) -> tuple[str, ...]:
    return tuple(label.split(" / "))


def overview() -> pl.DataFrame:
    """Each table with its number of cells, and how many of them are numbers, dashes, doubtful or unreadable."""
    cells = load_reported().unique(["table", "row", "column"], keep="first", maintain_order=True)
    counts = cells.group_by("source", "table", maintain_order=True).agg(
        pl.len().alias("cells"),
        *((pl.col("state") == state).sum().alias(state) for state in ("value", "not_significant", "unreadable")),
        pl.col("doubt").is_not_null().sum().alias("doubtful"),
    )
    tables = all_tables()
    titles = pl.DataFrame({"table": list(tables), "title": [table.title for table in tables.values()]})
    order = pl.DataFrame({"table": reported_tables()})
    return order.join(counts, on="table", maintain_order="left").join(titles, on="table", maintain_order="left")


def listed(models: Sequence[str] = ()) -> Grid:
    """The list of tables as a table; with models, of those that report one of them."""
    table = overview()
    if models:
        wanted = [model.casefold() for model in models]
        having = load_reported().filter(pl.col("model").str.to_lowercase().is_in(wanted))["table"].unique()
        table = table.filter(pl.col("table").is_in(having.to_list()))
        if table.is_empty():
            known = load_reported()["model"].drop_nulls().unique(maintain_order=True).to_list()
            raise ConfigError(f"No paper reports {', '.join(models)}; they have {', '.join(known)}.")
    counts = ("cells", "value", "not_significant", "unreadable", "doubtful")
    rows = [
        Row(
            (all_papers()[row["source"]].citation, row["table"]),
            (Cell(row["title"]), *(Cell(str(row[name] or ""), row[name]) for name in counts)),
        )
        for row in table.iter_rows(named=True)
    ]
    columns = (("what it shows",), ("cells",), ("numbers",), ("dashes",), ("unreadable",), ("doubtful",))
    notes = ("idioprobe reported --table H5 prints one; with --unreadable, the cells that cannot be read are listed.",)
    return Grid("reported", "Reported results", columns, tuple(rows), notes)


def unreadable_grid(tables: Sequence[str] = (), models: Sequence[str] = ()) -> Grid:
    """The cells that cannot be read with certainty."""
    cells = load_reported().filter(pl.col("state") == "unreadable")
    if tables:
        cells = cells.filter(pl.col("table").is_in([find_table(name).name for name in tables]))
    if models:
        cells = cells.filter(pl.col("model").str.to_lowercase().is_in([model.casefold() for model in models]))
    rows = tuple(Row((row["table"], row["row"]), (Cell(row["column"]),)) for row in cells.iter_rows(named=True))
    notes = (f"{len(rows)} cells that the extracted texts of the papers do not show with certainty.",)
    return Grid("unreadable", "Reported cells that cannot be read", (("column",),), rows, notes)
