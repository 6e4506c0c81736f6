"""From a model and a dataset, as a user names them, to a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from idioprobe.core.encoder import Encoder, GivesNotice, HasRemarks
from idioprobe.core.fingerprint import HashedAnew
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.progress import Progress, Quiet
from idioprobe.data.dataset import Dataset
from idioprobe.data.registry import DataDirs, load_dataset
from idioprobe.embed.store import open_store
from idioprobe.models.family import Memory
from idioprobe.models.known import DEFAULT_MODEL
from idioprobe.models.registry import Resolver, load_encoder
from idioprobe.run.config import RunConfig, make_config
from idioprobe.run.languages import scored_languages
from idioprobe.run.plan import of_types, select
from idioprobe.run.results import Result
from idioprobe.run.run import Run, on_whole_store


def evaluate(
    model: str | Encoder = DEFAULT_MODEL,
    dataset: str | Path | Dataset = "starter",
    *,
    data_dir: DataDirs = None,
    labelling: str | None = None,
    progress: Progress | None = None,
    notice: Notice = ignore,
    resolve: Resolver | None = None,
    **options: Any,
) -> Result:
    """Score a model on a dataset.

    `model` is what the command takes (a hub id, a folder, `static:FILE`) or any object with
    the `Encoder` protocol; `data_dir` and `labelling` are those of `load_dataset`, for a dataset
    given by name; `resolve` turns a name that stands for a model into that model; `options` are
    the fields of `RunConfig`, such as `units=("target",)` or `views=("mean@all",)`, and those of
    the model's family, such as `casing="lower"`.
    """
    config = make_config(options)
    data = dataset if isinstance(dataset, Dataset) else load_dataset(dataset, data_dir, labelling=labelling)
    with open_run(model, data, config, notice, resolve=resolve) as run:
        return run.compute(progress or Quiet())


@contextmanager
def open_run(
    model: str | Encoder,
    data: Dataset,
    config: RunConfig,
    notice: Notice = ignore,
    *,
    download: bool = True,
    anew: bool = False,
    resolve: Resolver | None = None,
) -> Iterator[Run]:
    """A run that is planned but not computed: its model is identified, its data selected.

    Without `download`, a model whose files are not here can be planned for, but not computed. With `anew`
    the model is identified by what its files hold now, whatever is known of them.
    """
    store, message = open_store(config.cache_dir)
    if message:
        notice(message)
    with store:
        notes = store.notes("memory")
        memory = HashedAnew(notes) if anew else notes
        encoder = on_whole_store(store, notice, lambda: _encoder(model, data, config, memory, download, resolve))
        if isinstance(encoder, GivesNotice):
            encoder.notice = notice
        for remark in encoder.remarks if isinstance(encoder, HasRemarks) else ():
            notice(remark)
        part = of_types(data, config)
        languages = scored_languages(encoder, part, config, notice)
        selected = select(part, languages, config)
        bound = config.for_family(encoder.identity.family if isinstance(model, str) else "")
        yield Run(encoder, selected, data.digest(), languages, bound, store, notice)


def _encoder(
    model: str | Encoder,
    data: Dataset,
    config: RunConfig,
    memory: Memory,
    download: bool,
    resolve: Resolver | None,
) -> Encoder:
    if not isinstance(model, str):
        return model
    return load_encoder(
        model,
        resolve=resolve,
        memory=memory,
        cache_dir=config.cache_dir,
        download=download,
        dataset=data,
        views=config.views,
        **config.model_options,
    )
