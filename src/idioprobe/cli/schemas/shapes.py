"""What each `--json` prints, as types; the schema of each is made from these."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from idioprobe.cli.schemas.making import Judged, Status, Trained
from idioprobe.cli.schemas.rows import Record, row_of
from idioprobe.core.price import Estimate
from idioprobe.core.tables import PREDICTIONS, SUMMARY
from idioprobe.embed.parts.keeping import Held
from idioprobe.make.draft.openfields import Checked
from idioprobe.report.difference import KEY, NUMBERS
from idioprobe.report.expressions import Failures, ShownExpression
from idioprobe.report.gate.check import Check
from idioprobe.report.listing import Listed
from idioprobe.report.tables.grid import Cell
from idioprobe.report.words.agreement import SCHEMA as AGREEMENT
from idioprobe.run.engines.backends import Measured
from idioprobe.run.manifest import Counts, ReferenceRecord
from idioprobe.suites.controls.gap import IdiomGap
from idioprobe.suites.headline import Headline
from idioprobe.suites.layers import Sweep
from idioprobe.suites.paired import PAIRED

NAMED = ("model", "dataset")
SummaryRow = row_of("SummaryRow", SUMMARY, without=NAMED)
VerdictRow = row_of("VerdictRow", PREDICTIONS, without=NAMED)
PairedRow = row_of("PairedRow", PAIRED)
AgreementRow = row_of("AgreementRow", AGREEMENT)
_WITH_NUMBERS = {**{name: SUMMARY[name] for name in KEY}, **{name: SUMMARY[name] for name in NUMBERS}}
_OF_BOTH = {**_WITH_NUMBERS, **{f"{name}_second": SUMMARY[name] for name in NUMBERS}, "difference": SUMMARY["value"]}
DifferingRow = row_of("DifferingRow", _OF_BOTH)


class Ran(Record):
    """A model that was run, or whose result was there."""

    model: str
    dataset: str
    folder: str
    new: bool
    headline: list[Headline]
    idiom_gap: list[IdiomGap]
    layers: list[Sweep]
    references: list[ReferenceRecord]
    predictions: dict[str, int]
    summary: list[SummaryRow]  # type: ignore[valid-type]
    verdicts: list[VerdictRow]  # type: ignore[valid-type]
    counts: Counts
    seconds: dict[str, float]


class Forecasted(Record):
    """What a model would have to do (`--dry-run`)."""

    model: str
    texts: int
    missing: int
    cost: Estimate | None
    here: bool
    asks: bool


class NotRun(Record):
    """A model that failed among others, or whose files a user has to get first."""

    model: str
    error: str


class Run(Record):
    """`idioprobe run --json`."""

    runs: list[Ran | Forecasted]
    failed: list[NotRun]
    to_get: list[NotRun]


class Checks(Record):
    """`idioprobe check --json`."""

    passed: bool
    exit_code: int
    checks: list[Check]


class Number(Record):
    """A number with its interval."""

    value: float
    ci_low: float | None
    ci_high: float | None


class Ranked(Record):
    """A model on a leaderboard."""

    rank: int | None
    model: str
    score: Headline
    sentence_score: Headline | None
    further: dict[str, Number]
    parameters: int | None
    texts_per_second: float | None


class Between(Record):
    """By how much one model is ahead of another."""

    a: str
    b: str
    value: float
    ci_low: float | None
    ci_high: float | None
    expressions: int


class Board(Record):
    """A leaderboard of `idioprobe compare --json`."""

    dataset: str
    language: str
    conclusion: str
    models: list[Ranked]
    layers: list[Sweep]
    words_vectors: list[AgreementRow]  # type: ignore[valid-type]
    differences: list[Between]


class Paired(Record):
    """`idioprobe compare A B --measure … --json`."""

    a: str
    b: str
    rows: list[PairedRow]  # type: ignore[valid-type]


class ShownCell(Record):
    """A cell of a table: its labels, what it says, and the number behind it."""

    row: list[str]
    column: list[str]
    text: str
    value: float | None
    p: float | None
    n: int | None
    ci_low: float | None
    ci_high: float | None
    italic: bool
    flag: str | None
    reported: bool
    reference: bool
    tone: str
    bold: bool


assert set(Cell.__dataclass_fields__) == set(ShownCell.model_fields) - {"row", "column"}  # noqa: S101


class Table(Record):
    """A table of `idioprobe analyse --json` and `idioprobe reported --json`."""

    table: str
    title: str
    notes: list[str]
    cells: list[ShownCell]


class WithReported(Table):
    """A table of `idioprobe compare --with reported --json`."""

    warnings: list[str]
    differences: list[Table]
    reported: Table | None


class Differing(Record):
    """`idioprobe diff --json`."""

    same_numbers: bool
    settings: dict[str, list[Any]]
    shared: int
    only_first: int
    only_second: int
    numbers: list[DifferingRow]  # type: ignore[valid-type]


class OfPaper(Record):
    """A model of a paper's tables in `idioprobe models --json`."""

    paper: str
    name: str
    spec: str
    languages: list[str]
    dimension: int
    licence: str
    options: list[list[str]]
    needs: str
    unstated: str
    method: str
    family: str
    call: str


