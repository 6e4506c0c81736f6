"""The suite: ε pairs of every sentence, in every view of whole texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from idioprobe.core.answers import Answers, vectors_only
from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import Notice
from idioprobe.core.tables import CLASSES, DROPPED
from idioprobe.core.views import Unit, View
from idioprobe.data.dataset import Dataset
from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.base import Outcome, Part, Plan, Schema, Section, Settings
from idioprobe.suites.epsilon import words
from idioprobe.suites.epsilon.epsilon import EPSILON, measure, pair_up, requests
from idioprobe.suites.epsilon.measures import MEASURES
from idioprobe.suites.epsilon.substitutions import substitutions, synonym_counts
from idioprobe.suites.epsilon.summary import summarise_epsilon


class EpsilonSuite:
    """ε-compositionality of Wold et al. (2025)."""

    name = "epsilon"
    title = "ε-compositionality: distances of words alone and in the sentence"
    order = 3
    measures = MEASURES
    tables: Mapping[str, Schema] = {"epsilon": EPSILON}
    units: tuple[Unit, ...] = ("sentence",)

    def plan(self, data: Dataset, settings: Settings, notice: Notice) -> Plan:
        """The ε pairs, what cannot be used for them, and a word about languages that have too few synonyms."""
        if "sentence" not in settings.units:
            raise ConfigError("`suites` epsilon measures sentences; add sentence to `units`.")
        if METRICS[settings.metric].distance is None:
            able = ", ".join(name for name, metric in METRICS.items() if metric.distance)
            raise ConfigError(f"`suites` epsilon measures distances; `metric` {settings.metric} has none; take {able}.")
        stimuli = data.stimuli.filter(pl.col("condition").is_in([*settings.conditions, "none"]))
        found, unusable = substitutions(stimuli, data.expressions)
        pairs, few = pair_up(found, settings.pairing)
        counts = synonym_counts(found)
        for language in settings.languages:
            if language not in pairs["language"]:
                told = ", ".join(f"{n} with {k}" for k, n in counts.get(language, {}).items()) or "none with any"
                notice(
                    f"epsilon: no component in {language} has two synonyms (places by number of synonyms: {told}); "
                    "the suite needs two and goes on without this language."
                )
            elif wordfreq_frequency(language) is None:
                notice(f"epsilon: wordfreq has no frequencies for {language}: no test is controlled for them.")
        lacking = (
            f"`suites` epsilon: no component of {data.name} has two synonyms or more in "
            f"{', '.join(settings.languages)}; give more synonyms of each (modifier_synonyms, head_synonyms, …)."
        )
        wanted = {"target": set(), "sentence": requests(pairs)}
        return Plan(pairs, wanted, pl.concat([unusable, few]), "" if len(pairs) else lacking)  # type: ignore[arg-type]

    def measure(self, plan: Plan, view: View, answers: Answers, settings: Settings) -> Part:
        """Both ε of each pair; nothing for views of targets."""
        if view.unit != "sentence":
            return Part(pl.DataFrame(schema=EPSILON), pl.DataFrame(schema=DROPPED))
        vectors = vectors_only(answers)(plan.wanted["sentence"])
        return Part(*measure(plan.rows, view, vectors, settings.metric))

    def collect(self, plan: Plan, parts: Sequence[Part], data: Dataset, settings: Settings) -> Outcome:
        """All ε pairs, and the tests on them."""
        pairs = pl.concat([pl.DataFrame(schema=EPSILON), *(part.rows for part in parts)])
        dropped = pl.concat([plan.dropped, *(part.dropped for part in parts)])
        summary = summarise_epsilon(pairs, data.expressions, data.ratings, settings.how, settings.metric, data.classes)
        return Outcome({"epsilon": pairs}, dropped, summary)

    def sections(
        self, summary: pl.DataFrame, model: str, config: Mapping[str, Any], classes: Sequence[str] = CLASSES
    ) -> Iterator[Section]:
        """The tests, the positions, the distances, the category."""
        yield from words.sections(summary, model, str(config["pairing"]), classes)

    def verdicts(self, summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[str]:
        """The model's category."""
        yield from words.verdicts(summary, model, classes)
