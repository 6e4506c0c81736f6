"""What a suite has to show of itself, in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.report.terminal.grid import as_wide_as_needed
from idioprobe.suites.base import Section


def show_section(section: Section, console: Console) -> None:
    """A table with its title, sentences, and notes in small print."""
    if section.heading:
        console.print(Text(section.heading, style="bold"))
    if section.rows:
        table = Table(
            title=section.title, title_justify="left", title_style="", box=None, pad_edge=False, header_style="bold"
        )
        for i, column in enumerate(section.columns):
            table.add_column(Text(column), justify="right" if i else "left", no_wrap=True)
        for row in section.rows:
            table.add_row(*map(Text, row))
        as_wide_as_needed(table, console).print(table)
    for sentence in section.sentences:
        console.print(sentence, highlight=False, markup=False)
    if section.sentences:
        console.print()
    for note in section.notes:
        console.print(note, style="dim", highlight=False, markup=False)
