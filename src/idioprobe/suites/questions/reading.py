"""From what a model said to the table of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.requests import Question
from idioprobe.core.tables import DROPPED, ITEM
from idioprobe.data.questions.questions import Questions
from idioprobe.suites.questions.kinds import KINDS
from idioprobe.suites.questions.parsing import Reading
from idioprobe.suites.questions.tables import ANSWERS, FAILED

NO_ANSWER = Failure("the model returned no answer")
NOTHING: dict[str, Any] = {"answer": None, "likelihoods": None, "choice": None, "position": None, "value": None}


def read_answers(
    asked: Sequence[tuple[dict[str, Any], Question]],
    answers: Mapping[Question, Answer],
    questions: Mapping[str, Questions],
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A row for each question, with its answer and what was understood; and the questions that got none."""
    rows, failed = [], []
    for row, question in asked:
        answer = answers.get(question, NO_ANSWER)
        if isinstance(answer, Failure):
            rows.append({**row, **NOTHING, "understood": f"{FAILED}{answer.reason}"})
            failed.append(_lost(row, answer.reason))
        else:
            rows.append({**row, **NOTHING, **_understood(row, question, answer, questions[row["language"]])})
    return pl.DataFrame(rows, schema=ANSWERS), pl.DataFrame(failed, schema=DROPPED)


def _understood(row: Mapping[str, Any], question: Question, answer: Answer, asked: Questions) -> dict[str, Any]:
    kind = KINDS[row["kind"]]
    found: dict[str, Any] = {}
    if isinstance(answer, Text) and not question.options:
        found["answer"] = answer.text
        reading = kind.read(answer.text, row, asked)
    elif isinstance(answer, np.ndarray) and len(answer) == len(question.options) > 0 and kind.weigh:
        found["likelihoods"] = [float(value) for value in answer]
        reading = kind.weigh(found["likelihoods"], question.options)
    else:
        return {"understood": f"{FAILED}the model answered in another way than it was asked"}
    return {**found, **_columns(reading, row, kind.counts(reading, row))}


def _columns(reading: Reading, row: Mapping[str, Any], value: float | None) -> dict[str, Any]:
    place = reading.choice
    return {
        "understood": reading.understood,
        "choice": None if place is None else row["roles"][place],
        "position": None if place is None else place + 1,
        "value": value,
    }


def _lost(row: Mapping[str, Any], reason: str) -> dict[str, Any]:
    named = {key: row[key] for key in ITEM}
    return {**named, "role": None, "index": None, "unit": row["unit"], "view": row["view"]} | {
        "what": f"{row['kind']}, order {row['order']}, sample {row['sample']}",
        "reason": reason,
    }
