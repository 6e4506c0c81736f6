"""Many models in one go: one after the other, and on past one that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from idioprobe.core.errors import FileNeededError, IdioprobeError
from idioprobe.core.progress import Progress
from idioprobe.data.dataset import Dataset
from idioprobe.embed.embedder import Embedded
from idioprobe.models.registry import Resolver
from idioprobe.run.config import RunConfig
from idioprobe.run.engines.shards import Shard
from idioprobe.run.evaluate import open_run
from idioprobe.run.plan import Forecast
from idioprobe.run.results import Result


@dataclass(frozen=True)
class Job:
    """A model as the user names it, and how to run it.

    `before` is called when its turn comes: it raises where the model cannot be run, and may return a notice.
    `data` is its own dataset, where that is not the one of all.
    """

    model: str
    config: RunConfig
    before: Callable[[], str | None] = lambda: None
    data: Dataset | None = None


@dataclass(frozen=True)
class Finished:
    """The result of a model, its folder, and whether it was computed now or was there."""

    result: Result
    folder: Path
    new: bool


class Audience(Protocol):
    """Who is told what happens, as it happens."""

    def notice(self, message: str) -> None:
        """Something that a user should know."""
        ...

    def progress(self, name: str) -> AbstractContextManager[Progress]:
        """What is told how far a model is."""
        ...

    def finished(self, finished: Finished) -> None:
        """A model has its result."""
        ...

    def forecast(self, forecast: Forecast) -> None:
        """What a model would have to do."""
        ...

    def failed(self, model: str, error: IdioprobeError) -> None:
        """A model failed, and the next has its turn."""
        ...

    def ended(self) -> None:
        """A model's turn is over."""
        ...


@dataclass(frozen=True)
class Outcome:
    """What came of all models."""

    finished: list[Finished] = field(default_factory=list)
    forecasts: list[Forecast] = field(default_factory=list)
    failures: list[tuple[str, IdioprobeError]] = field(default_factory=list)
    to_get: list[tuple[str, FileNeededError]] = field(default_factory=list)
    """Models that a dry run cannot look into before a user has got their files."""
    embedded: list[tuple[str, Embedded]] = field(default_factory=list)


def run_many(
    jobs: Sequence[Job],
    data: Dataset,
    out: Path,
    audience: Audience,
    *,
    force: bool = False,
    dry: bool = False,
    resolve: Resolver | None = None,
) -> Outcome:
    """Run models, or only forecast what they would do; the failure of a single one is raised."""
    outcome = Outcome()
    for job in jobs:
        try:
            if message := job.before():
                audience.notice(message)
            if dry:
                outcome.forecasts.append(_forecast(job, job.data or data, audience, resolve))
            else:
                outcome.finished.append(_run(job, job.data or data, out, audience, resolve, force=force))
        except IdioprobeError as error:
            if dry and isinstance(error, FileNeededError):
                outcome.to_get.append((job.model, error))
                audience.notice(f"{job.model}: {error}")
                continue
            if len(jobs) == 1:
                raise
            outcome.failures.append((job.model, error))
            audience.failed(job.model, error)
        finally:
            audience.ended()
    return outcome


def _forecast(job: Job, data: Dataset, audience: Audience, resolve: Resolver | None) -> Forecast:
    with open_run(job.model, data, job.config, audience.notice, download=False, resolve=resolve) as planned:
        forecast = planned.forecast()
    audience.forecast(forecast)
    return forecast


def _run(job: Job, data: Dataset, out: Path, audience: Audience, resolve: Resolver | None, *, force: bool) -> Finished:
    """Run one model, or take what is there of it."""
    with open_run(job.model, data, job.config, audience.notice, anew=force, resolve=resolve) as planned:
        result = None if force else planned.existing(out)
        new = result is None
        if result is None:
            with audience.progress(planned.encoder.identity.name) as progress:
                result = planned.compute(progress)
            result.save(out)
        elif job.config.name and job.config.name != result.manifest.label:
            result = result.named(job.config.name)
            result.save(out)
        finished = Finished(result, planned.folder(out), new)
    audience.finished(finished)
    return finished


def embed_many(
    models: Sequence[str], data: Dataset, config: RunConfig, shard: Shard, audience: Audience, resolve: Resolver | None
) -> Outcome:
    """Embed a part of what several models are asked for; the failure of a single one is raised."""
    outcome = Outcome()
    for model in models:
        try:
            with open_run(model, data, config, audience.notice, resolve=resolve) as planned:
                name = planned.encoder.identity.name
                with audience.progress(name) as progress:
                    done = planned.embed_shard(shard, progress)
            outcome.embedded.append((name, done))
        except IdioprobeError as error:
            if len(models) == 1:
                raise
            outcome.failures.append((model, error))
            audience.failed(model, error)
        finally:
            audience.ended()
    return outcome
