"""What the reference models get on the same data, in the same way: chance, word by word, and the ideal."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, MutableMapping, Sequence, Set
from dataclasses import dataclass, field, replace

import polars as pl

from idioprobe.core.answers import Answer, Answers
from idioprobe.core.fingerprint import CODE_VERSION, remembered
from idioprobe.core.frames import packed, unpacked
from idioprobe.core.requests import Request
from idioprobe.core.views import Unit
from idioprobe.data.dataset import Dataset
from idioprobe.embed.embedder import plan_views
from idioprobe.models.reference.encoder import ReferenceEncoder
from idioprobe.models.reference.family import NAMES
from idioprobe.run.manifest import ReferenceRecord
from idioprobe.run.plan import RunPlan
from idioprobe.run.results import BESIDE
from idioprobe.suites.base import Part, Plan, Suite
from idioprobe.suites.headline import MEASURES, headlines
from idioprobe.suites.measure import What
from idioprobe.suites.predictions import judged, prediction_names

SCORES = frozenset(MEASURES.values())
LABELS = {"words": "word by word", "random": "chance", "whole": "ideal"}
"""The reference models in plain words, from the lowest score to the highest."""


@dataclass(frozen=True)
class References:
    """A record of each reference model, and the statistics of all."""

    records: list[ReferenceRecord] = field(default_factory=list)
    summary: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=BESIDE["references"]))


def references(
    data: Dataset, plan: RunPlan, units: Sequence[Unit], key: str, memory: MutableMapping[str, str]
) -> References:
    """What they get; `key` names data and configuration, under which `memory` keeps what was computed."""

    def make() -> str:
        made = [_made(name, data, plan, units) for name in NAMES]
        records = [record.model_dump() for record, _ in made]
        return json.dumps({"records": records, "summary": _as_text(pl.concat([summary for _, summary in made]))})

    told = json.loads(remembered(memory, f"references and measures {CODE_VERSION} {key}", make))
    return References(list(map(ReferenceRecord.model_validate, told["records"])), _from_text(told["summary"]))


def _made(name: str, data: Dataset, plan: RunPlan, units: Sequence[Unit]) -> tuple[ReferenceRecord, pl.DataFrame]:
    outcomes = []
    for suite, own, parts in _measured(name, data, plan, units):
        settings = replace(plan.settings, bounded=_needed(judged(suite.measures, data.classes)))
        outcomes.append(suite.collect(own, parts, data, settings))
    summary = pl.concat([outcome.summary for outcome in outcomes])
    predictions = pl.concat([outcome.predictions for outcome in outcomes])
    held = prediction_names(predictions.filter(verdict="holds"))
    scores = [replace(score, verdict=None) for score in headlines(summary, data.classes[0])]
    record = ReferenceRecord(name=name, headline=scores, held=held)
    return record, summary.with_columns(model=pl.lit(name)).select(list(BESIDE["references"]))


def _needed(verdicts: Set[tuple[str, str, str]]) -> Callable[[What], bool]:
    """What is said of a reference with an interval, or decided by one: its scores, and its verdicts."""

    def needed(what: What) -> bool:
        group, measure, statistic, _ = what
        return (measure in SCORES and statistic == "mean") or (group, measure, statistic) in verdicts

    return needed


def _as_text(table: pl.DataFrame) -> str:
    return base64.b64encode(packed(table)).decode("ascii")


def _from_text(text: str) -> pl.DataFrame:
    return unpacked(base64.b64decode(text))


def _measured(name: str, data: Dataset, plan: RunPlan, units: Sequence[Unit]) -> list[tuple[Suite, Plan, list[Part]]]:
    """What the suites with a score measure of a reference; nothing is stored, for it is made in no time."""
    encoder = ReferenceEncoder(name, data)
    views = plan_views(encoder.facts(), ("mean",), units, special_tokens=False, notice=lambda _message: None)
    return [
        (suite, own, [suite.measure(own, view, _answers(encoder), plan.settings) for view in views])
        for suite, own in zip(plan.suites, plan.plans, strict=True)
        if any(measure.name in SCORES for measure in suite.measures)
    ]


def _answers(encoder: ReferenceEncoder) -> Answers:
    """What a reference answers, made whenever it is asked for."""

    def answers(requests: Set[Request]) -> dict[Request, Answer]:
        return dict(encoder.answers(list(requests)))

    return answers
