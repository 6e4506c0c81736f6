"""Small tables as HTML, for notebooks; whatever stands in them is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_CELL = "text-align: {}; white-space: nowrap"


def paragraph(text: str, *, strong: bool = False, quiet: bool = False) -> str:
    """A line of text.

    >>> paragraph("<b> & co.", strong=True)
    '<p><strong>&lt;b&gt; &amp; co.</strong></p>'
    """
    said = f"<strong>{escape(text)}</strong>" if strong else f"<small>{escape(text)}</small>" if quiet else escape(text)
    return f"<p>{said}</p>"


def table(heads: Iterable[Sequence[str]], rows: Iterable[Sequence[str]], labels: int = 1) -> str:
    """Rows of a header and rows of cells, of which the first `labels` are labels; numbers are to the right."""
    head = "".join(f"<tr>{_cells('th', row, labels)}</tr>" for row in heads)
    body = "".join(f"<tr>{_cells('td', row, labels)}</tr>" for row in rows)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _cells(tag: str, row: Sequence[str], labels: int) -> str:
    return "".join(
        f'<{tag} style="{_CELL.format("left" if at < labels else "right")}">{escape(cell)}</{tag}>'
        for at, cell in enumerate(row)
    )
