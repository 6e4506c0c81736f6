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
from idioprobe.suites.base import Outcome, Part, Plan, Schema, Section, Settings
from idioprobe.suites.contrasts import contrasts
from idioprobe.suites.measure import COMPONENT, Comparison, Measure, compared_role, comparisons_of
from idioprobe.suites.pairs.freesynonym import mark_free
from idioprobe.suites.pairs.plan import for_roles, minimal_pairs, requests_by_unit
from idioprobe.suites.pairs.scores import score
from idioprobe.suites.pairs.similarities import RogueOptions, compare
from idioprobe.suites.predictions import judge
from idioprobe.suites.summary import summarise

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
        return Part(done.similarities, done.dropped, done.rogue)

    def collect(self, plan: Plan, parts: Sequence[Part], data: Dataset, settings: Settings) -> Outcome:
        """Scores, statistics and verdicts.

        Targets that were not asked for still decide which component is the nearer one: what was
        lost of these is told, and no more of them.
        """
        similarities = pl.concat([pl.DataFrame(schema=SIMILARITIES), *(part.rows for part in parts)])
        scores, without = self.scores(similarities, data, settings)
        asked = pl.col("unit").is_in(settings.units)
        decides_winner = pl.col("role").is_in(["original", *component_roles(data.expressions)])
        lost = [part.dropped.filter(asked | decides_winner) for part in parts]
        dropped = pl.concat([plan.dropped, *lost, without.filter(asked)])
        if any(unit not in settings.units for unit in similarities["unit"].unique()):
            similarities, scores = similarities.filter(asked), scores.filter(asked)
        known = (data.expressions, data.ratings, settings.how)
        compared = {compared_role(measure) for measure in self.measures} if settings.lengths else set()
        each = component_roles(data.expressions)
        roles = {role: each if role == COMPONENT else (role,) for role in sorted(compared - {""})}
        overlaps = lexical_overlaps(data.stimuli, roles)
        summary = summarise(self.measures, scores, *known, settings.lengths, data.classes, settings.bounded, overlaps)
        predictions = judge(self.measures, scores, summary, settings.thresholds, settings.how, data.classes)
        contrasted = scores if settings.bounded is None else scores.clear()
        differences = contrasts(self.measures, contrasted, *known, data.classes)
        rogue = [row for part in parts for row in part.found]
        found = {"rogue": rogue} if any(c.standardise for c in self.comparisons) else {}
        tables = {"similarities": similarities, "scores": scores}
        return Outcome(tables, dropped, summary, predictions, differences, found)

    def scores(
        self, similarities: pl.DataFrame, data: Dataset, settings: Settings
    ) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The scores of all items, and what has none."""
        return score(similarities, data.expressions, settings.winner, self.measures, settings.random_by)

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
