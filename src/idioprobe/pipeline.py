"""The whole pipeline for one model: data → stimuli → vectors → similarities → scores → summary."""

from __future__ import annotations

import os
import platform
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from idioprobe import __version__
from idioprobe.config import RESULT_FORMAT, RunConfig, config_digits, make_config
from idioprobe.data.dataset import Dataset
from idioprobe.data.grammar import base_language
from idioprobe.data.registry import DataDirs, load_dataset
from idioprobe.data.schema import DROPPED
from idioprobe.data.sources.flaws import left_out
from idioprobe.embed.embedder import Embedded, Progress, embed, know_facts, plan_views
from idioprobe.embed.store import DamagedStoreError, VectorStore, open_store
from idioprobe.errors import ConfigError, DatasetError
from idioprobe.measures.across import across_scores
from idioprobe.measures.catalogue import comparisons_of, measures_of
from idioprobe.measures.pairs import minimal_pairs, requests_by_unit
from idioprobe.measures.predictions import PREDICTIONS, judge
from idioprobe.measures.scores import score
from idioprobe.measures.similarities import RogueOptions, compare
from idioprobe.measures.summary import SUMMARY, Resampling, summarise
from idioprobe.models.base import CountsUnknownWords, Encoder, Request, Stored
from idioprobe.models.registry import DEFAULT_MODEL, load_encoder
from idioprobe.models.views import UNITS, Unit, View
from idioprobe.results import Result, load_result, result_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Notice = Callable[[str], None]
Wanted = dict[Unit, set[Request]]
T = TypeVar("T")

_VERSIONS = ("numpy", "polars", "scipy", "wordfreq", "torch", "transformers", "tokenizers", "safetensors")
_UNKNOWN_LISTED = 50


class Quiet:
    """Progress that nobody sees."""

    def start(self, total: int, stored: int) -> None:
        """Nothing to show."""

    def advance(self, texts: int) -> None:
        """Nothing to show."""


def _ignore(_: str) -> None:
    """A notice that nobody reads."""


def evaluate(
    model: str | Encoder = DEFAULT_MODEL,
    dataset: str | Path | Dataset = "starter",
    *,
    data_dir: DataDirs = None,
    labelling: str | None = None,
    progress: Progress | None = None,
    notice: Notice = _ignore,
    **options: Any,
) -> Result:
    """Score a model on a dataset.

    `model` is what the command takes (a hub id, a folder, `static:FILE`) or any object with
    the `Encoder` protocol; `data_dir` and `labelling` are those of `load_dataset`, for a dataset
    given by name; `options` are the fields of `RunConfig`, such as `units=("target",)` or
    `views=("mean@all",)`.
    """
    config = make_config(options)
    data = dataset if isinstance(dataset, Dataset) else load_dataset(dataset, data_dir, labelling=labelling)
    with open_run(model, data, config, notice) as run:
        return run.compute(progress or Quiet())


@contextmanager
def open_run(model: str | Encoder, data: Dataset, config: RunConfig, notice: Notice = _ignore) -> Iterator[Run]:
    """A run that is planned but not computed: its model is identified, its data selected."""
    store, message = open_store(config.cache_dir)
    if message:
        notice(message)
    with store:
        encoder = _whole(store, notice, lambda: _encoder(model, config, store))
        languages = _languages(encoder, data, config, notice)
        selected = data.select(languages, list(config.conditions), config.limit)
        if selected.stimuli.filter(pl.col("condition").is_in(config.conditions)).is_empty():
            raise DatasetError(
                f"{data.name} has no stimuli in {', '.join(languages)} for {', '.join(config.conditions)}; "
                f"it has {', '.join(sorted(data.stimuli['condition'].unique()))} in {', '.join(data.languages)}."
            )
        yield Run(encoder, selected, data.digest(), languages, config, store, notice)


def _encoder(model: str | Encoder, config: RunConfig, store: VectorStore) -> Encoder:
    if not isinstance(model, str):
        return model
    return load_encoder(model, dtype=config.dtype, device=config.device, memory=store.notes("memory"))


def _whole(store: VectorStore, notice: Notice, work: Callable[[], T]) -> T:
    """Do some work on the store; if the store proves damaged, set it aside and do it on a new one."""
    try:
        return work()
    except DamagedStoreError as error:
        notice(store.renew(error))
        return work()


