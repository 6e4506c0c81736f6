"""What models answer to questions with idioms in them, beside the chatbots of the paper (table 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tablefile import read_rows
from idioprobe.core.views import GENERATED
from idioprobe.papers.beside.subject import DAGGER, as_cell, reported_notes
from idioprobe.papers.reported import load_reported
from idioprobe.report.results import labels_of
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.run.results import Result
from idioprobe.suites.questions.parsing import bare

TABLE = "H9"
BY_KEY, NO_LABEL = "By the key", "no label"
QUESTION = "Question"
FREE = "free"
"""The kind of questions that are asked as a paper prints them."""


def answers_in_words(results: Sequence[Result], key: Path | None = None, **_: Any) -> Grid:
    """Idioms and questions as the paper has them, a column for each model at hand, and those that it reports.

    By a `key`, a reader's table of answers with labels, each answer has its label, and a last row counts them.
    """
    reported = load_reported(TABLE)
    labels = labels_of(results)
    answered = {label: found for label, result in zip(labels, results, strict=True) if len(found := _free(result))}
    if not answered:
        raise ConfigError(
            f"{TABLE} shows answers, and these results have none in English; run models that answer in words, as in "
            "idioprobe run -m chat:MODEL -d starter --suite questions."
        )
    read = _Key(key) if key else None
    chatbots = reported["model"].drop_nulls().unique(maintain_order=True).to_list()
    rows = []
    for (idiom,), part in reported.group_by("row", maintain_order=True):
        printed = {row["column"]: row for row in part.iter_rows(named=True)}
        question = str(printed[QUESTION]["printed"])
        cells = [Cell(_told(answers, question)) for answers in answered.values()]
        cells += [as_cell(printed[name]) for name in chatbots]
        if read:
            said = [_counted(answers, question) for answers in answered.values()]
            said += [Counter([str(printed[name]["printed"])]) for name in chatbots]
            told = zip(cells, (read.label(str(idiom), one, at) for at, one in enumerate(said)), strict=True)
            cells = [replace(cell, text=f"{cell.text} [{label}]" if label else cell.text) for cell, label in told]
        rows.append(Row((str(idiom),), (Cell(question), *cells)))
    if read:
        totals = (Cell(read.total(at)) for at in range(len(answered) + len(chatbots)))
        rows.append(Row((BY_KEY,), (Cell(""), *totals)))
    columns = ((QUESTION,), *((label,) for label in answered), *((f"{name} {DAGGER}",) for name in chatbots))
    silent = [label for label in labels if label not in answered]
    notes = [f"Without answers: {', '.join(silent)}."] if silent else []
    notes += [f"Labels in brackets are those of {key.name}."] if key else []
    return Grid(TABLE, "", columns, tuple(rows), (*notes, *reported_notes(TABLE, reported)))


def _free(result: Result) -> pl.DataFrame:
    """What a model wrote to the questions of papers; nothing where it was not asked, or has no words."""
    answers = result.tables.get("answers")
    if answers is None:
        return pl.DataFrame()
    return answers.filter(pl.col("kind") == FREE, pl.col("view") == GENERATED, pl.col("language").str.starts_with("en"))


def _counted(answers: pl.DataFrame, question: str) -> Counter[str]:
    """The answers to a question, each with how often it came."""
    asked = answers.filter(pl.col("prompt").str.contains(question, literal=True)).sort("order", "sample")
    return Counter(" ".join(answer.split()) for answer in asked["answer"].drop_nulls())


class _Key:
    """A reader's labels of answers to idioms, and how often each was given in a column."""

    def __init__(self, path: Path) -> None:
        self._labels: dict[tuple[str, str], str] = {}
        self._counts: dict[int, Counter[str]] = {}
        for row in read_rows(path, ("expression", "answer", "label")):
            about = row.text("expression").casefold(), bare(row.text("answer"))
            if not row.text("label"):
                continue
            if self._labels.setdefault(about, row.text("label")) != row.text("label"):
                raise row.fail(f"this answer to {row.text('expression')!r} has another label already; keep one")

    def label(self, idiom: str, said: Counter[str], column: int) -> str:
        """The labels of what was said, which are counted for a column."""
        labels = Counter[str]()
        for answer, count in said.items():
            labels[self._labels.get((idiom.casefold(), bare(answer)), NO_LABEL)] += count
        self._counts.setdefault(column, Counter()).update(labels)
        return _listed(labels) if len(labels) > 1 else next((one for one in labels if one != NO_LABEL), "")

    def total(self, column: int) -> str:
        """How often each label was given."""
        return _listed(self._counts.get(column, Counter()))


def _listed(labels: Counter[str]) -> str:
    last = sorted(labels.most_common(), key=lambda one: one[0] == NO_LABEL)
    return ", ".join(f"{label} {count}" for label, count in last)


def _told(answers: pl.DataFrame, question: str) -> str:
    """The answer to a question; of several samples each answer with how often it came, the most frequent first."""
    counted = _counted(answers, question)
    if len(counted) <= 1:
        return next(iter(counted), "")
    return "; ".join(f"{answer} (×{count})" for answer, count in counted.most_common())
