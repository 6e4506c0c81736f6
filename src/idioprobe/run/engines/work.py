"""What a machine of a cluster does for one model: look what is missing, embed a shard of it, score it.

Nothing here knows of Ray. All that a machine makes is in the store, so that work that is lost with a machine is
done again by another one, from what is there.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from idioprobe.core.cluster.futures import Failed, Held, attempted
from idioprobe.core.errors import StoreError
from idioprobe.core.parts.places import place_at
from idioprobe.core.progress import Quiet
from idioprobe.data.dataset import Dataset
from idioprobe.embed.parts.store import PartsStore
from idioprobe.models.registry import Resolver
from idioprobe.run.config import RunConfig
from idioprobe.run.engines.shards import Shard
from idioprobe.run.evaluate import open_run
from idioprobe.run.manifest import Manifest
from idioprobe.run.results import Result
from idioprobe.run.run import Run

TOKENS = "v1/notes"
"""Where the one who starts the work leaves a token, by which others see that they have the same store."""


@dataclass(frozen=True)
class Work:
    """A model and how to run it; its relative paths begin in `folder`, where the command was given."""

    model: str
    config: RunConfig
    token: str
    resolve: Resolver | None = None
    force: bool = False
    folder: Path = field(default_factory=Path.cwd)

    @property
    def store(self) -> str:
        """The store that all share."""
        return str(self.config.store)


@dataclass(frozen=True)
class Prepared:
    """What a model has to do: its name, where its result belongs, its texts and those that the store lacks."""

    name: str
    folder: Path
    texts: int
    missing: int


@dataclass(frozen=True)
class Done:
    """A shard: its texts, those embedded now, how long that took, on which device, and what there was to say."""

    texts: int = 0
    computed: int = 0
    seconds: float = 0.0
    device: str | None = None
    notices: tuple[str, ...] = ()

    def __add__(self, other: Done) -> Done:
        """Two shards together, without what there was to say."""
        device = self.device or other.device
        return Done(self.texts + other.texts, self.computed + other.computed, self.seconds + other.seconds, device)


@dataclass(frozen=True)
class Scored:
    """A result, and what there was to say."""

    result: Result
    notices: list[str]


def leave_token(store: str, token: str) -> None:
    """Leave a token in the store."""
    place_at(store).put(f"{TOKENS}/{token}", b"")


def remove_token(store: str, token: str) -> None:
    """Take it back."""
    place_at(store).remove(f"{TOKENS}/{token}")


def prepare(work: Work, data: Held[Dataset]) -> Prepared | Failed:
    """What a model has to do; it is identified by its files, and loaded only where nothing is known of it."""
    return attempted(_prepare, work, data)


def score(work: Work, data: Held[Dataset], done: Done) -> Scored | Failed:
    """Score a model whose vectors are in the store; `done` is what was embedded just now."""
    return attempted(_score, work, data, done)


class Worker:
    """Holds one model, and embeds one shard after the other with it."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._run: Run | None = None
        self._said: dict[str, None] = {}

    def embed(self, work: Work, data: Held[Dataset], shard: Shard) -> Done | Failed:
        """Embed what a shard lacks, and write it to the store; the model is loaded with the first shard."""
        return attempted(self._embed, work, data, shard)

    def _embed(self, work: Work, data: Held[Dataset], shard: Shard) -> Done:
        begun = time.perf_counter()
        if self._run is None:
            _go_there(work)
            _check_shared(work)
            opened = open_run(
                work.model, data.get(), work.config, lambda m: self._said.setdefault(m), resolve=work.resolve
            )
            self._run = self._open.enter_context(opened)
        done = self._run.embed_shard(shard, Quiet())
        if isinstance(self._run.store, PartsStore):
            self._run.store.flush()
        device = getattr(self._run.encoder, "device_used", None)
        return Done(done.texts, done.computed, time.perf_counter() - begun, device, tuple(self._said))


def _prepare(work: Work, data: Held[Dataset]) -> Prepared:
    _go_there(work)
    _check_shared(work)
    with open_run(work.model, data.get(), work.config, anew=work.force, resolve=work.resolve) as planned:
        forecast = planned.forecast(load=False)
        return Prepared(planned.encoder.identity.name, planned.folder(Path()), forecast.texts, forecast.missing)


def _score(work: Work, data: Held[Dataset], done: Done) -> Scored:
    _go_there(work)
    notices: dict[str, None] = {}
    with open_run(
        work.model, data.get(), work.config, lambda m: notices.setdefault(m), resolve=work.resolve
    ) as planned:
        result = planned.compute(Quiet())
    if done.computed:
        result = replace(result, manifest=_with_work(result.manifest, done))
    return Scored(result, list(notices))


def _with_work(manifest: Manifest, done: Done) -> Manifest:
    """The manifest of a result, with what the workers did for it."""
    made = {"texts_embedded": done.computed, "texts_from_store": manifest.counts.texts - done.computed}
    return manifest.model_copy(
        update={
            "counts": manifest.counts.model_copy(update=made),
            "seconds": {**manifest.seconds, "embedding": round(done.seconds, 4)},
            "how": manifest.how.model_copy(update={"device_used": done.device}),
        }
    )


def _go_there(work: Work) -> None:
    """Work where the command was given, if this machine has that folder: Ray starts workers somewhere else."""
    if work.folder.is_dir():
        os.chdir(work.folder)


def _check_shared(work: Work) -> None:
    """Raise where this machine sees another store than the one who started the work."""
    names = {entry.name for entry in place_at(work.store).files(TOKENS)}
    if work.token not in names:
        raise StoreError(
            f"`store` {work.store} is not the same place on all machines of the cluster; name a folder that all "
            "of them see, or a URL."
        )
