"""What a suite has to show of itself, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.report.terminal.console import in_window
from idioprobe.report.terminal.grid import as_wide_as_needed
from idioprobe.suites.base import Section

_GAP = 2


def show_section(section: Section, console: Console) -> None:
    """A table with its title, sentences, and notes in small print."""
    if section.heading:
        console.print(Text(section.heading, style="bold"))
    if section.rows:
        if section.title:
            console.print(Text(section.title))
        for chosen in _fitting(section, console):
            table = Table(box=None, pad_edge=False, header_style="bold")
            for i in chosen:
                table.add_column(Text(section.columns[i]), justify="right" if i else "left", no_wrap=True)
            for row in section.rows:
                table.add_row(*(Text(row[i]) for i in chosen))
            as_wide_as_needed(table, console).print(table)
    for sentence in section.sentences:
        console.print(sentence, highlight=False, markup=False)
    if section.sentences:
        console.print()
    for note in section.notes:
        console.print(note, style="dim", highlight=False, markup=False)


def _fitting(section: Section, console: Console) -> Iterator[list[int]]:
    """The columns, as many at a time as a window has room for, each time with those that name the rows."""
    widths = [max(map(cell_len, cells)) for cells in zip(section.columns, *section.rows, strict=True)]
    named = [any(row[i][:1].isalpha() for row in section.rows) for i in range(1, len(widths))]
    labels = list(range(1 + (named.index(False) if False in named else 0)))
    chosen = list(labels)
    for i in range(len(labels), len(widths)):
        needed = sum(widths[j] for j in (*chosen, i)) + _GAP * len(chosen)
        if in_window(console) and len(chosen) > len(labels) and needed > console.width:
            yield chosen
            chosen = list(labels)
        chosen.append(i)
    yield chosen
