"""The command that lays results out as in the papers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.results.tables import AsJson, Format, Out, chosen_format, show, show_list
from idioprobe.cli.shared import Annotations, DataDirs, Labelling, errors, fail, load, say, several
from idioprobe.core.errors import ConfigError, IdioprobeError

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset


def analyse(
    results: Annotated[list[Path] | None, typer.Argument(help="Result folders, or folders that hold some.")] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "-t", "--table", help="A table of a paper, such as H5; repeatable.", autocompletion=complete.tables
        ),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List all tables and what they need.")] = False,
    style: Format = None,
    as_json: AsJson = False,
    out: Out = None,
    view: Annotated[str | None, typer.Option(help="Which view, where results have several.")] = None,
    correct: Annotated[
        str | None,
        typer.Option(help="Correct p over the table's cells: holm or bh; default: no correction, as in the papers."),
    ] = None,
    rating: Annotated[
        str | None, typer.Option(help="Correlate with this rating instead of the paper's, such as class_rank.")
    ] = None,
    intervals: Annotated[bool, typer.Option("--intervals", help="Print 95 % intervals beside the numbers.")] = False,
    expression: Annotated[
        list[str] | None, typer.Option(help="Expressions to show instead of the paper's; repeatable.")
    ] = None,
    compound: Annotated[list[str] | None, typer.Option(hidden=True)] = None,
    unit: Annotated[
        str | None, typer.Option(help="Show this unit, target or sentence, whatever the paper shows.")
    ] = None,
    condition: Annotated[str | None, typer.Option(help="Only these conditions, such as nat,neut.")] = None,
    group: Annotated[
        str | None,
        typer.Option(help="Only these expressions, whatever the paper does: all, a class, no_overlap, or type:NAME."),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(help="How many entries of a ranking to list; H16: standardise only the top dimensions."),
    ] = None,
    dataset: Annotated[
        str | None,
        typer.Option(
            "-d",
            "--dataset",
            help="For tables of sentences without results, or what annotations are about.",
            autocompletion=complete.datasets,
        ),
    ] = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
) -> None:
    """Print tables of the papers for your models."""
    from idioprobe.core.notices import old_form
    from idioprobe.papers.maketable import TableMaker
    from idioprobe.papers.tables import all_tables, find_table, what_it_needs
    from idioprobe.report.tables.fill import Options

    form = chosen_format(style, out, len(table or ()), as_json=as_json)
    if compound:
        old_form("--compound is called --expression now.")
    expressions = (*(expression or ()), *(compound or ()))
    options = Options(correct, intervals, expressions, rating, several(unit), several(condition), top, several(group))
    if list_:
        rows = ((known.name, known.title, what_it_needs(known)) for known in all_tables().values())
        show_list(("table", "what it shows", "made from"), rows)
        return
    if not table:
        raise ConfigError("Name a table with --table, as in --table H5; --list shows all.")
    for name in table:
        find_table(name)

    def read() -> Dataset:
        return load(dataset or "ncimp", data_dir, labelling)

    maker = TableMaker(results or (), view, read, data_dir, annotations, read if dataset else None)
    grids, refused = [], []
    for name in table:
        try:
            grids.append(maker.make(name, options))
        except IdioprobeError as error:
            if len(table) == 1:
                raise
            refused.append((name, error))
    if grids:
        show(grids, form, out)
    for _, why in refused:
        say(errors(), str(why), "red")
    if refused:
        names = ", ".join(name for name, _ in refused)
        code = max(why.exit_code for _, why in refused)
        fail(f"{len(refused)} of {len(table)} tables cannot be made: {names}.", code)
