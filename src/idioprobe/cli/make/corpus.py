"""The commands about corpora."""

from __future__ import annotations

import typer

from idioprobe.cli.make import finding

app = typer.Typer(help="Corpora: find and choose sentences.", no_args_is_help=True, rich_markup_mode=None)
app.command("find")(finding.corpus_find)
app.command("sample")(finding.corpus_sample)
