"""The command that runs models."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated, Any

import typer

from idioprobe.cli.engines import ENGINE, Address, cluster_of
from idioprobe.cli.measure.asking import RESULTS, AsPaper, Force, Models, ModelsOf, OutFolder, jobs_for
from idioprobe.cli.measure.parameters import with_options
from idioprobe.cli.measure.printing import Printed
from idioprobe.cli.shared import Annotations, Association, DataDirs, DatasetName, Labelling, put_json
from idioprobe.run.config import MODEL, OUTPUT, STATISTICS, WHAT


@with_options(WHAT, MODEL, ENGINE, OUTPUT, STATISTICS)
def run(
    context: typer.Context,
    model: Models = None,
    models_of: ModelsOf = None,
    as_paper: AsPaper = None,
    dataset: DatasetName = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
    association: Association = None,
    out: OutFolder = RESULTS,
    force: Force = False,
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
    engine: Annotated[
        str,
        typer.Option(
            help="local: one model after the other in this process; ray: side by side on a Ray cluster.",
            metavar="NAME",
            rich_help_panel=ENGINE,
        ),
    ] = "local",
    address: Address = None,
    gpus: Annotated[
        float,
        typer.Option(help="ray: GPUs of each worker, such as 1 or 0.5.", metavar="N", min=0, rich_help_panel=ENGINE),
    ] = 0.0,
    workers: Annotated[
        int | None,
        typer.Option(
            help="ray: workers at a time; default: as many as the cluster has cores, or GPUs for.",
            metavar="N",
            min=1,
            rich_help_panel=ENGINE,
        ),
    ] = None,
    **options: Any,
) -> None:
    """Score models on a dataset."""
    from idioprobe.papers.models import resolve
    from idioprobe.run.many import run_many

    gc.freeze()  # What was imported stays: Python need not look through it for what it can free,
    gc.set_threshold(100_000, 20, 20)  # nor often through millions of requests, none of which is in a cycle.
    cluster = cluster_of(engine, address=address, gpus=gpus, workers=workers)
    about: dict[str, Any] = {"dataset": dataset, "data_dir": data_dir, "labelling": labelling}
    about |= {"annotations": annotations, "association": association}
    jobs = jobs_for(context, model or [], models_of or [], as_paper, about, options)
    data = next(job.data for job in jobs if job.data)
    printed = Printed(len(jobs), quiet=as_json, everything=everything)
    if cluster is None or dry_run:
        outcome = run_many(jobs, data, out, printed, force=force, dry=dry_run, resolve=resolve)
    else:
        from idioprobe.run.engines.onray import run_on_ray

        outcome = run_on_ray(jobs, data, out, printed, cluster, force=force, resolve=resolve)
    results = [finished.result for finished in outcome.finished]
    printed.ranked(results)
    if report is not None and results:
        printed.page(results, report)
    if as_json:
        put_json(printed.as_plain(outcome))
    printed.end(outcome)
