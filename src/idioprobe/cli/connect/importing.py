"""The commands that read results of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.shared import DataDirs, Labelling, load, notices, output, say

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.run.results import Result

app = typer.Typer(
    help="Read what mteb and lm-eval have of our tasks, as results for report, compare and show.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Out = Annotated[Path, typer.Option("-o", "--out", help="Where results are kept.", metavar="FOLDER")]
RESULTS = Path("results")
Which = Annotated[
    str | None,
    typer.Option(
        "-d", "--dataset", help="The dataset or its folder; default: the one that the files name.", metavar="NAME"
    ),
]
Name = Annotated[str | None, typer.Option(help="A name for the result in tables, figures and pages.", metavar="NAME")]


@app.command("mteb")
def import_mteb(
    path: Annotated[Path, typer.Argument(help="mteb's cache or result folder, or one of its files.")],
    out: Out = RESULTS,
    dataset: Which = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    name: Name = None,
) -> None:
    """Read the results of tasks of ours that mteb ran."""
    from idioprobe.connect.mteb_results import read_mteb

    def find(named: str) -> Dataset:
        return load(dataset or named, data_dir, labelling, tell=False)

    _save(read_mteb(path, find), out, name)


@app.command("lm-eval")
def import_lm_eval(
    path: Annotated[Path, typer.Argument(help="The folder that lm-eval wrote with --output_path and --log_samples.")],
    out: Out = RESULTS,
    dataset: Which = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    name: Name = None,
) -> None:
    """Read the answers to tasks of ours that lm-eval logged, and measure them as the suite questions does."""
    from tempfile import TemporaryDirectory

    from idioprobe.connect.lmeval import read_logs, result_of

    with TemporaryDirectory(prefix="idioprobe-") as store:
        made = [
            result_of(log, load(dataset or log.dataset, data_dir, labelling, tell=False), cache_dir=Path(store))
            for log in read_logs(path)
        ]
    _save(made, out, name)


def _save(results: Sequence[Result], out: Path, name: str | None) -> None:
    if name is not None and len(results) > 1:
        notices([f"{len(results)} results get the name {name}."])
    for result in results:
        say(output(), f"Results: {(result.named(name) if name else result).save(out).resolve()}")
