"""The command that lists models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.cli.shared import Json, notices, output, put_json, say

if TYPE_CHECKING:
    from rich.table import Table


def models(as_json: Json = False) -> None:
    """List families and models known by name. With the papers' models, and the calls that run them."""
    from dataclasses import asdict

    from idioprobe.models.known import DEFAULT_MODEL, KNOWN_MODELS
    from idioprobe.papers.models import paper_models
    from idioprobe.report.terminal.listed import show_list, show_records

    if as_json:
        rows = [asdict(model) | {"family": model.family, "call": model.call} for model in paper_models()]
        put_json(rows)
        return
    known = []
    for model in KNOWN_MODELS:
        languages = ", ".join(sorted(model.languages)) if model.languages else "many"
        name = f"{model.name} (default)" if model.name == DEFAULT_MODEL else model.name
        known.append((name, languages, str(model.dimension), str(model.layers), model.licence, model.hub_id))
    papers = []
    open_questions: dict[str, list[str]] = {}
    for row in paper_models():
        languages, name = ", ".join(row.languages), f"{row.name} ?" if row.unstated else row.name
        papers.append((row.paper, name, row.family, languages, str(row.dimension), row.licence, row.as_paper))
        if row.unstated:
            open_questions.setdefault(row.unstated, []).append(f"{row.paper} {row.name} ({languages})")
    console = output()
    console.print(_families())
    console.print()
    show_records("By name", ("name", "languages", "dimension", "layers", "licence", "Hugging Face id"), known, console)
    console.print()
    about = ("paper", "name", "family", "languages", "dimension", "licence", "call: idioprobe run …")
    show_records("In the papers", about, papers, console)
    console.print()
    say(console, "? What a paper leaves open about a model, or says in two ways:")
    show_list((f"{', '.join(names)}: {question}." for question, names in open_questions.items()), console)
    console.print()
    say(console, "Files to get first:")
    show_list(sorted({f"{row.needs}." for row in paper_models() if row.needs}), console)


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
