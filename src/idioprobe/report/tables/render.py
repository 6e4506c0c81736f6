"""A table as text for a terminal, CSV, Markdown, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import groupby

from idioprobe.core.frames import quoted
from idioprobe.core.textfile import json_text
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "ρ": r"$\rho$",
    "α": r"$\alpha$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "ε": r"$\varepsilon$",
    "μ": r"$\mu$",
    "σ": r"$\sigma$",
    "−": "$-$",
    "†": r"$\dagger$",
}


def latex_escape(text: str) -> str:
    r"""Text that LaTeX prints as it stands.

    >>> print(latex_escape("A_Syn|Rand & 5 %"))
    A\_Syn\textbar{}Rand \& 5 \%
    """
    return "".join(_LATEX.get(letter, letter) for letter in text)


def shown_labels(grid: Grid) -> list[list[str]]:
    """Row labels, each level; a label that repeats the one above is left blank."""
    out: list[list[str]] = []
    before: tuple[str, ...] = ()
    for row in grid.rows:
        labels = list(row.labels) + [""] * (grid.stubs - len(row.labels))
        same = True
        shown = []
        for i, label in enumerate(labels):
            same = same and i < len(before) and before[i] == label and i < grid.stubs - 1
            shown.append("" if same else label)
        out.append(shown)
        before = tuple(labels)
    return out


def to_csv(grid: Grid) -> str:
    """One header row, the levels of a column joined by a slash; row labels repeated; words that no spreadsheet runs."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    header = (" / ".join(label for label in labels if label) for labels in grid.columns)
    writer.writerow([""] * grid.stubs + [quoted(label) for label in header])
    for row in grid.rows:
        labels = list(row.labels) + [""] * (grid.stubs - len(row.labels))
        cells = (cell.text if cell.value is not None else quoted(cell.text) for cell in row.cells)
        writer.writerow([*map(quoted, labels), *cells])
    return stream.getvalue()


def to_markdown(grid: Grid) -> str:
    """A pipe table with its notes below."""

    def cell(text: str) -> str:
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")

    def styled(value: Cell) -> str:
        return f"*{cell(value.text)}*" if value.italic and value.text else cell(value.text)

    header = [" ".join(label for label in labels if label) for labels in grid.columns]
    lines = [f"**{grid.name}** {cell(grid.title)}", ""]
    lines.append("| " + " | ".join([""] * grid.stubs + [cell(text) for text in header]) + " |")
    lines.append("|" + " --- |" * grid.stubs + " ---: |" * len(header))
    for labels, row in zip(shown_labels(grid), grid.rows, strict=True):
        lines.append("| " + " | ".join([*map(cell, labels), *map(styled, row.cells)]) + " |")
    lines += ["", *(cell(note) for note in grid.notes)]
    return "\n".join(lines).rstrip() + "\n"


def to_latex(grid: Grid) -> str:
    """A `table` with booktabs rules; columns that share a label share a heading."""
    numeric = [all(row.cells[i].numeric for row in grid.rows) for i in range(len(grid.columns))]
    layout = "l" * grid.stubs + "".join("r" if number else "p{0.5\\linewidth}" for number in numeric)
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{layout}}}", r"\toprule"]
    for level in range(grid.levels):
        cells = [""] * grid.stubs
        groups = [(label, len(list(run))) for label, run in groupby(_spans(grid, level))]
        for (_, label), width in groups:
            written = latex_escape(label)
            cells.append(written if width == 1 or not label else rf"\multicolumn{{{width}}}{{c}}{{{written}}}")
            cells += [""] * (width - 1) if not label else []
        lines.append(" & ".join(cells) + r" \\")
    lines.append(r"\midrule")
    for labels, row in zip(shown_labels(grid), grid.rows, strict=True):
        if labels[0] and grid.stubs > 1 and lines[-1] != r"\midrule":
            lines.append(r"\addlinespace")
        lines.append(" & ".join([*map(latex_escape, labels), *map(_latex_cell, row.cells)]) + r" \\")
    caption = latex_escape(" ".join([f"{grid.title} (layout of {grid.name}).", *grid.notes]))
    lines += [
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{grid.name}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _spans(grid: Grid, level: int) -> list[tuple[tuple[str, ...], str]]:
    """For each column what it is grouped by in this row of the header, and its label there."""
    out = []
    for i, labels in enumerate(grid.columns):
        label = labels[level] if level < len(labels) else ""
        last = level == grid.levels - 1
        out.append(((*labels[:level], str(i) if last else ""), label))
    return out


def _latex_cell(cell: Cell) -> str:
    text = latex_escape(cell.text)
    if cell.text == NOT_SIGNIFICANT or (cell.reported and cell.text.startswith(NOT_SIGNIFICANT) and cell.value is None):
        text = f"-{text}"
    elif cell.numeric and text.startswith("-"):
        text = "$-$" + text[1:]
    return rf"\textit{{{text}}}" if cell.italic and text else text


def to_json(grid: Grid) -> str:
    """Every cell with its labels and the number behind it, whether printed or not."""
    cells = [
        {"row": list(row.labels), "column": list(column), **asdict(cell)}
        for row in grid.rows
        for column, cell in zip(grid.columns, row.cells, strict=True)
    ]
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
    """Several tables one after another; in JSON, where there are several, as a list."""
    texts = [FORMATS[style](grid) for grid in grids]
    return "[\n" + ",\n".join(texts) + "]\n" if style == "json" and len(texts) > 1 else "\n".join(texts)
