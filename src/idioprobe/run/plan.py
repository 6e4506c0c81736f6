"""What a run asks for, whatever the model: the stimuli, what is compared with what, and so the texts."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.requests import Request
from idioprobe.core.tables import DROPPED
from idioprobe.core.views import Unit
from idioprobe.data.dataset import Dataset
from idioprobe.run.config import RunConfig
from idioprobe.suites.catalogue import comparisons_of, measures_of
from idioprobe.suites.epsilon import epsilon
from idioprobe.suites.epsilon.substitutions import substitutions, synonym_counts
from idioprobe.suites.pairs import PAIRS, minimal_pairs, requests_by_unit

Wanted = dict[Unit, set[Request]]


@dataclass(frozen=True)
class Plan:
    """What is compared: minimal pairs, ε pairs if that suite runs; the texts wanted; what cannot be used."""

    pairs: pl.DataFrame
    distances: pl.DataFrame | None
    wanted: Wanted
    dropped: pl.DataFrame


def asked_languages(data: Dataset, config: RunConfig) -> list[str] | None:
    """The languages that the user asks for; None where that is left open."""
    if config.languages is None:
        return None
    missing = [language for language in config.languages if language not in data.languages]
    if missing:
        raise ConfigError(f"`languages` {missing[0]}: {data.name} has {', '.join(data.languages)}.")
    return sorted(config.languages)


def select(data: Dataset, languages: list[str], config: RunConfig) -> Dataset:
    """The part of a dataset that a run is about; where that is nothing, the error says what there is."""
    selected = data.select(languages, list(config.conditions), config.limit)
    if selected.stimuli.filter(pl.col("condition").is_in(config.conditions)).is_empty():
        raise DatasetError(
            f"{data.name} has no stimuli in {', '.join(languages)} for {', '.join(config.conditions)}; "
            f"it has {', '.join(sorted(data.stimuli['condition'].unique()))} in {', '.join(data.languages)}."
        )
    return selected


def make_plan(data: Dataset, languages: list[str], config: RunConfig, notice: Notice = ignore) -> Plan:
    """Which pairs of the selected stimuli are compared, and so which texts are wanted in each unit."""
    conditions = [*config.conditions, "none"]
    comparisons = comparisons_of(measures_of(config.suites))
    pairs, dropped = pl.DataFrame(schema=PAIRS), pl.DataFrame(schema=DROPPED)
    if comparisons:
        pairs = minimal_pairs(data.stimuli, comparisons).filter(pl.col("condition").is_in(conditions))
    wanted = requests_by_unit(pairs)
    distances = None
    if "epsilon" in config.suites:
        distances, dropped = _plan_epsilon(data, languages, config, notice)
        wanted["sentence"] |= epsilon.requests(distances)
    if pairs.is_empty() and (distances is None or distances.is_empty()):
        raise DatasetError(f"{data.name} holds no minimal pairs: no item has a variant to compare with.")
    return Plan(pairs, distances, wanted, dropped)


def _plan_epsilon(
    data: Dataset, languages: list[str], config: RunConfig, notice: Notice
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The ε pairs, what cannot be used for them, and a word about languages that have too few synonyms."""
    if "sentence" not in config.units:
        raise ConfigError("--suite epsilon measures sentences; add sentence to --unit.")
    stimuli = data.stimuli.filter(pl.col("condition").is_in([*config.conditions, "none"]))
    found, unusable = substitutions(stimuli, data.expressions)
    pairs, few = epsilon.pair_up(found, config.pairing)
    counts = synonym_counts(found)
    for language in languages:
        if language not in pairs["language"]:
            told = ", ".join(f"{n} with {k}" for k, n in counts.get(language, {}).items()) or "none with any"
            notice(
                f"epsilon: no component in {language} has two synonyms (places by number of synonyms: {told}); "
                "the suite needs two and goes on without this language."
            )
    if pairs.is_empty() and tuple(config.suites) == ("epsilon",):
        raise DatasetError(
            f"--suite epsilon: no component of {data.name} has two synonyms or more in "
            f"{', '.join(languages)}; give more modifier_synonyms and head_synonyms."
        )
    return pairs, pl.concat([unusable, few])
