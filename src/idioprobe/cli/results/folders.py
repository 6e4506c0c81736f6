"""The commands that look into result folders: what is there, and how two of them differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.shared import Json, output, put_json, say
from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.run.results import Result

SHOWN = 20
"""How many differing numbers are printed."""
SETTING_WIDTH = 60


def list_(
    results: Annotated[list[Path] | None, typer.Argument(help="Folders with results; default: results.")] = None,
    as_json: Json = False,
) -> None:
    """List results, and folders that are broken."""
    from rich.table import Table
    from rich.text import Text

    from idioprobe.report import listing
    from idioprobe.report.terminal.console import in_window
    from idioprobe.report.terminal.grid import as_wide_as_needed
    from idioprobe.report.terminal.listed import show_list

    paths = results or [Path("results")]
    listed = listing.list_results(paths)
    if as_json:
        put_json([vars(one) for one in listed])
        return
    console = output()
    if not listed:
        say(console, f"No results in {', '.join(map(str, paths))}; idioprobe run makes some.")
        return
    names = ("dataset", "model", "family", "languages", "suites", "views", "items", "dropped", "date", "folder")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(name, no_wrap=True, justify="right" if name in ("items", "dropped") else "left")
    whole = [one for one in listed if not one.problem]
    for one in whole:
        table.add_row(*(Text(str(getattr(one, name))) for name in names))
    wide = as_wide_as_needed(table, console)
    if whole and (wide is console or not in_window(console)):
        wide.print(table)
    elif whole:
        for one in whole:
            say(console, one.folder, "bold")
            told = (f"{name} {getattr(one, name)}" for name in names[:-1] if getattr(one, name) != "")
            show_list(["; ".join(told)], console)
    for one in listed:
        if one.problem:
            say(console, one.problem, "red")


def diff(
    first: Annotated[Path, typer.Argument(help="A result folder.")],
    second: Annotated[Path, typer.Argument(help="Another one.")],
    tolerance: Annotated[float, typer.Option(help="Numbers that differ by no more than this count as equal.")] = 1e-9,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, with all numbers that differ.")] = False,
) -> None:
    """Say where two results differ: settings, numbers."""
    from idioprobe.report.difference import difference

    found = difference(_one(first), _one(second), tolerance)
    if as_json:
        put_json(found.to_dict())
        return
    from rich.table import Table
    from rich.text import Text

    console = output()
    settings = Table(title="Settings", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for name in ("setting", str(first), str(second)):
        settings.add_column(Text(name), overflow="fold")
    for name, (a, b) in found.settings.items():
        settings.add_row(Text(name), *(Text(_brief(value)) for value in (a, b)))
    if found.settings:
        console.print(settings)
    else:
        say(console, "All settings are the same.")
    console.print()
    if found.same:
        say(console, f"All {found.shared} numbers are the same.")
        return
    numbers = Table(title="Numbers", title_justify="left", box=None, pad_edge=False, header_style="bold")
    where = ("language", "condition", "unit", "view", "group", "measure", "statistic", "rating")
    for name in (*where, "first", "second", "difference"):
        numbers.add_column(name, justify="left" if name in where else "right")
    for row in found.numbers.head(SHOWN).iter_rows(named=True):
        values = (row["value"], row["value_second"], row["difference"])
        numbers.add_row(
            *(Text(str(row[name] or "")) for name in where), *("–" if v is None else f"{v:.4f}" for v in values)
        )
    if len(found.numbers):
        console.print(numbers)
    more = f", the {SHOWN} largest shown (--json has all)" if len(found.numbers) > SHOWN else ""
    say(
        console,
        f"{len(found.numbers)} of {found.shared} numbers that both have differ{more}; "
        f"{found.only_first} only in the first, {found.only_second} only in the second.",
    )


def _one(path: Path) -> Result:
    from idioprobe.report.results import find_results

    found = find_results([path])
    if len(found) > 1:
        raise ConfigError(f"{path} holds {len(found)} results; name the folder of one (idioprobe list {path}).")
    return found[0]


def _brief(value: object) -> str:
    text = "–" if value is None else json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    return text if len(text) <= SETTING_WIDTH else f"{text[: SETTING_WIDTH - 1]}…"
