"""A few measures of a model, again and again while it is trained: nothing is stored, and everything is planned once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from idioprobe.core.answers import Answer, Answers, Failure
from idioprobe.core.encoder import Encoder, spans_of
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.notices import ignore
from idioprobe.core.requests import Request
from idioprobe.core.tables import ALL, CONTROL, SIMILARITIES
from idioprobe.core.views import UNITS, Unit, View
from idioprobe.data.dataset import Dataset
from idioprobe.data.registry import load_dataset
from idioprobe.embed.embedder import plan_views
from idioprobe.run.config import RunConfig
from idioprobe.run.plan import select, settings_of
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.headline import BEYOND, MEANING, NET, RANDOM, TOKENS, Headline, headlines
from idioprobe.suites.pairs.suite import PairSuite
from idioprobe.suites.probes import SUITE as PROBES

MEASURES = ("choice_net", "choice", "choice_random", "pref_words", "aff_syn_words", "sim_syn", "sim_words", "sim_rand")
"""What is watched: the scores, what they are made of, and whether everything becomes alike."""
GUARDS = 24
"""Expressions of other classes that are measured too, to tell whether a model still knows meaning from noise."""


@dataclass(frozen=True)
class Watched:
    """What a model gets: every item's scores, their statistics, and the idiom score of each language and unit."""

    scores: pl.DataFrame
    summary: pl.DataFrame
    headlines: list[Headline]

    def means(self, group: str | None = None) -> pl.DataFrame:
        """The mean of each measure in a group, by default that of the idiom score."""
        group = group or (self.headlines[0].group if self.headlines else ALL)
        return self.summary.filter(pl.col("value").is_not_null(), statistic="mean", group=group)


class Watch:
    """What is asked of a model, and how its answers are measured."""

    def __init__(
        self,
        dataset: str | Path | Dataset = "starter",
        *,
        languages: Sequence[str] | None = None,
        idiomatic: bool = True,
        conditions: Sequence[str] = ("nat",),
        units: Sequence[Unit] = UNITS,
        measures: Sequence[str] = MEASURES,
        views: Sequence[str] | None = None,
        limit: int | None = None,
        resamples: int = 2000,
        seed: int = 0,
    ) -> None:
        data = dataset if isinstance(dataset, Dataset) else load_dataset(dataset)
        spoken = list(languages or (["en"] if "en" in data.languages else data.languages))
        self.config = RunConfig(
            languages=tuple(spoken),
            conditions=tuple(conditions),
            units=tuple(units),
            views=None if views is None else tuple(views),
            limit=limit,
            resamples=resamples,
            seed=seed,
        )
        known = {measure.name for measure in PROBES.measures} - {TOKENS, BEYOND}
        if strange := [name for name in measures if name not in known]:
            raise ConfigError(f"`measures` {', '.join(strange)}: one of {', '.join(sorted(known))}.")
        if missing := [language for language in spoken if language not in data.languages]:
            raise ConfigError(f"`languages` {missing[0]}: {data.name} has {', '.join(data.languages)}.")
        part = _idiomatic(data, limit, seed) if idiomatic else data
        self.data = select(part, spoken, replace(self.config, limit=None) if idiomatic else self.config)
        needed = dict.fromkeys((NET, MEANING, RANDOM, *measures))
        self.suite = PairSuite("watch", "", 0, tuple(BY_NAME[name] for name in needed))
        self.settings = settings_of(self.data, spoken, self.config)
        self.plan = self.suite.plan(self.data, self.settings, ignore)
        if self.plan.lacking:
            raise DatasetError(self.plan.lacking)

    def look(self, encoder: Encoder, batch_tokens: int | None = None) -> Watched:
        """Measure a model as it is now."""
        facts = encoder.facts()
        units = tuple(unit for unit in UNITS if unit in facts.units and unit in self.config.units)
        written = self.config.written_views
        views = plan_views(facts, written, units or self.config.units, special_tokens=False, notice=ignore)
        answers = self._ask(encoder, views, batch_tokens)

        parts = [self.suite.measure(self.plan, view, _said(answers[view]), self.settings) for view in views]
        similarities = pl.concat([pl.DataFrame(schema=SIMILARITIES), *(part.rows for part in parts)])
        scored = self.suite.scores(similarities, self.data, self.settings, parts)
        summary = self.suite.summary(scored, self.data, self.settings)
        return Watched(scored.table, summary, headlines(summary, self.data.classes[0]))

    def _ask(
        self, encoder: Encoder, views: Sequence[View], batch_tokens: int | None
    ) -> dict[View, dict[Request, Answer]]:
        wanted = set().union(*(self.plan.wanted.get(view.unit, set()) for view in views))
        texts = {request.text for request in wanted}
        found: dict[View, dict[Request, Answer]] = {view: {} for view in views}
        targets = self.plan.wanted.get("target", set()) if any(view.unit == "target" for view in views) else set()
        for encoded in encoder.encode(sorted(texts), spans_of(targets, texts), views, batch_tokens):
            for view in views:
                found[view].update(encoded.vectors.get(view, ()))
                found[view].update((request, Failure(why)) for request, why in encoded.failed.get(view, ()))
        return found


def _said(known: Mapping[Request, Answer]) -> Answers:
    """What a model has said, for whoever asks for a part of it."""

    def answers(requests: Set[Request]) -> dict[Request, Answer]:
        return {request: known[request] for request in requests if request in known}

    return answers


def _idiomatic(data: Dataset, limit: int | None, seed: int) -> Dataset:
    """The idiomatic expressions, `limit` at most, and a sample of the others; all where none is classed as such."""
    keys = ["expression", "language"]
    known = data.expressions.filter(pl.col("type") != CONTROL)
    part = known.filter(pl.col("class") == data.classes[0])
    if part.is_empty():
        part, others = known, known.clear()
    else:
        others = known.join(part.select(keys), on=keys, how="anti").sort(keys)
    if limit is not None:
        part = part.filter(pl.int_range(pl.len()).over("language") < limit)
    guards = [
        own.sample(min(GUARDS, len(own)), seed=seed) for _, own in others.group_by("language", maintain_order=True)
    ]
    kept = pl.concat([part, *guards]).select(keys)
    tables = {
        name: getattr(data, name).join(kept, on=keys, how="semi", maintain_order="left")
        for name in ("expressions", "stimuli")
    }
    return replace(data, **tables)
