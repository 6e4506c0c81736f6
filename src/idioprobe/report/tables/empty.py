"""Rows and columns in which nothing stands are left out where a table is printed, and named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from idioprobe.report.tables.grid import Cell, Grid

Labels = Sequence[tuple[str, ...]]


def without_empty(grid: Grid) -> Grid:
    """The table as it is printed: without its empty rows and columns, which a note names.

    Rows that name their columns themselves keep all of these.
    """
    blocks = any(row.heads for row in grid.rows)
    rows = [i for i, row in enumerate(grid.rows) if _says(row.cells)]
    columns = [i for i in range(len(grid.columns)) if blocks or _says([row.cells[i] for row in grid.rows])]
    gone = [*_named([row.labels for row in grid.rows], rows), *_named(grid.columns, columns)]
    if not gone or not rows:
        return grid
    kept = (replace(grid.rows[i], cells=tuple(grid.rows[i].cells[j] for j in columns)) for i in rows)
    notes = (*grid.notes, f"Left out, because nothing stands there: {', '.join(gone)}.")
    return replace(grid, rows=tuple(kept), columns=tuple(grid.columns[j] for j in columns), notes=notes)


def _says(cells: Sequence[Cell]) -> bool:
    """Whether something stands in a line; beside models, references alone are nothing."""
    return any(cell.text for cell in [cell for cell in cells if not cell.reference] or cells)


def _named(labels: Labels, kept: Sequence[int]) -> list[str]:
    """The shortest names of those that are not kept: as few of their labels as tell them from all that are.

    >>> _named([("A", "x"), ("A", "y"), ("B", "x"), ("B", "y")], [0, 2])
    ['y']
    >>> _named([("A", "x"), ("A", "y"), ("B", "x"), ("B", "y")], [0])
    ['y', 'B']
    >>> _named([("A", "x"), ("A", "y"), ("B", "x"), ("B", "y")], [0, 1, 2])
    ['B y']
    """
    there = {tuple(labels[i]) for i in kept}
    names = [_shortest(row, there) for i, row in enumerate(labels) if i not in set(kept)]
    return list(dict.fromkeys(names))


def _shortest(row: tuple[str, ...], there: set[tuple[str, ...]]) -> str:
    levels = [level for level, label in enumerate(row) if label]
    for size in range(1, len(levels) + 1):
        for some in combinations(levels, size):
            if not any(all(other[level : level + 1] == row[level : level + 1] for level in some) for other in there):
                return " ".join(row[level] for level in some)
    return " ".join(filter(None, row))
