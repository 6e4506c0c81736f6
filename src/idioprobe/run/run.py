"""A planned run of one model on one dataset: requests → answers → tables → summary."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import polars as pl

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoder, Facts, HoldsVectors, KnowsExpressions, Model, Responder
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.files import sweep
from idioprobe.core.frames import set_aside
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.price import HasPrice
from idioprobe.core.progress import Progress, Quiet
from idioprobe.core.requests import Request, parse_spans
from idioprobe.core.tables import CONTRASTS, DROPPED, LENGTHS, PREDICTIONS, SUMMARY
from idioprobe.core.views import ANSWER, UNITS, Unit, View
from idioprobe.data.dataset import Dataset
from idioprobe.data.questions.read import questions_digest
from idioprobe.data.sources.flaws import left_out
from idioprobe.embed.damage import DamagedStoreError
from idioprobe.embed.embedder import Embedded, as_tasks, embed, know_facts, plan_views, tasks_of
from idioprobe.embed.spaces import Store
from idioprobe.models.common.nothere import NotHere
from idioprobe.run.config import RunConfig, config_digits
from idioprobe.run.controls import held_controls, ordinary
from idioprobe.run.engines.shards import Shard
from idioprobe.run.floor import Floor, floor_of, words_for
from idioprobe.run.manifest import ModelRecord, make_manifest, model_record, word_counts
from idioprobe.run.plan import QUESTIONS, Forecast, RunPlan, make_plan, together
from idioprobe.run.references import References, references
from idioprobe.run.results import Result, load_result, result_folder
from idioprobe.run.similar import similar_by
from idioprobe.suites.base import Outcome, Part, Wanted
from idioprobe.suites.catalogue import SUITES, split_by_units, suites_of
from idioprobe.suites.headline import headlines

T = TypeVar("T")


def on_whole_store(store: Store, notice: Notice, work: Callable[[], T]) -> T:
    """Do some work on the store; if the store proves damaged, set it aside and do it on a new one."""
    try:
        return work()
    except DamagedStoreError as error:
        notice(store.renew(error))
        return work()


@dataclass
class Run:
    """A planned run of one model on one dataset."""

    encoder: Model
    data: Dataset
    digest: str
    languages: list[str]
    config: RunConfig
    store: Store
    notice: Notice
    comparer: Encoder | None = None
    """What compares paraphrases with people's, where the user names a model for it."""
    controls: Dataset | None = None
    """Ordinary words to measure beside the data."""
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def model(self) -> ModelRecord:
        """Which model it is, for the manifest; what it can do is known once it has been loaded."""
        facts = on_whole_store(self.store, self.notice, lambda: self.store.facts(self.encoder.identity))
        return model_record(self.encoder, facts)

    @cached_property
    def digits(self) -> str:
        """The eight digits of the configuration."""
        beside = {"controls": self.beside.digest()} if self.beside else {}
        return config_digits({**self._decides(self.config), **beside, "model": self.encoder.identity.fingerprint})

    @cached_property
    def beside(self) -> Dataset | None:
        """The ordinary words that are measured: none where a file of vectors has none of them."""
        facts = on_whole_store(self.store, self.notice, lambda: self.store.facts(self.encoder.identity))
        return held_controls(self.encoder, self.controls, facts, self.languages, self.config, self.notice)

    def _decides(self, config: RunConfig) -> dict[str, Any]:
        """All that decides the numbers but the model."""
        measures = [measure.name for suite in suites_of(self.suites) for measure in suite.measures]
        own = {**replace(config, suites=self.suites).canonical(), "languages": self.languages}
        asked = {QUESTIONS: self.asked} if self.asked else {}
        asked |= {"comparer": self.comparer.identity.fingerprint} if self.comparer else {}
        return {"config": own, "measures": measures, "dataset": self.digest, **asked}

    @cached_property
    def asked(self) -> str:
        """What tells the questions of this run from others; empty where nothing is asked in words."""
        return questions_digest(self.languages, self.config.questions) if QUESTIONS in self.suites else ""

    @cached_property
    def suites(self) -> tuple[str, ...]:
        """The suites that a model of this kind can answer, of those asked for."""
        units = {ANSWER} if isinstance(self.encoder, Responder) else {*UNITS}
        can = tuple(suite.name for suite in suites_of(self.config.suites) if units & {*suite.units})
        name, others = self.encoder.identity.name, [name for name in self.config.suites if name not in can]
        kind = (
            "answers in words" if isinstance(self.encoder, Responder) else "has vectors, and does not answer in words"
        )
        if not can:
            instead = [suite.name for suite in SUITES.values() if units & {*suite.units}]
            raise ConfigError(
                f"{name} {kind}: `suites` {','.join(others)} cannot be measured; take {' or '.join(instead)}"
                + ("." if isinstance(self.encoder, Responder) else ", or write chat: before a model that does.")
            )
        if others:
            self.notice(f"{name} {kind}: {', '.join(others)} left out.")
        return can

    def folder(self, out: Path) -> Path:
        """Where below `out` the result belongs."""
        return result_folder(out, self.data.name, self.model, self.digits)

    def existing(self, out: Path) -> Result | None:
        """The result of an earlier run of the same configuration."""
        folder = self.folder(out)
        sweep(folder.parent)
        return load_result(folder) if folder.exists() else None

    def forecast(self, *, load: bool = True) -> Forecast:
        """What `compute` would embed; nothing is embedded, no server is asked, and without `load` no model loaded."""
        plan = self._plan()
        asks = isinstance(self.encoder, Responder)
        here = not isinstance(self.encoder, NotHere)
        if not here or (not load and self.store.facts(self.encoder.identity) is None):
            units: set[Unit] = {ANSWER} if asks else {*self.config.units, "target"}
            every = as_tasks(set().union(*(plan.everything[unit] for unit in units)))
            return Forecast(self.encoder.identity.name, len(every), len(every), None, here=here, asks=asks)
        views = self._views(plan, dry=True)
        self._expressions()
        every, missing = on_whole_store(
            self.store, self.notice, lambda: tasks_of(self.encoder, self.store, plan.everything, views)
        )
        cost = self.encoder.estimate(sorted(missing)) if isinstance(self.encoder, HasPrice) else None
        return Forecast(self.encoder.identity.name, len(every), len(missing), cost, asks=asks)

    def embed_shard(self, shard: Shard, progress: Progress) -> Embedded:
        """Embed the part of a run that one of several machines takes; nothing is scored."""
        plan, views = self._planned
        return self._embed(shard.of(plan.everything), views, progress)

    @cached_property
    def _planned(self) -> tuple[RunPlan, list[View]]:
        """What the run asks for and in which views, once what the model holds is checked."""
        plan = self._plan()
        views = self._views(plan)
        self._held(plan.everything, views)
        self._expressions()
        return plan, views

    def compute(self, progress: Progress) -> Result:
        """Embed what is missing and score it."""
        started = datetime.now(UTC)
        with self._timed("plan"):
            plan = self._plan()
        with self._timed("embedding"):
            views = self._views(plan)
            held = self._held(plan.everything, views) | self._expressions()
            done = self._embed(plan.everything, views, progress)
        progress.stage("comparing vectors")
        with self._timed("measures"):
            parts, done = self._measure(plan, views, done)
            words = on_whole_store(self.store, self.notice, lambda: word_counts(self.encoder, together(plan.wanted)))
            floor = self._floor(plan, views)
            plan.forget()
            self.store.forget_keys()
        progress.stage("resampling expressions for intervals")
        with self._timed("summary"):
            similar = similar_by(self.comparer, self.store) if self.comparer else None
            settings = replace(plan.settings, similar=similar, tokens=floor.similarities)
            outcomes = [
                suite.collect(own, found, self.data, settings)
                for suite, own, found in zip(plan.suites, plan.plans, parts, strict=False)
            ]
            beside = ordinary(plan, parts[-1], self.beside, outcomes, self.data, settings)
        tables = merged(outcomes)
        outcomes.append(beside)
        dropped = pl.concat([self._flawed(), *(outcome.dropped for outcome in outcomes)]).unique(maintain_order=True)
        summary = pl.concat([outcome.summary for outcome in outcomes])
        if all(outcome.summary.is_empty() for outcome in outcomes[:-1]):
            self._nothing_left(dropped if all(table.is_empty() for table in tables.values()) else dropped.clear())
        predictions = pl.concat([outcome.predictions for outcome in outcomes])
        differences = pl.concat([outcome.contrasts for outcome in outcomes])
        counts = {
            "expressions": len(self.data.expressions),
            "items": pl.concat([table["item"] for table in tables.values()]).n_unique(),
            "texts": done.texts,
            "texts_embedded": done.computed,
            "texts_from_store": done.texts - done.computed,
            **{name: len(table) for name, table in tables.items()},
            "dropped": len(dropped),
            **({"controls": len(self.beside.expressions)} if self.beside else {}),
        }
        findings = {name: found for outcome in outcomes for name, found in outcome.found.items()}
        put_aside = {name: set_aside(table) for name, table in (tables | dict(beside.tables)).items()}
        del parts, outcomes, tables, beside
        scores = headlines(summary, self.data.classes[0], floor.kind)
        spoken = isinstance(self.encoder, Responder)
        others = self._references(plan, views) if scores and not spoken else References()
        manifest = make_manifest(
            encoder=self.encoder,
            model=self.model,
            data=self.data,
            digest=self.digest,
            digits=self.digits,
            languages=self.languages,
            config=replace(self.config, suites=self.suites),
            views={view.name for view in views},
            counts=counts | held | words,
            started=started,
            seconds=self.timings,
            headline=scores,
            references=others.records,
            findings=findings,
            questions=self.asked,
            controls=self.beside.digest()[:8] if self.beside else "",
        )
        return Result(
            manifest,
            {
                "stimuli": self.data.stimuli,
                "expressions": self.data.expressions,
                "ratings": self.data.ratings,
                "lengths": pl.DataFrame(list(plan.settings.lengths.items()), schema=LENGTHS, orient="row"),
                **{name: back() for name, back in put_aside.items()},
                "summary": self._labelled(summary, list(SUMMARY)),
                "predictions": self._labelled(predictions, list(PREDICTIONS)),
                "contrasts": self._labelled(differences, list(CONTRASTS)),
                "dropped": dropped,
                **({"references": others.summary} if others.records else {}),
            },
        )

    def _plan(self) -> RunPlan:
        plan = make_plan(self.data, self.languages, self.config, self.notice, self.suites, self.beside)
        if not self.config.floor:
            return plan
        return replace(plan, words=words_for(self.encoder, plan, self.config.units, self.notice))

    def _views(self, plan: RunPlan, *, dry: bool = False) -> list[View]:
        """The views asked for, and the targets' of the same pooling: winners are chosen there."""
        facts = on_whole_store(self.store, self.notice, lambda: know_facts(self.encoder, self.store, dry=dry))
        wanted = plan.wanted
        if isinstance(self.encoder, Responder):
            return plan_views(facts, self.config.written_views, (ANSWER,), special_tokens=False, notice=self.notice)
        units: tuple[Unit, ...] = tuple(u for u in UNITS if u in self.config.units and wanted[u])
        if not units:
            self._nothing_left(pl.DataFrame(schema=DROPPED))
        units = self._possible(plan, units, facts)
        special = self.config.special_tokens
        views = plan_views(facts, self.config.written_views, units, special_tokens=special, notice=self.notice)
        if "target" not in units and "target" in facts.units and wanted["target"]:
            try:
                views += plan_views(
                    facts, self.config.written_views, ("target",), special_tokens=special, notice=ignore
                )
            except ConfigError:
                return views
        return views

    def _possible(self, plan: RunPlan, units: tuple[Unit, ...], facts: Facts) -> tuple[Unit, ...]:
        """The units that the model has, with a word about the measures that the others take with them."""
        possible = tuple(unit for unit in units if unit in facts.units)
        if not possible or possible == units:
            return units
        measures = [measure for suite in plan.suites for measure in suite.measures]
        kept, lost = split_by_units(measures, possible)
        lacking = " and no ".join(unit for unit in units if unit not in possible)
        self.notice(
            f"{self.encoder.identity.name} has no {lacking} unit. Measured in the unit {', '.join(possible)}: "
            f"{', '.join(kept) or 'nothing'}" + (f"; left out: {', '.join(lost)}." if lost else ".")
        )
        return possible

    def _held(self, wanted: Wanted, views: Sequence[View]) -> dict[str, int]:
        """What a family that holds vectors of some requests only has to say, before anything is embedded."""
        if not isinstance(self.encoder, HoldsVectors):
            return {}
        units = {view.unit for view in views}
        return self.encoder.check({unit: wanted[unit] for unit in units}, self.notice)

    def _expressions(self) -> dict[str, int]:
        """What a family that may know whole expressions says about those of the dataset, before it embeds them."""
        if not isinstance(self.encoder, KnowsExpressions):
            return {}
        written: dict[tuple[str, str], list[Request]] = {}
        asked = pl.col("condition").is_in(self.config.conditions)
        originals = self.data.stimuli.filter(pl.col("role") == "original", asked)
        rows = originals.select("expression", "language", "text", "spans").iter_rows()
        for expression, language, text, spans in rows:
            written.setdefault((expression, language), []).append(Request(text, parse_spans(spans)))
        return self.encoder.check_expressions(written, self.notice)

    def _embed(self, wanted: Wanted, views: Sequence[View], progress: Progress) -> Embedded:
        def work() -> Embedded:
            return embed(self.encoder, self.store, wanted, views, self.config.batch_tokens, progress)

        return on_whole_store(self.store, self.notice, work)

    def _measure(self, plan: RunPlan, views: Sequence[View], done: Embedded) -> tuple[list[list[Part]], Embedded]:
        """What each suite makes of the answers, one view after the other; and what was embedded in the end."""
        parts: list[list[Part]] = [[] for _ in plan.pairs]
        for view in views:
            of_view, done = self._measure_view(view, plan, views, done)
            for found, part in zip(parts, of_view, strict=True):
                found.append(part)
        return parts, done

    def _flawed(self) -> pl.DataFrame:
        """What the dataset's own flaws cost this run."""
        asked = pl.col("condition").is_null() | pl.col("condition").is_in([*self.config.conditions, "none"])
        spoken = pl.col("language").is_null() | pl.col("language").is_in(self.languages)
        flaws = left_out(self.data.flaws.filter(asked, spoken))
        keys = ["expression", "language"]
        absent = flaws.drop_nulls("expression").join(self.data.expressions, on=keys, how="anti").select(keys)
        return flaws.join(absent, on=keys, how="anti", maintain_order="left")

    def _measure_view(
        self, view: View, plan: RunPlan, views: Sequence[View], done: Embedded
    ) -> tuple[list[Part], Embedded]:
        """What each suite makes of a view; what the store has lost is embedded again."""

        def work(done: Embedded) -> tuple[list[Part], Embedded]:
            space, unanswered = self.store.space(self.encoder.identity, view), done.unanswered.get(view, set())

            def answers(requests: Set[Request]) -> dict[Request, Answer]:
                return self.store.read_all(space, requests - unanswered)

            return [suite.measure(own, view, answers, plan.settings) for suite, own in plan.pairs], done

        try:
            return work(done)
        except DamagedStoreError as error:
            self.notice(self.store.renew(error))
            return work(self._embed(plan.everything, views, Quiet()))

    def _references(self, plan: RunPlan, views: Sequence[View]) -> References:
        """What the reference models get on the same data, which any model of the same units shares."""
        units, key = tuple(dict.fromkeys(view.unit for view in views)), self._key_of(views)

        def work() -> References:
            return references(self.data, plan, units, key, self.store.notes("memory"))

        return on_whole_store(self.store, self.notice, work)

    def _floor(self, plan: RunPlan, views: Sequence[View]) -> Floor:
        """What the model's own tokens get, added up; nothing where nobody asks for it, or a model has none."""
        if not self.config.floor or isinstance(self.encoder, Responder):
            return Floor()
        encoder = self.encoder
        key = self._key_of(views)
        return on_whole_store(
            self.store, self.notice, lambda: floor_of(encoder, plan, views, plan.words, self.store, key)
        )

    def _key_of(self, views: Sequence[View]) -> str:
        """Digits of all that decides the numbers but the model and its options."""
        units = tuple(dict.fromkeys(view.unit for view in views))
        return config_digits({**self._decides(self.config.for_family("")), "units": units})

    def _nothing_left(self, dropped: pl.DataFrame) -> NoReturn:
        start = f"Nothing in {self.data.name} can be scored with {self.encoder.identity.name}"
        reasons = Counter(dropped["reason"].to_list())
        if not reasons:
            suites, units = (",".join(names) for names in (self.suites, self.config.units))
            raise DatasetError(
                f"{start}: no measure of `suites` {suites} has what it needs there in the `units` {units}; "
                "take other suites, or all units."
            )
        reason, count = reasons.most_common(1)[0]
        raise DatasetError(
            f"{start}: {reason} ({count}); check that the model fits the dataset, its language first of all."
        )

    def _labelled(self, table: pl.DataFrame, columns: list[str]) -> pl.DataFrame:
        return table.with_columns(
            pl.lit(self.encoder.identity.name).alias("model"),
            pl.lit(self.data.name).alias("dataset"),
            pl.lit(self.data.header.labelling).alias("labelling"),
        ).select(columns)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        begun = time.perf_counter()
        yield
        self.timings[stage] = round(time.perf_counter() - begun, 4)


def merged(outcomes: Sequence[Outcome]) -> dict[str, pl.DataFrame]:
    """The tables of all suites by name; rows that two suites share stand there once."""
    parts: dict[str, list[pl.DataFrame]] = {}
    for outcome in outcomes:
        for name, table in outcome.tables.items():
            parts.setdefault(name, []).append(table)
    return {
        name: tables[0] if len(tables) == 1 else pl.concat(tables).unique(maintain_order=True)
        for name, tables in parts.items()
    }
