"""What models answer to questions with idioms in them, beside the chatbots of the paper (table 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.views import GENERATED
from idioprobe.papers.beside.subject import DAGGER, as_cell, reported_notes
from idioprobe.papers.reported import load_reported
from idioprobe.report.results import labels_of
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.run.results import Result

TABLE = "H9"
QUESTION = "Question"
FREE = "free"
"""The kind of questions that are asked as a paper prints them."""


def answers_in_words(results: Sequence[Result], **_: Any) -> Grid:
    """Idioms and questions as the paper has them, a column for each model at hand, and those that it reports."""
    reported = load_reported(TABLE)
    labels = labels_of(results)
    answered = {label: found for label, result in zip(labels, results, strict=True) if len(found := _free(result))}
    if not answered:
        raise ConfigError(
            f"{TABLE} shows answers, and these results have none in English; run models that answer in words, as in "
            "idioprobe run -m chat:MODEL -d starter --suite questions."
        )
    chatbots = reported["model"].drop_nulls().unique(maintain_order=True).to_list()
    rows = []
    for (idiom,), part in reported.group_by("row", maintain_order=True):
        printed = {row["column"]: row for row in part.iter_rows(named=True)}
        question = str(printed[QUESTION]["printed"])
        own = (Cell(_told(answers, question)) for answers in answered.values())
        rows.append(Row((str(idiom),), (Cell(question), *own, *(as_cell(printed[name]) for name in chatbots))))
    columns = ((QUESTION,), *((label,) for label in answered), *((f"{name} {DAGGER}",) for name in chatbots))
    silent = [label for label in labels if label not in answered]
    notes = (f"Without answers: {', '.join(silent)}.",) if silent else ()
    return Grid(TABLE, "", columns, tuple(rows), (*notes, *reported_notes(TABLE, reported)))


def _free(result: Result) -> pl.DataFrame:
    """What a model wrote to the questions of papers; nothing where it was not asked, or has no words."""
    answers = result.tables.get("answers")
    if answers is None:
        return pl.DataFrame()
    return answers.filter(pl.col("kind") == FREE, pl.col("view") == GENERATED, pl.col("language").str.starts_with("en"))


def _told(answers: pl.DataFrame, question: str) -> str:
    """The answer to a question; of several samples each answer with how often it came, the most frequent first."""
    asked = answers.filter(pl.col("prompt").str.contains(question, literal=True)).sort("order", "sample")
    counted = Counter(" ".join(answer.split()) for answer in asked["answer"].drop_nulls())
    if len(counted) <= 1:
        return next(iter(counted), "")
    return "; ".join(f"{answer} (×{count})" for answer, count in counted.most_common())
