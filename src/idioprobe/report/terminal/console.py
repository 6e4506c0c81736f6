"""The console that all is printed through: what data contains is shown, never obeyed."""

from __future__ import annotations

import os
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from idioprobe.core.textfile import printable


def in_window(console: Console) -> bool:
    """Whether lines that are longer than a console is wide would be broken: not in a pipe whose width nobody states."""
    return console.is_terminal or bool(os.environ.get("COLUMNS"))


class PlainConsole(Console):
    """A console that lets through only the control characters that it makes itself."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """As rich renders it, with a mark in place of control characters."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text), segment.style)
