"""The command that shows one expression of some results, or those where models fail most."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.shared import Json, output, put_json, several
from idioprobe.core.errors import ConfigError

DEFAULT = Path("results")


def show(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Folders with results (default: results), and then an expression, such as 'lame duck'.",
            metavar="[RESULTS]... [EXPRESSION]",
            show_default=False,
        ),
    ] = None,
    worst: Annotated[
        int | None, typer.Option(help="Instead of an expression: where the models fail most.", metavar="N")
    ] = None,
    best: Annotated[int | None, typer.Option(help="The same from the other end.", metavar="N")] = None,
    language: Annotated[str | None, typer.Option(help="Only these languages, such as en,pt.", metavar="CODES")] = None,
    unit: Annotated[
        str | None, typer.Option(help="Vectors of what: sentence (default) or target.", metavar="NAME")
    ] = None,
    view: Annotated[str | None, typer.Option(help="Which view, where results have several.")] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Of models that answer in words: whole questions and answers.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show an expression: its sentences, similarities, rank and answers. Or the expressions where models fail most."""
    from idioprobe.report.expressions import show_expression, worst_expressions
    from idioprobe.report.results import find_results
    from idioprobe.report.terminal.expressions import show_expressions, show_failures

    if worst is not None and best is not None:
        raise ConfigError("--worst and --best: one of the two.")
    given, expression = list(names or ()), None
    if worst is None and best is None:
        expression = _expression(given)
        given = given[:-1]
    results = find_results([Path(name) for name in given] or [DEFAULT])
    languages = several(language)
    if expression is not None:
        shown = show_expression(results, expression, languages=languages, unit=unit, view=view)
        if as_json:
            put_json([one.to_dict() for one in shown])
        else:
            show_expressions(shown, output(), full=full)
        return
    count = best if best is not None else worst or 0
    found = worst_expressions(results, count, best=best is not None, languages=languages, unit=unit, view=view)
    if as_json:
        put_json([one.to_dict() for one in found])
    else:
        show_failures(found, output(), best=best is not None)


def _expression(names: list[str]) -> str:
    """The expression, which stands behind the folders."""
    if not names or Path(names[-1]).is_dir():
        hint = "as in idioprobe show results 'lame duck', or --worst 20"
        raise ConfigError(f"Name an expression behind the folders, {hint}.")
    return names[-1]
