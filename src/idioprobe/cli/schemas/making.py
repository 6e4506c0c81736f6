"""What is printed as JSON of judgments, studies, trainings and stores."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field

from idioprobe.cli.schemas.rows import Record, row_of
from idioprobe.make.annotate.progress import Agreement as Agreeing
from idioprobe.make.annotate.progress import AnnotatorProgress, Failed, Overview
from idioprobe.make.judgments.agreement import AGREEMENT
from idioprobe.make.judgments.filters import ANNOTATORS, Filter
from idioprobe.make.judgments.judge import PARAPHRASES_COUNTED
from idioprobe.make.judgments.ratings import RATED, TypeToken
from idioprobe.suites.beforeafter import CHANGES

AgreementOfPeople = row_of("AgreementOfPeople", AGREEMENT)
AnnotatorRow = row_of("AnnotatorRow", ANNOTATORS)
RemovedRow = row_of("RemovedRow", {name: ANNOTATORS[name] for name in ("annotator", "language", "rho", "removed")})
RatingRow = row_of("RatingRow", RATED)
ParaphraseRow = row_of("ParaphraseRow", PARAPHRASES_COUNTED)
ChangeRow = row_of("ChangeRow", CHANGES)


class ExpressionRated(Record):
    """The ratings of an expression or one of its components."""

    language: str
    expression: str
    target: str
    mean: float | None
    median: float | None
    sd: float | None
    n: int | None
    sentences: int | None
    spread: float | None
    type: float | None
    type_sd: float | None
    type_n: int | None
    suggested: str | None
    class_: str | None = Field(serialization_alias="class")


class Departing(Record):
    """A sentence, and how far its rating is from that of its expression's other sentences."""

    language: str
    expression: str
    sentence: int
    mean: float
    others: float
    difference: float
    standard_error: float | None
    n: int | None


class BeforeAfter(Record):
    """How many there were before annotators were removed, and after."""

    before: int
    after: int


class AnswersCounted(BeforeAfter):
    """Answers, and rows with mistakes that were set aside."""

    set_aside: int


class Counted(Record):
    """What counts."""

    answers: AnswersCounted
    annotators: BeforeAfter


class ClassThresholds(Record):
    """Where classes are suggested."""

    NC_below: float
    C_above: float
    words: str


class SetAside(Record):
    """A row with a mistake; its other keys are the columns of the table, as they are written."""

    model_config = ConfigDict(extra="allow")

    line: int
    problem: str


class Judged(Record):
    """`idioprobe judgments --json`."""

    answers_from: str
    scale: str
    filters: Filter
    counts: Counted
    removed: list[RemovedRow]  # type: ignore[valid-type]
    type_token: list[TypeToken]
    thresholds: ClassThresholds
    notes: list[str]
    agreement: list[AgreementOfPeople]  # type: ignore[valid-type]
    agreement_before: list[AgreementOfPeople]  # type: ignore[valid-type]
    annotators: list[AnnotatorRow]  # type: ignore[valid-type]
    ratings: list[RatingRow]  # type: ignore[valid-type]
    ratings_before: list[RatingRow]  # type: ignore[valid-type]
    expressions: list[ExpressionRated]
    departures: list[Departing]
    paraphrases: list[ParaphraseRow]  # type: ignore[valid-type]
    set_aside: list[SetAside]


class UnitAsked(Record):
    """A sentence by its number, or an expression at type level, where the sentence is null."""

    expression: str
    sentence: int | None
    answers: int
    open: int
    percent: float
    mean: float | None
    sd: float | None


class Status(Record):
    """`idioprobe annotate status --json`."""

    study: str
    source: str
    state: str
    page: str
    overview: Overview
    units: list[UnitAsked]
    annotators: list[AnnotatorProgress]
    agreement: list[Agreeing]
    failed: list[Failed]


class Trained(Record):
    """`idioprobe finetune --json`."""

    model: str
    dataset: str
    sha256: str
    training: dict[str, Any]
    groups: dict[str, str]
    expressions: dict[str, dict[str, int]]
    seconds: float
    versions: dict[str, str | None]
    changes: list[ChangeRow]  # type: ignore[valid-type]
