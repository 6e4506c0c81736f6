"""The command that exports what a model would be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from idioprobe.cli.measure.parameters import given, with_some_options
from idioprobe.cli.shared import DataDirs, DatasetName, Labelling, errors, load, output, say


@with_some_options("languages", "types", "conditions", "suites", "units", "controls", "limit")
def requests(
    out: Annotated[
        Path, typer.Option("-o", "--out", help="The file to write: .jsonl, .csv or .parquet.", metavar="FILE")
    ],
    dataset: DatasetName = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    **options: Any,
) -> None:
    """Export the texts of a run to embed elsewhere. Score the vectors with -m vectors:FILE."""
    from idioprobe.run.config import make_config
    from idioprobe.run.requests import requests_table, write_requests, writer_of

    writer_of(out)
    config = make_config(given(options))
    data = load(dataset, data_dir, labelling)
    console = errors()
    table = requests_table(data, config, lambda message: say(console, message, "yellow"))
    write_requests(table, out)
    sentences = table["spans"].null_count()
    say(output(), f"Written: {out} ({len(table) - sentences:,} targets, {sentences:,} sentences)")
