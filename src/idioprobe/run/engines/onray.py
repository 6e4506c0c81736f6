"""Many models side by side on a Ray cluster: shards are embedded by actors, each of which holds one model.

Ray places the actors, starts them again elsewhere when a machine is lost, and repeats what they were doing. A
model is scored, as a task, as soon as its last shard is in the store.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from idioprobe.core.cluster.futures import Failed, Held, lost
from idioprobe.core.cluster.session import Cluster, connected, slots
from idioprobe.core.errors import ConfigError, IdioprobeError
from idioprobe.core.parts.places import is_url
from idioprobe.core.progress import Progress
from idioprobe.data.dataset import Dataset
from idioprobe.models.registry import Resolver
from idioprobe.run.config import RunConfig
from idioprobe.run.engines.shards import Shard
from idioprobe.run.engines.work import (
    Done,
    Prepared,
    Scored,
    Work,
    Worker,
    leave_token,
    prepare,
    remove_token,
    score,
)
from idioprobe.run.many import Audience, Finished, Job, Outcome
from idioprobe.run.results import load_result

PARTS = "parts"
"""The store on one machine where nobody names one: this folder in the cache folder."""
LABEL = "ray"
SHARD_TEXTS = 2_000
"""Texts of a shard, where there are many."""
SHARDS_EACH = 4
"""At least so many shards for each worker, so that none waits long for the last one."""
RESTARTS = 5
"""How often Ray starts a worker anew that was lost; what it was doing is repeated as often as that takes."""
SCORED_AT_ONCE = 2


@dataclass
class _Model:
    """How far a model is."""

    job: Job
    work: Work
    data: Any
    prepared: Prepared | None = None
    shards: deque[Shard] = field(default_factory=deque)
    running: int = 0
    workers: int = 0
    done: Done = field(default_factory=Done)
    failed: bool = False
    said: set[str] = field(default_factory=set)


def run_on_ray(
    jobs: Sequence[Job],
    data: Dataset,
    out: Path,
    audience: Audience,
    cluster: Cluster,
    *,
    force: bool = False,
    resolve: Resolver | None = None,
) -> Outcome:
    """Run models on a cluster; the failure of a single one is raised."""
    outcome = Outcome()
    token = secrets.token_hex(16)
    asked: list[tuple[Job, Work]] = []
    for job in jobs:
        with _reported(job, jobs, outcome, audience):
            if message := job.before():
                audience.notice(message)
            config = shared(job.config, cluster)
            asked.append((job, Work(job.model, config, token, resolve, force)))
    if not asked:
        return outcome
    stores = {work.store for _, work in asked}
    for store in stores:
        leave_token(store, token)
    try:
        with connected(cluster) as ray:
            put: dict[int, Held[Dataset]] = {id(job.data or data): Held(ray.put(job.data or data)) for job, _ in asked}
            models = [_Model(job, work, put[id(job.data or data)]) for job, work in asked]
            _Engine(ray, cluster, models, out, audience, outcome, alone=len(jobs) == 1).run()
    finally:
        for store in stores:
            remove_token(store, token)
    for finished in outcome.finished:
        audience.finished(finished)
    order = [job.model for job in jobs]
    outcome.failures.sort(key=lambda failure: order.index(failure[0]))
    return outcome


def shared(config: RunConfig, cluster: Cluster) -> RunConfig:
    """The configuration with a store that all machines see; on one machine that is one in the cache folder."""
    if config.store is None:
        if cluster.address is not None:
            raise ConfigError(
                "`engine` ray on a cluster needs a `store` that all its machines see: a folder on a network drive, or "
                "a URL such as s3://bucket/store."
            )
        return replace(config, store=str((config.cache_dir / PARTS).absolute()), cache_dir=config.cache_dir.absolute())
    store = config.store if is_url(config.store) else str(Path(config.store).expanduser().absolute())
    return replace(config, store=store, cache_dir=config.cache_dir.absolute())


class _Engine:
    """The one who gives out shards and collects what comes of them."""

    def __init__(
        self,
        ray: ModuleType,
        cluster: Cluster,
        models: list[_Model],
        out: Path,
        audience: Audience,
        outcome: Outcome,
        *,
        alone: bool,
    ) -> None:
        self._ray, self._models, self._out, self._audience, self._outcome = ray, models, out, audience, outcome
        self._alone, self._slots = alone, slots(ray, cluster)
        count, cores = self._slots
        self._actor = ray.remote(Worker).options(
            num_cpus=cores, num_gpus=cluster.gpus, max_restarts=RESTARTS, max_task_retries=-1
        )
        self._prepare = ray.remote(prepare).options(num_cpus=1)
        self._score = ray.remote(score).options(num_cpus=0)
        self._free = count
        self._placed: list[tuple[Finished, _Model]] = []
        self._scoring: deque[_Model] = deque()
        self._actors: dict[int, tuple[Any, _Model]] = {}
        self._pending: dict[Any, tuple[_Model, Any]] = {}
        self._order = {id(model): place for place, model in enumerate(models)}

    def run(self) -> None:
        """All models, to their end."""
        try:
            self._prepare_all()
            named = [model.prepared.name for model in self._models if model.prepared]
            with self._audience.progress(named[0] if self._alone and named else LABEL) as progress:
                self._work(progress)
        finally:
            for actor, _ in self._actors.values():
                self._ray.kill(actor)
        place = {id(f): self._order[id(m)] for f, m in self._placed}
        self._outcome.finished.sort(key=lambda finished: place[id(finished)])

    def _prepare_all(self) -> None:
        """Look what each model has to do, side by side; what is there already is done."""
        refs = {self._prepare.remote(model.work, model.data): model for model in self._models}
        waiting = list(refs)
        while waiting:
            ready, waiting = self._ray.wait(waiting)
            for ref in ready:
                model, found = refs[ref], self._got(ref)
                if isinstance(found, Failed):
                    self._fail(model, found)
                    continue
                model.prepared = found
                folder = self._out / found.folder
                if folder.exists() and not model.work.force:
                    self._finish(model, load_result(folder), new=False)
                elif found.missing:
                    model.shards.extend(self._cut(found))
                else:
                    self._scoring.append(model)

    def _cut(self, found: Prepared) -> list[Shard]:
        least = -(-found.texts // SHARD_TEXTS)
        count = max(1, min(max(least, SHARDS_EACH * self._slots[0]), found.texts))
        return [Shard(number, count) for number in range(count)]

    def _work(self, progress: Progress) -> None:
        todo = [model.prepared for model in self._models if model.prepared and (model.shards or model in self._scoring)]
        missing = sum(one.missing for one in todo)
        if todo:
            progress.start(missing, sum(one.texts for one in todo) - missing)
        self._give()
        while self._pending:
            ready, _ = self._ray.wait(list(self._pending), num_returns=1)
            for ref in ready:
                model, actor = self._pending.pop(ref)
                found = self._got(ref)
                if actor is None:
                    self._scored(model, found)
                else:
                    self._embedded(model, actor, found, progress)
            self._give()

    def _give(self) -> None:
        """Start what can be started: scoring first, then actors for models that have the fewest."""
        scoring = sum(actor is None for _, actor in self._pending.values())
        while self._scoring and scoring < SCORED_AT_ONCE:
            model = self._scoring.popleft()
            ref = self._score.remote(model.work, model.data, model.done)
            self._pending[ref] = (model, None)
            scoring += 1
        while self._free:
            waiting = [model for model in self._models if model.shards]
            if not waiting:
                return
            model = min(waiting, key=lambda model: model.workers)
            actor = self._actor.remote()
            self._actors[id(actor)] = (actor, model)
            self._free -= 1
            model.workers += 1
            self._next(model, actor)

    def _next(self, model: _Model, actor: Any) -> None:
        """The next shard of its model for an actor; where there is none, the actor ends and its model is let go."""
        if model.shards:
            self._pending[actor.embed.remote(model.work, model.data, model.shards.popleft())] = (model, actor)
            model.running += 1
            return
        self._ray.kill(actor)
        del self._actors[id(actor)]
        self._free += 1
        model.workers -= 1

    def _embedded(self, model: _Model, actor: Any, found: Done | Failed, progress: Progress) -> None:
        model.running -= 1
        if isinstance(found, Failed):
            model.shards.clear()
            if not model.failed:
                self._fail(model, found)
        else:
            model.done += found
            self._tell(model, found.notices)
            progress.advance(found.computed)
        self._next(model, actor)
        if not model.running and not model.shards and not model.failed:
            self._scoring.append(model)

    def _scored(self, model: _Model, found: Scored | Failed) -> None:
        if isinstance(found, Failed):
            self._fail(model, found)
            return
        self._tell(model, found.notices)
        found.result.save(self._out)
        self._finish(model, found.result, new=True)

    def _tell(self, model: _Model, notices: Iterable[str]) -> None:
        """What there is to say of a model, once: each of its workers and the one who scores it may say the same."""
        for message in notices:
            if message not in model.said:
                model.said.add(message)
                self._audience.notice(message)

    def _finish(self, model: _Model, result: Any, *, new: bool) -> None:
        name = model.job.config.name
        if not new and name and name != result.manifest.label:
            result = result.named(name)
            result.save(self._out)
        finished = Finished(result, result.folder(self._out), new)
        self._outcome.finished.append(finished)
        self._placed.append((finished, model))
        self._audience.ended()

    def _fail(self, model: _Model, found: Failed) -> None:
        model.failed = True
        error = found.error()
        if self._alone:
            raise error
        self._outcome.failures.append((model.job.model, error))
        self._audience.failed(model.job.model, error)
        self._audience.ended()

    def _got(self, ref: Any) -> Any:
        """What a task or an actor gave, or why Ray has given up."""
        try:
            return self._ray.get(ref)
        except self._ray.exceptions.RayError as error:
            return lost(error)


@contextmanager
def _reported(job: Job, jobs: Sequence[Job], outcome: Outcome, audience: Audience) -> Iterator[None]:
    """A model that cannot even be begun fails as it would on one machine."""
    try:
        yield
    except IdioprobeError as error:
        if len(jobs) == 1:
            raise
        outcome.failures.append((job.model, error))
        audience.failed(job.model, error)
        audience.ended()
