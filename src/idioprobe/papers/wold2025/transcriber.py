"""Reads the tables of Wold et al. (2025) out of its text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from idioprobe.core.views import NATIVE
from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.rows import laid_out, plain_row
from idioprobe.papers.common.transcribe.text import Matrix, between, cells, check, numbers_only

PLAIN = ("BERT", "ModernBERT", "DeBERTa-v3")
VIEWS = {"CLS": "cls@-1", "CLS + SEP": "cls+sep@-1", "mean": "mean@last4"}
EMBEDDING = ("S-BERT", "S-GPT", "E5", "UAE", "QWEN3")
MODELS = (*((model, view) for model in PLAIN for view in VIEWS.values()), *((model, NATIVE) for model in EMBEDDING))
BEFORE = {"W1": "To resolve this ambiguity", "W3": "Table 3 shows", "W4": "Table 3: Distance"}
WIDTH = {"W1": 6, "W3": 4, "W4": 6}


def rows(paper: Paper, lines: Sequence[str]) -> Rows:
    """All numbers of its tables."""
    return laid_out(paper, tables(lines), dict.fromkeys(WIDTH, MODELS)) + _sizes(paper, lines)


def tables(lines: Sequence[str]) -> dict[str, Matrix]:
    """Every table of results as rows of cells, a model in a view a row."""
    out: dict[str, Matrix] = {}
    for name, start in BEFORE.items():
        found = [cells(line) for line in between(lines, start, f"Table {name[1:]}:")]
        read, model = [], ""
        for row in (row for row in found if len(row) == WIDTH[name] + 2 and all(row[2:]) and numbers_only(row[2:])):
            model = row[0] or model
            read.append(((model, VIEWS.get(row[1], NATIVE)), row[2:]))
        check([key for key, _ in read] == list(MODELS), f"the models of {name}")
        out[name] = [[*values] for _, values in read]
    return out


def _sizes(paper: Paper, lines: Sequence[str]) -> Rows:
    """The sizes of the vectors, and of the models, that the paper lists."""
    part = between(lines, "All the materials", "Table 2:")
    found = [cells(line) for line in part if line.count("\t") == 4 and not line.startswith("Model\t")]
    out = []
    for row, name in zip(found, (*PLAIN, *EMBEDDING), strict=True):
        millions = re.fullmatch(r"~ (\d+) mill\.", row[3])
        check(millions is not None, f"the parameters of {name}")
        about = {"model": name, "measure": "dimension"}
        out.append(plain_row(paper.source, "W2", name, "Emb.size", row[2], **about))
        counted = plain_row(paper.source, "W2", name, "Params.", f"{millions[1]}e6" if millions else "", **about)
        out.append({**counted, "measure": "parameters", "printed": row[3]})
    return out
