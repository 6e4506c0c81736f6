"""The command that exports what a model would be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.measure.run import OPTION_NAMES
from idioprobe.cli.shared import DataDirs, Labelling, errors, load, output, say


def requests(
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write: .jsonl, .csv or .parquet.")],
    dataset: Annotated[
        str,
        typer.Option(
            "-d", "--dataset", help="starter, ncimp, ncs, nctti, or a dataset folder.", autocompletion=complete.datasets
        ),
    ] = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    language: Annotated[str | None, typer.Option(help="Languages, such as en,pt; default: all of them.")] = None,
    condition: Annotated[str, typer.Option(help="nat, neut, neut_long, neut_plural.")] = "nat,neut,neut_long",
    suite: Annotated[str, typer.Option(help="What to measure: probes, prediction, epsilon.")] = "probes",
    unit: Annotated[str, typer.Option(help="target and sentence.")] = "target,sentence",
    limit: Annotated[int | None, typer.Option(help="At most so many expressions of each language.")] = None,
) -> None:
    """Export the texts of a run, to embed them elsewhere and score them with -m vectors:FILE."""
    from idioprobe.run.config import make_config
    from idioprobe.run.requests import requests_table, write_requests, writer_of

    writer_of(out)
    options = {"languages": language, "conditions": condition, "suites": suite, "units": unit, "limit": limit}
    config = make_config(options, OPTION_NAMES)
    data = load(dataset, data_dir, labelling)
    console = errors()
    table = requests_table(data, config, lambda message: say(console, message, "yellow"))
    write_requests(table, out)
    sentences = table["start"].null_count()
    say(output(), f"Written: {out} ({len(table) - sentences:,} targets, {sentences:,} sentences)")
