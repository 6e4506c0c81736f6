"""Reading tables out of a paper's text: cells, not words."""

from __future__ import annotations

import re
from collections.abc import Sequence

Printed = str | None
"""A cell as it is printed; none where the text does not show it with certainty."""
Matrix = list[list[Printed]]
"""The cells of a table, row by row."""

NUMBER = re.compile(r"-?\d*[.,]\d+(?: ?\(\d*\.?\d+\))?")
DASHES = str.maketrans({"_": "-", "–": "-", "—": "-", "−": "-"})
UNREADABLE: Printed = None


class TranscriptionError(Exception):
    """A text is not the one that a transcriber was written for."""


def check(holds: bool, what: str) -> None:
    """Stop where a text is not laid out as expected: better no number than a wrong one."""
    if not holds:
        raise TranscriptionError(f"The text is not as expected: {what}.")


def between(lines: Sequence[str], start: str, end: str) -> list[str]:
    """The lines after the one that starts with `start` and before the next that starts with `end`."""
    first = starting(lines, start) + 1
    return list(lines[first : first + starting(lines[first:], end)])


def starting(lines: Sequence[str], start: str) -> int:
    """Where the first line that starts so is."""
    found = next((i for i, line in enumerate(lines) if line.startswith(start)), None)
    if found is None:
        raise TranscriptionError(f"The text is not as expected: no line starts with {start!r}.")
    return found


def plain(cell: str) -> str:
    """A cell without LaTeX and HTML, its dashes and its minus written in one way."""
    cell = re.sub(r"\\begin\{array\}\{[^}]*\}|\\end\{array\}|\\\\|\\(?= )|\$|</?\w+>", " ", cell).translate(DASHES)
    return re.sub(r"^- (?=\d)", "-", " ".join(cell.split()))


def tokens(cell: str, minus: str = "") -> list[str]:
    """The numbers and dashes in a cell, where extraction has put several into one; `minus` is a further form of it."""
    text = plain(cell)
    return re.findall(rf"{NUMBER.pattern}|(?<!\S)-(?!\S)", text.replace(minus, "-") if minus else text)


def cells(line: str) -> list[str]:
    """The cells of a line of a table."""
    return [plain(cell) for cell in line.split("\t")]


def numbers_only(row: Sequence[str]) -> bool:
    """A row whose cells all hold at most one number or dash."""
    return all(re.fullmatch(rf"({NUMBER.pattern}|-)?(\(\d\))?", cell) for cell in row)
