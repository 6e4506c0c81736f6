"""The command that lays results out as in the papers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.shared import Annotations, DataDirs, Labelling, load, output, say
from idioprobe.errors import ConfigError

SUFFIXES = {".csv": "csv", ".md": "markdown", ".tex": "latex", ".json": "json"}
"""Formats by the ending of a file's name."""


def analyse(
    results: Annotated[list[Path] | None, typer.Argument(help="Result folders, or folders that hold some.")] = None,
    table: Annotated[
        list[str] | None, typer.Option("-t", "--table", help="A published table, such as H5; repeatable.")
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="List all tables and what they need.")] = False,
    style: Annotated[
        str | None,
        typer.Option("--format", help="terminal, csv, markdown, latex or json; default: as the file is named."),
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write to a file instead of printing.")] = None,
    view: Annotated[str | None, typer.Option(help="Which view, where results have several.")] = None,
    correct: Annotated[
        str | None, typer.Option(help="Correct p over the table's cells: holm or bh; default: as in the papers, not.")
    ] = None,
    rating: Annotated[
        str | None, typer.Option(help="Correlate with this rating instead of the paper's, such as class_rank.")
    ] = None,
    intervals: Annotated[bool, typer.Option("--intervals", help="Print 95 % intervals beside the numbers.")] = False,
    compound: Annotated[
        list[str] | None, typer.Option(help="Compounds to show instead of the paper's; repeatable.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option("-d", "--dataset", help="For tables of sentences without results.")
    ] = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
) -> None:
    """Print tables of the papers, in their own layout, for the models at hand."""
    from idioprobe.report.tables.catalogue import TABLES, find_table, what_it_needs
    from idioprobe.report.tables.fill import Options
    from idioprobe.report.tables.make import TableMaker
    from idioprobe.report.tables.render import FORMATS, written
    from idioprobe.report.tables.terminal import show_grid
    from idioprobe.stats.multiple import CORRECTIONS

    if style is None:
        style = "terminal" if out is None else SUFFIXES.get(out.suffix.lower(), "markdown")
    if style not in ("terminal", *FORMATS):
        raise ConfigError(f"--format {style}: one of terminal, {', '.join(FORMATS)}.")
    if style == "csv" and len(table or ()) > 1:
        raise ConfigError("--format csv takes one table; name one --table, or choose another format.")
    if correct is not None and correct not in CORRECTIONS:
        raise ConfigError(f"--correct {correct}: one of {', '.join(CORRECTIONS)}.")
    if show_list:
        _list([(known.name, known.title, what_it_needs(known)) for known in TABLES.values()])
        return
    if not table:
        raise ConfigError("Name a table with --table, as in --table H5; --list shows all.")
    for name in table:
        find_table(name)
    maker = TableMaker(
        results or (), view, lambda: load(dataset or "ncimp", data_dir, labelling), data_dir, annotations
    )
    options = Options(correct, intervals, tuple(compound or ()), rating)
    grids = [maker.make(name, options) for name in table]
    if style == "terminal" and out is None:
        console = output()
        for i, grid in enumerate(grids):
            if i:
                console.print()
            show_grid(grid, console)
        return
    text = written(grids, style if style != "terminal" else "markdown")
    if out is None:
        typer.echo(text, nl=False)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"--out {out} cannot be written: {error.strerror}.") from error
        say(output(), f"Written: {out}")


def _list(rows: list[tuple[str, str, str]]) -> None:
    from rich.table import Table as RichTable
    from rich.text import Text

    shown = RichTable(box=None, pad_edge=False, header_style="bold")
    for column in ("table", "what it shows", "made from"):
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*map(Text, row))
    output().print(shown)
