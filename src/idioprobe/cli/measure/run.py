"""The command that runs models."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.measure.parameters import given, with_options
from idioprobe.cli.measure.printing import Printed
from idioprobe.cli.shared import Annotations, Association, DataDirs, DatasetName, Labelling, load
from idioprobe.core.errors import ConfigError
from idioprobe.run.config import MODEL, OUTPUT, STATISTICS, WHAT

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.papers.models import PaperModel
    from idioprobe.run.config import RunConfig


@with_options(WHAT, MODEL, OUTPUT, STATISTICS)
def run(
    model: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--model",
            help="A Hugging Face id or a folder, or FAMILY:NAME as idioprobe models lists them; repeatable. "
            "Default: all-MiniLM-L6-v2.",
            metavar="NAME",
            autocompletion=complete.models,
            rich_help_panel=MODEL,
        ),
    ] = None,
    models_of: Annotated[
        list[str] | None,
        typer.Option(
            "--models",
            help="All models of a paper's tables, such as wold2025 or he2025-en; repeatable.",
            metavar="PAPER",
            autocompletion=complete.sets,
            rich_help_panel=MODEL,
        ),
    ] = None,
    dataset: DatasetName = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
    association: Association = None,
    out: Annotated[Path, typer.Option(help="Where results go.", metavar="FOLDER", rich_help_panel=OUTPUT)] = Path(
        "results"
    ),
    force: Annotated[
        bool, typer.Option("--force", help="Compute anew what is there already.", rich_help_panel=OUTPUT)
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Say what would be embedded, and what an API would charge; run nothing.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            help="Make an HTML page of the results, such as report.html.", metavar="FILE", rich_help_panel=OUTPUT
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every measure and prediction.", rich_help_panel=OUTPUT)
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print scores and settings as JSON, not tables.", rich_help_panel=OUTPUT)
    ] = False,
    **options: Any,
) -> None:
    """Score models on a dataset."""
    from idioprobe.models.known import DEFAULT_MODEL
    from idioprobe.papers.models import resolve
    from idioprobe.run.config import make_config
    from idioprobe.run.many import Job, run_many

    chosen = given(options) | {"thresholds": _thresholds(options.get("thresholds") or [])}
    config = make_config(chosen)
    only = config.languages[0] if config.languages and len(config.languages) == 1 else None
    data = load(dataset, data_dir, labelling, annotations, association, language=only)
    models = _asked(model or [], models_of or []) or [(DEFAULT_MODEL, None)]
    owns = [_as_in_the_paper(chosen, dict(row.options) if row else {}) for _, row in models]
    configs = [make_config(own) if own != chosen else config for own in owns]
    _check_data(data, configs)
    jobs = [
        Job(name, own_config, partial(_before, name, row, own))
        for (name, row), own, own_config in zip(models, owns, configs, strict=True)
    ]
    printed = Printed(len(jobs), quiet=as_json, everything=everything)
    outcome = run_many(jobs, data, out, printed, force=force, dry=dry_run, resolve=resolve)
    results = [finished.result for finished in outcome.finished]
    printed.ranked(results)
    if report is not None and results:
        printed.page(results, report)
    if as_json:
        typer.echo(printed.as_json(outcome))
    printed.end(outcome)


def _before(name: str, row: PaperModel | None, options: dict[str, Any]) -> str | None:
    """What is to be checked, or said, when a model's turn comes."""
    from idioprobe.papers.models import check_needed

    if row is None:
        return _unlike_the_paper(name, options)
    check_needed(row, f"{row.name} ({row.paper})", options.get("inject"))
    return None


def _thresholds(pairs: list[str]) -> dict[str, float]:
    out = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            out[name.strip()] = float(value)
        except ValueError:
            raise ConfigError(f"--threshold {pair}: write NAME=NUMBER, as in rho_zero=0.2.") from None
    return out


def _asked(models: list[str], sets: list[str]) -> list[tuple[str, PaperModel | None]]:
    """The models that the user names, and the rows of papers' tables; each model once with the same options."""
    from idioprobe.papers.models import model_sets

    known = model_sets()
    for name in sets:
        if name not in known:
            raise ConfigError(f"--models {name}: one of {', '.join(known)}.")
    rows: dict[Any, PaperModel] = {}
    for row in (row for name in sets for row in known[name]):
        rows.setdefault((row.spec, row.options), row)
    specs = {row.spec for row in rows.values()}
    named = [(name, None) for name in dict.fromkeys(models) if name not in specs]
    return [*named, *((row.spec, row) for row in rows.values())]


def _check_data(data: Dataset, configs: list[RunConfig]) -> None:
    """Where several models are asked for the same, whether the dataset has what that needs is told once for all."""
    from idioprobe.run.plan import asked_languages, make_plan, select

    if len(configs) > 1 and len({config.suites for config in configs}) == 1:
        languages = asked_languages(data, configs[0]) or list(data.languages)
        make_plan(select(data, languages, configs[0]), languages, configs[0])


def _unlike_the_paper(name: str, options: dict[str, Any]) -> str | None:
    """What a paper's model was run with there and is not here: its name alone stands for the model, not the run."""
    import os

    from idioprobe.papers.models import by_paper_name
    from idioprobe.run.config import run_options

    row = None if os.path.exists(name) else by_paper_name(name)
    paper = {option: value for option, value in row.options if option != "suites"} if row else {}
    left = _as_in_the_paper(options, paper)
    known = run_options()
    flags = [f"{known[name].flag} {value}" for name, value in paper.items() if left.get(name) != options.get(name)]
    if row is None or not flags:
        return None
    return f"{name} stands for {row.spec}; {row.paper} ran it with {' '.join(flags)}, which this run does without."


def _as_in_the_paper(options: dict[str, Any], paper: dict[str, str]) -> dict[str, Any]:
    """The user's options, and the paper's where the user left the default."""
    from idioprobe.run.config import run_options

    known = run_options()

    def left_alone(name: str) -> bool:
        default = known[name].default
        written = ",".join(default) if isinstance(default, tuple) else default
        return options.get(name, default) in (default, written)

    return options | {name: value for name, value in paper.items() if left_alone(name)}
