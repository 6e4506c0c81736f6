"""Reads the tables of Garcia et al. (ACL 2021) out of its text."""

from __future__ import annotations

from collections.abc import Sequence

from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.annotations import annotation_rows, annotation_tables
from idioprobe.papers.common.transcribe.rows import laid_out
from idioprobe.papers.common.transcribe.text import (
    UNREADABLE,
    Matrix,
    between,
    cells,
    check,
    numbers_only,
    starting,
    tokens,
)

PREDICTING = ("BERT", "DBERT", "SBERT", "ELMO", "BERTRAM")
ACROSS = ("BERT", "DBERT", "SBERT", "ELMO", "GLOVE")
MODELS = {"G2-5": PREDICTING, "G2-6": ACROSS}


def rows(paper: Paper, lines: Sequence[str]) -> Rows:
    """All numbers of its tables."""
    about_data = annotation_tables(lines, ("G2-1", "G2-2", "G2-3", "G2-4"))
    return annotation_rows(paper.source, about_data) + laid_out(paper, tables(lines), MODELS)


def tables(lines: Sequence[str]) -> dict[str, Matrix]:
    """The tables of models."""
    return {
        "G2-5": _predictions(between(lines, "¹⁰Spearman", "Table 5:")),
        "G2-6": _across(between(lines, "Table 5: Spearman", "Table 6: Average")),
    }


def _predictions(lines: Sequence[str]) -> Matrix:
    """Table 5: English a line a model; of Portuguese, the last line holds three models, the other two are lost."""
    found = [cells(line) for line in lines if line.split("\t")[0] in PREDICTING]
    english = [row[1:13] for row in found if numbers_only(row[1:13]) and all(row[1:13])]
    check(len(english) == len(PREDICTING), "the English half of table 5")
    one, three = (
        [tokens(cell) for cell in lines[starting(lines, start)].split("\t")[1:13]]
        for start in ("BERT\t<i>pred", "BERT DBERT SBERT\t")
    )
    whole = [column if len(column) == 3 else [*first, *column] for first, column in zip(one, three, strict=True)]
    check(all(len(column) == 3 for column in whole), "the Portuguese half of table 5")
    out: Matrix = [[*row] for row in english]
    out += [[column[i] for column in whole] for i in range(3)]
    return out + [[UNREADABLE] * 12] * 2


def _across(lines: Sequence[str]) -> Matrix:
    found = [cells(line) for line in lines if line.split("\t")[0] in ACROSS]
    check([row[0] for row in found] == list(ACROSS) * 2, "the models of table 6")
    return [[*row[1:9]] for row in found]
