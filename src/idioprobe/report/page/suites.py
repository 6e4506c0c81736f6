"""What suites have to show of themselves, on a page: the tables of all models in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from idioprobe.report.tables.gather import Model
from idioprobe.suites.base import Section, Suite
from idioprobe.suites.catalogue import SUITES

SEVERAL = "the models"
"""Whom headings and tables are about, where there are several models."""


@dataclass
class Part:
    """A section of some models: rows of all of them, sentences of each."""

    heading: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Shown:
    """One suite on a page: what it says of each model, and the parts behind it."""

    name: str
    title: str
    verdicts: list[str]
    parts: list[Part]


def suites_shown(models: Sequence[Model]) -> Iterator[Shown]:
    """The suites that have something to show beside their measures."""
    for suite in SUITES.values():
        mine = [model for model in models if suite.name in model.result.manifest.config.suites]
        parts = _parts(suite, mine)
        verdicts = [said for model in mine for said in _verdicts(suite, model, several=len(mine) > 1)]
        if parts or verdicts:
            yield Shown(suite.name, suite.title, verdicts, parts)


def _verdicts(suite: Suite, model: Model, *, several: bool) -> Iterator[str]:
    """What it says of a model, which is named where there are several."""
    for said in suite.verdicts(model.result.summary, model.label, model.result.classes):
        yield f"{model.label}: {said}" if several and model.label not in said else said


def _parts(suite: Suite, models: Sequence[Model]) -> list[Part]:
    """Sections that differ in nothing but the model are one."""
    found: dict[tuple[str, str, tuple[str, ...], bool], Part] = {}
    several = len(models) > 1
    for model in models:
        heading = ""
        common, own = (_sections(suite, model, name) for name in (SEVERAL if several else model.label, model.label))
        for general, special in zip(common, own, strict=True):
            heading = general.heading or heading
            first = ("model",) if several and general.columns else ()
            part = found.setdefault(
                (heading, general.title, general.columns, bool(general.notes)),
                Part(general.heading, general.title, (*first, *general.columns)),
            )
            part.rows += [((model.label,) if several else ()) + row for row in general.rows]
            part.sentences += special.sentences
            part.notes += [note for note in general.notes if note not in part.notes]
    return list(found.values())


def _sections(suite: Suite, model: Model, name: str) -> list[Section]:
    result = model.result
    return list(suite.sections(result.summary, name, result.manifest.config.model_dump(), result.classes))
