"""The commands about expressions as single tokens."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.shared import errors, output, say
from idioprobe.core.errors import ConfigError, MissingExtraError, install

if TYPE_CHECKING:
    from idioprobe.models.hf.injectlearn import Outcome

app = typer.Typer(help="Expressions as single tokens of a model.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Expressions as single tokens of a model."""


@app.command("learn")
def inject_learn(
    contexts: Annotated[
        Path, typer.Option(help="CSV, Parquet or JSON lines: expression, text with its target in [ ] (or start, end).")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write, for --inject.")],
    model: Annotated[
        str | None, typer.Option("-m", "--model", help="Hugging Face id or local folder; default: the one of run.")
    ] = None,
    steps: Annotated[int, typer.Option(help="Steps of the search, for each expression.")] = 100,
    rate: Annotated[float, typer.Option(help="Learning rate, in units of the embeddings' spread.")] = 0.1,
    seed: Annotated[int, typer.Option(help="Seed of the random start and of the choice of what is held out.")] = 0,
    held_out: Annotated[float, typer.Option(help="Share of the contexts held back for measuring.")] = 0.25,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, mps.")] = "auto",
    revision: Annotated[str | None, typer.Option(help="Branch, tag or commit on the Hugging Face hub.")] = None,
    trust_remote_code: Annotated[
        bool, typer.Option("--trust-remote-code", help="Let a model run its own code. Only if you trust it.")
    ] = False,
    gguf: Annotated[str | None, typer.Option(help="The GGUF file to read in the model's folder.")] = None,
) -> None:
    """Learn a vector per expression from sentences. The model itself does not change."""
    from idioprobe.core.views import DEFAULT_VIEW
    from idioprobe.models.hf.contexts import read_contexts
    from idioprobe.models.hf.encoder import HuggingFaceEncoder
    from idioprobe.models.hf.inject import write_injected
    from idioprobe.models.known import DEFAULT_MODEL
    from idioprobe.models.registry import load_encoder
    from idioprobe.papers.models import resolve

    if out.is_dir():
        raise ConfigError(f"-o {out} is a folder; give a file, such as {out / 'expressions.safetensors'}.")
    read = read_contexts(contexts)
    name = model or DEFAULT_MODEL
    encoder = load_encoder(
        name,
        resolve=resolve,
        views=(DEFAULT_VIEW,),
        device=device,
        revision=revision,
        trust_remote_code=trust_remote_code,
        gguf=gguf,
    )
    if not isinstance(encoder, HuggingFaceEncoder):
        raise ConfigError(f"-m {name}: single tokens are for Hugging Face models, a folder or an id without a family.")
    try:
        from idioprobe.models.hf.injectlearn import LearnOptions, learn
    except ImportError as error:
        raise MissingExtraError(f"Learning needs {error.name}: {install('hf')}.") from error
    console = errors()

    def progress(outcome: Outcome, done: int, total: int) -> None:
        say(
            console,
            f"{done}/{total} {outcome.expression}: distance {outcome.before:.3f} before, {outcome.after:.3f} after.",
        )

    injected, outcomes = learn(encoder, read, LearnOptions(steps, rate, seed, held_out), progress)
    write_injected(out, injected)
    show(outcomes)
    same = {"--revision": revision, "--gguf": gguf, "--inject": str(out)}
    more = [part for flag, value in same.items() if value for part in (flag, value)]
    more += ["--trust-remote-code"] if trust_remote_code else []
    call = shlex.join(["idioprobe", "run", "-m", name, *more])
    say(output(), f"Expressions learned: {len(outcomes)}, in {out}. Run them with {call}")


def show(outcomes: list[Outcome]) -> None:
    """What was learned, one row per expression."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("expression", "forms", "learned from", "held out", "distance before", "after"):
        table.add_column(column, overflow="fold")
    for o in outcomes:
        counts = (str(o.learned_from), str(o.held_out))
        table.add_row(escape(o.expression), escape(", ".join(o.forms)), *counts, f"{o.before:.3f}", f"{o.after:.3f}")
    output().print(table)
