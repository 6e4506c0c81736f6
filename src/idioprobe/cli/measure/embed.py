"""The command that embeds without scoring, so that several machines can share the work."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.measure.parameters import given, with_options
from idioprobe.cli.measure.printing import Printed
from idioprobe.cli.shared import DataDirs, DatasetName, Labelling, load, output, say
from idioprobe.run.config import MODEL, OUTPUT, STATISTICS, WHAT


@with_options(WHAT, MODEL, OUTPUT, STATISTICS)
def embed(
    model: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--model",
            help="A Hugging Face id or a folder, or FAMILY:NAME as idioprobe models lists them; repeatable.",
            metavar="NAME",
            autocompletion=complete.models,
            rich_help_panel=MODEL,
        ),
    ] = None,
    shard: Annotated[
        str,
        typer.Option(
            help="Which part of the texts, such as $SLURM_ARRAY_TASK_ID/8; arrays may count from 0 or from 1.",
            metavar="K/N",
            rich_help_panel=WHAT,
        ),
    ] = "0/1",
    dataset: DatasetName = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    **options: Any,
) -> None:
    """Embed what a run would ask for, or a part of it, and score nothing. Then idioprobe run finds it in the store."""
    from idioprobe.models.known import DEFAULT_MODEL
    from idioprobe.papers.models import resolve
    from idioprobe.run.config import make_config
    from idioprobe.run.engines.shards import parse_shard
    from idioprobe.run.many import embed_many

    part = parse_shard(shard)
    config = make_config(given(options) | {"thresholds": {}})
    data = load(dataset, data_dir, labelling)
    names = list(dict.fromkeys(model or [DEFAULT_MODEL]))
    printed = Printed(len(names), quiet=False)
    outcome = embed_many(names, data, config, part, printed, resolve)
    console = output()
    for name, done in outcome.embedded:
        there = done.texts - done.computed
        of = f"shard {part.number} of {part.count}, counted from 0: " if part.count > 1 else ""
        say(console, f"{name}: {of}{done.texts:,} texts, {done.computed:,} embedded, {there:,} were in the store.")
    printed.end(outcome)
