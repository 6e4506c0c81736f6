"""A table in the terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.report.tables.grid import Cell, Grid
from idioprobe.report.tables.layout import headings, lines
from idioprobe.report.terminal.console import PlainConsole

TONES = {"better": "green", "worse": "red"}


def show_grid(grid: Grid, console: Console) -> None:
    """The table with its title above and its notes below."""
    console.print(Text.assemble((grid.name, "bold"), "  ", grid.title), soft_wrap=True)
    headed = any(label for labels in grid.columns for label in labels)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0), show_header=headed)
    for _ in range(grid.stubs):
        table.add_column("", no_wrap=True)
    for i, (heading, quiet) in enumerate(zip(headings(grid.columns), grid.quiet, strict=True)):
        numeric = all(row.cells[i].numeric for row in grid.rows)
        table.add_column(
            Text("\n".join(heading), style="not bold dim" if quiet else ""),
            justify="right" if numeric else "left",
            overflow="fold",
            no_wrap=numeric,
        )
    for line in lines(grid):
        if line.heading and table.rows:
            table.add_row()
        cells = [Text(cell.text, style=_style(cell)) for cell in line.cells]
        labels = [*map(Text, line.labels[:-1]), *(Text(name, "dim" if line.quiet else "") for name in line.labels[-1:])]
        table.add_row(*labels, *cells, style="bold" if line.heading else None)
    _wide_enough_for_numbers(grid, console).print(table)
    for note in grid.notes:
        console.print(Text(note, style="" if note == grid.conclusion else "dim"), soft_wrap=True)


def _style(cell: Cell) -> str:
    styles = (
        ("bold", cell.bold),
        ("dim", cell.reference),
        ("italic", cell.italic),
        (TONES.get(cell.tone, ""), cell.tone),
    )
    return " ".join(style for style, on in styles if on)


def _wide_enough_for_numbers(grid: Grid, console: Console) -> Console:
    """Numbers are never cut to fit a window; text is folded into it, but not to nothing beside numbers."""
    texts = [any(not row.cells[i].numeric for row in grid.rows) for i in range(len(grid.columns))]
    if all(texts) or not grid.rows:
        return console
    stubs = [max(cell_len((*r.labels, *[""] * grid.stubs)[i]) for r in grid.rows) for i in range(grid.stubs)]
    columns, printed = [], list(lines(grid))
    for i, heading in enumerate(headings(grid.columns)):
        parts = (*heading, *(part for line in printed for part in line.cells[i].text.split("\n")))
        width = max(map(cell_len, parts))
        columns.append(min(width, _NARROWEST_TEXT) if texts[i] else width)
    return _at_least(sum(width + _GAP for width in (*stubs, *columns)), console)


_GAP = 2
_NARROWEST_TEXT = 30


def as_wide_as_needed(table: Table, console: Console) -> Console:
    """A console on which no number of a table is cut to fit the window."""
    return _at_least(console.measure(table, options=console.options.update(max_width=_WIDEST)).maximum, console)


_WIDEST = 10_000


def _at_least(width: int, console: Console) -> Console:
    if width <= console.width:
        return console
    # Without a height, rich takes every simple terminal to be 80 columns wide.
    return PlainConsole(file=console.file, width=width, height=console.height, force_terminal=console.is_terminal)
