"""The commands about studies: make one, run it, take its answers."""

from __future__ import annotations

import typer

from idioprobe.cli.annotate import exchange, people, running

app = typer.Typer(
    help="Ask people: a study in the browser, or elsewhere, and its answers.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command("new")(running.annotate_new)
app.command("serve")(running.annotate_serve)
app.command("invite")(people.annotate_invite)
app.command("status")(people.annotate_status)
app.command("forget")(people.annotate_forget)
app.command("export")(exchange.annotate_export)
app.command("import")(exchange.annotate_import)
app.command("words")(running.annotate_words)
