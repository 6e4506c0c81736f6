"""The rows of a table as they are printed: labels that repeat are left blank, blocks have headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from idioprobe.report.tables.grid import Cell, Grid, Row


@dataclass(frozen=True)
class Line:
    """A printed line: the labels that are not those of the line above, and the cells; or the heading of a block.

    A quiet one is about a reference model.
    """

    labels: list[str]
    cells: tuple[Cell, ...]
    heading: bool = False
    quiet: bool = False


def lines(grid: Grid) -> Iterator[Line]:
    """The rows as they are printed, each block below its heading, which has the labels that its rows share."""
    before = Row((), ())
    for row, labels in zip(grid.rows, shown_labels(grid), strict=True):
        if opens_block(row, before):
            shared = labels[: len(row.labels) - 1]
            blank = [""] * (grid.stubs - len(shared))
            yield Line([*shared, *blank], tuple(Cell("\n".join(head)) for head in headings(row.heads)), heading=True)
            labels = ["" for _ in shared] + labels[len(shared) :]
        yield Line(labels, row.cells, quiet=row.quiet)
        before = row


def opens_block(row: Row, before: Row) -> bool:
    """Whether a row names its columns, and these or a label above its own are not those of the row before."""
    return bool(row.heads) and (row.heads, row.labels[:-1]) != (before.heads, before.labels[:-1])


def headings(columns: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """The labels of each column; what it shares with the column before is left blank."""
    befores = [(), *columns[:-1]]
    return [
        [
            "" if level < len(labels) - 1 and labels[: level + 1] == before[: level + 1] else label
            for level, label in enumerate(labels)
        ]
        for labels, before in zip(columns, befores, strict=True)
    ]


def shown_labels(grid: Grid) -> list[list[str]]:
    """Row labels, each level that is printed; a label that repeats the one above is left blank."""
    out: list[list[str]] = []
    before: tuple[str, ...] = ()
    levels = grid.stubs + grid.unprinted
    for row in grid.rows:
        labels = list(row.labels) + [""] * (levels - len(row.labels))
        same = True
        shown = []
        for i, label in enumerate(labels[: grid.stubs]):
            same = same and i < len(before) and before[i] == label and i < levels - 1
            shown.append("" if same else label)
        out.append(shown)
        before = tuple(labels)
    return out
