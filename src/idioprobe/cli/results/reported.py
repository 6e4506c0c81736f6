"""The command that shows what the papers report, and its old name."""

from __future__ import annotations

from typing import Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.results.tables import AsJson, Format, Out, chosen_format, show

Tables = Annotated[
    list[str] | None,
    typer.Option("-t", "--table", help="A table, such as H5; repeatable.", autocompletion=complete.reported_tables),
]
OfModels = Annotated[
    list[str] | None, typer.Option("-m", "--model", help="Only this model, by the paper's name for it; repeatable.")
]
Unreadable = Annotated[
    bool, typer.Option("--unreadable", help="List the cells that cannot be read in the text at hand.")
]


def reported(
    table: Tables = None,
    model: OfModels = None,
    unreadable: Unreadable = False,
    style: Format = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Print tables as the papers report them, with doubts marked. Without --table, list them."""
    from idioprobe.papers.beside.grids import listed, reported_grid, unreadable_grid

    form = chosen_format(style, out, 1 if unreadable else len(table or ()), as_json=as_json)
    if unreadable:
        grids = [unreadable_grid(table or (), model or ())]
    elif table:
        grids = [reported_grid(name, model or ()) for name in table]
    else:
        grids = [listed(model or ())]
    show(grids, form, out)


def published(
    table: Tables = None,
    model: OfModels = None,
    unreadable: Unreadable = False,
    style: Format = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """The old name of idioprobe reported."""
    from idioprobe.core.notices import old_form

    old_form("idioprobe published is called idioprobe reported now.")
    reported(table, model, unreadable, style, as_json, out)
