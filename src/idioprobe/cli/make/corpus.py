"""The commands about corpora."""

from __future__ import annotations

import typer

from idioprobe.cli.make import counting, finding

app = typer.Typer(
    help="Corpora: index them, count, find and choose sentences.", no_args_is_help=True, rich_markup_mode=None
)
app.command("index")(counting.corpus_index)
app.command("import")(counting.corpus_import)
app.command("stats")(counting.corpus_stats)
app.command("pool")(counting.corpus_pool)
app.command("find")(finding.corpus_find)
app.command("sample")(finding.corpus_sample)