class Backends(Record):
    """`idioprobe backends --json`."""

    model: str
    texts: int
    rounds: int
    backends: list[Measured]
    fastest_exact: str


class Named(Record):
    """A dataset of `idioprobe data list --json`."""

    name: str
    title: str
    languages: list[str]
    expressions: dict[str, int]
    sentences: dict[str, int]
    roles: list[str]
    licence: str
    citation: str
    present: str
    folders: list[str]
    files: list[dict[str, Any]]
    package: str = ""
    repository: str = ""
    commit: str = ""


class Stats(Record):
    """`idioprobe data stats --json`."""

    name: str
    labelling: str
    expressions: dict[str, int]
    stimuli: list[dict[str, Any]]
    sentence_length: list[dict[str, Any]]
    synonym_overlap: list[dict[str, Any]]
    context_overlap: list[dict[str, Any]]
    classes: list[dict[str, Any]]
    types: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    files: list[dict[str, Any]]
    flaws: list[dict[str, Any]]
    ungrammatical: list[dict[str, Any]]
    notes: list[str]
    figures: list[dict[str, Any]] = Field(default_factory=list)


SHAPES: dict[str, tuple[Any, str]] = {
    "run": (Run, "idioprobe run --json"),
    "check": (Checks, "idioprobe check --json"),
    "compare": (list[Board], "idioprobe compare --json"),
    "compare-paired": (Paired, "idioprobe compare A B --measure NAME --json"),
    "compare-reported": (list[WithReported], "idioprobe compare --with reported --json"),
    "table": (Table | list[Table], "idioprobe analyse --json, idioprobe reported --json"),
    "show": (list[ShownExpression], "idioprobe show RESULTS EXPRESSION --json"),
    "show-worst": (list[Failures], "idioprobe show RESULTS --worst N --json"),
    "list": (list[Listed], "idioprobe list --json"),
    "diff": (Differing, "idioprobe diff --json"),
    "models": (list[OfPaper], "idioprobe models --json"),
    "backends": (Backends, "idioprobe backends --json"),
    "data-list": (list[Named], "idioprobe data list --json"),
    "data-stats": (Stats, "idioprobe data stats --json"),
    "lexicon-check": (Checked, "idioprobe lexicon check --json"),
    "judgments": (Judged, "idioprobe judgments --json"),
    "annotate-status": (Status, "idioprobe annotate status --json"),
    "finetune": (Trained, "idioprobe finetune --json"),
    "store-info": (list[Held], "idioprobe store info --json"),
}
"""By name: the type, and the command that prints it."""


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints."""
    from pydantic import TypeAdapter

    shape, command = SHAPES[name]
    made = TypeAdapter(shape).json_schema(mode="serialization")
    about = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"What {command} prints"}
    return {**about, **{key: value for key, value in made.items() if key != "title"}}
