"""What a run asks for, whatever the model: the stimuli, what is compared with what, and so the requests."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.requests import Request
from idioprobe.core.views import Unit
from idioprobe.data.dataset import Dataset
from idioprobe.data.lengths import sentence_lengths
from idioprobe.run.config import RunConfig
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.base import Plan, Settings, Suite, Wanted
from idioprobe.suites.catalogue import suites_of


@dataclass(frozen=True)
class RunPlan:
    """What each suite compares, and all that is wanted of the model for it."""

    settings: Settings
    suites: list[Suite]
    plans: list[Plan]
    wanted: Wanted


def asked_languages(data: Dataset, config: RunConfig) -> list[str] | None:
    """The languages that the user asks for; None where that is left open."""
    if config.languages is None:
        return None
    missing = [language for language in config.languages if language not in data.languages]
    if missing:
        raise ConfigError(f"`languages` {missing[0]}: {data.name} has {', '.join(data.languages)}.")
    return sorted(config.languages)


def of_types(data: Dataset, config: RunConfig) -> Dataset:
    """The part of a dataset that is about expressions of the types asked for; all of it where that is left open."""
    if config.types is None:
        return data
    missing = [name for name in config.types if name not in data.types]
    if missing:
        raise ConfigError(f"`types` {missing[0]}: {data.name} has {', '.join(data.types)}.")
    return data.of_types(config.types)


def select(data: Dataset, languages: list[str], config: RunConfig) -> Dataset:
    """The part of a dataset that a run is about; where that is nothing, the error says what there is."""
    selected = data.select(languages, list(config.conditions), config.limit)
    if selected.stimuli.filter(pl.col("condition").is_in(config.conditions)).is_empty():
        raise DatasetError(
            f"{data.name} has no stimuli in {', '.join(languages)} for {', '.join(config.conditions)}; "
            f"it has {', '.join(sorted(data.stimuli['condition'].unique()))} in {', '.join(data.languages)}."
        )
    return selected


def settings_of(data: Dataset, languages: list[str], config: RunConfig) -> Settings:
    """How the suites are to measure, from a run's configuration."""
    return Settings(
        languages=tuple(languages),
        conditions=config.conditions,
        units=config.units,
        metric=config.metric,
        winner=config.winner,
        random_by=config.random_by,
        rogue=config.rogue,
        pairing=config.pairing,
        thresholds=config.thresholds,
        how=Resampling(config.resamples, config.seed),
        lengths=sentence_lengths(data, config.length),
    )


def make_plan(data: Dataset, languages: list[str], config: RunConfig, notice: Notice = ignore) -> RunPlan:
    """What the suites compare in the selected stimuli, and so what is wanted in each unit."""
    settings = settings_of(data, languages, config)
    suites = suites_of(config.suites)
    plans = [suite.plan(data, settings, notice) for suite in suites]
    if all(plan.lacking for plan in plans):
        raise DatasetError(plans[0].lacking)
    units: tuple[Unit, ...] = ("target", "sentence")
    wanted = {unit: _together([plan.wanted.get(unit, set()) for plan in plans]) for unit in units}
    return RunPlan(settings, suites, plans, wanted)


def _together(wanted: list[set[Request]]) -> set[Request]:
    """All requests; those of the one suite that asks for any are not copied."""
    some = [requests for requests in wanted if requests]
    return some[0] if len(some) == 1 else set().union(*some)
