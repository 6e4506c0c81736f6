"""A table ready to be shown: labels, cells, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import polars as pl

from idioprobe.core.frames import as_pandas

NOT_SIGNIFICANT = "-"
_WORD = re.compile(r"[^\W\d_]{2}")
"""What a number, a dash and their marks do not have."""


@dataclass(frozen=True)
class Cell:
    """What stands in a cell, and the number behind it; an empty one is not at hand, a flagged one to be doubted.

    A reported one is a paper's, as printed there; one of a reference model is never counted among those of models. A
    bold one is the best of its kind, or cannot be told from it. Its `tone` is `better` or `worse` where it says so.
    """

    text: str = ""
    value: float | None = None
    p: float | None = None
    n: int | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    italic: bool = False
    flag: str | None = None
    reported: bool = False
    reference: bool = False
    tone: str = ""
    bold: bool = False

    @property
    def numeric(self) -> bool:
        """Whether it holds a number, stands for one, or is empty; otherwise it is words."""
        return self.value is not None or not self.text or (self.reported and not _WORD.search(self.text))


def all_references(cells: Sequence[Cell]) -> bool:
    """Whether a row or a column is about a reference model."""
    return bool(cells) and all(cell.reference for cell in cells)


@dataclass(frozen=True)
class Row:
    """A row: its labels, one per level, and its cells.

    Rows of a block that names its columns itself have these names in `heads`, one tuple per column.
    """

    labels: tuple[str, ...]
    cells: tuple[Cell, ...]
    heads: tuple[tuple[str, ...], ...] = ()

    @property
    def quiet(self) -> bool:
        """Whether it is about a reference model."""
        return all_references(self.cells)


@dataclass(frozen=True)
class Grid:
    """A table: one tuple of labels per column, rows, and what a reader must know.

    The last `unprinted` labels of a row only tell it from others, where its cells say the same.
    In a caption, `heading` takes the place of the title and `rests_on` that of the first note, where they are given;
    `label` is what a document refers to it by, where that is not its name. One of the notes may be the `conclusion`.
    """

    name: str
    title: str
    columns: tuple[tuple[str, ...], ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = field(default=())
    unprinted: int = 0
    rests_on: str = ""
    heading: str = ""
    label: str = ""
    conclusion: str = ""

    def cells(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], Cell]]:
        """Every cell with the labels of its row and of its column; columns that a block does not have are left out."""
        for row in self.rows:
            for i, (column, cell) in enumerate(zip(self.columns, row.cells, strict=True)):
                labels = tuple(filter(None, row.heads[i])) if row.heads else ()
                if labels or not row.heads or column[-1]:
                    yield row.labels, labels or column, cell

    def to_polars(self) -> pl.DataFrame:
        """Every cell in a row of its own, with the number behind it whether printed or not."""
        cells = [
            {"row": " / ".join(row), "column": " / ".join(column), **asdict(cell)} for row, column, cell in self.cells()
        ]
        return pl.DataFrame(cells, infer_schema_length=None)

    def to_pandas(self) -> Any:
        """The same for pandas."""
        return as_pandas(self.to_polars())

    def _repr_html_(self) -> str:
        from idioprobe.report.tables.render import grid_html

        return grid_html(self)

    @property
    def quiet(self) -> list[bool]:
        """Of each column, whether it is about a reference model."""
        return [all_references([row.cells[i] for row in self.rows]) for i in range(len(self.columns))]

    @property
    def levels(self) -> int:
        """How many rows the header has."""
        return max((len(labels) for labels in self.columns), default=1)

    @property
    def stubs(self) -> int:
        """How many columns of labels are printed."""
        return max((len(row.labels) for row in self.rows), default=1) - self.unprinted
