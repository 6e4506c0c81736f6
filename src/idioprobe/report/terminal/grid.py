"""A table in the terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.report.tables.grid import Grid
from idioprobe.report.tables.render import shown_labels
from idioprobe.report.terminal.console import PlainConsole


def show_grid(grid: Grid, console: Console) -> None:
    """The table with its title above and its notes below."""
    console.print(Text.assemble((grid.name, "bold"), "  ", grid.title), soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for _ in range(grid.stubs):
        table.add_column("", no_wrap=True)
    for i in range(len(grid.columns)):
        numeric = all(row.cells[i].numeric for row in grid.rows)
        table.add_column(
            Text("\n".join(_heading(grid, i))), justify="right" if numeric else "left", overflow="fold", no_wrap=numeric
        )
    for stub, row in zip(shown_labels(grid), grid.rows, strict=True):
        cells = [Text(cell.text, style="italic" if cell.italic else "") for cell in row.cells]
        table.add_row(*map(Text, stub), *cells)
    _wide_enough_for_numbers(grid, console).print(table)
    for note in grid.notes:
        console.print(Text(note, style="dim"), soft_wrap=True)


def _heading(grid: Grid, i: int) -> list[str]:
    """The labels of a column, one a line; what it shares with the column before is left blank."""
    labels, before = grid.columns[i], grid.columns[i - 1] if i else ()
    return [
        "" if level < len(labels) - 1 and labels[: level + 1] == before[: level + 1] else label
        for level, label in enumerate(labels)
    ]


def _wide_enough_for_numbers(grid: Grid, console: Console) -> Console:
    """Numbers are never cut to fit a window; text is folded into it, but not to nothing beside numbers."""
    texts = [any(not row.cells[i].numeric for row in grid.rows) for i in range(len(grid.columns))]
    if all(texts) or not grid.rows:
        return console
    stubs = [max(cell_len((*r.labels, *[""] * grid.stubs)[i]) for r in grid.rows) for i in range(grid.stubs)]
    columns = []
    for i in range(len(grid.columns)):
        width = max(cell_len(text) for text in (*_heading(grid, i), *(row.cells[i].text for row in grid.rows)))
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
    return PlainConsole(file=console.file, width=width, force_terminal=console.is_terminal)
