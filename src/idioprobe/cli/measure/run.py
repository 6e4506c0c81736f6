"""The command that runs models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.measure.running import Runs
from idioprobe.cli.shared import Annotations, Association, DataDirs, Labelling, load
from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.papers.models import PaperModel
    from idioprobe.run.config import RunConfig

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
    "inject": "--inject",
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
            autocompletion=complete.models,
        ),
    ] = None,
    models_of: Annotated[
        list[str] | None,
        typer.Option(
            "--models",
            help="All models of a paper's tables: wold2025; he2025, vieira2023, garcia2021-eacl or garcia2021-acl "
            "with -en or -pt; repeatable.",
            autocompletion=complete.sets,
        ),
    ] = None,
    dataset: Annotated[
        str,
        typer.Option(
            "-d", "--dataset", help="starter, ncimp, ncs, nctti, or a dataset folder.", autocompletion=complete.datasets
        ),
    ] = "starter",
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
    association: Association = None,
    language: Annotated[
        str | None, typer.Option(help="Languages, such as en,pt; default: those the model knows.")
    ] = None,
    condition: Annotated[str, typer.Option(help="nat, neut, neut_long, neut_plural.")] = "nat,neut,neut_long",
    suite: Annotated[
        str, typer.Option(help="What to measure: probes, prediction, epsilon.", autocompletion=complete.suites)
    ] = "probes",
    unit: Annotated[str, typer.Option(help="target and sentence.")] = "target,sentence",
    view: Annotated[str, typer.Option(help="POOL@LAYERS, such as mean@last4,cls@-1,mean@all.")] = "mean@last4",
    special_tokens: Annotated[
        bool, typer.Option("--special-tokens/--no-special-tokens", help="Count special tokens in sentence means.")
    ] = False,
    metric: Annotated[
        str, typer.Option(help="cosine, euclidean, manhattan, dot or spearman.", autocompletion=complete.metrics)
    ] = "cosine",
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
    inject: Annotated[
        str | None, typer.Option(help="Expressions as single tokens: vectors from idioprobe inject learn.")
    ] = None,
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
    length: Annotated[str, typer.Option(help="Sentence length: tokens, or dataset (NCIMP's own).")] = "tokens",
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, mps.")] = "auto",
    dtype: Annotated[str, typer.Option(help="float32, float16 or bfloat16.")] = "float32",
    batch_tokens: Annotated[
        int | None, typer.Option(help="Tokens in a batch, padding included; default: what suits the device.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many expressions of each language.")] = None,
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
    report: Annotated[Path | None, typer.Option(help="Make an HTML page of the results, such as report.html.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was run as JSON, not tables.")] = False,
) -> None:
    """Score models on a dataset."""
    from idioprobe.models.registry import DEFAULT_MODEL
    from idioprobe.papers.models import check_needed
    from idioprobe.run.config import make_config

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
        "inject": inject,
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
    models = _asked(model or [], models_of or []) or [(DEFAULT_MODEL, None)]
    owns = [_as_in_the_paper(options, dict(row.options) if row else {}) for _, row in models]
    configs = [make_config(own, OPTION_NAMES) if own != options else config for own in owns]
    _check_epsilon(data, configs)
    runs = Runs(data, out, force=force, total=len(models), quiet=as_json)
    for (name, row), own, chosen in zip(models, owns, configs, strict=True):
        with runs.attempt(name):
            if row is not None:
                check_needed(row, f"{row.name} ({row.paper})", inject)
            else:
                runs.notice(_unlike_the_paper(name, own))
            if dry_run:
                runs.forecast(name, chosen)
            else:
                runs.run(name, chosen)
    if report is not None and runs.results:
        runs.page(report)
    if as_json:
        typer.echo(runs.as_json())
    runs.end()


def _asked(models: list[str], sets: list[str]) -> list[tuple[str, PaperModel | None]]:
    """The models that the user names, and the rows of papers' tables; each model once with the same options."""
    from idioprobe.papers.models import model_sets

    known = model_sets()
    for name in sets:
        if name not in known:
            raise ConfigError(f"--models {name}: one of {', '.join(known)}.")
    rows: dict[Any, PaperModel] = {}
    for row in (row for name in sets for row in known[name]):
        rows.setdefault((row.spec, row.options), row)
    specs = {row.spec for row in rows.values()}
    named = [(name, None) for name in dict.fromkeys(models) if name not in specs]
    return [*named, *((row.spec, row) for row in rows.values())]


def _check_epsilon(data: Dataset, configs: list[RunConfig]) -> None:
    """Where several models measure ε alone, whether the dataset has what that needs is told once for all of them."""
    from idioprobe.run.plan import asked_languages, make_plan, select

    if len(configs) > 1 and all(config.suites == ("epsilon",) for config in configs):
        languages = asked_languages(data, configs[0]) or list(data.languages)
        make_plan(select(data, languages, configs[0]), languages, configs[0])


def _unlike_the_paper(name: str, options: dict[str, Any]) -> str | None:
    """What a paper's model was run with there and is not here: its name alone stands for the model, not the run."""
    import os

    from idioprobe.papers.models import FLAGS, by_paper_name

    row = None if os.path.exists(name) else by_paper_name(name)
    paper = {option: value for option, value in row.options if option != "suites"} if row else {}
    left = _as_in_the_paper(options, paper)
    flags = [f"{FLAGS[option]} {value}" for option, value in paper.items() if left[option] != options[option]]
    if row is None or not flags:
        return None
    return f"{name} stands for {row.spec}; {row.paper} ran it with {' '.join(flags)}, which this run does without."


def _as_in_the_paper(options: dict[str, Any], paper: dict[str, str]) -> dict[str, Any]:
    """The user's options, and the paper's where the user left the default."""
    from idioprobe.run.config import RunConfig

    defaults = {name: field.default for name, field in RunConfig.model_fields.items()}
    left = {
        name: value
        for name, value in paper.items()
        if options.get(name) in (defaults[name], ",".join(defaults[name]) if isinstance(defaults[name], tuple) else "")
    }
    return options | left
