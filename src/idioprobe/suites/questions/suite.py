"""The suite: what a model says when it is asked about expressions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from idioprobe.core.answers import Answers
from idioprobe.core.notices import Notice
from idioprobe.core.requests import Question
from idioprobe.core.tables import CLASSES, DROPPED, SCORES
from idioprobe.core.views import ANSWER, Unit, View
from idioprobe.data.dataset import Dataset
from idioprobe.suites.base import Outcome, Part, Plan, Schema, Section, Settings
from idioprobe.suites.contrasts import contrasts
from idioprobe.suites.predictions import judge
from idioprobe.suites.questions import words
from idioprobe.suites.questions.asking import ask
from idioprobe.suites.questions.measures import MEASURES
from idioprobe.suites.questions.reading import read_answers
from idioprobe.suites.questions.scores import score_answers
from idioprobe.suites.questions.summary import summarise_answers
from idioprobe.suites.questions.tables import ANSWERS
from idioprobe.suites.summary import summarise


class QuestionSuite:
    """Choices, ratings and paraphrases of a model that answers in words."""

    name = "questions"
    title = "answers in words: choices, idioms in questions, ratings, synonyms"
    order = 4
    measures = MEASURES
    tables: Mapping[str, Schema] = {"answers": ANSWERS, "scores": SCORES}
    units: tuple[Unit, ...] = (ANSWER,)

    def plan(self, data: Dataset, settings: Settings, notice: Notice) -> Plan:
        """All questions, and what cannot be asked."""
        without = [language for language in settings.languages if language not in settings.questions]
        if without:
            notice(f"questions: there are none in {', '.join(without)}; name a file of your own as `questions`.")
        asked = ask(data, settings)
        lacking = f"`suites` questions: nothing in {data.name} can be asked in {', '.join(settings.languages)}."
        return Plan(
            asked.table,
            {ANSWER: set(asked.questions)},
            asked.dropped,
            "" if len(asked.table) else lacking,
            asked.questions,
        )

    def measure(self, plan: Plan, view: View, answers: Answers, settings: Settings) -> Part:
        """What the model said in one of its ways."""
        every: Sequence[Question] = plan.context
        here = [(row, question) for row, question in zip(plan.rows.to_dicts(), every, strict=True)]
        asked = [(row, question) for row, question in here if question.way == view.pool]
        found = answers({question for _, question in asked})
        said = {question: found[question] for _, question in asked if question in found}
        return Part(*read_answers(asked, said, settings.questions))

    def collect(self, plan: Plan, parts: Sequence[Part], data: Dataset, settings: Settings) -> Outcome:
        """All answers, the scores of items, statistics, verdicts and contrasts."""
        answers = pl.concat([pl.DataFrame(schema=ANSWERS), *(part.rows for part in parts)])
        scores = score_answers(answers, settings.similar)
        strict = score_answers(answers, strict=True)
        known = (data.expressions, data.ratings, settings.how)
        summary = summarise(self.measures, scores, *known, classes=data.classes)
        own = summarise_answers(answers, strict, *known, data.classes)
        return Outcome(
            tables={"answers": answers, "scores": scores},
            dropped=pl.concat([pl.DataFrame(schema=DROPPED), plan.dropped, *(part.dropped for part in parts)]),
            summary=pl.concat([summary, own]),
            predictions=judge(self.measures, scores, summary, settings.thresholds, settings.how, data.classes),
            contrasts=contrasts(self.measures, scores, *known, data.classes),
        )

    def sections(
        self, summary: pl.DataFrame, model: str, config: Mapping[str, Any], classes: Sequence[str] = CLASSES
    ) -> Iterator[Section]:
        """What it answered to each kind of question, and whether it goes by the place of an option."""
        del config
        yield from words.sections(summary, model, classes)

    def verdicts(self, summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[str]:
        """The same in plain sentences."""
        yield from words.verdicts(summary, model, classes)
