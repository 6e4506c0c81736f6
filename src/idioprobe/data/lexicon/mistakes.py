"""The mistakes of a file, gathered so that all are told at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.errors import LexiconError

SHOWN = 50


@dataclass
class Mistakes:
    """What is wrong in a file, each with its line and what to do about it."""

    path: Path
    found: dict[tuple[int, str], None] = field(default_factory=dict)

    def add(self, line: int, message: str) -> None:
        """One more; the same of one line is told once."""
        self.found[line, message] = None

    @property
    def lines(self) -> set[int]:
        """The lines of the entries that have one."""
        return {line for line, _ in self.found}

    def told(self) -> list[str]:
        """One line for each, in the order of the file."""
        return [
            f"{self.path}:{line}: {message}{'' if message.endswith('?') else '.'}"
            for line, message in sorted(self.found, key=lambda pair: pair[0])
        ]

    def refuse(self) -> None:
        """Raise unless there are none."""
        if self.found:
            told = self.told()
            more = [f"… and {len(told) - SHOWN} more."] if len(told) > SHOWN else []
            raise LexiconError("\n".join([*told[:SHOWN], *more]))
