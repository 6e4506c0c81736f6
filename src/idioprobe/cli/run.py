"""The commands that run models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli.shared import Annotations, Association, DataDirs, Labelling, errors, fail, load, output, say
from idioprobe.errors import ConfigError, IdioprobeError

if TYPE_CHECKING:
    from rich.console import Console

    from idioprobe.config import RunConfig

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
    "rogue": "--rogue",
    "pairing": "--pairing",
    "revision": "--revision",
    "gguf": "--gguf",
    "prompt": "--prompt",
    "prompt_name": "--prompt-name",
    "casing": "--casing",
    "mwe_missing": "--mwe-missing",
    "base_url": "--base-url",
    "timeout": "--timeout",
    "length": "--length",
}
"""The options of a run, by the names that Python users know them under."""


def _thresholds(pairs: list[str]) -> dict[str, float]:
    out = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            out[name.strip()] = float(value)
        except ValueError:
            raise ConfigError(f"--threshold {pair}: write NAME=NUMBER, as in rho_zero=0.2.") from None
    return out


def run(
    model: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--model",
            help="Hugging Face id, local folder, st:MODEL, elmo:DIR, static:FILE, openai:MODEL or vectors:FILE; "
            "repeatable.",
        ),
    ] = None,
    models_of: Annotated[
        list[str] | None,
        typer.Option("--models", help="All models of a paper's tables: he2025-en, he2025-pt, wold2025; repeatable."),
    ] = None,
    dataset: Annotated[
        str, typer.Option("-d", "--dataset", help="starter, ncimp, ncs, nctti, or a dataset folder.")
    ] = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
    association: Association = None,
    language: Annotated[
        str | None, typer.Option(help="Languages, such as en,pt; default: those the model knows.")
    ] = None,
    condition: Annotated[str, typer.Option(help="nat, neut, neut_long, neut_plural.")] = "nat,neut,neut_long",
    suite: Annotated[str, typer.Option(help="What to measure: probes, prediction, epsilon.")] = "probes",
    unit: Annotated[str, typer.Option(help="target and sentence.")] = "target,sentence",
    view: Annotated[str, typer.Option(help="POOL@LAYERS, such as mean@last4,cls@-1,mean@all.")] = "mean@last4",
    special_tokens: Annotated[
        bool, typer.Option("--special-tokens/--no-special-tokens", help="Count special tokens in sentence means.")
    ] = False,
    metric: Annotated[str, typer.Option(help="cosine, euclidean, manhattan, dot or spearman.")] = "cosine",
    winner: Annotated[str, typer.Option(help="Where sim_comp's component is chosen: unit or target.")] = "unit",
    revision: Annotated[str | None, typer.Option(help="Branch, tag or commit on the Hugging Face hub.")] = None,
    trust_remote_code: Annotated[
        bool, typer.Option("--trust-remote-code", help="Let a model run code of its own. Off unless you trust it.")
    ] = False,
    allow_pickle: Annotated[
        bool,
        typer.Option("--allow-pickle", help="Read weights that exist as a pickle only. Off unless you trust them."),
    ] = False,
    gguf: Annotated[str | None, typer.Option(help="The GGUF file to read in the model's folder.")] = None,
    prompt: Annotated[str | None, typer.Option(help="Put before every text; models st: and openai:.")] = None,
    prompt_name: Annotated[
        str | None, typer.Option(help="A prompt of the model's own, or wold-2025; models st: and openai:.")
    ] = None,
    casing: Annotated[
        str, typer.Option(help="Words as written, then lower-cased (fallback), exact, or lower; static: only.")
    ] = "fallback",
    mwe_tokens: Annotated[
        bool, typer.Option("--mwe-tokens", help="Targets as one entry (eager_beaver) if there is one; static: only.")
    ] = False,
    mwe_missing: Annotated[
        str, typer.Option(help="Targets of several words without such an entry: drop, or make them from words.")
    ] = "drop",
    allow_missing: Annotated[
        bool, typer.Option("--allow-missing", help="Leave out the few requests that a file vectors:FILE lacks.")
    ] = False,
    base_url: Annotated[
        str | None, typer.Option(help="Server of models openai: that is not OpenAI's, as in http://localhost:8000/v1.")
    ] = None,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for an answer of an embeddings API.")] = 60.0,
    pairing: Annotated[str, typer.Option(help="Baselines of epsilon: ordered or one.")] = "ordered",
    rogue: Annotated[int, typer.Option(help="How many dimensions count as rogue.")] = 3,
    length: Annotated[str, typer.Option(help="Sentence length: tokens, or published (NCIMP's own).")] = "tokens",
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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be embedded, and what an API would charge; run nothing.")
    ] = False,
) -> None:
    """Score models on a dataset."""
    from idioprobe.config import make_config
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
        "revision": revision,
        "trust_remote_code": trust_remote_code,
        "allow_pickle": allow_pickle,
        "gguf": gguf,
        "prompt": prompt,
        "prompt_name": prompt_name,
        "casing": casing,
        "mwe_tokens": mwe_tokens,
        "mwe_missing": mwe_missing,
        "allow_missing": allow_missing,
        "base_url": base_url,
        "timeout": timeout,
        "pairing": pairing,
        "rogue": rogue,
        "length": length,
        "device": device,
        "dtype": dtype,
        "limit": limit,
        "seed": seed,
        "resamples": resamples,
        "thresholds": _thresholds(threshold or []),
    }
    options |= {k: v for k, v in {"batch_tokens": batch_tokens, "cache_dir": cache_dir}.items() if v is not None}
    config = make_config(options, OPTION_NAMES)
    only = config.languages[0] if config.languages and len(config.languages) == 1 else None
    data = load(dataset, data_dir, labelling, annotations, association, language=only)
    console = errors()
    failures: list[tuple[str, IdioprobeError]] = []
    rows = _models_of(models_of or [])
    models = list(dict.fromkeys([*(model or []), *rows])) or [DEFAULT_MODEL]
    for name in models:
        try:
            own = _as_in_the_paper(options, rows.get(name, {}))
            chosen = make_config(own, OPTION_NAMES) if own != options else config
            if dry_run:
                _forecast(name, data, chosen, console)
            else:
                _run_one(name, data, chosen, out, force, console)
        except IdioprobeError as error:
            if len(models) == 1:
                raise
            failures.append((name, error))
            say(console, f"{name}: {error}", "red")
    if failures:
        names = ", ".join(name for name, _ in failures)
        fail(f"{len(failures)} of {len(models)} models failed: {names}.", max(e.exit_code for _, e in failures))


def _forecast(model: str, data: Any, config: RunConfig, errors: Console) -> None:
    from idioprobe.pipeline import open_run

    with open_run(model, data, config, lambda message: say(errors, message, "yellow"), download=False) as planned:
        say(output(), planned.forecast().show())


def _run_one(model: str, data: Any, config: RunConfig, out: Path, force: bool, errors: Console) -> None:
    from idioprobe.pipeline import open_run
    from idioprobe.report.progress import EmbeddingProgress
    from idioprobe.report.terminal import show

    def notice(message: str) -> None:
        say(errors, message, "yellow")

    with open_run(model, data, config, notice) as planned:
        result = None if force else planned.existing(out)
        if result is None:
            with EmbeddingProgress(errors, planned.encoder.identity.name) as progress:
                result = planned.compute(progress)
            folder = result.save(out)
            said = f"Results: {folder}"
        else:
            said = f"Already there (--force computes anew): {planned.folder(out)}"
    console = output()
    show(result, console)
    say(console, said)


def _models_of(names: list[str]) -> dict[str, dict[str, str]]:
    """What runs the rows of papers' tables, and the options they were run with."""
    from idioprobe.models.papers import SETS

    for name in names:
        if name not in SETS:
            raise ConfigError(f"--models {name}: one of {', '.join(SETS)}.")
    return {row.spec: dict(row.options) for name in names for row in SETS[name]}


