"""Ordinary words beside the data of a run: whether a model has them, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from idioprobe.core.encoder import Facts, HoldsVectors, Model
from idioprobe.core.errors import ModelError
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.tables import SCORES
from idioprobe.data.dataset import Dataset
from idioprobe.run.config import RunConfig
from idioprobe.run.plan import RunPlan, settings_of
from idioprobe.suites.base import Outcome, Part, Settings
from idioprobe.suites.controls.suite import SUITE_OF_CONTROLS, collect


def held_controls(
    encoder: Model,
    controls: Dataset | None,
    facts: Facts | None,
    languages: list[str],
    config: RunConfig,
    notice: Notice,
) -> Dataset | None:
    """The controls, unless the model is a file of vectors that was made without them."""
    if controls is None or not isinstance(encoder, HoldsVectors):
        return controls
    plan = SUITE_OF_CONTROLS.plan(controls, settings_of(controls, languages, config, ()), ignore)
    known = (facts or encoder.facts()).units
    try:
        encoder.check({unit: plan.wanted[unit] for unit in config.units if unit in known}, ignore)
    except ModelError:
        notice(
            f"{encoder.identity.name} has no vectors of ordinary words, so there is no idiom gap; idioprobe requests "
            "exports them, and `controls` leaves them out without a word."
        )
        return None
    return controls


def ordinary(
    plan: RunPlan,
    parts: Sequence[Part],
    controls: Dataset | None,
    outcomes: Sequence[Outcome],
    data: Dataset,
    settings: Settings,
) -> Outcome:
    """What comes of ordinary words, beside the scores that the suites found; nothing where there are none."""
    if controls is None or plan.beside is None:
        return Outcome({}, pl.DataFrame(schema=plan.plans[0].dropped.schema))
    scores = [outcome.tables["scores"] for outcome in outcomes if "scores" in outcome.tables]
    return collect(plan.beside, parts, controls, pl.concat([pl.DataFrame(schema=SCORES), *scores]), data, settings)
