"""A table as a notebook shows it."""

from __future__ import annotations

from idioprobe.report.tables.grid import Grid
from idioprobe.report.tables.layout import headings, lines
from idioprobe.run.html import paragraph, table


def grid_html(grid: Grid) -> str:
    """Title, header, rows and notes."""
    columns = headings(grid.columns)
    heads = [
        [*[""] * grid.stubs, *(labels[level] if level < len(labels) else "" for labels in columns)]
        for level in range(grid.levels)
    ]
    rows = [[*line.labels, *(cell.text for cell in line.cells)] for line in lines(grid)]
    notes = [paragraph(note, quiet=True) for note in grid.notes]
    return "".join([paragraph(grid.title, strong=True), table(heads, rows, grid.stubs), *notes])
