"""A run as a paper did it: the paper's settings where the user has said nothing else, and what differs all the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.views import NATIVE
from idioprobe.data.dataset import Dataset
from idioprobe.models.known import known_model
from idioprobe.models.registry import PLAIN, claimed_family, families, family_of
from idioprobe.papers.common.model import MANY, PaperModel
from idioprobe.papers.common.paper import Paper
from idioprobe.papers.models import by_paper_name, model_sets, paper_models
from idioprobe.papers.registry import all_papers
from idioprobe.run.config import make_config, run_options

NOT_THEIRS = {"controls": False}
"""What no paper has, so that a run as a paper did it goes without."""


@dataclass(frozen=True)
class AsPaper:
    """The options of a run, and those of the user's own that are not the paper's, with what the paper had."""

    paper: Paper
    row: PaperModel | None
    family: str
    options: Mapping[str, Any]
    own: Mapping[str, tuple[Any, Any]]


def find_paper(name: str) -> Paper:
    """The paper of that name, or of the set of models of that name."""
    papers = all_papers()
    if name in papers:
        return papers[name]
    of_set = [papers[rows[0].paper] for known, rows in model_sets().items() if known == name]
    if not of_set:
        raise ConfigError(f"`as_paper` {name}: one of {', '.join(papers)}.")
    return of_set[0]


def as_paper(paper: Paper, model: str, given: Mapping[str, Any], row: PaperModel | None = None) -> AsPaper:
    """A run of a model as a paper did it; `given` are the options that the user has set, which win.

    A model that the paper itself has runs with the options of its row.
    """
    row = row or _row_of(paper, model)
    return options_as(paper, row.family if row else _family_as(paper, model, given), given, row)


def options_as(paper: Paper, family: str, given: Mapping[str, Any], row: PaperModel | None = None) -> AsPaper:
    """The same for a model that is known by its family only, as an encoder of the user's own is."""
    wanted = paper.settings.options(family)
    if row:
        spoken = {} if MANY in row.languages or "languages" in wanted else {"languages": row.languages}
        wanted |= {**spoken, **dict(row.options)}
    plain = make_config(wanted)
    mine = make_config({**wanted, **given})
    own = {
        name: (_value(mine, name), _value(plain, name))
        for name in given
        if name in wanted and _value(mine, name) != _value(plain, name)
    }
    return AsPaper(paper, row, family, {**NOT_THEIRS, **wanted, **given}, own)


def load_as(
    paper: Paper, name: str, labelling: str | None, load: Callable[[str | None], Dataset]
) -> tuple[Dataset, str | None]:
    """A dataset with the paper's classes, unless the user names others; and why where these cannot be had.

    `load` reads the dataset of that name with some labelling.
    """
    wanted = paper.settings.labelling if name == paper.dataset and labelling is None else None
    if wanted is None:
        return load(labelling), None
    try:
        return load(wanted), None
    except (ConfigError, DatasetError) as error:
        return load(None), str(error).rstrip(".")


def words(runs: list[AsPaper], data: Dataset, *, labelling: str | None = None, why: str | None = None) -> Iterator[str]:
    """What is to be said of runs as one paper did them, once for all: the settings, the user's own, what differs.

    `labelling` is the user's; `why` says why the paper's classes could not be had.
    """
    paper = runs[0].paper
    settings = paper.settings
    families = dict.fromkeys(run.family for run in runs)
    apart = [family for family in families if family in settings.by_family]
    alike = [family for family in families if family not in apart]
    first = settings.options("" if alike else apart[0])
    shared = {name: value for name, value in first.items() if name not in runs[0].own}
    views = {run.family: settings.views[run.family] for run in runs if run.family in settings.views}
    told = [_written(shared), *(f"`views` {','.join(own)} ({family}:)" for family, own in views.items())]
    told += [f"{_written(settings.by_family[family])} ({family}:)" for family in apart if alike]
    if settings.labelling and data.header.labelling == settings.labelling:
        told.append(f"`labelling` {settings.labelling}")
    yield f"As {paper.source}: {', '.join(told)}."
    own = {name: pair for run in runs for name, pair in run.own.items()}
    if labelling not in (None, settings.labelling) and settings.labelling:
        own["labelling"] = (labelling, settings.labelling)
    if own:
        mine_and_theirs = (
            f"`{name}` {_plain(mine)} ({paper.source}: {_plain(theirs)})" for name, (mine, theirs) in own.items()
        )
        yield f"Your own, not the paper's: {', '.join(mine_and_theirs)}."
    hints = dict.fromkeys(settings.hints.get(run.family, "") for run in runs if run.row is None)
    unlike = [
        *_other_data(paper, data, runs),
        *([f"classes by {data.header.labelling or 'nobody'} ({why})"] if why else []),
        *(settings.open if alike else ()),
        *filter(None, hints),
    ]
    if unlike:
        yield f"Not as in {paper.source}, or not known: {'; '.join(unlike)}."


