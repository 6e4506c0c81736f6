"""The command that lists models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.cli.shared import Json, notices, output, put_json, say

if TYPE_CHECKING:
    from rich.table import Table


def models(as_json: Json = False) -> None:
    """List families and models known by name. With the papers' models, and the calls that run them."""
    from dataclasses import asdict

    from rich.table import Table

    from idioprobe.models.known import DEFAULT_MODEL, KNOWN_MODELS
    from idioprobe.papers.models import paper_models

    if as_json:
        rows = [asdict(model) | {"family": model.family, "call": model.call} for model in paper_models()]
        put_json(rows)
        return
    table = Table(title="By name", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in ("name", "Hugging Face id", "languages", "dimension", "layers", "licence"):
        table.add_column(column, no_wrap=True)
    for known in KNOWN_MODELS:
        languages = ", ".join(sorted(known.languages)) if known.languages else "many"
        name = f"{known.name} (default)" if known.name == DEFAULT_MODEL else known.name
        table.add_row(name, known.hub_id, languages, str(known.dimension), str(known.layers), known.licence)
    papers = Table(title="In the papers", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in ("paper", "name", "family", "languages", "dimension", "licence", "call: idioprobe run …"):
        papers.add_column(column, overflow="fold")
    for row in paper_models():
        name = f"{row.name} ?" if row.unstated else row.name
        about = (row.paper, name, row.family, ", ".join(row.languages), str(row.dimension), row.licence)
        papers.add_row(*about, row.as_paper)
    console = output()
    console.print(_families())
    console.print()
    console.print(table)
    console.print()
    console.print(papers)
    open_questions: dict[str, list[str]] = {}
    for row in paper_models():
        if row.unstated:
            open_questions.setdefault(row.unstated, []).append(f"{row.paper} {row.name} ({', '.join(row.languages)})")
    console.print()
    say(console, "? What a paper leaves open about a model, or says in two ways:")
    for question, names in open_questions.items():
        say(console, f"  {', '.join(names)}: {question}.")
    console.print()
    say(console, "Files to get first:")
    for needed in sorted({row.needs for row in paper_models() if row.needs}):
        say(console, f"  {needed}.")


def _families() -> Table:
    """The families with their options; one of another package that cannot be used is a notice."""
    from rich.markup import escape
    from rich.table import Table

    from idioprobe.models.registry import registered

    known = registered()
    notices(known.broken.values())
    table = Table(title="Families", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in ("family", "models", "options"):
        table.add_column(column, overflow="fold")
    for family in known.families.values():
        flags = ", ".join(option.flag for option in family.declared().values())
        table.add_row(f"{family.prefix}:", escape(family.about or family.written), flags)
    return table