def _languages(encoder: Encoder, data: Dataset, config: RunConfig, notice: Notice) -> list[str]:
    """The languages to score: those asked for, else those that data and model share."""
    if config.languages is not None:
        missing = [language for language in config.languages if language not in data.languages]
        if missing:
            raise ConfigError(f"--language {missing[0]}: {data.name} has {', '.join(data.languages)}.")
        return sorted(config.languages)
    known = encoder.identity.languages
    if known is None:
        return data.languages
    shared = [language for language in data.languages if base_language(language) in known]
    left = [language for language in data.languages if base_language(language) not in known]
    if not shared:
        raise ConfigError(
            f"{encoder.identity.name} knows {', '.join(sorted(known))}; {data.name} is in {', '.join(data.languages)}; "
            f"pass --language {left[0]} to score it all the same."
        )
    if left:
        notice(
            f"{encoder.identity.name} does not know {', '.join(left)}: not scored "
            f"(--language {','.join(data.languages)} scores it all the same)."
        )
    return shared


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
    def model(self) -> dict[str, Any]:
        """Which model it is, for the manifest."""
        identity = self.encoder.identity
        return {
            "name": identity.name,
            "family": identity.family,
            "revision": identity.revision,
            "fingerprint": identity.fingerprint,
            **identity.details,
        }

    @property
    def digits(self) -> str:
        """The eight digits of the configuration."""
        decides = {**self.config.canonical(), "languages": self.languages}
        return config_digits({"config": decides, "model": self.encoder.identity.fingerprint, "dataset": self.digest})

    def folder(self, out: Path) -> Path:
        """Where below `out` the result belongs."""
        return result_folder(out, self.data.name, self.model, self.digits)

    def existing(self, out: Path) -> Result | None:
        """The result of an earlier run of the same configuration."""
        folder = self.folder(out)
        return load_result(folder) if folder.exists() else None

    def compute(self, progress: Progress) -> Result:
        """Embed what is missing and score it."""
        started = datetime.now(UTC)
        with self._timed("pairs"):
            pairs = minimal_pairs(self.data.stimuli, comparisons_of(measures_of(self.config.suites)))
            pairs = pairs.filter(pl.col("condition").is_in([*self.config.conditions, "none"]))
            wanted = requests_by_unit(pairs)
        if pairs.is_empty():
            raise DatasetError(f"{self.data.name} holds no minimal pairs: no item has a variant to compare with.")
        with self._timed("embedding"):
            views = self._views()
            done = self._embed(wanted, views, progress)
        with self._timed("similarities"):
            similarities, dropped, rogue = self._similarities(pairs, wanted, views)
        if similarities.is_empty():
            self._nothing_left(dropped)
        with self._timed("scores"):
            scores, crowded = score(similarities, self.data.compounds, self.config.winner, self.config.suites)
            across, without = across_scores(similarities, self.data.ratings)
            scores = pl.concat([scores, across])
        asked = pl.col("unit").is_in(self.config.units)
        similarities, scores = similarities.filter(asked), scores.filter(asked)
        decides_winner = pl.col("role").is_in(["original", "head", "modifier"])
        dropped = pl.concat([dropped, crowded, without]).filter(asked | decides_winner)
        dropped = pl.concat([self._flawed(), dropped])
        if scores.is_empty():
            self._nothing_left(dropped)
        how = Resampling(self.config.resamples, self.config.seed)
        with self._timed("summary"):
            summary = summarise(scores, self.data.compounds, self.data.ratings, how, self._lengths())
            predictions = judge(scores, summary, self.config.thresholds, how)
        return Result(
            self._info(started, done, views, similarities, scores, dropped, wanted) | {"rogue": rogue},
            self.data.stimuli,
            self.data.compounds,
            self.data.ratings,
            similarities,
            scores,
            self._labelled(summary, list(SUMMARY)),
            self._labelled(predictions, None),
            dropped,
        )

    def _views(self) -> list[View]:
        """The views asked for, and the targets' of the same pooling: winners are chosen there."""
        facts = _whole(self.store, self.notice, lambda: know_facts(self.encoder, self.store))
        units: tuple[Unit, ...] = tuple(u for u in UNITS if u in self.config.units)
        special = self.config.special_tokens
        views = plan_views(facts, self.config.views, units, special_tokens=special, notice=self.notice)
        if "target" not in units and "target" in facts.units:
            try:
                views += plan_views(facts, self.config.views, ("target",), special_tokens=special, notice=_ignore)
            except ConfigError:
                return views
        return views

    def _embed(self, wanted: Wanted, views: Sequence[View], progress: Progress) -> Embedded:
        def work() -> Embedded:
            return embed(self.encoder, self.store, wanted, views, self.config.batch_tokens, progress)

        return _whole(self.store, self.notice, work)

    def _similarities(
        self, pairs: pl.DataFrame, wanted: Wanted, views: Sequence[View]
    ) -> tuple[pl.DataFrame, pl.DataFrame, list[dict[str, Any]]]:
        options = RogueOptions(self.config.rogue, self.config.seed)
        compared = [
            compare(pairs, view, self._vectors(view, wanted, views), self.config.metric, options) for view in views
        ]
        dropped = pl.concat([pl.DataFrame(schema=DROPPED), *(c.dropped for c in compared)])
        return pl.concat([c.similarities for c in compared]), dropped, [row for c in compared for row in c.rogue]

    def _flawed(self) -> pl.DataFrame:
        """What the dataset's own flaws cost this run."""
        asked = pl.col("condition").is_null() | pl.col("condition").is_in([*self.config.conditions, "none"])
        spoken = pl.col("language").is_null() | pl.col("language").is_in(self.languages)
        flaws = left_out(self.data.flaws.filter(asked, spoken))
        keys = ["compound", "language"]
        absent = flaws.drop_nulls("compound").join(self.data.compounds, on=keys, how="anti").select(keys)
        return flaws.join(absent, on=keys, how="anti", maintain_order="left")

    def _lengths(self) -> dict[str, float]:
        """How long each original sentence is: in white-space tokens, or as the dataset says."""
        if self.config.length == "published":
            if self.data.lengths.is_empty():
                raise ConfigError(f"--length published: {self.data.name} has no sentence lengths of its own.")
            return dict(self.data.lengths.iter_rows())
        originals = self.data.stimuli.filter(pl.col("role") == "original").select("item", "text")
        return {item: float(len(text.split())) for item, text in originals.iter_rows()}

    def _vectors(self, view: View, wanted: Wanted, views: Sequence[View]) -> dict[Request, Stored]:
        """The vectors of a view; what a damaged store has lost is embedded again first."""

        def work() -> dict[Request, Stored]:
            return self.store.read(self.store.space(self.encoder.identity, view), wanted[view.unit])

        try:
            return work()
        except DamagedStoreError as error:
            self.notice(self.store.renew(error))
            self._embed(wanted, views, Quiet())
            return work()

    def _nothing_left(self, dropped: pl.DataFrame) -> None:
        reasons = Counter(dropped["reason"].to_list())
        reason, count = reasons.most_common(1)[0] if reasons else ("no measure fits the roles it has", 0)
        raise DatasetError(
            f"Nothing of {self.data.name} can be scored with {self.encoder.identity.name}: {reason} ({count}); "
            "check that the model fits the dataset, its language first of all."
        )

    def _labelled(self, table: pl.DataFrame, columns: list[str] | None) -> pl.DataFrame:
        return table.with_columns(
            pl.lit(self.encoder.identity.name).alias("model"),
            pl.lit(self.data.name).alias("dataset"),
            pl.lit(self.data.header.labelling).alias("labelling"),
        ).select(columns or list(PREDICTIONS))

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        begun = time.perf_counter()
        yield
        self.timings[stage] = round(time.perf_counter() - begun, 4)

    def _info(
        self,
        started: datetime,
        done: Embedded,
        views: Sequence[View],
        similarities: pl.DataFrame,
        scores: pl.DataFrame,
        dropped: pl.DataFrame,
        wanted: Wanted,
    ) -> dict[str, Any]:
        header = self.data.header
        counts: dict[str, Any] = {
            "compounds": len(self.data.compounds),
            "items": int(scores["item"].n_unique()),
            "texts": done.texts,
            "texts_embedded": done.computed,
            "texts_from_store": done.texts - done.computed,
            "similarities": len(similarities),
            "scores": len(scores),
            "dropped": len(dropped),
        }
        if isinstance(self.encoder, CountsUnknownWords):
            unknown = self.encoder.unknown_words(sorted({r.text for requests in wanted.values() for r in requests}))
            counts["unknown_words"] = unknown.total()
            counts["unknown_word_types"] = len(unknown)
            counts["most_frequent_unknown_words"] = dict(unknown.most_common(_UNKNOWN_LISTED))
        return {
            "format": RESULT_FORMAT,
            "idioprobe": __version__,
            "digits": self.digits,
            "model": self.model,
            "dataset": {
                "name": self.data.name,
                "sha256": self.digest,
                "languages": self.languages,
                "labelling": header.labelling,
                "labelling_note": header.labelling_note,
                "licence": header.licence,
                "citation": header.citation,
                "notes": header.notes,
            },
            "config": {**self.config.deciding(), "languages": self.languages},
            "views": sorted({view.name for view in views}),
            "how": {
                "device": self.config.device,
                "device_used": getattr(self.encoder, "device_used", None),
                "batch_tokens": self.config.batch_tokens,
            },
            "counts": counts,
            "started": started.isoformat(timespec="seconds"),
            "seconds": self.timings,
            "versions": {"python": platform.python_version(), **_versions()},
            "machine": {"system": platform.system(), "machine": platform.machine(), "cpus": os.cpu_count()},
        }


def _versions() -> dict[str, str]:
    found = {}
    for name in _VERSIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found
