"""The command that trains a model on idioms, and says what it learned."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.shared import DataDirs, DatasetName, Json, Labelling, errors, load, output, put_json, say
from idioprobe.core.errors import ConfigError
from idioprobe.core.views import Unit

if TYPE_CHECKING:
    from idioprobe.connect.finetune import Finetuned


def finetune(
    model: Annotated[
        str,
        typer.Argument(
            help="A sentence-transformers model: a Hugging Face id or a folder.", autocompletion=complete.models
        ),
    ],
    out: Annotated[
        Path, typer.Option("-o", "--out", help="Where the model, the tables and the page go.", metavar="FOLDER")
    ],
    dataset: DatasetName = "starter",
    loss: Annotated[str, typer.Option(help="What is minimised: triplet, mnrl or cosent.", metavar="NAME")] = "triplet",
    epochs: Annotated[int, typer.Option(min=1, help="How often the triples are gone through.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="The first seed, of splits and training.")] = 0,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds: each splits and trains anew.")] = 3,
    language: Annotated[
        str | None,
        typer.Option(help="The language to train in; default: en, or the dataset's only one.", metavar="CODE"),
    ] = None,
    batch_size: Annotated[int, typer.Option(min=1, help="Triples in a batch.")] = 16,
    learning_rate: Annotated[float, typer.Option(help="How large steps are at most.")] = 2e-5,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many expressions of each class.")] = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the folder if it is there.")] = False,
    as_json: Json = False,
) -> None:
    """Train a model on idioms. It says what became of seen and unseen idioms, and of all else."""
    from idioprobe.connect.finetune import Training
    from idioprobe.connect.finetune import finetune as run

    how = Training(
        loss=loss,
        epochs=epochs,
        seed=seed,
        seeds=seeds,
        batch_size=batch_size,
        learning_rate=learning_rate,
        language=language or "",
        limit=limit,
    )
    _check_out(out, force=force)
    data = load(dataset, data_dir, labelling)
    console = errors()
    found = run(
        model,
        data,
        how,
        notice=lambda message: say(console, message, "yellow"),
        progress=lambda stage: say(console, f"{stage[0].upper()}{stage[1:]} …"),
    )
    found.save(out)
    if as_json:
        put_json({**found.about, "changes": found.changes.to_dicts()})
    else:
        _show(found, out)


def _check_out(out: Path, *, force: bool) -> None:
    """A folder that holds anything is replaced only by somebody who says so, and only if it is one of ours."""
    if out.exists() and not out.is_dir():
        raise ConfigError(f"`out` {out} is a file; name a folder.")
    if not out.is_dir() or not any(out.iterdir()):
        return
    if not force:
        raise ConfigError(f"{out} is there already; pass `force` to replace it, or name another folder.")
    if not (out / "finetune.json").is_file():
        raise ConfigError(f"{out} holds something else than a training; name another folder.")


SHOWN: tuple[tuple[str, Unit], ...] = (
    ("choice_net", "target"),
    ("choice_net", "sentence"),
    ("choice_random", "target"),
    ("sim_rand", "sentence"),
    ("spearman", "sentence"),
    ("sim_unrelated", "sentence"),
)
"""What the terminal has of all measures and units, in this order; the rest is in changes.csv and on the page."""


def _show(found: Finetuned, out: Path) -> None:
    """The answer, the numbers behind it in lines of 80 characters, and where all of it is."""
    from rich.table import Table

    from idioprobe.report.trained.words import answer, shown, space, title
    from idioprobe.suites.beforeafter import HIGHER, LOWER

    console = output()
    console.print(answer(found.changes), style="bold", highlight=False, markup=False, width=80)
    console.print()
    for measure, unit in SHOWN:
        table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1), header_style="bold")
        for column, width in {"": 13, "before": 17, "after": 17, "difference": 20, "n": 3}.items():
            table.add_column(column, justify="right" if column else "left", min_width=width, no_wrap=True)
        for row in found.changes.filter(measure=measure, unit=unit).to_dicts():
            numbers = (shown(row, name, 2).replace(" points", "") for name in ("before", "after", "difference"))
            style = None if row["verdict"] in (HIGHER, LOWER) else "dim"
            table.add_row(row["group"], *numbers, str(row["n"]), style=style)
        if table.row_count:
            heading = title(measure, unit)
            say(console, f"{heading[0].upper()}{heading[1:]}")
            console.print(table)
            console.print()
    for sentence in space(found.changes):
        say(console, sentence)
    say(console, f"Model, tables and page: {out}")
