"""From a model and a dataset, as a user names them, to a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from idioprobe.core.encoder import CountsUnknownWords, Encoder, GivesNotice, HasRemarks
from idioprobe.core.errors import ConfigError
from idioprobe.core.fingerprint import HashedAnew
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.progress import Progress, Quiet
from idioprobe.data.dataset import Dataset
from idioprobe.data.languages.language import base_language
from idioprobe.data.registry import DataDirs, load_dataset
from idioprobe.embed.store import open_store
from idioprobe.models.family import Memory
from idioprobe.models.known import DEFAULT_MODEL
from idioprobe.models.registry import Resolver, load_encoder
from idioprobe.run.config import RunConfig, make_config
from idioprobe.run.plan import asked_languages, of_types, select
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
        languages = _languages(encoder, part, config, notice)
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


FEWEST_KNOWN = 0.8
"""A vocabulary that knows less than this share of a language's words was made for another language."""


def _readable(encoder: Encoder, data: Dataset, notice: Notice) -> list[str]:
    """The languages whose words a vocabulary has; all of them where it has none of them, or where there is none."""
    if len(data.languages) < 2 or not isinstance(encoder, CountsUnknownWords):
        return data.languages
    shares = {}
    for language in data.languages:
        texts = sorted(set(data.stimuli.filter(language=language)["text"]))
        shares[language] = 1 - encoder.unknown_words(texts).total() / max(sum(len(text.split()) for text in texts), 1)
    left = [language for language, share in shares.items() if share < FEWEST_KNOWN]
    if not left or len(left) == len(shares):
        return data.languages
    told = ", ".join(f"{language} ({shares[language]:.0%})" for language in left)
    notice(
        f"{encoder.identity.name} knows less than {FEWEST_KNOWN:.0%} of the words in {told}: not scored "
        f"(`languages` {','.join(data.languages)} scores it all the same)."
    )
    return [language for language in data.languages if language not in left]


def _languages(encoder: Encoder, data: Dataset, config: RunConfig, notice: Notice) -> list[str]:
    """The languages to score: those asked for, else those that data and model share."""
    asked = asked_languages(data, config)
    if asked is not None:
        return asked
    known = encoder.identity.languages
    if known is None:
        return _readable(encoder, data, notice)
    shared = [language for language in data.languages if base_language(language) in known]
    left = [language for language in data.languages if base_language(language) not in known]
    if not shared:
        raise ConfigError(
            f"{encoder.identity.name} knows {', '.join(sorted(known))}; {data.name} is in {', '.join(data.languages)}; "
            f"pass `languages` {left[0]} to score it anyway."
        )
    if left:
        notice(
            f"{encoder.identity.name} does not know {', '.join(left)}: not scored "
            f"(`languages` {','.join(data.languages)} scores it anyway)."
        )
    return shared
