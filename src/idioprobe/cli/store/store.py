"""The commands that look into stores of vectors and keep them in order."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from idioprobe.cli.measure.parameters import given, with_some_options
from idioprobe.cli.shared import DataDirs, Json, Labelling, fail, load, output, put_json, say
from idioprobe.core.errors import ConfigError

app = typer.Typer(
    help="Stores of vectors: what they hold, merging, exporting, checking, pruning.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Place = Annotated[
    str | None,
    typer.Argument(
        help="A parts store (folder or URL), or a cache folder; default: your cache folder.",
        metavar="STORE",
        show_default=False,
    ),
]
Model = Annotated[str | None, typer.Option("-m", "--model", help="The model, as store info names it.", metavar="NAME")]


@app.command("info")
def store_info(store: Place = None, as_json: Json = False) -> None:
    """List what a store holds: model, view, rows, parts, size."""
    from rich.table import Table
    from rich.text import Text

    from idioprobe.embed.keeping import listing
    from idioprobe.report.terminal.grid import as_wide_as_needed

    found = listing(_named(store))
    if as_json:
        put_json([asdict(one) for one in found])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("model", "unit", "view", "rows", "dimension", "parts", "size", "written", "set aside"):
        left = name in ("model", "unit", "view", "written")
        table.add_column(name, no_wrap=True, justify="left" if left else "right")
    for one in found:
        written = time.strftime("%Y-%m-%d", time.gmtime(one.modified)) if one.modified else ""
        cells = (one.model, one.unit, one.view, f"{one.rows:,}", str(one.dimension or ""), str(one.parts))
        table.add_row(*map(Text, (*cells, _size(one.bytes), written, str(one.set_aside or ""))))
    console = output()
    as_wide_as_needed(table, console).print(table)
    say(console, f"{sum(one.rows for one in found):,} answers, {_size(sum(one.bytes for one in found))}.")


@app.command("verify")
def store_verify(store: Place = None) -> None:
    """Hash every part, or check every row, and name what is damaged; nothing is changed."""
    from idioprobe.embed.keeping import verify

    console, damaged, every = output(), 0, 0
    for name, wrong in verify(_named(store)):
        every += 1
        if wrong:
            damaged += 1
            say(console, f"{name}: {wrong}")
    if damaged:
        fail(f"{damaged:,} of {every:,} are damaged; a run sets them aside and computes them again.", 1)
    say(console, f"All {every:,} are whole.")


@app.command("merge")
def store_merge(
    stores: Annotated[list[str], typer.Argument(help="Parts stores or cache folders.", metavar="STORE...")],
    into: Annotated[str, typer.Option(help="The parts store to add them to: a folder or URL.", metavar="STORE")],
) -> None:
    """Add stores to a parts store. What it has stays; many small parts become few large ones."""
    from idioprobe.embed.keeping import merge

    console, counts = output(), dict[str, int]()
    for model, rows in merge(stores, into):
        counts[model] = counts.get(model, 0) + rows
    for model, rows in counts.items():
        say(console, f"{model}: {rows:,} answers added")
    say(console, f"Store: {into}")


@app.command("export")
@with_some_options("languages", "types", "conditions", "suites", "units", "limit")
def store_export(
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write: .parquet or .npz.", metavar="FILE")],
    store: Place = None,
    model: Model = None,
    view: Annotated[str | None, typer.Option(help="The view, where there are several.", metavar="VIEW")] = None,
    dataset: Annotated[
        str | None,
        typer.Option("-d", "--dataset", help="Only what runs on this dataset ask for, named by it.", metavar="NAME"),
    ] = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    **options: Any,
) -> None:
    """Write the vectors of a model as a plain file: columns id and vector, as -m vectors:FILE reads them."""
    from idioprobe.embed.keeping import export
    from idioprobe.run.config import make_config
    from idioprobe.run.requests import request_names

    names, config = None, make_config(given(options))
    if dataset is not None:
        names = request_names(load(dataset, data_dir, labelling), config)
    unit = config.units[0] if len(config.units) == 1 else None
    rows, nameless = export(_named(store), out, model=model, view=view, unit=unit, names=names)
    more = f"; {nameless:,} rows without an id are left out, -d DATASET names them" if nameless else ""
    say(output(), f"Written: {out} ({rows:,} vectors{more})")


@app.command("prune")
def store_prune(
    store: Annotated[str, typer.Argument(help="A parts store (folder or URL), or a cache folder.", metavar="STORE")],
    model: Model = None,
    older_than: Annotated[
        float | None, typer.Option(help="Parts written more than so many days ago.", metavar="DAYS", min=0)
    ] = None,
    other_versions: Annotated[
        bool, typer.Option("--other-versions", help="What this version of idioprobe does not use.")
    ] = False,
    damaged: Annotated[
        bool, typer.Option("--damaged", help="Only parts that were set aside, and what dead writers have left.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
) -> None:
    """Remove what you name and nothing else. All that you give must hold."""
    from idioprobe.embed.keeping import prune
    from idioprobe.embed.parts.keeping import Criteria

    criteria = Criteria(model, older_than, other_versions, damaged)
    pruned = prune(store, criteria, dry_run=dry_run)
    console = output()
    for name in pruned.files:
        say(console, name)
    verb = "Would remove" if dry_run else "Removed"
    say(console, f"{verb} {len(pruned.files):,}, {_size(pruned.bytes)}.")


def _named(store: str | None) -> str:
    from idioprobe.embed.damage import FILE_NAME
    from idioprobe.run.config import default_cache_dir

    if store is None and not (default_cache_dir() / FILE_NAME).is_file():
        raise ConfigError(f"There is no store in {default_cache_dir()} yet; name one.")
    return store or str(default_cache_dir())


def _size(count: float) -> str:
    """Bytes for people.

    >>> _size(2_184_561), _size(900)
    ('2.2 MB', '0.9 kB')
    """
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}"
    return f"{count / 1e3:.1f} kB"
