"""The command that prints the script of an array job for Slurm."""

from __future__ import annotations

import inspect
import shlex
from typing import Annotated, Any

import typer

from idioprobe.cli.flags import speak_flags
from idioprobe.cli.measure.embed import embed
from idioprobe.cli.measure.parameters import given
from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import ignore

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What this command does not know itself goes to `embed` and `run`."""
_ONLY_RUN = ("--out", "--report", "--as", "--models", "--all", "--json", "--force", "--engine")


def slurm(
    context: typer.Context,
    shards: Annotated[int, typer.Option(help="How many tasks the array has.", metavar="N", min=1)] = 8,
    hours: Annotated[float, typer.Option(help="How long a task may take.", metavar="HOURS", min=0.01)] = 4.0,
    cpus: Annotated[int, typer.Option(help="Cores of a task.", metavar="N", min=1)] = 4,
    memory: Annotated[int, typer.Option(help="Memory of a task, in GB.", metavar="GB", min=1)] = 16,
    gpus: Annotated[int, typer.Option(help="GPUs of a task.", metavar="N", min=0)] = 0,
    partition: Annotated[str | None, typer.Option(help="The partition to use.", metavar="NAME")] = None,
) -> None:
    """Print a Slurm array script that embeds in shards. Add -m, -d, --store and other options of idioprobe embed."""
    passed = list(context.args)
    _check(passed)
    minutes = max(1, round(hours * 60))
    header = {
        "job-name": "idioprobe",
        "array": f"0-{shards - 1}",
        "cpus-per-task": str(cpus),
        "mem": f"{memory}G",
        "time": f"{minutes // 60}:{minutes % 60:02}:00",
        "output": "idioprobe-%A-%a.log",
        **({"gres": f"gpu:{gpus}"} if gpus else {}),
        **({"partition": partition} if partition else {}),
    }
    options = shlex.join(passed)
    later = shlex.quote(f"idioprobe run {options}")
    typer.echo("#!/bin/bash")
    for name, value in header.items():
        typer.echo(f"#SBATCH --{name}={value}")
    typer.echo(
        "# Save it as embed.sh. Scoring starts when all tasks are done, and embeds nothing:\n"
        f"#   sbatch --dependency=afterok:$(sbatch --parsable embed.sh) --wrap {later}\n"
        "# A task that was stopped goes on where it was: submit the same script again.\n"
        "set -euo pipefail\n"
        "export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK\n"
        f'idioprobe embed {options} --shard "$SLURM_ARRAY_TASK_ID/{shards}"'
    )


def _check(passed: list[str]) -> None:
    """Mistakes are found before they are submitted."""
    for flag in (word.partition("=")[0] for word in passed):
        if flag in _ONLY_RUN:
            raise ConfigError(f"{flag} does not belong here: it is for the command that you run later.")
        if flag == "--shard":
            raise ConfigError("--shard does not belong here: the script gives each task its own.")
    app = typer.Typer(rich_markup_mode=None)
    app.command("embed")(_like_embed)
    speak_flags(app, ignore)
    typer.main.get_command(app).main(args=list(passed), prog_name="idioprobe embed", standalone_mode=False)


def _like_embed(**options: Any) -> None:
    """Takes what `embed` takes, checks it, and embeds nothing."""
    from idioprobe.run.config import make_config, run_options

    if not options["store"]:
        raise ConfigError("Add --store: a folder that all machines see, or a URL such as s3://bucket/store.")
    known = run_options()
    make_config({name: value for name, value in given(options).items() if name in known} | {"thresholds": {}})


_like_embed.__signature__ = inspect.signature(embed)  # type: ignore[attr-defined]
_like_embed.__annotations__ = embed.__annotations__
