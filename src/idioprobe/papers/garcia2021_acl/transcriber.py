"""Reads the tables of Garcia et al. (ACL 2021) out of its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.annotations import annotation_rows, annotation_tables
from idioprobe.papers.common.transcribe.rows import laid_out, plain_row
from idioprobe.papers.common.transcribe.text import (
    UNREADABLE,
    Matrix,
    TranscriptionError,
    between,
    cells,
    check,
    numbers_only,
    starting,
    tokens,
)

PREDICTING = ("BERT", "DBERT", "SBERT", "ELMO", "BERTRAM")
ACROSS = ("BERT", "DBERT", "SBERT", "ELMO", "GLOVE")
MODELS = {"G2-5": (*PREDICTING, "Cordeiro et al. (2019)"), "G2-6": ACROSS}


def rows(paper: Paper, lines: Sequence[str]) -> Rows:
    """All numbers of its tables, and of what its text says of senses."""
    about_data = annotation_tables(lines, ("G2-1", "G2-2", "G2-3", "G2-4"))
    of_models = laid_out(paper, tables(lines), MODELS) + list(_senses(paper.source, lines))
    return annotation_rows(paper.source, about_data) + of_models


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
    of_cordeiro, lost = _cordeiro(lines)
    out: Matrix = [[*row] for row in english]
    out.append(of_cordeiro)
    out += [[column[i] for column in whole] for i in range(3)]
    return [*out, *[[UNREADABLE] * 12] * 2, lost]


def _across(lines: Sequence[str]) -> Matrix:
    found = [cells(line) for line in lines if line.split("\t")[0] in ACROSS]
    check([row[0] for row in found] == list(ACROSS) * 2, "the models of table 6")
    return [[*row[1:9]] for row in found]


def _cordeiro(lines: Sequence[str]) -> Matrix:
    """Table 5's last row of each language, one number for the type level; the Portuguese one is lost."""
    found = re.search(r": (0\.\d\d)$", lines[starting(lines, "Cordeiro et\tal. (201")].strip())
    check(found is not None, "the row of Cordeiro et al. in table 5")
    at = 3  # the type level of the first approach
    return [["" if i != at else number for i in range(12)] for number in (found[1] if found else None, UNREADABLE)]


def _senses(source: str, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Section 4.4: BERT's cosines between idiomatic sentences, and between these and compositional ones."""
    pattern = re.compile(
        r"\((brick wall), and (gold) \*(mine)\*\).+idiomatic meanings were higher \((0\.\d+) in both\).+"
        r"idiomatic and compositional senses \((0\.\d+) and (0\.\d+), respectively\)"
    )
    found = next((match for line in lines if (match := pattern.search(line))), None)
    if found is None:
        raise TranscriptionError("The text is not as expected: the senses of section 4.4.")
    wall, gold, mine, alike, of_wall, of_mine = found.groups()
    about = {"model": "BERT", "language": "en", "condition": "nat", "unit": "target", "measure": "across"}
    for name, apart in ((wall, of_wall), (f"{gold} {mine}", of_mine)):
        for senses, printed in (("idiomatic-idiomatic", alike), ("idiomatic-compositional", apart)):
            row = f"{name} / mean / {senses}"
            yield plain_row(source, "G2-senses", row, "BERT", printed, expression=name, statistic="mean", **about)
