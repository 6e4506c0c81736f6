"""The command line: parse, call the API, print.

Nothing heavy is imported before a command runs, so that help and mistakes answer at once.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from idioprobe import __version__
from idioprobe.errors import ConfigError, IdioprobeError

if TYPE_CHECKING:
    from rich.console import Console

    from idioprobe.config import RunConfig

INTERRUPTED = 130
OPTION_NAMES = {
    "languages": "--language",
    "conditions": "--condition",
    "suites": "--suite",
    "units": "--unit",
    "views": "--view",
    "metric": "--metric",
    "dtype": "--dtype",
    "limit": "--limit",
    "seed": "--seed",
    "batch_tokens": "--batch-tokens",
    "resamples": "--resamples",
    "winner": "--winner",
    "thresholds": "--threshold",
}
"""The options of a run, by the names that Python users know them under."""

app = typer.Typer(
    name="idioprobe",
    help="Does an embedding model represent a multiword expression as a whole, or word by word?",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
data_app = typer.Typer(help="Build, check and look at datasets.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(data_app, name="data")


def main() -> None:
    """Run the command; every failure becomes one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    try:
        code = app(args=[a for a in arguments if a != "--debug"], prog_name="idioprobe", standalone_mode=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except IdioprobeError as error:
        if debug:
            raise
        _fail(str(error), error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(str(error.args[0] if error.args else error), err=True)
            sys.exit(2)
        if hasattr(error, "format_message"):
            _fail(f"{error.format_message().rstrip('.')}. See idioprobe --help.", getattr(error, "exit_code", 2))
        if debug:
            raise
        detail = " ".join(str(error).split())[:300]
        _fail(f"unexpected {type(error).__name__}: {detail} (--debug shows where; please report it)", 1)
    if code == INTERRUPTED:
        _fail("interrupted; what was embedded is kept, and the same command goes on from there.", INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int) -> NoReturn:
    sys.stderr.write(f"idioprobe: {message}\n")
    sys.exit(code)


def _console() -> Console:
    """Standard output; in a pipe, wide enough for the tables."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 140)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"idioprobe {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback when something fails.")] = False,
) -> None:
    """Shared options; they are handled before any command."""


def _thresholds(pairs: list[str]) -> dict[str, float]:
    out = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            out[name.strip()] = float(value)
        except ValueError:
            raise ConfigError(f"--threshold {pair}: write NAME=NUMBER, as in rho_zero=0.2.") from None
    return out


@app.command()
def run(
    model: Annotated[
        list[str] | None,
        typer.Option("-m", "--model", help="Hugging Face id, local folder or static:FILE; repeatable."),
    ] = None,
    dataset: Annotated[str, typer.Option("-d", "--dataset", help="starter, or a dataset folder.")] = "starter",
    data_dir: Annotated[
        Path | None, typer.Option("--data-dir", help="Where datasets given by name are looked for.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="Languages, such as en,pt; default: those the model knows.")
    ] = None,
    condition: Annotated[str, typer.Option(help="nat, neut and neut_long.")] = "nat,neut,neut_long",
    suite: Annotated[str, typer.Option(help="What to measure.")] = "probes",
    unit: Annotated[str, typer.Option(help="target and sentence.")] = "target,sentence",
    view: Annotated[str, typer.Option(help="POOL@LAYERS, such as mean@last4,cls@-1,mean@all.")] = "mean@last4",
    special_tokens: Annotated[
        bool, typer.Option("--special-tokens/--no-special-tokens", help="Count special tokens in sentence means.")
    ] = False,
    metric: Annotated[str, typer.Option(help="cosine, euclidean, manhattan, dot or spearman.")] = "cosine",
    winner: Annotated[str, typer.Option(help="Where sim_comp's component is chosen: unit or target.")] = "unit",
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, mps.")] = "auto",
    dtype: Annotated[str, typer.Option(help="float32, float16 or bfloat16.")] = "float32",
    batch_tokens: Annotated[
        int | None, typer.Option(help="Tokens in a batch, padding included; default: what suits the device.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many compounds of each language.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 0,
    resamples: Annotated[int, typer.Option(help="Resamples of the bootstrap.")] = 2000,
    threshold: Annotated[
        list[str] | None, typer.Option(help="rho_zero=0.2, level_one=0.9 or level_zero=0.1; repeatable.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where results go.")] = Path("results"),
    cache_dir: Annotated[Path | None, typer.Option(help="Where vectors are kept.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Compute anew what is there already.")] = False,
) -> None:
    """Score models on a dataset."""
    from rich.console import Console

    from idioprobe.config import make_config
    from idioprobe.data.registry import load_dataset
    from idioprobe.models.registry import DEFAULT_MODEL

    options: dict[str, Any] = {
        "languages": language,
        "conditions": condition,
        "suites": suite,
        "units": unit,
        "views": view,
        "special_tokens": special_tokens,
        "metric": metric,
        "winner": winner,
        "device": device,
        "dtype": dtype,
        "limit": limit,
        "seed": seed,
        "resamples": resamples,
        "thresholds": _thresholds(threshold or []),
    }
    options |= {k: v for k, v in {"batch_tokens": batch_tokens, "cache_dir": cache_dir}.items() if v is not None}
    config = make_config(options, OPTION_NAMES)
    data = load_dataset(dataset, data_dir)
    errors = Console(stderr=True)
    failures: list[tuple[str, IdioprobeError]] = []
    models = list(dict.fromkeys(model or [DEFAULT_MODEL]))
    for name in models:
        try:
            _run_one(name, data, config, out, force, errors)
        except IdioprobeError as error:
            if len(models) == 1:
                raise
            failures.append((name, error))
            errors.print(f"{name}: {error}", style="red", highlight=False, markup=False, soft_wrap=True)
    if failures:
        names = ", ".join(name for name, _ in failures)
        _fail(f"{len(failures)} of {len(models)} models failed: {names}.", max(e.exit_code for _, e in failures))


def _run_one(model: str, data: Any, config: RunConfig, out: Path, force: bool, errors: Console) -> None:
    from idioprobe.pipeline import open_run
    from idioprobe.report.progress import EmbeddingProgress
    from idioprobe.report.terminal import show

    def notice(message: str) -> None:
        errors.print(message, style="yellow", highlight=False, markup=False, soft_wrap=True)

    with open_run(model, data, config, notice) as planned:
        result = None if force else planned.existing(out)
        if result is None:
            with EmbeddingProgress(errors, planned.encoder.identity.name) as progress:
                result = planned.compute(progress)
            folder = result.save(out)
            said = f"Results: {folder}"
        else:
            said = f"Already there (--force computes anew): {planned.folder(out)}"
    console = _console()
    show(result, console)
    console.print(said, highlight=False, markup=False, soft_wrap=True)


@app.command()
def models() -> None:
    """List the models known by name; any Hugging Face id, folder or static:FILE works as well."""
    from rich.table import Table

    from idioprobe.models.registry import DEFAULT_MODEL, KNOWN_MODELS

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("name", "Hugging Face id", "languages", "dimension", "layers", "licence"):
        table.add_column(column, no_wrap=True)
    for known in KNOWN_MODELS:
        languages = ", ".join(sorted(known.languages)) if known.languages else "many"
        name = f"{known.name} (default)" if known.name == DEFAULT_MODEL else known.name
        table.add_row(name, known.hub_id, languages, str(known.dimension), str(known.layers), known.licence)
    _console().print(table)


@data_app.command("build")
def data_build(
    lexicon: Annotated[Path, typer.Argument(help="A lexicon as CSV or TOML.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The dataset folder to write.")],
    language: Annotated[str | None, typer.Option(help="Language of a lexicon that does not name one.")] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of the dataset; default: the lexicon's own or the folder's.")
    ] = None,
    random: Annotated[Path | None, typer.Option(help="Pool of random combinations, one a line.")] = None,
    counts: Annotated[Path | None, typer.Option(help="Your own frequencies: a CSV with text,count.")] = None,
    template: Annotated[
        list[str] | None, typer.Option(help="Neutral sentence, as in neut='Das ist {ein|eine} [X].'; repeatable.")
    ] = None,
) -> None:
    """Build a dataset of minimal pairs from a lexicon of expressions."""
    from idioprobe.data.dataset import fit_name
    from idioprobe.data.folder import write_folder
    from idioprobe.data.userlexicon import build_from_file
    from idioprobe.report.datasets import show_built

    built = build_from_file(
        lexicon,
        language=language,
        name=name,
        fallback_name=fit_name(out.resolve().name),
        random=random,
        counts=counts,
        templates=template or [],
    )
    write_folder(built.dataset, out)
    show_built(built, out, _console())


@data_app.command("validate")
def data_validate(folder: Annotated[str, typer.Argument(help="A dataset folder, or starter.")]) -> None:
    """Check a dataset and say what can be measured on it."""
    from idioprobe.data.registry import load_dataset
    from idioprobe.report.datasets import show_dataset

    show_dataset(load_dataset(folder), _console())


@data_app.command("show")
def data_show(
    folder: Annotated[str, typer.Argument(help="A dataset folder, or starter.")],
    compound: Annotated[str | None, typer.Argument(help="One of its compounds.")] = None,
) -> None:
    """Print the minimal pairs of a compound, the target marked; without one, list the compounds."""
    from idioprobe.data.registry import load_dataset
    from idioprobe.report.datasets import list_compounds, show_compound

    console = _console()
    data = load_dataset(folder)
    if compound is None:
        list_compounds(data, console)
    else:
        show_compound(data, compound, console)
