"""A suite that is made of minimal pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from idioprobe.core.answers import Answers, vectors_only
from idioprobe.core.notices import Notice
from idioprobe.core.tables import CLASSES, SCORES, SIMILARITIES
from idioprobe.core.views import UNITS, Unit, View
from idioprobe.data.components import component_roles
from idioprobe.data.dataset import Dataset
from idioprobe.data.lengths import lexical_overlaps
from idioprobe.data.targets import target_texts
from idioprobe.suites.base import Outcome, Part, Plan, Schema, Section, Settings
from idioprobe.suites.contrasts import contrasts
from idioprobe.suites.measure import COMPONENT, Comparison, Measure, compared_role, comparisons_of
from idioprobe.suites.pairs.freesynonym import mark_free
from idioprobe.suites.pairs.plan import for_roles, minimal_pairs, requests_by_unit
from idioprobe.suites.pairs.scores import SUBSTITUTES, Compared, Scored, score
from idioprobe.suites.pairs.similarities import RogueOptions, compare
from idioprobe.suites.predictions import judge
from idioprobe.suites.summary import summarise

CROSSED = "crossed"
"""Under which a part holds similarities with variants in other sentences."""
OF_TOKENS, SAME_LENGTH = "choice_net_tokens", "choice_same_length"
"""Measures that need more than similarities: those of the model's own tokens, and how long variants are."""
TABLES: Mapping[str, Schema] = {"similarities": SIMILARITIES, "scores": SCORES}


@dataclass(frozen=True)
class PairSuite:
    """Measures whose scores come from comparisons within an item."""

    name: str
    title: str
    order: int
    measures: tuple[Measure, ...]
    tables: Mapping[str, Schema] = field(default_factory=lambda: TABLES)
    units: tuple[Unit, ...] = UNITS

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """What the measures need to be compared."""
        return comparisons_of(self.measures)

    def plan(self, data: Dataset, settings: Settings, notice: Notice) -> Plan:
        """The pairs of the conditions asked for, and of the expressions alone."""
        del notice
        made = for_roles(self.comparisons, component_roles(data.expressions))
        stimuli = mark_free(data.stimuli, data.expressions)
        pairs, places = minimal_pairs(stimuli, made, data.expressions, settings.component_forms)
        pairs = pairs.filter(pl.col("condition").is_in([*settings.conditions, "none"]))
        wanted = requests_by_unit(pairs, places, made)
        lacking = f"{data.name} holds no minimal pairs: no item has a variant to compare with."
        lacking = "" if len(pairs) else lacking
        return Plan(pairs, wanted, lacking=lacking, context=(places, made), forget=places.forget)

    def measure(self, plan: Plan, view: View, answers: Answers, settings: Settings) -> Part:
        """Similarities of all pairs."""
        options = RogueOptions(settings.rogue, settings.how.seed)
        vectors = vectors_only(answers)
        places, made = plan.context
        done = compare(plan.rows, places, made, view, vectors, settings.metric, options)
        return Part(done.similarities, done.dropped, done.rogue, {CROSSED: done.crossed})

    @property
    def compares_tokens(self) -> bool:
        """Whether some measure looks at the model's own tokens."""
        return any(measure.name == OF_TOKENS for measure in self.measures)

    def tokens(self, plan: Plan, unit: Unit, answers: Answers, settings: Settings) -> pl.DataFrame:
        """Similarities of the model's own tokens in one unit."""
        places, made = plan.context
        direct = [comparison for comparison in made if comparison.name in ("syn", *SUBSTITUTES)]
        view = View(unit, "mean", "0")
        done = compare(plan.rows, places, direct, view, vectors_only(answers), settings.metric)
        return done.similarities.select("item", "comparison", "index", "unit", "value")

    def collect(self, plan: Plan, parts: Sequence[Part], data: Dataset, settings: Settings) -> Outcome:
        """Scores, statistics and verdicts.

        Targets that were not asked for still decide which component is the nearer one: what was
        lost of these is told, and no more of them.
        """
        similarities = pl.concat([pl.DataFrame(schema=SIMILARITIES), *(part.rows for part in parts)])
        scored = self.scores(similarities, data, settings, parts)
        asked = pl.col("unit").is_in(settings.units)
        decides_winner = pl.col("role").is_in(["original", *component_roles(data.expressions)])
        lost = [part.dropped.filter(asked | decides_winner) for part in parts]
        scored = scored.only(settings.units)
        dropped = pl.concat([plan.dropped, *lost, scored.dropped])
        if any(unit not in settings.units for unit in similarities["unit"].unique()):
            similarities = similarities.filter(asked)
        summary = self.summary(scored, data, settings)
        scores = scored.table
        predictions = judge(self.measures, scores, summary, settings.thresholds, settings.how, data.classes)
        contrasted = scores if settings.bounded is None else scores.clear()
        known = (data.expressions, data.ratings, settings.how)
        differences = contrasts(self.measures, contrasted, *known, data.classes)
        rogue = [row for part in parts for row in part.found]
        found = {"rogue": rogue} if any(c.standardise for c in self.comparisons) else {}
        tables = {"similarities": similarities, "scores": scores}
        return Outcome(tables, dropped, summary, predictions, differences, found)

    def scores(
        self, similarities: pl.DataFrame, data: Dataset, settings: Settings, parts: Sequence[Part] = ()
    ) -> Scored:
        """The scores of all items, and what has none."""
        crossed = [part.beside[CROSSED] for part in parts if CROSSED in part.beside]
        compared = Compared(
            similarities,
            pl.concat(crossed) if crossed and any(c.crossed for c in self.comparisons) else None,
            settings.tokens,
            _lengths(data.stimuli) if any(measure.name == SAME_LENGTH for measure in self.measures) else None,
        )
        return score(compared, data.expressions, settings.winner, self.measures, settings.random_by)

    def summary(self, scored: Scored, data: Dataset, settings: Settings) -> pl.DataFrame:
        """Every statistic of the scores."""
        compared = {compared_role(measure) for measure in self.measures} if settings.lengths else set()
        each = component_roles(data.expressions)
        roles = {role: each if role == COMPONENT else (role,) for role in sorted(compared - {""})}
        return summarise(
            self.measures,
            scored.scores,
            data.expressions,
            data.ratings,
            settings.how,
            settings.lengths,
            data.classes,
            settings.bounded,
            scored.cells,
            lexical_overlaps(data.stimuli, roles),
        )

    def sections(
        self, summary: pl.DataFrame, model: str, config: Mapping[str, Any], classes: Sequence[str] = CLASSES
    ) -> Iterator[Section]:
        """None: the table of measures shows them."""
        del summary, model, config, classes
        yield from ()

    def verdicts(self, summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[str]:
        """None: the verdict on the synonym is common to all results."""
        del summary, model, classes
        yield from ()


def _lengths(stimuli: pl.DataFrame) -> pl.DataFrame:
    """How many words the target of each variant has, by item, role and index."""
    here = stimuli.filter(pl.col("role").is_in(["syn", *SUBSTITUTES]))
    words = target_texts(here).str.split(" ").list.len().cast(pl.Float64)
    return here.select("item", "role", "index").with_columns(value=words)
