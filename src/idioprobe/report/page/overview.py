"""What a page says at its top: what was run, and what came of it, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.tables import CONDITIONS
from idioprobe.report.answer import predictions_held
from idioprobe.report.page.groups import Group
from idioprobe.report.tables.gather import Model
from idioprobe.report.terminal.run import footnotes, verdict


@dataclass(frozen=True)
class Card:
    """One model: what is said of it where it has no score, how its predictions fare, what a reader must know."""

    label: str
    view: str
    paragraphs: list[str]
    held: str
    notes: list[str]


@dataclass(frozen=True)
class Ran:
    """One line of what was run."""

    label: str
    name: str
    family: str
    view: str
    date: str
    version: str
    details: str
    expressions: int
    items: int
    dropped: int


def card(model: Model) -> Card:
    """What there is to say of one model beside its score."""
    result, name = model.result, model.label
    predictions = result.predictions.filter(pl.col("view") == model.view)
    summary = result.summary.filter(pl.col("view") == model.view)
    paragraphs = list(_paragraphs(summary, predictions, name)) if len(result.scores) else []
    held = predictions_held(predictions, result.manifest.references) if len(predictions) else ""
    return Card(name, model.view, paragraphs, held, footnotes(result, model.view))


def _paragraphs(summary: pl.DataFrame, predictions: pl.DataFrame, name: str) -> Iterator[str]:
    judged_on, measured_on = (table["language"].unique(maintain_order=True) for table in (predictions, summary))
    languages = judged_on.to_list() or measured_on.to_list()
    for language in languages:
        here, judged = (table.filter(pl.col("language") == language) for table in (summary, predictions))
        condition = next(c for c in CONDITIONS if c in here["condition"])
        unit = here.filter(pl.col("condition") == condition)["unit"][0]
        said = verdict(here, judged, name, condition, unit)
        yield f"{language.upper()}: {said}" if len(languages) > 1 else said


def ran(model: Model) -> Ran:
    """What was run for one model."""
    info = model.result.manifest
    facts, counts = info.model, info.counts
    details = [str(v) for v in (facts.revision, info.config.more("dtype"), facts.more("backend")) if v]
    return Ran(
        model.label,
        facts.name,
        facts.family,
        model.view,
        info.day,
        info.idioprobe,
        ", ".join(details),
        counts.expressions,
        counts.items,
        counts.dropped,
    )


def dropped(group: Group) -> list[dict[str, Any]]:
    """Why items were left out, and how many, by model."""
    rows = []
    for model in group.inputs.models:
        counted = model.result.dropped.group_by("what", "reason").len().sort("len", "reason", descending=[True, False])
        rows += [{"label": model.label, **row} for row in counted.iter_rows(named=True)]
    return rows


def remarks(cards: Sequence[Card]) -> dict[str, list[str]]:
    """What a reader must know about the numbers, and of which models."""
    found: dict[str, list[str]] = {}
    for one in cards:
        for note in one.notes:
            found.setdefault(note, []).append(one.label)
    return found
