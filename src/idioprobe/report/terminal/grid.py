"""A table in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.report.tables.grid import Cell, Grid
from idioprobe.report.tables.layout import headings, lines
from idioprobe.report.terminal.console import PlainConsole, in_window

TONES = {"better": "green", "worse": "red"}


def show_grid(grid: Grid, console: Console) -> None:
    """The table with its title above and its notes below.

    In a window, columns that have no room beside the others follow below them, with the labels again.
    """
    window = in_window(console)
    console.print(Text.assemble((grid.name, "bold"), "  ", grid.title), soft_wrap=not window)
    _show_rows(grid, console, window=window)
    for note in grid.notes:
        console.print(Text(note, style="" if note == grid.conclusion else "dim"), soft_wrap=not window)


def _show_rows(grid: Grid, console: Console, *, window: bool) -> None:
    """The table; where its labels alone fill a window, those of the first level go above the rows that they head."""
    if window and grid.stubs > 1 and sum(_stubs(grid)) + max(_widths(grid), default=0) > console.width + _GAP:
        for label, rows in groupby(grid.rows, lambda row: row.labels[0] if row.labels else ""):
            console.print(Text(label, style="bold"), soft_wrap=True)
            inner = tuple(replace(row, labels=row.labels[1:]) for row in rows)
            _show_rows(replace(grid, rows=inner), console, window=window)
        return
    for number, part in enumerate(_parts(grid, console.width) if window else [grid]):
        if number:
            console.print()
        _wide_enough_for_numbers(part, console).print(_table(part, fold=window))


def _table(grid: Grid, *, fold: bool) -> Table:
    """Where they `fold`, the labels next to the cells do rather than break out of the window."""
    headed = any(label for labels in grid.columns for label in labels)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0), show_header=headed)
    for i in range(grid.stubs):
        table.add_column("", no_wrap=not fold or i < grid.stubs - 1, overflow="fold")
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
    return table


def _style(cell: Cell) -> str:
    styles = (
        ("bold", cell.bold),
        ("dim", cell.reference),
        ("italic", cell.italic),
        (TONES.get(cell.tone, ""), cell.tone),
    )
    return " ".join(style for style, on in styles if on)


def _parts(grid: Grid, width: int) -> Iterator[Grid]:
    """The table, or as many of its columns at a time as a window has room for."""
    needed = _widths(grid)
    room = max([width + _GAP - sum(_stubs(grid)), *needed])
    chosen: list[int] = []
    for i, one in enumerate(needed):
        if chosen and sum(needed[j] for j in chosen) + one > room:
            yield _only(grid, chosen)
            chosen = []
        chosen.append(i)
    yield _only(grid, chosen)


def _only(grid: Grid, chosen: Sequence[int]) -> Grid:
    """Some of the columns."""
    rows = (
        replace(row, cells=tuple(row.cells[i] for i in chosen), heads=tuple(row.heads[i] for i in chosen if row.heads))
        for row in grid.rows
    )
    return replace(grid, columns=tuple(grid.columns[i] for i in chosen), rows=tuple(rows))


def _wide_enough_for_numbers(grid: Grid, console: Console) -> Console:
    """Numbers are never cut to fit a window; text is folded into it, but not to nothing beside numbers."""
    if not grid.rows or all(_has_text(i, grid) for i in range(len(grid.columns))):
        return console
    stubs = _stubs(grid)
    if in_window(console):
        stubs = [*stubs[:-1], *(min(one, _NARROWEST_LABEL) for one in stubs[-1:])]
    return _at_least(sum(stubs) + sum(_widths(grid)) - _GAP, console)


def _stubs(grid: Grid) -> list[int]:
    """How wide each level of labels is."""
    levels = range(grid.stubs)
    return [max((cell_len((*r.labels, *[""] * grid.stubs)[i]) for r in grid.rows), default=0) + _GAP for i in levels]


def _widths(grid: Grid) -> list[int]:
    """How wide each column has to be: as its numbers and heading are, or as texts need that are folded."""
    printed = list(lines(grid))
    widths = []
    for i, heading in enumerate(headings(grid.columns)):
        parts = (*heading, *(part for line in printed for part in line.cells[i].text.split("\n")))
        width = max(map(cell_len, parts), default=0)
        widths.append((min(width, _NARROWEST_TEXT) if _has_text(i, grid) else width) + _GAP)
    return widths


def _has_text(column: int, grid: Grid) -> bool:
    return any(not row.cells[column].numeric for row in grid.rows)


_GAP = 2
_NARROWEST_TEXT = 30
_NARROWEST_LABEL = 16


def as_wide_as_needed(table: Table, console: Console) -> Console:
    """A console on which no number of a table is cut to fit the window."""
    return _at_least(console.measure(table, options=console.options.update(max_width=_WIDEST)).maximum, console)


_WIDEST = 10_000


def _at_least(width: int, console: Console) -> Console:
    if width <= console.width:
        return console
    # Without a height, rich takes every simple terminal to be 80 columns wide.
    return PlainConsole(file=console.file, width=width, height=console.height, force_terminal=console.is_terminal)
