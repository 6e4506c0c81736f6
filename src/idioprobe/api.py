"""The functions that users call: they hand the papers' names, tables and figures to the rooms above.

`idioprobe` offers them all; nothing else in the program imports this module but the command line.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replace_file
from idioprobe.core.notices import Notice, ignore, old_form
from idioprobe.core.progress import Progress
from idioprobe.models.known import DEFAULT_MODEL
from idioprobe.papers.models import resolve
from idioprobe.papers.reported import load_reported
from idioprobe.suites.paired import compare_models

if TYPE_CHECKING:
    import polars as pl

    from idioprobe.core.encoder import Model
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.registry import DataDirs
    from idioprobe.report.comparison import Comparison
    from idioprobe.report.expressions import Failures, ShownExpression
    from idioprobe.report.figures.drawn import Drawn
    from idioprobe.report.figures.spec import Spread
    from idioprobe.report.gate.check import Gate
    from idioprobe.report.page.pack import Progress as PageProgress
    from idioprobe.report.results import Results
    from idioprobe.report.tables.grid import Grid
    from idioprobe.run.results import Result

__all__ = [
    "check",
    "compare",
    "compare_models",
    "evaluate",
    "load_published",
    "load_reported",
    "make_figure",
    "make_page",
    "make_table",
    "show_expression",
    "worst_expressions",
]


def evaluate(
    model: Any = DEFAULT_MODEL,
    dataset: str | Path | Dataset = "starter",
    *,
    data_dir: DataDirs = None,
    labelling: str | None = None,
    as_paper: str | None = None,
    progress: Progress | None = None,
    notice: Notice = ignore,
    **options: Any,
) -> Result:
    """Score a model on a dataset.

    `model` is what the command takes (a Hugging Face id, a folder, `static:FILE`, a paper's name for it), or a
    model in memory: a `SentenceTransformer`, a transformers model with its tokenizer as `(model, tokenizer)`, any
    object with `encode(list of texts)`, or one with the `Encoder` protocol. `dataset` is a name, a folder or a
    `Dataset`; `data_dir` and `labelling` are those of `load_dataset`, for a dataset given by name. `options` are
    those of a run, such as `units="target"` or `views="mean@all"`. With `as_paper`, such as `"he2025"`, options
    that you leave out are that paper's. `notice` is called with what you should know, such as `print`.
    """
    from idioprobe.run.evaluate import evaluate as run

    if as_paper is not None:
        model, dataset, options = _as_paper(as_paper, model, dataset, data_dir, labelling, notice, options)
        data_dir = labelling = None
    given: dict[str, Any] = {"data_dir": data_dir, "labelling": labelling, "progress": progress, "notice": notice}
    return run(model, dataset, resolve=resolve, **given, **options)


def _as_paper(
    name: str,
    given: Any,
    dataset: str | Path | Dataset,
    data_dir: DataDirs,
    labelling: str | None,
    notice: Notice,
    options: dict[str, Any],
) -> tuple[str | Model, Dataset, dict[str, Any]]:
    """The model, the data and the options of a run as a paper did it."""
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.registry import load_dataset
    from idioprobe.models.live import as_model
    from idioprobe.models.registry import family_options
    from idioprobe.papers.as_paper import as_paper, find_paper, load_as, options_as, words

    paper = find_paper(name)
    model = as_model(given, {key: value for key, value in options.items() if key in family_options()})
    if isinstance(model, str):
        found = as_paper(paper, model, options)
    else:
        found = options_as(paper, model.identity.family, options)
    if isinstance(dataset, Dataset):
        data, why = dataset, None
    else:
        data, why = load_as(paper, str(dataset), labelling, lambda own: load_dataset(dataset, data_dir, labelling=own))
    for message in words([found], data, labelling=labelling, why=why):
        notice(message)
    return found.row.spec if found.row else model, data, dict(found.options)


def compare(
    *results: Any, view: str | None = None, dataset: str | Path | Dataset = "starter", **options: Any
) -> Comparison:
    """Rank models by their idiom score, as in `compare(a, b)` or `compare("results/starter")`.

    `results` are results or folders of them, any number; models, by name or in memory, are scored first, as
    `evaluate` does on `dataset` with `options`. A notebook shows a leaderboard for each dataset and language; `print`
    shows it in short, `to_polars()` and `to_pandas()` have a row for each model.
    """
    from idioprobe.report.comparison import compare_results
    from idioprobe.report.results import results_of

    return compare_results(results_of([r for one in results for r in _measured(one, dataset, **options)]), view)


def _measured(given: Any, dataset: str | Path | Dataset = "starter", **options: Any) -> list[Result | str | Path]:
    """Results and folders as they are; models among them, by name or in memory, as the results that they get."""
    from idioprobe.models.live import is_live, names_model
    from idioprobe.report.results import listed

    several = [given] if is_live(given) else listed(given)
    return [
        evaluate(one, dataset, **options) if is_live(one) or (isinstance(one, str) and names_model(one)) else one
        for one in several
    ]


def check(
    results: Results | Any,
    require: str | Sequence[str] = (),
    *,
    no_worse_than: Results | Any = None,
    margin: float | None = None,
    on: str = "interval",
    view: str | None = None,
    languages: Sequence[str] = (),
    dataset: str | Path | Dataset | None = None,
    **options: Any,
) -> Gate:
    """Whether results meet what is required of them; true if they do, and printed with a line for each requirement.

    A requirement, such as `idiom_score>=0.15`, is `MEASURE[@UNIT][/CONDITION][:GROUP]`, one of `>= > <= <`, and a
    number. It is decided on the end of the interval that is harder to meet, with `on="value"` on the value.
    `no_worse_than` are results of a baseline, compared on the same items: it fails where it is certainly worse, or,
    with a `margin`, unless it is certainly not worse by more. Models, by name or in memory, are scored first, as
    `evaluate` does on `dataset` with `options`; a baseline, if you leave these out, as the results were.
    """
    from idioprobe.report.gate.again import options_of
    from idioprobe.report.gate.check import check_results
    from idioprobe.report.gate.requirement import parse_requirements
    from idioprobe.report.results import results_of

    wanted = parse_requirements([require] if isinstance(require, str) else list(require))
    run = {**options, **({"languages": languages} if languages else {})}
    found = results_of(_measured(results, dataset or "starter", **run))
    again, data = {**options_of(found[0]), **run}, dataset or found[0].manifest.dataset.name
    baselines = [] if no_worse_than is None else results_of(_measured(no_worse_than, data, **again))
    how: dict[str, Any] = {"on": on, "margin": margin, "view": view, "languages": _several(languages)}
    return check_results(found, wanted, baselines, **how)


def show_expression(
    results: Results | Any,
    expression: str,
    *,
    languages: Sequence[str] = (),
    unit: str | None = None,
    view: str | None = None,
) -> list[ShownExpression]:
    """An expression of some results, as in `show_expression("results", "lame duck")`.

    One entry for each dataset and language that has it: its sentences, what stands in its place in
    each variant and how similar every model finds the two, and the level and rank of every measure.
    `unit` is `sentence` where there is such, as the idiom score's.
    """
    from idioprobe.report.expressions import show_expression as shown
    from idioprobe.report.results import results_of

    return shown(results_of(_measured(results)), expression, languages=_several(languages), unit=unit, view=view)


def worst_expressions(
    results: Results | Any,
    count: int = 20,
    *,
    best: bool = False,
    languages: Sequence[str] = (),
    unit: str | None = None,
    view: str | None = None,
) -> list[Failures]:
    """Where models fail most, as in `worst_expressions(result, 5)`: an entry for each model and language.

    Expressions are ordered by `aff_syn_words`, or by `aff_syn_rand` where a result has no such
    measure; the lowest come first, with `best` the highest.
    """
    from idioprobe.report.expressions import worst_expressions as found
    from idioprobe.report.results import results_of

    return found(results_of(_measured(results)), count, best=best, languages=_several(languages), unit=unit, view=view)


def make_table(
    name: str,
    results: Results | Any = (),
    *,
    view: str | None = None,
    correction: str | None = None,
    rating: str | None = None,
    intervals: bool = False,
    expressions: Sequence[str] = (),
    units: Sequence[str] = (),
    conditions: Sequence[str] = (),
    groups: Sequence[str] = (),
    top: int | None = None,
    dataset: Dataset | None = None,
    data_dir: DataDirs = None,
    annotations: str | Path | None = None,
) -> Grid:
    """A table of the papers for the models at hand, such as `make_table("H5", "results/ncimp")`.

    `results` are results or folders of them. `units`, `conditions` and `groups` (`all`, a class,
    `no_overlap`, `type:` and a type) are shown whatever the paper does; `top` is how many a ranking lists, or how many
    dimensions H16 standardises.
    Tables of sentences can be made from a `dataset` alone, tables about NCTTI from a copy of it
    (`data_dir`) and raw `annotations`; tables of annotations from those of any `dataset`.
    """
    from idioprobe.data.registry import load_dataset
    from idioprobe.papers.maketable import TableMaker
    from idioprobe.report.tables.fill import Options

    about = (lambda: dataset) if dataset is not None else None
    maker = TableMaker(
        _measured(results), view, lambda: dataset or load_dataset("ncimp", data_dir), data_dir, annotations, about
    )
    narrow = (_several(units), _several(conditions), top, _several(groups))
    return maker.make(name, Options(correction, intervals, tuple(expressions), rating, *narrow))


def make_figure(
    name: str,
    results: Results | Any,
    out: str | Path | None = None,
    *,
    view: str | None = None,
    languages: Sequence[str] = (),
    conditions: Sequence[str] = (),
    units: Sequence[str] = (),
    models: Sequence[str] = (),
    expressions: Sequence[str] = (),
    columns: int = 2,
    palette: str = "okabe",
    spread: Spread = "interval",
    title: bool = False,
    scale: float = 4.0,
) -> Drawn:
    """Draw a figure, such as `make_figure("H2", "results/ncimp", "h2.pdf")`, and return its path.

    The ending of the file's name says the format: PDF, SVG or PNG; a notebook shows the latter two.
    `models` are named as figures name them; `spread` is what the lines of ratios show: `interval`, or
    `sd` as in the paper; `scale` is in pixels per point of a PNG.
    """
    from idioprobe.papers.figures import find_figure
    from idioprobe.report.figures.draw import FORMATS, drawable, fitted, write
    from idioprobe.report.figures.drawn import Drawn
    from idioprobe.report.figures.spec import SPREADS
    from idioprobe.report.results import results_of
    from idioprobe.report.tables.gather import gather

    figure = find_figure(name)
    path = Path(out or f"{figure.name}.{FORMATS[0]}")
    style = path.suffix.lower().removeprefix(".")
    if style not in FORMATS:
        raise ConfigError(f"`out` {path}: the name of a figure ends in {', '.join(FORMATS)}.")
    if spread not in SPREADS:
        raise ConfigError(f"`spread` {spread}: one of {', '.join(SPREADS)}.")
    wanted = {"language": languages, "condition": conditions, "unit": units, "model": models}
    wanted["expression"] = expressions
    only = {column: _several(values) for column, values in wanted.items() if values}
    inputs = gather(results_of(_measured(results)), view, every_view=figure.every_view)
    look: dict[str, Any] = {"title": title, "spread": spread, "classes": inputs.material.classes}
    chart = fitted(figure, drawable(figure, inputs, only), columns, palette, **look)
    made = write(chart, style, scale)
    with replace_file(path) as temporary:
        temporary.write_bytes(made)
    return Drawn(path)


def make_page(
    results: Results | Any,
    out: str | Path = "report.html",
    *,
    view: str | None = None,
    reported: bool = False,
    published: bool | None = None,
    notice: Notice = ignore,
    progress: PageProgress = lambda _label, _done, _total: None,
) -> Path:
    """Write the page of some results, such as `make_page("results/starter")`, and return its path.

    Results of different datasets, or measured in different ways, are kept apart on the page. With
    `reported`, the models of the papers stand beside them; `published` is the old word for it. `notice`
    is called with what a reader should know beforehand, `progress` with how far the work is.
    """
    from idioprobe.core.views import current
    from idioprobe.papers.beside.page import reported_beside
    from idioprobe.papers.figures import all_figures
    from idioprobe.report.page.groups import group_results, twice
    from idioprobe.report.page.render import write_page
    from idioprobe.report.results import results_of
    from idioprobe.run.views import views_of

    if published is not None:
        old_form("make_page(published=…) is called make_page(reported=…) now.")
        reported = reported or published
    found = results_of(_measured(results))
    there = sorted({name for result in found for name in views_of(result)})
    view = None if view is None else current(view)
    if view is not None and view not in there:
        raise ConfigError(f"`view` {view}: these results have {', '.join(there)}.")
    groups = group_results(found, view)
    for message in twice(groups):
        notice(message)
    figures = tuple(all_figures().values())
    if reported:
        return write_page(groups, Path(out), progress, figures=figures, reported=reported_beside)
    return write_page(groups, Path(out), progress, figures=figures)


def load_published(table: str | None = None) -> pl.DataFrame:
    """The old name of `load_reported`."""
    old_form("load_published is called load_reported now.")
    return load_reported(table)


def _several(given: Sequence[str]) -> tuple[str, ...]:
    """Values, also as the command line writes them: `en,pt`."""
    return tuple(part.strip() for part in given.split(",")) if isinstance(given, str) else tuple(given)
