"""The command that makes a page of results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.shared import With, errors, notices, output, say, with_reported

PAGE = Path("report.html")


def report(
    results: Annotated[list[Path], typer.Argument(help="Result folders, or folders that hold some.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The HTML file to write.")] = PAGE,
    view: Annotated[str | None, typer.Option(help="Which view to show, where results have several.")] = None,
    beside: With = None,
) -> None:
    """Make one HTML page of results. With the answer, a leaderboard, expressions and figures."""
    from idioprobe.api import make_page
    from idioprobe.report.terminal.progress import StepProgress

    reported = with_reported(beside)
    with StepProgress(errors()) as progress:
        page = make_page(
            results,
            out,
            view=view,
            reported=reported,
            notice=lambda message: notices([message]),
            progress=progress,
        )
    say(output(), f"Page: {page.resolve()}")
