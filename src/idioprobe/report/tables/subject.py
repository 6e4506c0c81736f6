"""What a table can have a row or a column about, a model that was run here or that a paper reports; and these lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

from idioprobe.report.tables.grid import Cell
from idioprobe.report.tables.spec import Expressions, Models, Product, Where

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


@dataclass(frozen=True)
class Line:
    """A row or a column: its labels, its model if the axis names one, what it selects, its digits."""

    labels: tuple[str, ...]
    model: Subject | None
    where: dict[str, Any]
    digits: int | None = None


def expand(side: Sequence[Product], subjects: Sequence[Subject], expressions: Sequence[str]) -> list[Line]:
    """The rows, or the columns, that the axes of a side give."""
    return [line for part in side for line in _expand(part, subjects, expressions)]


def _expand(part: Product, models: Sequence[Subject], expressions: Sequence[str]) -> Iterator[Line]:
    """All combinations of the entries of nested axes."""
    axes: list[list[Line]] = []
    for axis in part:
        if isinstance(axis, Expressions):
            axes.append([Line((name,), None, {"expression": name}) for name in expressions])
        elif isinstance(axis, Models):
            axes.append([line for model in _in_order(axis, models) for line in _of_model(axis, model)])
        else:
            axes.append([Line((entry.label,), None, dict(entry.where), entry.digits) for entry in axis])
    for combination in product(*axes):
        labels = tuple(label for line in combination for label in line.labels)
        model = next((line.model for line in combination if line.model), None)
        digits = next((line.digits for line in reversed(combination) if line.digits), None)
        yield Line(labels, model, {k: v for line in combination for k, v in line.where.items()}, digits)


def _in_order(axis: Models, models: Sequence[Subject]) -> Sequence[Subject]:
    """Models by family, in the order in which the axis has these."""
    kinds = list(axis.per_family or ())
    return sorted(models, key=lambda one: kinds.index(one.kind) if one.kind in kinds else len(kinds))


def _of_model(axis: Models, model: Subject) -> Iterator[Line]:
    if axis.per_family is None:
        yield Line((model.label, *([axis.views.get(model.view, model.view)] if axis.per_view else [])), model, {})
        return
    for entry in axis.per_family.get(model.kind, ()):
        yield Line((model.label, entry.label), model, dict(entry.where))