def _as_in_the_paper(options: dict[str, Any], paper: dict[str, str]) -> dict[str, Any]:
    """The user's options, and the paper's where the user left the default."""
    from idioprobe.config import RunConfig

    defaults = {name: field.default for name, field in RunConfig.model_fields.items()}
    left = {
        name: value
        for name, value in paper.items()
        if options.get(name) in (defaults[name], ",".join(defaults[name]) if isinstance(defaults[name], tuple) else "")
    }
    return options | left


def models(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """List the models known by name, those of the papers with the calls that run them."""
    import json
    from dataclasses import asdict

    from rich.table import Table

    from idioprobe.models.papers import PAPER_MODELS
    from idioprobe.models.registry import DEFAULT_MODEL, KNOWN_MODELS

    if as_json:
        rows = [asdict(model) | {"call": model.call} for model in PAPER_MODELS]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    table = Table(title="By name", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in ("name", "Hugging Face id", "languages", "dimension", "layers", "licence"):
        table.add_column(column, no_wrap=True)
    for known in KNOWN_MODELS:
        languages = ", ".join(sorted(known.languages)) if known.languages else "many"
        name = f"{known.name} (default)" if known.name == DEFAULT_MODEL else known.name
        table.add_row(name, known.hub_id, languages, str(known.dimension), str(known.layers), known.licence)
    papers = Table(title="In the papers", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in ("paper", "name", "languages", "dimension", "licence", "call"):
        papers.add_column(column, overflow="fold")
    for row in PAPER_MODELS:
        cells = (row.paper, row.name, ", ".join(row.languages), str(row.dimension), row.licence, row.call)
        papers.add_row(*cells)
    console = output()
    console.print(table)
    console.print()
    console.print(papers)
    needs = {row.needs for row in PAPER_MODELS if row.needs}
    say(console, "Files to get first: " + "; ".join(sorted(needs)) + ".")
