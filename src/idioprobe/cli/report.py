"""The command that makes a page of results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.shared import notices, output, say

PAGE = Path("report.html")


def report(
    results: Annotated[list[Path], typer.Argument(help="Result folders, or folders that hold some.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The HTML file to write.")] = PAGE,
    view: Annotated[str | None, typer.Option(help="Which view to show, where results have several.")] = None,
) -> None:
    """Make one self-contained HTML page of results: verdicts, models side by side, figures, compounds."""
    from idioprobe.report.page.make import make_page

    say(output(), f"Page: {make_page(results, out, view=view, notice=lambda message: notices([message])).resolve()}")
