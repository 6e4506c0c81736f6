"""What `idioprobe data stats nctti` prints: the figures of the dataset beside those of its paper."""

from __future__ import annotations

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.papers.garcia2021_acl.nctti import SECTIONS

MARK = "≠"
MEANING = f"{MARK} Rounded to the printed digits, the figure is not the one that Garcia et al. (ACL 2021) print."
WITHOUT_ANNOTATIONS = (
    "With a raw table, idioprobe data stats nctti --annotations FILE adds the numbers of annotations and annotators, "
    "Krippendorff's α, scores of heads and modifiers, and the classification of paraphrases."
)


def show_nctti(table: pl.DataFrame, console: Console) -> None:
    """One table per section: ours, n and print, side by side for the languages; then what the mark means."""
    for section, title in SECTIONS.items():
        part = table.filter(pl.col("section") == section)
        if not part.is_empty():
            console.print(_section(part, title))
            for (note,), rows in part.filter("differs").drop_nulls("note").group_by("note", maintain_order=True):
                places = dict.fromkeys(f"{language} {group}" for language, group in rows[["language", "group"]].rows())
                console.print(Text(f"{MARK} {', '.join(places)}: {note}", style="dim"))
            console.print()
    differing = table["differs"].sum()
    printed = table["printed"].is_not_null().sum()
    console.print(f"{differing} of {printed} printed figures differ. {MEANING}", highlight=False, markup=False)
    if "annotations" not in table["section"]:
        console.print(WITHOUT_ANNOTATIONS, highlight=False, markup=False)


def _section(part: pl.DataFrame, title: str) -> Table:
    languages = part["language"].unique(maintain_order=True).to_list()
    table = Table(title=Text(title, style="bold"), title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.add_column("of", no_wrap=True)
    table.add_column("figure", overflow="fold")
    for language in languages:
        for column in (language, "n", "printed"):
            table.add_column(column, justify="right", no_wrap=True)
    table.add_column("where", overflow="fold")
    for (group, figure), rows in part.group_by("group", "figure", maintain_order=True):
        found = {row["language"]: row for row in rows.iter_rows(named=True)}
        cells = [cell for language in languages for cell in _cells(found.get(language))]
        where = next((row["where"] for row in found.values() if row["where"]), "")
        table.add_row(Text(str(group)), Text(str(figure)), *cells, Text(where, style="dim"))
    return table


def _cells(row: dict[str, Any] | None) -> tuple[Text, Text, Text]:
    """Ours, n, and what the paper prints, marked where it differs."""
    if row is None:
        return Text(""), Text(""), Text("")
    printed = Text("" if row["printed"] is None else _number(row["printed"], row["digits"]))
    printed.append(f" {MARK}" if row["differs"] else "  ", style="yellow")
    return Text(_number(row["value"], row["digits"])), Text(f"{row['n']:,}", style="dim"), printed


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"
