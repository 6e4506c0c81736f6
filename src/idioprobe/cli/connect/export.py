"""The commands that write for other programs."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.shared import DataDirs, DatasetName, Labelling, load, notices, output, put, say, several

app = typer.Typer(
    help="Write tasks for lm-eval and Inspect, datasets for the Hugging Face Hub, results for a model card.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Out = Annotated[Path, typer.Option("-o", "--out", help="The folder to write.", metavar="FOLDER")]
Languages = Annotated[
    str | None, typer.Option("--language", help="Languages, such as en,pt; default: all.", metavar="CODES")
]
Limit = Annotated[int | None, typer.Option(help="At most this many expressions of each language.", min=1)]


@app.command("lm-eval")
def export_lm_eval(
    out: Out,
    dataset: DatasetName = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    language: Languages = None,
    limit: Limit = None,
) -> None:
    """Write the questions with options as tasks for lm-evaluation-harness."""
    from idioprobe.connect.lmeval import write_lm_eval

    groups = write_lm_eval(load(dataset, data_dir, labelling), out, several(language), limit)
    say(output(), f"Tasks: {out.resolve()}")
    say(output(), f"lm_eval run --include_path {out} --tasks {groups[0]} --log_samples --output_path OUT …")
    say(output(), f"For a model with a chat template: --tasks {groups[1]} --apply_chat_template")
    _tell_absent("lm_eval", "lm-eval")


@app.command("inspect")
def export_inspect(
    out: Out,
    dataset: DatasetName = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    language: Languages = None,
    limit: Limit = None,
) -> None:
    """Write all questions for the task idioprobe/questions of Inspect."""
    from idioprobe.connect.inspect_ai import write_inspect

    call = write_inspect(load(dataset, data_dir, labelling), out, several(language), limit)
    say(output(), f"Questions: {out.resolve()}")
    say(output(), call)
    _tell_absent("inspect_ai", "inspect")


@app.command("hf")
def export_hf(
    out: Out, dataset: DatasetName = "starter", data_dir: DataDirs = None, labelling: Labelling = None
) -> None:
    """Write a dataset for the Hugging Face Hub: Parquet files and a card."""
    from idioprobe.connect.hub import write_hub_folder

    say(output(), f"Dataset: {write_hub_folder(load(dataset, data_dir, labelling), out)}")
    _tell_absent("datasets", "datasets")


@app.command("card")
def export_card(
    results: Annotated[list[Path], typer.Argument(help="Result folders of one model.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="A folder for the text and .eval_results; default: print the text."),
    ] = None,
    dataset_id: Annotated[
        str | None, typer.Option(help="The dataset's name on the Hub; default: idioprobe/NAME.", metavar="OWNER/NAME")
    ] = None,
) -> None:
    """Write idiom scores for a model card, in the Hub's formats for evaluation results."""
    from idioprobe.connect.modelcard import snippet, write_card
    from idioprobe.report.results import results_of

    found = results_of(results)
    if out is None:
        put(snippet(found, dataset_id))
        return
    for path in write_card(found, out, dataset_id):
        say(output(), f"Written: {path.resolve()}")


def _tell_absent(module: str, extra: str) -> None:
    """A line about the program that reads what was written, where it is not here."""
    from idioprobe.core.errors import install

    if find_spec(module) is None:
        notices([f"{module} is not installed here; what was written is for it: {install(extra)}."])
