"""A table in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.report.tables.grid import Grid
from idioprobe.report.tables.render import shown_labels


def show_grid(grid: Grid, console: Console) -> None:
    """The table with its title above and its notes below."""
    console.print(Text.assemble((grid.name, "bold"), "  ", grid.title), soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for _ in range(grid.stubs):
        table.add_column("", no_wrap=True)
    for i, labels in enumerate(grid.columns):
        before: tuple[str, ...] = grid.columns[i - 1] if i else ()
        heading = [
            "" if level < len(labels) - 1 and labels[: level + 1] == before[: level + 1] else label
            for level, label in enumerate(labels)
        ]
        numeric = all(row.cells[i].value is not None or not row.cells[i].text for row in grid.rows)
        table.add_column(
            Text("\n".join(heading)), justify="right" if numeric else "left", overflow="fold", no_wrap=numeric
        )
    for stub, row in zip(shown_labels(grid), grid.rows, strict=True):
        cells = [Text(cell.text, style="italic" if cell.italic else "") for cell in row.cells]
        table.add_row(*map(Text, stub), *cells)
    _as_wide_as_needed(table, grid, console).print(table)
    for note in grid.notes:
        console.print(Text(note, style="dim"), soft_wrap=True)


def _as_wide_as_needed(table: Table, grid: Grid, console: Console) -> Console:
    """Numbers are never cut to fit a window; text is folded into it."""
    if any(cell.text and cell.value is None for row in grid.rows for cell in row.cells):
        return console
    needed = console.measure(table, options=console.options.update(max_width=_WIDEST)).maximum
    if needed <= console.width:
        return console
    return Console(file=console.file, width=needed, force_terminal=console.is_terminal)


_WIDEST = 10_000
