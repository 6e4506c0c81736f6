"""From a table as it is read to rows of what is reported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.text import Matrix, Printed, check
from idioprobe.report.tables.fill import selected
from idioprobe.report.tables.grid import Cell
from idioprobe.report.tables.spec import ANY_LANGUAGE, SHOW_P, LayoutTable, Where, alternatives
from idioprobe.report.tables.subject import CONTEXTUAL, STATIC, SUMMARY_KEY, expand

TWO = re.compile(r"(.+?) ?\(([\d.]+)\)")
KEYS = (*SUMMARY_KEY, "expression")

InView = str | tuple[str, str]
"""A model as a table names it, with its view where the table prints several."""


@dataclass(frozen=True)
class Named:
    """A model of a paper, as far as a layout asks; it has no numbers yet."""

    label: str
    kind: str
    view: str = ""
    languages: tuple[str, ...] = ()

    def cell(self, key: tuple[Any, ...], *, p: bool = False) -> Cell | None:
        """None: the numbers are being read."""
        del key, p
        return None

    def of_expression(self, where: Where) -> tuple[Cell, int | None]:
        """None: the numbers are being read."""
        del where
        return Cell(), None


def laid_out(paper: Paper, tables: Mapping[str, Matrix], models: Mapping[str, Sequence[InView]]) -> Rows:
    """Rows of tables that have a layout: the order of its lines is that of the paper."""
    known = {table.name: table for table in paper.tables if isinstance(table, LayoutTable)}
    return [row for name, matrix in tables.items() for row in _of_layout(paper, known[name], matrix, models[name])]


def _of_layout(paper: Paper, table: LayoutTable, matrix: Matrix, models: Sequence[InView]) -> Iterator[dict[str, Any]]:
    named = [_named(model, paper) for model in models]
    expressions = [c for group in table.expressions.values() for c in group]
    rows, columns = (expand(side, named, expressions) for side in (table.rows, table.columns))
    check(len(rows) == len(matrix), f"{table.name} has {len(matrix)} rows, its layout {len(rows)}")
    for line, printed in zip(rows, matrix, strict=True):
        check(len(columns) == len(printed), f"{table.name} has {len(printed)} columns, its layout {len(columns)}")
        for column, cell in zip(columns, printed, strict=True):
            model = line.model or column.model
            where = selected(table, line, column)
            key = {key: _first(where.get(key)) for key in KEYS}
            if table.cell.startswith("expression"):
                key |= {"group": None, "rating": None, "statistic": "mean"}
            if where.get("show") == SHOW_P:
                key["statistic"] = "p"
            place = {"source": paper.source, "table": table.name}
            labels = {"row": _join(line.labels), "column": _join(column.labels)}
            about = {"model": model and model.label, "view": (model and model.view) or None}
            labelling = paper.settings.labelling if key["group"] in ("C", "PC", "NC") else None
            yield from _cells({**place, **labels, **about, "labelling": labelling, **key}, cell, table)


def _named(model: InView, paper: Paper) -> Named:
    label, view = model if isinstance(model, tuple) else (model, "")
    return Named(label, STATIC if label in paper.static else CONTEXTUAL, view)


def _first(value: Any) -> Any:
    return "en" if value == ANY_LANGUAGE else alternatives(value)[0]


def _join(labels: Sequence[str]) -> str:
    return " / ".join(label for label in labels if label)


def _cells(about: dict[str, Any], cell: Printed, table: LayoutTable) -> Iterator[dict[str, Any]]:
    if cell is None:
        yield {**about, "value": None, "printed": None, "state": "unreadable"}
    elif cell in ("", "-"):
        state = "not_significant" if cell and table.cell == "rho" else "missing"
        yield {**about, "value": None, "printed": cell or None, "state": state}
    else:
        parts = TWO.fullmatch(cell)
        numbers = parts.groups() if parts else (cell,)
        second = "winner" if table.cell == "expression_winner" else "sd"
        for statistic, number in zip((about["statistic"], second), numbers, strict=False):
            value = float(number.replace(",", "."))
            yield {**about, "statistic": statistic, "value": value, "printed": cell, "state": "value"}


def plain_row(source: str, table: str, row: str, column: str, printed: str, **about: Any) -> dict[str, Any]:
    """A number of a table without a layout."""
    return {
        **_labelled(source, table, row, column),
        **about,
        "value": float(printed),
        "printed": printed,
        "state": "value",
    }


def words_row(source: str, table: str, row: str, column: str, printed: str, **about: Any) -> dict[str, Any]:
    """Words of a table without a layout."""
    return {**_labelled(source, table, row, column), **about, "value": None, "printed": printed, "state": "words"}


def _labelled(source: str, table: str, row: str, column: str) -> dict[str, Any]:
    empty = dict.fromkeys(("model", "view", "labelling", *KEYS))
    return {"source": source, "table": table, "row": row, "column": column, **empty}
