"""The command that decides whether a model is good enough, for builds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli.flags import in_flags
from idioprobe.cli.measure.asking import RESULTS, AsPaper, Force, Models, ModelsOf, OutFolder, jobs_for, written
from idioprobe.cli.measure.parameters import with_options
from idioprobe.cli.measure.printing import Printed
from idioprobe.cli.shared import (
    Annotations,
    Association,
    DataDirs,
    DatasetName,
    Labelling,
    output,
    put_json,
    say,
    several,
)
from idioprobe.core.errors import ConfigError
from idioprobe.core.textfile import printable
from idioprobe.run.config import MODEL, OUTPUT, STATISTICS, WHAT

if TYPE_CHECKING:
    from idioprobe.report.gate.check import Gate
    from idioprobe.run.many import Job
    from idioprobe.run.results import Result

GATE = "What is required"
OF_RESULTS = ("languages", "views")
"""Options of a run that say what of a result is checked."""
STYLES = {"met": "green", "not met": "red", "undecided": "yellow"}


@with_options(GATE, WHAT, MODEL, OUTPUT, STATISTICS)
def check(
    context: typer.Context,
    results: Annotated[
        list[Path] | None, typer.Argument(help="Result folders, or folders that hold some; or name a model with -m.")
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(
            help="MEASURE[@UNIT][/CONDITION][:GROUP], one of >= > <= <, and a number, as in idiom_score>=0.15; "
            "repeatable.",
            metavar="WHAT",
            rich_help_panel=GATE,
        ),
    ] = None,
    no_worse_than: Annotated[
        str | None,
        typer.Option(
            help="A baseline, a result folder or a model: compared on the same items.",
            metavar="BASELINE",
            rich_help_panel=GATE,
        ),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            help="Pass only if certainly no worse than the baseline by more than this; default: fail if certainly "
            "worse.",
            metavar="NUMBER",
            rich_help_panel=GATE,
        ),
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            help="What decides: the end of the interval that is harder to meet, or the value.",
            metavar="interval|value",
            rich_help_panel=GATE,
        ),
    ] = "interval",
    junit: Annotated[
        Path | None, typer.Option(help="Write JUnit XML for a build server.", metavar="FILE", rich_help_panel=GATE)
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option(
            help="Append a Markdown summary, as to $GITHUB_STEP_SUMMARY.", metavar="FILE", rich_help_panel=GATE
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.", rich_help_panel=GATE)] = False,
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
    **options: Any,
) -> None:
    """Exit with 0 if results meet what is required of them, with 3 if not, with 2 if that cannot be decided."""
    from idioprobe.report.gate.again import options_of
    from idioprobe.report.gate.check import check_results
    from idioprobe.report.gate.requirement import parse_requirements
    from idioprobe.report.results import find_results

    requirements = parse_requirements(require or [])
    if not requirements and no_worse_than is None:
        raise ConfigError("There is nothing to check: give --require, as in 'idiom_score>=0.15', or --no-worse-than.")
    if bool(results) == bool(model or models_of):
        raise ConfigError("Name either results or models (-m): what is there is checked, or run and checked.")
    about: dict[str, Any] = {"dataset": dataset, "data_dir": data_dir, "labelling": labelling}
    about |= {"annotations": annotations, "association": association}
    runs = _Runs(context, as_paper, about, options, out, force=force)
    baseline, named = _baseline(no_worse_than)
    if results:
        runs.refuse_others()
        found = find_results(results)
        again = {} if written(context, "dataset") else {"dataset": found[0].manifest.dataset.name}
        base = baseline or (runs.of([named], [], again, options_of(found[0])) if named else [])
    else:
        found = runs.of(model or [], models_of or [])
        base = baseline or (runs.of([named], []) if named else [])
    view = next(iter(several(options.get("views"))), None)
    wanted = several(options.get("languages"))
    gate = check_results(found, requirements, base, on=on, margin=margin, view=view, languages=wanted)
    _tell(gate, junit, summary, as_json=as_json)
    raise typer.Exit(gate.exit_code)


class _Runs:
    """Runs models with the options of the command, and prints nothing but how far they are."""

    def __init__(
        self,
        context: typer.Context,
        as_paper: str | None,
        about: dict[str, Any],
        options: dict[str, Any],
        out: Path,
        *,
        force: bool,
    ) -> None:
        self._context, self._as_paper, self._about, self._options = context, as_paper, about, options
        self._out, self._force = out, force

    def of(
        self,
        models: list[str],
        models_of: list[str],
        about: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
    ) -> list[Result]:
        """The results of some models."""
        from idioprobe.papers.models import resolve
        from idioprobe.run.many import run_many

        chosen = {**self._options, **(options or {})}
        named = {**self._about, **(about or {})}
        jobs: list[Job] = jobs_for(self._context, models, models_of, self._as_paper, named, chosen)
        data = next(job.data for job in jobs if job.data)
        printed = Printed(len(jobs), quiet=True)
        outcome = run_many(jobs, data, self._out, printed, force=self._force, resolve=resolve)
        printed.end(outcome)
        return [finished.result for finished in outcome.finished]

    def refuse_others(self) -> None:
        """Options of a run say nothing of a result that is there, but for what of it is looked at."""
        names = [name for name in self._options if name not in (*OF_RESULTS, "cache_dir")]
        strange = [name for name in names if written(self._context, name)]
        if strange:
            raise ConfigError(f"`{strange[0]}` goes with -m: results that are there stay as they are.")


def _baseline(name: str | None) -> tuple[list[Result], str | None]:
    """The results that a baseline names, or else the model."""
    from idioprobe.report.results import find_results
    from idioprobe.run.results import result_folders

    if name is None:
        return [], None
    path = Path(name)
    if path.is_dir() and result_folders(path):
        return find_results([path]), None
    return [], name


def _tell(gate: Gate, junit: Path | None, summary: Path | None, *, as_json: bool) -> None:
    from idioprobe.report.gate.check import line
    from idioprobe.report.gate.written import as_junit, as_markdown

    said = gate.model_copy(
        update={"checks": [one.model_copy(update={"reason": in_flags(one.reason)}) for one in gate.checks]}
    )
    if junit is not None:
        _write(junit, as_junit(said), "--junit", "w")
    if summary is not None:
        _write(summary, as_markdown(said), "--summary", "a")
    if as_json:
        put_json({"passed": gate.passed, "exit_code": gate.exit_code, **said.model_dump(mode="json")})
        return
    console = output()
    for one in said.checks:
        console.print(printable(line(one)), style=STYLES[one.outcome], highlight=False, markup=False, soft_wrap=True)
    say(console, gate.conclusion)


def _write(path: Path, text: str, flag: str, mode: str) -> None:
    """Text behind what a file holds, or in its place."""
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(f"{flag} {path} cannot be written: {error.strerror}.") from error