def unlike_the_paper(name: str, given: Mapping[str, Any]) -> str | None:
    """How a paper ran the model that its name stands for, where this run differs: the name alone is not the run."""
    row = None if os.path.exists(name) else by_paper_name(name)
    if row is None:
        return None
    paper = all_papers()[row.paper]
    wanted = options_as(paper, row.family, {}, row).options
    here, there = make_config(dict(given)), make_config(wanted)
    differs = {option: value for option, value in wanted.items() if _value(here, option) != _value(there, option)}
    for name in ("languages", *NOT_THEIRS):
        differs.pop(name, None)
    if not differs:
        return None
    return f"{name} stands for {row.spec}; {row.paper} ran it with {_written(differs)}: `as_paper` {row.paper} does so."


def _row_of(paper: Paper, model: str) -> PaperModel | None:
    """The paper's row for a model by its name there, or by what it stands for, with its family or without."""
    written = _meant(model)
    rows = [row for row in paper_models() if row.paper == paper.source and not row.inject]
    found = [row for row in rows if written in (row.name.casefold(), *_ways_to_write(row, model))]
    return found[0] if len({row.spec for row in found}) == 1 else None


def _ways_to_write(row: PaperModel, model: str) -> tuple[str, ...]:
    """How a row's model is written; without its family only if it can be, and no file or folder has that name."""
    family = families()[row.family]
    without = (family.prefix == PLAIN or family.claims) and ":" not in model and not os.path.exists(model)
    return (_meant(row.spec), *([_meant(row.spec.partition(":")[2])] if without else []))


def _meant(written: str) -> str:
    """A model as written, by its full name on the hub if it is known by a short one; letters' case says nothing."""
    family, colon, name = written.rpartition(":")
    known = known_model(name)
    return f"{family}{colon}{known.hub_id if known else name}".casefold()


def _family_as(paper: Paper, model: str, given: Mapping[str, Any]) -> str:
    """The family of a model in runs of that paper: one with sentence vectors of its own, where the paper took such."""
    claimed = claimed_family(model, given)
    return claimed if NATIVE in paper.settings.views.get(claimed, ()) else family_of(model)


def _other_data(paper: Paper, data: Dataset, runs: list[AsPaper]) -> Iterator[str]:
    if data.name != paper.dataset:
        yield f"dataset {data.name}, in the paper {paper.dataset}"
        return
    asked = {code for run in runs for code in make_config(run.options).languages or paper.sentences}
    natural = data.stimuli.filter(role="original", condition="nat")
    for language in (code for code in paper.sentences if code in asked):
        here = natural.filter(language=language)["item"].n_unique()
        if here != paper.sentences[language]:
            yield f"{here} naturalistic sentences in {language}, in the paper {paper.sentences[language]}"


def _value(config: Any, name: str) -> Any:
    return getattr(config, name, None) if hasattr(config, name) else config.model_options.get(name)


def _written(options: Mapping[str, Any]) -> str:
    known = run_options()
    return ", ".join(
        f"`{name}`" if value is True else f"`{name}` {_plain(value)}"
        for name, value in options.items()
        if name in known
    )


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, tuple) else str(value)
