"""A table as text for a terminal, CSV, Markdown, LaTeX or JSON, or as a notebook shows it."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from idioprobe.core.frames import quoted
from idioprobe.core.textfile import json_text
from idioprobe.report.tables.empty import without_empty
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.latex import to_latex
from idioprobe.report.tables.layout import headings, lines, opens_block
from idioprobe.run.html import paragraph, table

_NUMBERS = re.compile(r"-?\d[\d.,* ?%±\[\]()-]*")


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


def to_csv(grid: Grid) -> str:
    """One header row, the levels of a column joined by a slash; row labels repeated; words that no spreadsheet runs."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([""] * grid.stubs + [quoted(_joined(labels)) for labels in grid.columns])
    before = Row((), ())
    for row in grid.rows:
        labels = (list(row.labels) + [""] * grid.stubs)[: grid.stubs]
        if opens_block(row, before):
            shared = labels[: len(row.labels) - 1]
            blank = [""] * (grid.stubs - len(shared))
            writer.writerow([*map(quoted, shared), *blank, *(quoted(_joined(head)) for head in row.heads)])
        before = row
        cells = (cell.text if _is_number(cell) else quoted(cell.text) for cell in row.cells)
        writer.writerow([*map(quoted, labels), *cells])
    return stream.getvalue()


def _is_number(cell: Cell) -> bool:
    """Whether all that a cell says is a number, its marks, and its interval or deviation; not if words stand before."""
    return cell.value is not None and _NUMBERS.fullmatch(cell.text) is not None


def _joined(labels: Sequence[str]) -> str:
    return " / ".join(label for label in labels if label)


def to_markdown(grid: Grid) -> str:
    """A pipe table with its notes below."""

    def cell(text: str) -> str:
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")

    def styled(value: Cell, mark: str) -> str:
        text = cell(value.text).strip()
        return f"{mark}{text}{mark}" if text else ""

    header = [" ".join(label for label in labels if label) for labels in grid.columns]
    written = [f"**{grid.name}** {cell(grid.title)}", ""]
    written.append("| " + " | ".join([""] * grid.stubs + [cell(text) for text in header]) + " |")
    numeric = [all(row.cells[i].numeric for row in grid.rows) for i in range(len(header))]
    written.append("|" + " --- |" * grid.stubs + "".join(" ---: |" if number else " --- |" for number in numeric))
    for line in lines(grid):
        marks = ["**" * (line.heading or value.bold) + "*" * value.italic for value in line.cells]
        cells = map(styled, line.cells, marks)
        written.append("| " + " | ".join([*map(cell, line.labels), *cells]) + " |")
    written += ["", *(cell(note) for note in grid.notes)]
    return "\n".join(written).rstrip() + "\n"


def to_json(grid: Grid) -> str:
    """Every cell with its labels and the number behind it, whether printed or not."""
    cells = [{"row": list(row), "column": list(column), **asdict(cell)} for row, column, cell in grid.cells()]
    out = {"table": grid.name, "title": grid.title, "notes": list(grid.notes), "cells": cells}
    return json_text(out, indent=2) + "\n"


FORMATS: dict[str, Callable[[Grid], str]] = {
    "csv": to_csv,
    "markdown": to_markdown,
    "latex": to_latex,
    "json": to_json,
}
"""Formats that are text for a file; the terminal has its own."""


def written(grids: Sequence[Grid], style: str) -> str:
    """Several tables one after another, without what is empty; in JSON, where there are several, as a list."""
    if style != "json":
        grids = _told_apart([without_empty(grid) for grid in grids])
    texts = [FORMATS[style](grid) for grid in grids]
    return "[\n" + ",\n".join(texts) + "]\n" if style == "json" and len(texts) > 1 else "\n".join(texts)


def _told_apart(grids: Sequence[Grid]) -> list[Grid]:
    """Tables of the same name with different labels to refer to."""
    seen: Counter[str] = Counter()
    out = []
    for grid in grids:
        seen[grid.name] += 1
        out.append(replace(grid, label=f"{grid.name}-{seen[grid.name]}") if seen[grid.name] > 1 else grid)
    return out
