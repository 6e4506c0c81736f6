"""What is still open in a lexicon, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from idioprobe.data.lexicon.fields import is_component_column, is_function_role, numbered
from idioprobe.data.lexicon.rawrows import RawRow
from idioprobe.data.lexicon.read import examine_lexicon


@dataclass(frozen=True)
class Open:
    """An entry: what it needs to be finished, and what it would be better with."""

    line: int
    expression: str
    needed: tuple[str, ...]
    useful: tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """The entries of a lexicon, and its mistakes in words."""

    entries: tuple[Open, ...]
    mistakes: tuple[str, ...]

    @property
    def unfinished(self) -> int:
        """How many entries are not finished yet."""
        return sum(1 for entry in self.entries if entry.needed)


def check_draft(path: Path, language: str | None = None, classes: tuple[str, ...] | None = None) -> Checked:
    """Which fields of each entry are open; a finished lexicon has none that are needed."""
    examined = examine_lexicon(path, language, classes=classes)
    entries = tuple(
        Open(row.line, str(row.values.get("expression") or "").strip(), tuple(_needed(row)), tuple(_useful(row)))
        for row in examined.rows
    )
    return Checked(entries, examined.mistakes)


def _needed(row: RawRow) -> Iterator[str]:
    if not _filled(row.values.get("synonym")):
        yield "synonym"
    sentences = [key for key in row.values if (number := numbered(key)) and number[0] == "sentence"]
    if not any(_filled(row.values[key]) for key in sentences):
        yield "sentence"


def _useful(row: RawRow) -> Iterator[str]:
    if not _filled(row.values.get("class")):
        yield "class"
    roles = [key for key in row.values if is_component_column(key) and _filled(row.values[key])]
    if not roles and not _filled(row.values.get("words")):
        yield "words of the expression"
    for role in roles:
        if not is_function_role(role) and not _filled(row.values.get(f"{role}_synonyms")):
            yield f"{role}_synonyms"


def _filled(value: Any) -> bool:
    if isinstance(value, list):
        return any(_filled(part) for part in value)
    return value is not None and bool(str(value).strip())
