"""What a suite is: from a dataset to requests, from answers to tables, a summary and words about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.answers import Answers
from idioprobe.core.notices import Notice
from idioprobe.core.requests import Request
from idioprobe.core.tables import CLASSES, CONTRASTS, DROPPED, PREDICTIONS, SUMMARY
from idioprobe.core.views import Unit, View
from idioprobe.data.dataset import Dataset
from idioprobe.data.questions.questions import Questions
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.measure import Measure, What
from idioprobe.suites.thresholds import Thresholds

Schema = Mapping[str, pl.DataType]
Wanted = dict[Unit, set[Request]]
Similar = Callable[[Sequence[str]], NDArray[np.float32]]
"""Vectors of texts, a row each: by their cosine, what two of them have in common."""

NAMED_LATER = ("model", "dataset", "labelling")
"""Columns of the summary and of predictions that are the same in all rows of a result."""
STATISTICS: Schema = {name: dtype for name, dtype in SUMMARY.items() if name not in NAMED_LATER}
DIFFERENCES: Schema = {name: dtype for name, dtype in CONTRASTS.items() if name not in NAMED_LATER}
VERDICTS: Schema = {name: dtype for name, dtype in PREDICTIONS.items() if name not in NAMED_LATER}


@dataclass(frozen=True)
class Settings:
    """How a suite is to measure."""

    languages: tuple[str, ...]
    conditions: tuple[str, ...]
    units: tuple[Unit, ...]
    metric: str = "cosine"
    winner: str = "unit"
    random_by: str = "mean"
    component_forms: str = "listed"
    rogue: int = 3
    pairing: str = "ordered"
    thresholds: Thresholds = field(default_factory=Thresholds)
    how: Resampling = field(default_factory=Resampling)
    lengths: Mapping[str, int] = field(default_factory=dict)
    samples: int = 1
    orders: str = "balanced"
    kinds: tuple[str, ...] | None = None
    """The kinds of questions that are asked; None for all."""
    questions: Mapping[str, Questions] = field(default_factory=dict)
    """What is asked in each language, by its code."""
    similar: Similar | None = None
    """What paraphrases are compared with people's by, where a model for it was named."""
    tokens: pl.DataFrame | None = None
    """Similarities of the model's own tokens: item, comparison, index, unit, value."""
    bounded: Callable[[What], bool] | None = None
    """Which statistics are to have an interval, where not all are; no contrasts are made then."""

    def asks(self, kind: str) -> bool:
        """Whether questions of a kind are asked."""
        return self.kinds is None or kind in self.kinds


@dataclass(frozen=True)
class Plan:
    """What a suite asks for: its rows, the requests in each unit, what cannot be used.

    `lacking` says why there is nothing to measure, where there is nothing.
    """

    rows: pl.DataFrame
    wanted: Wanted
    dropped: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=DROPPED))
    lacking: str = ""
    context: Any = None
    """Whatever else the suite needs to read its rows."""
    forget: Callable[[], None] = lambda: None
    """Frees what the suite can make again when it measures once more."""


@dataclass(frozen=True)
class Part:
    """What one view yields: rows of the suite's first table, what was left out, facts for the manifest."""

    rows: pl.DataFrame
    dropped: pl.DataFrame
    found: Sequence[Mapping[str, Any]] = ()
    beside: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    """Further tables that the suite itself reads, by name."""


@dataclass(frozen=True)
class Outcome:
    """All that a suite makes of a run: its tables by name, its statistics and verdicts."""

    tables: Mapping[str, pl.DataFrame]
    dropped: pl.DataFrame
    summary: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=STATISTICS))
    predictions: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=VERDICTS))
    contrasts: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=DIFFERENCES))
    found: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Section:
    """A part of what is shown of a result: a table of texts, sentences below it, notes in small print."""

    heading: str = ""
    title: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    sentences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@runtime_checkable
class ComparesTokens(Protocol):
    """A suite that may look at a model's own tokens beside its vectors."""

    @property
    def compares_tokens(self) -> bool:
        """Whether it does."""
        ...

    def tokens(self, plan: Plan, unit: Unit, answers: Answers, settings: Settings) -> pl.DataFrame:
        """Similarities of the tokens in one unit, as settings have them."""
        ...


class Suite(Protocol):
    """A group of measures that a run can be asked for. A folder under `suites/` with a `SUITE` is one."""

    name: str
    title: str
    order: int
    measures: tuple[Measure, ...]
    tables: Mapping[str, Schema]
    units: tuple[Unit, ...]
    """Answers of what it reads."""

    def plan(self, data: Dataset, settings: Settings, notice: Notice) -> Plan:
        """What is compared, and so what is wanted of a model; raises where the settings make no sense."""
        ...

    def measure(self, plan: Plan, view: View, answers: Answers, settings: Settings) -> Part:
        """What the answers in one view yield."""
        ...

    def collect(self, plan: Plan, parts: Sequence[Part], data: Dataset, settings: Settings) -> Outcome:
        """The suite's tables, its statistics and verdicts, from all views."""
        ...

    def sections(
        self, summary: pl.DataFrame, model: str, config: Mapping[str, Any], classes: Sequence[str] = CLASSES
    ) -> Iterator[Section]:
        """What a terminal and a page show of it beside the table of measures."""
        ...

    def verdicts(self, summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[str]:
        """What a page says of it in plain sentences."""
        ...
