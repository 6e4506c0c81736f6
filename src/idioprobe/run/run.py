"""A planned run of one model on one dataset: requests → answers → tables → summary."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoder, Facts, HoldsVectors, KnowsExpressions
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.files import sweep
from idioprobe.core.frames import packed, unpacked
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.price import Estimate, HasPrice
from idioprobe.core.progress import Progress, Quiet
from idioprobe.core.requests import Request, parse_spans
from idioprobe.core.tables import CONTRASTS, LENGTHS, PREDICTIONS, SUMMARY
from idioprobe.core.views import UNITS, Unit, View
from idioprobe.data.dataset import Dataset
from idioprobe.data.sources.flaws import left_out
from idioprobe.embed.embedder import Embedded, embed, know_facts, plan_views, texts_of
from idioprobe.embed.store import DamagedStoreError, VectorStore
from idioprobe.models.common.nothere import NotHere
from idioprobe.run.config import RunConfig, config_digits
from idioprobe.run.manifest import ModelRecord, make_manifest, model_record, word_counts
from idioprobe.run.plan import RunPlan, make_plan
from idioprobe.run.references import References, references
from idioprobe.run.results import Result, load_result, result_folder
from idioprobe.suites.base import Outcome, Part, Wanted
from idioprobe.suites.catalogue import split_by_units, suites_of
from idioprobe.suites.headline import headlines

T = TypeVar("T")


def on_whole_store(store: VectorStore, notice: Notice, work: Callable[[], T]) -> T:
    """Do some work on the store; if the store proves damaged, set it aside and do it on a new one."""
    try:
        return work()
    except DamagedStoreError as error:
        notice(store.renew(error))
        return work()


@dataclass(frozen=True)
class Forecast:
    """What a run would have to embed, and what that would cost where a model has a price."""

    model: str
    texts: int
    missing: int
    cost: Estimate | None
    here: bool = True

    def show(self) -> str:
        """One line for the terminal."""
        line = (
            f"{self.model}: {self.texts:,} texts, {self.texts - self.missing:,} in the store, {self.missing:,} to embed"
        )
        if not self.here:
            return f"{line}; its files are not here yet and would be downloaded first."
        return f"{line}; {self.cost.show()}." if self.cost and self.missing else f"{line}."


@dataclass
class Run:
    """A planned run of one model on one dataset."""

    encoder: Encoder
    data: Dataset
    digest: str
    languages: list[str]
    config: RunConfig
    store: VectorStore
    notice: Notice
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def model(self) -> ModelRecord:
        """Which model it is, for the manifest; what it can do is known once it has been loaded."""
        facts = on_whole_store(self.store, self.notice, lambda: self.store.facts(self.encoder.identity))
        return model_record(self.encoder, facts)

    @cached_property
    def digits(self) -> str:
        """The eight digits of the configuration."""
        return config_digits({**self._decides(self.config), "model": self.encoder.identity.fingerprint})

    def _decides(self, config: RunConfig) -> dict[str, Any]:
        """All that decides the numbers but the model."""
        measures = [measure.name for suite in suites_of(config.suites) for measure in suite.measures]
        own = {**config.canonical(), "languages": self.languages}
        return {"config": own, "measures": measures, "dataset": self.digest}

    def folder(self, out: Path) -> Path:
        """Where below `out` the result belongs."""
        return result_folder(out, self.data.name, self.model, self.digits)

    def existing(self, out: Path) -> Result | None:
        """The result of an earlier run of the same configuration."""
        folder = self.folder(out)
        sweep(folder.parent)
        return load_result(folder) if folder.exists() else None

    def forecast(self) -> Forecast:
        """What `compute` would embed; nothing is embedded, and no server is asked."""
        plan = self._plan()
        if isinstance(self.encoder, NotHere):
            units: set[Unit] = {*self.config.units, "target"}
            texts = {request.text for unit in units for request in plan.wanted[unit]}
            return Forecast(self.encoder.identity.name, len(texts), len(texts), None, here=False)
        views = self._views(plan, dry=True)
        self._expressions()
        every, missing = on_whole_store(
            self.store, self.notice, lambda: texts_of(self.encoder, self.store, plan.wanted, views)
        )
        cost = self.encoder.estimate(sorted(missing)) if isinstance(self.encoder, HasPrice) else None
        return Forecast(self.encoder.identity.name, len(every), len(missing), cost)

    def compute(self, progress: Progress) -> Result:
        """Embed what is missing and score it."""
        started = datetime.now(UTC)
        with self._timed("plan"):
            plan = self._plan()
        with self._timed("embedding"):
            views = self._views(plan)
            held = self._held(plan.wanted, views) | self._expressions()
            done = self._embed(plan.wanted, views, progress)
        progress.stage("comparing vectors")
        with self._timed("measures"):
            parts, done = self._measure(plan, views, done)
        progress.stage("resampling expressions for intervals")
        with self._timed("summary"):
            outcomes = [
                suite.collect(own, found, self.data, plan.settings)
                for suite, own, found in zip(plan.suites, plan.plans, parts, strict=True)
            ]
        tables = merged(outcomes)
        dropped = pl.concat([self._flawed(), *(outcome.dropped for outcome in outcomes)]).unique(maintain_order=True)
        if all(table.is_empty() for table in tables.values()):
            self._nothing_left(dropped)
        summary = pl.concat([outcome.summary for outcome in outcomes])
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
        }
        findings = {name: found for outcome in outcomes for name, found in outcome.found.items()}
        put_aside = {name: packed(table) for name, table in tables.items()}
        del parts, outcomes, tables
        requests = set().union(*plan.wanted.values())
        words = on_whole_store(self.store, self.notice, lambda: word_counts(self.encoder, requests))
        scores = headlines(summary, self.data.classes[0])
        beside = self._references(plan, views) if scores else References()
        manifest = make_manifest(
            encoder=self.encoder,
            model=self.model,
            data=self.data,
            digest=self.digest,
            digits=self.digits,
            languages=self.languages,
            config=self.config,
            views={view.name for view in views},
            counts=counts | held | words,
            started=started,
            seconds=self.timings,
            headline=scores,
            references=beside.records,
            findings=findings,
        )
        return Result(
            manifest,
            {
                "stimuli": self.data.stimuli,
                "expressions": self.data.expressions,
                "ratings": self.data.ratings,
                "lengths": pl.DataFrame(list(plan.settings.lengths.items()), schema=LENGTHS, orient="row"),
                **{name: unpacked(raw) for name, raw in put_aside.items()},
                "summary": self._labelled(summary, list(SUMMARY)),
                "predictions": self._labelled(predictions, list(PREDICTIONS)),
                "contrasts": self._labelled(differences, list(CONTRASTS)),
                "dropped": dropped,
                **({"references": beside.summary} if beside.records else {}),
            },
        )

    def _plan(self) -> RunPlan:
        return make_plan(self.data, self.languages, self.config, self.notice)

    def _views(self, plan: RunPlan, *, dry: bool = False) -> list[View]:
        """The views asked for, and the targets' of the same pooling: winners are chosen there."""
        facts = on_whole_store(self.store, self.notice, lambda: know_facts(self.encoder, self.store, dry=dry))
        wanted = plan.wanted
        units: tuple[Unit, ...] = tuple(u for u in UNITS if u in self.config.units and wanted[u])
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
        parts: list[list[Part]] = [[] for _ in plan.suites]
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

            pairs = zip(plan.suites, plan.plans, strict=True)
            return [suite.measure(own, view, answers, plan.settings) for suite, own in pairs], done

        try:
            return work(done)
        except DamagedStoreError as error:
            self.notice(self.store.renew(error))
            return work(self._embed(plan.wanted, views, Quiet()))

    def _references(self, plan: RunPlan, views: Sequence[View]) -> References:
        """What the reference models get on the same data, which any model of the same units shares."""
        units = tuple(dict.fromkeys(view.unit for view in views))
        key = config_digits({**self._decides(self.config.for_family("")), "units": units})

        def work() -> References:
            return references(self.data, plan, units, key, self.store.notes("memory"))

        return on_whole_store(self.store, self.notice, work)

    def _nothing_left(self, dropped: pl.DataFrame) -> None:
        reasons = Counter(dropped["reason"].to_list())
        reason, count = reasons.most_common(1)[0] if reasons else ("no measure fits the roles it has", 0)
        raise DatasetError(
            f"Nothing in {self.data.name} can be scored with {self.encoder.identity.name}: {reason} ({count}); "
            "check that the model fits the dataset, its language first of all."
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
