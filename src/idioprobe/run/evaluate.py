"""From a model and a dataset, as a user names them, to a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from idioprobe.core.encoder import Fleeting, GivesNotice, HasRemarks, Model, Responder
from idioprobe.core.fingerprint import HashedAnew
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.progress import Progress, Quiet
from idioprobe.data.dataset import Dataset
from idioprobe.data.registry import DataDirs, load_dataset
from idioprobe.embed.opening import open_any
from idioprobe.embed.spaces import Store
from idioprobe.models.family import Memory
from idioprobe.models.known import DEFAULT_MODEL
from idioprobe.models.live import as_model
from idioprobe.models.registry import Resolver, load_encoder
from idioprobe.run.config import RunConfig, make_config
from idioprobe.run.languages import scored_languages
from idioprobe.run.plan import QUESTIONS, controls_beside, of_types, select
from idioprobe.run.results import Result
from idioprobe.run.run import Run, on_whole_store
from idioprobe.run.similar import comparing

REFERENCE = "reference"
"""Models that are made from a dataset, and know nothing of other words."""


def evaluate(
    model: Any = DEFAULT_MODEL,
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

    `model` is what the command takes (a hub id, a folder, `static:FILE`), a model in memory (see `models.live`) or
    any object with the `Encoder` protocol; `data_dir` and `labelling` are those of `load_dataset`, for a dataset
    given by name; `resolve` turns a name that stands for a model into that model; `options` are
    the fields of `RunConfig`, such as `units=("target",)` or `views=("mean@all",)`, and those of
    the model's family, such as `casing="lower"`.
    """
    config = make_config(options)
    if isinstance(dataset, Dataset):
        data = dataset
    else:
        data = load_dataset(dataset, data_dir, labelling=labelling, cache_dir=config.cache_dir)
    with open_run(model, data, config, notice, resolve=resolve) as run:
        return run.compute(progress or Quiet())


@contextmanager
def open_run(
    model: Any,
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
    given = as_model(model, config.model_options)
    with ExitStack() as stack:
        store = _store(given, config, notice, stack)
        notes = store.notes("memory")
        memory = HashedAnew(notes) if anew else notes
        encoder = on_whole_store(store, notice, lambda: _encoder(given, data, config, memory, download, resolve))
        if isinstance(encoder, GivesNotice):
            encoder.notice = notice
        on_whole_store(store, notice, lambda: encoder.identity)  # what it takes to know it may be noted in the store
        for remark in encoder.remarks if isinstance(encoder, HasRemarks) else ():
            notice(remark)
        part = of_types(data, config)
        languages = scored_languages(encoder, part, config, notice)
        selected = select(part, languages, config)
        bound = config.for_family(encoder.identity.family if isinstance(given, str) else "")
        asked = isinstance(encoder, Responder) and QUESTIONS in config.suites
        by = config.paraphrases_by if asked else None
        comparer = comparing(_named(by, config, memory, download, resolve), by) if by else None
        strange = isinstance(encoder, Responder) or encoder.identity.family == REFERENCE
        controls = None if strange else controls_beside(data, languages, config)
        yield Run(encoder, selected, data.digest(), languages, bound, store, notice, comparer, controls)


def _store(model: str | Model, config: RunConfig, notice: Notice, stack: ExitStack) -> Store:
    """The store of a run: the user's, or for a model whose vectors may not be kept one that goes with the run."""
    folder, shared = config.cache_dir, config.store
    if not isinstance(model, str) and isinstance(model, Fleeting):
        folder, shared = Path(stack.enter_context(TemporaryDirectory(prefix="idioprobe-"))), None
    store, message = open_any(folder, shared)
    if message:
        notice(message)
    return stack.enter_context(store)


def _named(name: str, config: RunConfig, memory: Memory, download: bool, resolve: Resolver | None) -> Model:
    """A model that stands beside the one that is scored, as it is by default."""
    return load_encoder(name, resolve=resolve, memory=memory, cache_dir=config.cache_dir, download=download)


def _encoder(
    model: str | Model,
    data: Dataset,
    config: RunConfig,
    memory: Memory,
    download: bool,
    resolve: Resolver | None,
) -> Model:
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
