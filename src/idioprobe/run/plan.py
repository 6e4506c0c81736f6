"""What a run asks for, whatever the model: the stimuli, what is compared with what, and so the requests."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import cast

import polars as pl

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.price import Estimate
from idioprobe.core.requests import Request
from idioprobe.core.views import ANSWER, UNITS, Unit
from idioprobe.data.controls.load import CONDITION, controls_of, without_controls
from idioprobe.data.dataset import Dataset
from idioprobe.data.lengths import sentence_lengths
from idioprobe.data.questions.read import read_questions
from idioprobe.run.config import RunConfig
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.base import Plan, Settings, Suite, Wanted
from idioprobe.suites.catalogue import suites_of
from idioprobe.suites.controls.suite import SUITE_OF_CONTROLS

QUESTIONS = "questions"
"""The suite of what is asked in words."""
PROBES = "probes"
"""The suite whose measures ordinary words have too."""


@dataclass(frozen=True)
class RunPlan:
    """What each suite compares, and all that is wanted of the model for it."""

    settings: Settings
    suites: list[Suite]
    plans: list[Plan]
    wanted: Wanted
    beside: Plan | None = None
    """What is compared of ordinary words, where these are measured too."""
    words: Set[Request] = frozenset()
    """Single words that are embedded so that they can be added up, for a model without a table of its tokens."""

    @property
    def pairs(self) -> list[tuple[Suite, Plan]]:
        """Each suite with its plan, that of ordinary words last."""
        own = list(zip(self.suites, self.plans, strict=True))
        return [*own, (cast("Suite", SUITE_OF_CONTROLS), self.beside)] if self.beside else own

    @property
    def everything(self) -> Wanted:
        """All that is wanted of the model, for ordinary words too."""
        more = self.beside.wanted if self.beside else {}
        words = {"sentence": set(self.words)}
        return {
            unit: _united([own, more.get(unit, set()), words.get(unit, set())]) for unit, own in self.wanted.items()
        }

    def forget(self) -> None:
        """Free all requests, when no more of them is embedded; a suite that measures again makes its own anew."""
        for plan in self.plans:
            plan.wanted.clear()
            plan.forget()
        self.wanted.clear()


@dataclass(frozen=True)
class Forecast:
    """What a run would have to embed or to ask, and what that would cost where a model has a price."""

    model: str
    texts: int
    missing: int
    cost: Estimate | None
    here: bool = True
    asks: bool = False

    def show(self) -> str:
        """One line for the terminal."""
        what, todo = ("questions", "ask") if self.asks else ("texts", "embed")
        stored = self.texts - self.missing
        line = f"{self.model}: {self.texts:,} {what}, {stored:,} in the store, {self.missing:,} to {todo}"
        if not self.here:
            return f"{line}; its files are not here yet and would be downloaded first."
        return f"{line}; {self.cost.show()}." if self.cost and self.missing else f"{line}."


def asked_languages(data: Dataset, config: RunConfig) -> list[str] | None:
    """The languages that the user asks for; None where that is left open."""
    if config.languages is None:
        return None
    missing = [language for language in config.languages if language not in data.languages]
    if missing:
        raise ConfigError(f"`languages` {missing[0]}: {data.name} has {', '.join(data.languages)}.")
    return sorted(config.languages)


def of_types(data: Dataset, config: RunConfig) -> Dataset:
    """The part of a dataset that is about expressions of the types asked for; all but controls where that is open."""
    data = without_controls(data)
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
            f"{data.name} has no stimuli in {', '.join(languages)} for {', '.join(config.conditions)}; {_there(data)}."
        )
    return selected


def _there(data: Dataset) -> str:
    """The conditions that each language has."""
    by_language = data.stimuli.group_by("language").agg(pl.col("condition").unique().sort()).sort("language")
    found: dict[str, list[str]] = {}
    for language, conditions in by_language.iter_rows():
        found.setdefault(", ".join(conditions), []).append(language)
    return "it has " + "; ".join(f"{names} in {', '.join(codes)}" for names, codes in found.items())


def settings_of(
    data: Dataset, languages: list[str], config: RunConfig, suites: Sequence[str] | None = None
) -> Settings:
    """How the suites, those asked for unless named, are to measure, from a run's configuration."""
    asks = QUESTIONS in (config.suites if suites is None else suites)
    return Settings(
        languages=tuple(languages),
        conditions=config.conditions,
        units=config.units,
        metric=config.metric,
        winner=config.winner,
        random_by=config.random_by,
        component_forms=config.component_forms,
        rogue=config.rogue,
        pairing=config.pairing,
        thresholds=config.thresholds,
        how=Resampling(config.resamples, config.seed),
        lengths=sentence_lengths(data, config.length),
        samples=config.samples,
        orders=config.orders,
        kinds=config.kinds,
        questions=read_questions(languages, config.questions) if asks else {},
    )


def make_plan(
    data: Dataset,
    languages: list[str],
    config: RunConfig,
    notice: Notice = ignore,
    suites: Sequence[str] | None = None,
    controls: Dataset | None = None,
) -> RunPlan:
    """What the suites compare in the selected stimuli and in `controls`, and so what is wanted in each unit."""
    settings = settings_of(data, languages, config, suites)
    chosen = suites_of(config.suites if suites is None else suites)
    plans = [suite.plan(data, settings, notice) for suite in chosen]
    if all(plan.lacking for plan in plans):
        raise DatasetError(plans[0].lacking)
    units: tuple[Unit, ...] = (*UNITS, ANSWER)
    wanted = {unit: _united([plan.wanted.get(unit, set()) for plan in plans]) for unit in units}
    beside = SUITE_OF_CONTROLS.plan(controls, settings, notice) if controls else None
    return RunPlan(settings, chosen, plans, wanted, beside)


def controls_beside(data: Dataset, languages: Sequence[str], config: RunConfig) -> Dataset | None:
    """The ordinary words that a run measures beside a dataset, for the measures that compare with random words.

    A limit holds for them too.
    """
    if not config.controls or PROBES not in config.suites or CONDITION not in config.conditions:
        return None
    found = controls_of(data, languages, config.cache_dir)
    return found.select(list(languages), [CONDITION], config.limit) if found else None


def together(wanted: Wanted) -> set[Request]:
    """All requests of all units."""
    return _united(list(wanted.values()))


def _united(wanted: list[set[Request]]) -> set[Request]:
    """All requests; those of the one suite that asks for any are not copied."""
    some = [requests for requests in wanted if requests]
    return some[0] if len(some) == 1 else set().union(*some)
