"""What commands that run models share: how models, papers and folders are named, and what is run for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.measure.jobs import Reading, asked_for, check_data, jobs_of
from idioprobe.cli.measure.parameters import given
from idioprobe.cli.shared import load
from idioprobe.core.errors import ConfigError
from idioprobe.run.config import MODEL, OUTPUT, WHAT

if TYPE_CHECKING:
    from idioprobe.run.many import Job

Models = Annotated[
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
]
ModelsOf = Annotated[
    list[str] | None,
    typer.Option(
        "--models",
        help="All models of a paper's tables, run as in the paper, such as wold2025 or he2025-en; repeatable.",
        metavar="PAPER",
        autocompletion=complete.sets,
        rich_help_panel=MODEL,
    ),
]
AsPaper = Annotated[
    str | None,
    typer.Option(
        "--as",
        help="Use a paper's settings wherever you give none of your own.",
        metavar="PAPER",
        autocompletion=complete.papers,
        rich_help_panel=WHAT,
    ),
]
OutFolder = Annotated[Path, typer.Option(help="Where results go.", metavar="FOLDER", rich_help_panel=OUTPUT)]
Force = Annotated[bool, typer.Option("--force", help="Compute again what is there already.", rich_help_panel=OUTPUT)]
RESULTS = Path("results")


def jobs_for(
    context: typer.Context,
    models: list[str],
    models_of: list[str],
    as_paper: str | None,
    data: dict[str, Any],
    options: dict[str, Any],
) -> list[Job]:
    """The models with their options and data, checked; `data` has the options about the dataset."""
    thresholds = {"thresholds": _thresholds(options.get("thresholds") or [])}
    chosen = given(options) | thresholds
    explicit = {name: value for name, value in chosen.items() if written(context, name)}
    explicit |= thresholds if thresholds["thresholds"] else {}
    if options.get("name") and (len(models) > 1 or models_of):
        raise ConfigError(f"--name {options['name']} is for one model; name each in a run of its own.")
    asked = asked_for(models, models_of, as_paper, chosen, explicit)
    only = asked[0].config.languages if len({one.config.languages for one in asked}) == 1 else None
    language = only[0] if only and len(only) == 1 else None
    name, folders, more = data["dataset"], data["data_dir"], (data["annotations"], data["association"])
    where = asked[0].config.cache_dir
    reading = Reading(name, lambda own: load(name, folders, own, *more, language=language, cache_dir=where))
    jobs = jobs_of(asked, reading, data["labelling"])
    check_data(jobs)
    return jobs


def written(context: typer.Context, name: str) -> bool:
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
