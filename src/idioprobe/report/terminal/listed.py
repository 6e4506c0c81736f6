"""Records in the terminal, one a line, or in two where the window is narrow."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

_GAP = "  "
_BELOW = "    "


def show_records(title: str, columns: Sequence[str], records: Sequence[Sequence[str]], console: Console) -> None:
    """A table of texts; where a window has no room for the last column, it goes below the others, whole."""
    rows = [columns, *records]
    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(columns))]
    beside = sum(widths) + len(_GAP) * (len(widths) - 1) <= console.width
    console.print(Text(title, style="italic"))
    for number, (*first, last) in enumerate(rows):
        style = "" if number else "bold"
        cells = [set_cell_size(cell, width) for cell, width in zip(first, widths, strict=False)]
        if beside:
            console.print(Text(_GAP.join([*cells, last]), style))
        else:
            console.print(Text(_GAP.join(cells).rstrip(), style))
            _show_folded(last, _BELOW, console, style)


def show_list(texts: Iterable[str], console: Console) -> None:
    """Texts one below the other, folded into the window so that one sees where each begins."""
    for text in texts:
        _show_folded(text, _GAP, console)


def _show_folded(text: str, indent: str, console: Console, style: str = "") -> None:
    folded = textwrap.fill(text, console.width, initial_indent=indent, subsequent_indent=_BELOW, break_on_hyphens=False)
    console.print(Text(folded, style))
