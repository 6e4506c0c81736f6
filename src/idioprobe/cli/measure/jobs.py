"""Which models a command runs, with which options and on which data: the user's own, or as a paper did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from idioprobe.cli.shared import notices
from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.papers.as_paper import AsPaper
    from idioprobe.papers.common.paper import Paper
    from idioprobe.papers.models import PaperModel
    from idioprobe.run.config import RunConfig
    from idioprobe.run.many import Job


@dataclass(frozen=True)
class Asked:
    """A model, its row where a set of a paper's models names it, its options, and how a paper ran it if it is to."""

    model: str
    row: PaperModel | None
    options: Mapping[str, Any]
    config: RunConfig
    as_paper: AsPaper | None = None


@dataclass
class Reading:
    """A dataset by name, read once for each labelling."""

    name: str
    load: Callable[[str | None], Dataset]
    _found: dict[str | None, Dataset] = field(default_factory=dict)

    def __call__(self, labelling: str | None) -> Dataset:
        """The dataset with some labelling, or with its default."""
        if labelling not in self._found:
            self._found[labelling] = self.load(labelling)
        return self._found[labelling]


def asked_for(
    models: list[str], sets: list[str], paper: str | None, chosen: dict[str, Any], explicit: dict[str, Any]
) -> list[Asked]:
    """The models that the user names, and the rows of papers' tables; each once with the same options.

    `chosen` are all options of the command, `explicit` those that the user wrote.
    """
    from idioprobe.models.known import DEFAULT_MODEL
    from idioprobe.papers.as_paper import as_paper, find_paper
    from idioprobe.papers.registry import all_papers
    from idioprobe.run.config import make_config

    rows = _rows(sets)
    if paper and rows and not models:
        raise ConfigError(f"--as {paper} is for models that you name with -m; --models runs each as its own paper did.")
    specs = {row.spec for row in rows}
    named = [name for name in dict.fromkeys(models) if name not in specs] or ([] if rows else [DEFAULT_MODEL])
    own: list[tuple[str, PaperModel | None, Paper | None]] = [
        (name, None, find_paper(paper) if paper else None) for name in named
    ]
    papers = all_papers()
    found: dict[tuple[Any, ...], Asked] = {}
    for name, row, whose in [*own, *((row.spec, row, papers[row.paper]) for row in rows)]:
        done = as_paper(whose, name, explicit, row) if whose else None
        options = {**chosen, **done.options} if done else chosen
        spec = done.row.spec if done and done.row else name
        asked = Asked(spec, row, options, make_config(options), done)
        labelling = whose.settings.labelling if whose else None
        found.setdefault((spec, str(asked.config), labelling), asked)
    return list(found.values())


def jobs_of(asked: list[Asked], reading: Reading, labelling: str | None) -> list[Job]:
    """The models with their data; what differs from a paper is said once for all of its models."""
    from idioprobe.papers.as_paper import load_as, words
    from idioprobe.run.many import Job

    papers = {one.as_paper.paper.source: one.as_paper.paper for one in asked if one.as_paper}
    of_paper: dict[str, Dataset] = {}
    for source, paper in papers.items():
        runs = [one.as_paper for one in asked if one.as_paper and one.as_paper.paper.source == source]
        of_paper[source], why = load_as(paper, reading.name, labelling, reading)
        notices(words(runs, of_paper[source], labelling=labelling, why=why))
    return [
        Job(
            one.model,
            one.config,
            partial(_before, one),
            of_paper[one.as_paper.paper.source] if one.as_paper else reading(labelling),
        )
        for one in asked
    ]


def check_data(jobs: list[Job]) -> None:
    """Where several models are asked for the same, whether the dataset has what that needs is told once for all."""
    from idioprobe.run.plan import asked_languages, make_plan, of_types, select

    first = jobs[0]
    if len(jobs) > 1 and first.data and len({job.config.suites for job in jobs}) == 1:
        data = of_types(first.data, first.config)
        languages = asked_languages(data, first.config) or data.languages
        make_plan(select(data, languages, first.config), languages, first.config)


def _before(one: Asked) -> str | None:
    """What is to be checked, or said, when a model's turn comes."""
    from idioprobe.papers.as_paper import unlike_the_paper
    from idioprobe.papers.models import check_method, check_needed

    row = one.row or (one.as_paper.row if one.as_paper else None)
    if row is not None:
        check_needed(row, f"{row.name} ({row.paper})", one.options.get("inject"))
        check_method(row, one.options.get("inject"))
        return None
    return None if one.as_paper else unlike_the_paper(one.model, one.options)


def _rows(sets: list[str]) -> list[PaperModel]:
    from idioprobe.papers.models import model_sets

    known = model_sets()
    for name in sets:
        if name not in known:
            raise ConfigError(f"--models {name}: one of {', '.join(known)}.")
    return list(dict.fromkeys(row for name in sets for row in known[name]))
