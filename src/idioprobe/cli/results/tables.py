"""Options of commands that print tables, and the printing."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.flags import in_flags
from idioprobe.cli.shared import output, put, say
from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from idioprobe.report.tables.grid import Grid

Format = Annotated[
    str | None,
    typer.Option("--format", help="terminal, csv, markdown, latex or json; default: as the file is named."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", help="Write to a file instead of printing.")]
TERMINAL = "terminal"
SUFFIXES = {".csv": "csv", ".md": "markdown", ".tex": "latex", ".json": "json"}
"""Formats by the ending of a file's name."""


def chosen_format(style: str | None, out: Path | None, tables: int, *, as_json: bool) -> str:
    """The format that is asked for, or that the file's name says; CSV takes one table."""
    from idioprobe.report.tables.render import FORMATS

    if as_json and style not in (None, "json"):
        raise ConfigError(f"--json and --format {style}: choose one.")
    if as_json:
        return "json"
    if style is None:
        style = TERMINAL if out is None else SUFFIXES.get(out.suffix.lower(), "markdown")
    if style not in (TERMINAL, *FORMATS):
        raise ConfigError(f"--format {style}: one of {TERMINAL}, {', '.join(FORMATS)}.")
    if style == "csv" and tables > 1:
        raise ConfigError("--format csv takes one table; name one --table, or choose another format.")
    return style


def show(grids: Sequence[Grid], style: str, out: Path | None) -> None:
    """Print tables, or write them to a file."""
    from idioprobe.report.tables.empty import without_empty
    from idioprobe.report.tables.render import written
    from idioprobe.report.terminal.grid import show_grid

    grids = [replace(grid, notes=tuple(in_flags(note, of_run=True) for note in grid.notes)) for grid in grids]
    if style == TERMINAL and out is None:
        console = output()
        for i, grid in enumerate(grids):
            if i:
                console.print()
            show_grid(without_empty(grid), console)
        return
    write(written(grids, style if style != TERMINAL else "markdown"), out)


def show_list(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print what there is to choose from."""
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*(Text(in_flags(cell)) for cell in row))
    output().print(shown)


def write(text: str, out: Path | None) -> None:
    """Print text as it is, or write it to a file, whole or not at all; into a pipe or a device as it comes."""
    if out is None:
        put(text)
        return
    try:
        out.parent.stat()
        whole = nullcontext(out) if out.exists() and not out.is_file() else replacing(out)
        with whole as path:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"--out {out} cannot be written: {error.strerror}.") from error
    say(output(), f"Written: {out}")
