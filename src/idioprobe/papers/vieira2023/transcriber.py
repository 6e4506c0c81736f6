"""Reads the tables of Vieira (2023) out of its text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.annotations import Lines, annotation_rows, annotation_tables
from idioprobe.papers.common.transcribe.rows import laid_out
from idioprobe.papers.common.transcribe.text import Matrix, cells, check, numbers_only, starting

STATIC = ("word2vec", "GloVe", "fastText")
CONTEXTUAL = ("ELMo", "BERT", "BERT ML", "DistilB ML", "SBERT ML")
ALL = (*STATIC, *CONTEXTUAL)
THREE = ("GloVe", "ELMo", "BERT")
SHAPES: dict[str, tuple[tuple[str, ...], int, int]] = {
    **dict.fromkeys(("V5.2", "V6.3"), (STATIC, 4, 6)),
    **dict.fromkeys(("V5.3", "V6.4"), (CONTEXTUAL, 4, 10)),
    **dict.fromkeys(("V5.4", "V5.5"), (ALL, 2, 8)),
    "V5.6": (STATIC, 24, 6),
    "V5.7": (CONTEXTUAL, 24, 10),
    "V5.8": (ALL, 6, 8),
    **dict.fromkeys(("V5.9", "V5.10", "V5.11", "V6.7", "V6.10"), (THREE, 6, 5)),
    "V5.12": (CONTEXTUAL, 6, 5),
    "V5.13": (THREE[1:], 6, 4),
    "V5.14": (THREE[1:], 6, 2),
    **dict.fromkeys(("V6.1", "V6.8"), (STATIC, 12, 6)),
    **dict.fromkeys(("V6.2", "V6.9"), (CONTEXTUAL, 12, 10)),
    "V6.5": (STATIC, 8, 6),
    "V6.6": (CONTEXTUAL, 8, 10),
    "VB.1": (STATIC, 4, 6),
    "VB.2": (CONTEXTUAL, 4, 10),
    **dict.fromkeys(("VB.3", "VB.5"), (STATIC, 8, 6)),
    **dict.fromkeys(("VB.4", "VB.6"), (CONTEXTUAL, 8, 10)),
}
"""Models, rows and columns of each table."""
MODELS = {name: models for name, (models, *_) in SHAPES.items()}


def rows(paper: Paper, lines: Sequence[str]) -> Rows:
    """All numbers of its tables."""
    return annotation_rows(paper.source, data_tables(lines)) + laid_out(paper, tables(lines), MODELS)


def tables(lines: Sequence[str]) -> dict[str, Matrix]:
    """Every table of results as rows of cells; the table is above its title."""
    out: dict[str, Matrix] = {}
    for name, (_, height, width) in SHAPES.items():
        found = _above(lines, _title(lines, name), width)
        check(len(found) == height, f"{name} has {len(found)} rows")
        out[name] = found
    return out


def _title(lines: Sequence[str], name: str) -> int:
    return starting(lines, f"Tabela {name[1:]} –")


def _above(lines: Sequence[str], title: int, width: int) -> Matrix:
    found: Matrix = []
    for line in reversed(lines[:title]):
        row = [re.sub(r"^<\w+>|</\w+>$", "", cell) for cell in cells(line)]
        if found and "\t" not in line and line.strip():
            break
        values = row[-width:]
        if "\t" in line and len(row) > width and numbers_only(values) and all(values):
            found.insert(0, [*values])
    return found


def data_tables(lines: Sequence[str]) -> dict[str, Lines]:
    """Tables about the annotations, as rows of labels and cells."""
    at = _title(lines, "V4.2")
    return annotation_tables(lines[at - 60 : at + 25], ("V4.1", "V4.1", "V4.2", "V4.3"))


def labels(lines: Sequence[str]) -> dict[str, tuple[list[str], list[str]]]:
    """For each table the names of its models as printed above it, and the innermost label of every row."""
    out = {}
    for name, (_, _, width) in SHAPES.items():
        title = start = _title(lines, name)
        while start > 0 and ("\t" in lines[start - 1] or not lines[start - 1].strip()):
            start -= 1
        table = [cells(line) for line in lines[start:title] if "\t" in line]
        header = [letters(cell) for cell in table[0] if cell and cell != "Granularity"]
        body = [row for row in table[1:] if numbers_only(row[-width:]) and all(row[-width:])]
        out[name] = header, [letters(next(cell for cell in reversed(row[:-width]) if cell)) for row in body]
    return out


def letters(label: str) -> str:
    """A label without markup, spaces and signs."""
    return re.sub(r"text|sub|[^A-Za-z0-9]", "", re.sub(r"</?\w+>", "", label)).lower()
