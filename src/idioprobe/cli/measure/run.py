"""The command that runs models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.measure.jobs import Reading, asked_for, check_data, jobs_of
from idioprobe.cli.measure.parameters import given, with_options
from idioprobe.cli.measure.printing import Printed
from idioprobe.cli.shared import Annotations, Association, DataDirs, DatasetName, Labelling, load, put_json
from idioprobe.core.errors import ConfigError
from idioprobe.run.config import MODEL, OUTPUT, STATISTICS, WHAT


@with_options(WHAT, MODEL, OUTPUT, STATISTICS)
def run(
    context: typer.Context,
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
            help="All models of a paper's tables, run as in the paper, such as wold2025 or he2025-en; repeatable.",
            metavar="PAPER",
            autocompletion=complete.sets,
            rich_help_panel=MODEL,
        ),
    ] = None,
    as_paper: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="Use a paper's settings wherever you give none of your own.",
            metavar="PAPER",
            autocompletion=complete.papers,
            rich_help_panel=WHAT,
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
        bool, typer.Option("--force", help="Compute again what is there already.", rich_help_panel=OUTPUT)
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
        bool,
        typer.Option("--json", help="Print scores and settings as JSON instead of tables.", rich_help_panel=OUTPUT),
    ] = False,
    **options: Any,
) -> None:
    """Score models on a dataset."""
    from idioprobe.papers.models import resolve
    from idioprobe.run.many import run_many

    thresholds = {"thresholds": _thresholds(options.get("thresholds") or [])}
    chosen = given(options) | thresholds
    explicit = {name: value for name, value in chosen.items() if _written(context, name)}
    explicit |= thresholds if thresholds["thresholds"] else {}
    if options.get("name") and (len(model or []) > 1 or models_of):
        raise ConfigError(f"--name {options['name']} is for one model; name each in a run of its own.")
    asked = asked_for(model or [], models_of or [], as_paper, chosen, explicit)
    only = asked[0].config.languages if len({one.config.languages for one in asked}) == 1 else None
    language = only[0] if only and len(only) == 1 else None
    reading = Reading(dataset, lambda own: load(dataset, data_dir, own, annotations, association, language=language))
    jobs = jobs_of(asked, reading, labelling)
    check_data(jobs)
    data = next(job.data for job in jobs if job.data)
    printed = Printed(len(jobs), quiet=as_json, everything=everything)
    outcome = run_many(jobs, data, out, printed, force=force, dry=dry_run, resolve=resolve)
    results = [finished.result for finished in outcome.finished]
    printed.ranked(results)
    if report is not None and results:
        printed.page(results, report)
    if as_json:
        put_json(printed.as_plain(outcome))
    printed.end(outcome)


def _written(context: typer.Context, name: str) -> bool:
    """Whether the user wrote an option, rather than leaving its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _thresholds(pairs: list[str]) -> dict[str, float]:
    out = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            out[name.strip()] = float(value)
        except ValueError:
            raise ConfigError(f"--threshold {pair}: write NAME=NUMBER, as in rho_zero=0.2.") from None
    return out
