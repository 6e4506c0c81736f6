"""How far the work is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told about the work before it starts and after each batch."""

    def start(self, total: int, stored: int, *, asks: bool = False) -> None:
        """`total` texts have to be embedded, or questions asked where `asks`; `stored` were found in the store."""
        ...

    def advance(self, texts: int) -> None:
        """That many more are done."""
        ...

    def stage(self, name: str) -> None:
        """What is done with the vectors now."""
        ...


class Quiet:
    """Progress that nobody sees."""

    def start(self, total: int, stored: int, *, asks: bool = False) -> None:
        """Nothing to show."""

    def advance(self, texts: int) -> None:
        """Nothing to show."""

    def stage(self, name: str) -> None:
        """Nothing to show."""
