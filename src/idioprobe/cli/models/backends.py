"""The command that measures backends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.shared import Json, errors, notices, output, put_json, say
from idioprobe.models.known import DEFAULT_MODEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from idioprobe.run.engines.backends import Measured


def backends(
    model: Annotated[
        str,
        typer.Option(
            "-m",
            "--model",
            help="An encoder: a Hugging Face id or a folder, or hf:NAME, st:NAME.",
            metavar="NAME",
            autocompletion=complete.models,
        ),
    ] = DEFAULT_MODEL,
    texts: Annotated[int, typer.Option(min=64, help="How many texts of the starter set each embeds.")] = 512,
    rounds: Annotated[int, typer.Option(min=1, help="How often, in turn with the others; the best round counts.")] = 3,
    as_json: Json = False,
) -> None:
    """Measure which backend is fastest on this machine, and how exact each one is."""
    from dataclasses import asdict

    from idioprobe.papers.models import resolve
    from idioprobe.report.terminal.progress import EmbeddingProgress
    from idioprobe.run.engines.backends import fastest, measure_backends

    with EmbeddingProgress(errors(), model) as progress:
        measured = measure_backends(model, texts, rounds, progress, resolve)
    best = fastest(measured)
    call = " ".join(["idioprobe run", "-m", model, best.options]).strip()
    if as_json:
        rows = [asdict(one) for one in measured]
        put_json({"model": model, "texts": texts, "rounds": rounds, "backends": rows, "fastest_exact": call})
        return
    console = output()
    _show(measured, f"{model}: {texts:,} texts, {rounds} rounds in turn", console)
    say(console, "")
    say(console, f"Fastest of the exact ones: {_named(best)}{_gain(best)}.")
    say(console, f"  {call}")
    notices(dict.fromkeys(one.absent for one in measured if one.absent))


def _show(measured: Sequence[Measured], title: str, console: Console) -> None:
    """A row for each, named by what to type for it, in 80 columns."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("", "texts/s", "times", "off by", " "):
        table.add_column(head, justify="right" if head.strip() else "left", no_wrap=True)
    for one in measured:
        name = one.options or f"default: {one.backend}, {one.dtype}"
        if one.texts_per_second is None:
            table.add_row(name, "–", "–", "–", "not measured")
            continue
        numbers = (f"{one.texts_per_second:.0f}", f"{one.times_torch:.2f}", _difference(one.cosine_difference))
        table.add_row(name, *numbers, "exact" if one.exact else "approximate")
    say(console, title)
    console.print(table)
    versions = dict.fromkeys(f"{one.backend} {one.version}" for one in measured if one.version)
    say(console, "times: as fast as the default; off by: the largest error of a cosine.")
    say(console, f"With {', '.join(versions)}.")


def _difference(value: float | None) -> str:
    return f"{value:.0e}" if value else "0"


def _named(one: Measured) -> str:
    return f"{one.backend} in {one.dtype}"


def _gain(one: Measured) -> str:
    return f", {one.times_torch:.2f} times as fast as torch" if one.options else ", as by default"
