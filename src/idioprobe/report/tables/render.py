"""A table as text for a terminal, CSV, Markdown, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from idioprobe.core.frames import quoted
from idioprobe.core.textfile import json_text
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid, Row

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


@dataclass(frozen=True)
class Line:
    """A printed line: the labels that are not those of the line above, and the cells; or the heading of a block."""

    labels: list[str]
    cells: tuple[Cell, ...]
    heading: bool = False


def lines(grid: Grid) -> Iterator[Line]:
    """The rows as they are printed, each block below its heading, which has the labels that its rows share."""
    before = Row((), ())
    for row, labels in zip(grid.rows, shown_labels(grid), strict=True):
        if _opens_block(row, before):
            shared = labels[: len(row.labels) - 1]
            blank = [""] * (grid.stubs - len(shared))
            yield Line([*shared, *blank], tuple(Cell("\n".join(head)) for head in headings(row.heads)), heading=True)
            labels = ["" for _ in shared] + labels[len(shared) :]
        yield Line(labels, row.cells)
        before = row


def _opens_block(row: Row, before: Row) -> bool:
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


def to_csv(grid: Grid) -> str:
    """One header row, the levels of a column joined by a slash; row labels repeated; words that no spreadsheet runs."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([""] * grid.stubs + [quoted(_joined(labels)) for labels in grid.columns])
    before = Row((), ())
    for row in grid.rows:
        labels = (list(row.labels) + [""] * grid.stubs)[: grid.stubs]
        if _opens_block(row, before):
            shared = labels[: len(row.labels) - 1]
            blank = [""] * (grid.stubs - len(shared))
            writer.writerow([*map(quoted, shared), *blank, *(quoted(_joined(head)) for head in row.heads)])
        before = row
        cells = (cell.text if cell.value is not None else quoted(cell.text) for cell in row.cells)
        writer.writerow([*map(quoted, labels), *cells])
    return stream.getvalue()


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
        marks = ["**" if line.heading else "*" if value.italic else "" for value in line.cells]
        cells = map(styled, line.cells, marks)
        written.append("| " + " | ".join([*map(cell, line.labels), *cells]) + " |")
    written += ["", *(cell(note) for note in grid.notes)]
    return "\n".join(written).rstrip() + "\n"


def to_latex(grid: Grid) -> str:
    """A `table` with booktabs rules; columns that share a label share a heading."""
    layout = "l" * grid.stubs + "".join(_latex_columns(grid))
    text = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{layout}}}", r"\toprule"]
    for level in range(grid.levels):
        cells = [""] * grid.stubs
        groups = [(label, len(list(run))) for label, run in groupby(_spans(grid, level))]
        for (_, label), width in groups:
            written = latex_escape(label)
            cells.append(written if width == 1 or not label else rf"\multicolumn{{{width}}}{{c}}{{{written}}}")
            cells += [""] * (width - 1) if not label else []
        text += [" & ".join(cells) + r" \\"] if any(cells) else []
    text.append(r"\midrule")
    for line in lines(grid):
        if text[-1] != r"\midrule" and (line.heading or (line.labels[:1] != [""] and grid.stubs > 1)):
            text.append(r"\midrule" if line.heading else r"\addlinespace")
        written = " & ".join([*map(latex_escape, line.labels), *map(_latex_cell, line.cells)]) + r" \\"
        text.append("{}" * written.startswith("[") + written)  # an option of the line break before, otherwise
    caption = latex_escape(" ".join([f"{grid.title} (layout of {grid.name}).", *grid.notes]))
    text += [
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{grid.name}}}",
        r"\end{table}",
    ]
    return "\n".join(text) + "\n"


def _spans(grid: Grid, level: int) -> list[tuple[tuple[str, ...], str]]:
    """For each column what it is grouped by in this row of the header, and its label there."""
    out = []
    for i, labels in enumerate(grid.columns):
        label = labels[level] if level < len(labels) else ""
        last = level == grid.levels - 1
        out.append(((*labels[:level], str(i) if last else ""), label))
    return out


SHORT = 24
"""Letters of text that need no line break."""


def _latex_columns(grid: Grid) -> Iterator[str]:
    """Numbers to the right, short text as it is; long text shares half of the width."""
    columns = [[row.cells[i] for row in grid.rows] for i in range(len(grid.columns))]
    long = [any(not cell.numeric and len(cell.text) > SHORT for cell in column) for column in columns]
    for column, folded in zip(columns, long, strict=True):
        if folded:
            yield rf"p{{{0.5 / sum(long):.2g}\linewidth}}"
        else:
            yield "r" if all(cell.numeric for cell in column) else "l"


def _latex_cell(cell: Cell) -> str:
    text = latex_escape(cell.text.replace("\n", " ").strip())
    if cell.text == NOT_SIGNIFICANT or (cell.reported and cell.text.startswith(NOT_SIGNIFICANT) and cell.value is None):
        text = f"-{text}"
    elif cell.numeric and text.startswith("-"):
        text = "$-$" + text[1:]
    return rf"\textit{{{text}}}" if cell.italic and text else text


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
    """Several tables one after another; in JSON, where there are several, as a list."""
    texts = [FORMATS[style](grid) for grid in grids]
    return "[\n" + ",\n".join(texts) + "]\n" if style == "json" and len(texts) > 1 else "\n".join(texts)
