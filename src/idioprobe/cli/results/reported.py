"""The command that shows what the papers report."""

from __future__ import annotations

from typing import Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.results.tables import AsJson, Format, Out, chosen_format, show


def published(
    table: Annotated[
        list[str] | None,
        typer.Option(
            "-t", "--table", help="A published table, such as H5; repeatable.", autocompletion=complete.published_tables
        ),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option("-m", "--model", help="Only this model, by the paper's name for it; repeatable.")
    ] = None,
    unreadable: Annotated[
        bool, typer.Option("--unreadable", help="List the cells that cannot be read in the text at hand.")
    ] = False,
    style: Format = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Print published tables, doubtful and unreadable cells marked; without --table, list them."""
    from idioprobe.papers.grids import listed, published_grid, unreadable_grid

    form = chosen_format(style, out, 1 if unreadable else len(table or ()), as_json=as_json)
    if unreadable:
        grids = [unreadable_grid(table or (), model or ())]
    elif table:
        grids = [published_grid(name, model or ()) for name in table]
    else:
        grids = [listed(model or ())]
    show(grids, form, out)
