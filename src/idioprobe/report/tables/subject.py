"""What a table can have a row or a column about: a model that was run here, or one that a paper reports."""

from __future__ import annotations

from typing import Any, Protocol

from idioprobe.report.tables.grid import Cell
from idioprobe.report.tables.spec import Where

SUMMARY_KEY = ("language", "condition", "unit", "group", "measure", "statistic", "rating")
"""The columns by which a number is found, in a summary as in a table of a paper."""
STATIC, CONTEXTUAL = "static", "contextual"


class Subject(Protocol):
    """A model in one view, that knows its numbers."""

    @property
    def label(self) -> str:
        """Its name in the table."""

    @property
    def kind(self) -> str:
        """Whether a word has the same vector in every context (`STATIC`) or not (`CONTEXTUAL`)."""

    @property
    def view(self) -> str:
        """Which vectors were compared."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it has numbers for, English first."""

    def cell(self, key: tuple[Any, ...], *, p: bool = False) -> Cell | None:
        """The number by the columns of `SUMMARY_KEY`, or its p; a cell with a text is complete, others are written."""

    def of_expression(self, where: Where) -> tuple[Cell, int | None]:
        """The mean over an expression's sentences, its spread as the interval, and the winner's position."""
