"""The command that makes a page of results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.shared import errors, notices, output, say
from idioprobe.errors import ConfigError

PAGE = Path("report.html")
PUBLISHED = "published"


def report(
    results: Annotated[list[Path], typer.Argument(help="Result folders, or folders that hold some.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The HTML file to write.")] = PAGE,
    view: Annotated[str | None, typer.Option(help="Which view to show, where results have several.")] = None,
    beside: Annotated[
        str | None, typer.Option("--with", help="published: the papers' models beside those of the results.")
    ] = None,
) -> None:
    """Make one self-contained HTML page of results: verdicts, models side by side, figures, compounds."""
    from idioprobe.report.page.make import make_page
    from idioprobe.report.progress import StepProgress

    if beside not in (None, PUBLISHED):
        raise ConfigError(f"--with {beside}: only published.")
    with StepProgress(errors()) as progress:
        page = make_page(
            results,
            out,
            view=view,
            published=beside == PUBLISHED,
            notice=lambda message: notices([message]),
            progress=progress,
        )
    say(output(), f"Page: {page.resolve()}")
