"""Sentences that an expression's vector is learned from: CSV, Parquet or JSON lines.

Columns `expression` and `text`, its target in [brackets], or `text`, `start` and `end` in characters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.core.frames import unquoted
from idioprobe.core.notices import old_form
from idioprobe.core.tablefile import Row, read_rows
from idioprobe.core.textfile import open_text
from idioprobe.models.common.spans import trimmed
from idioprobe.models.hf.inject import form_key

_OLD_NAME = "compound"
_MARKED = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True)
class Context:
    """A text with the span of an expression in it, and where it comes from, for messages."""

    expression: str
    text: str
    start: int
    end: int
    place: str = ""

    @property
    def form(self) -> str:
        """The expression as it is written here."""
        return " ".join(self.text[self.start : self.end].split())


def read_contexts(path: Path) -> list[Context]:
    """All contexts of a file, each with its target; a sentence that is there twice counts once."""
    rows = _READERS.get(path.suffix.casefold(), _csv_rows)(path)
    contexts = {(form_key(c.expression), c.text, c.start, c.end): c for c in map(_context, rows)}
    return list(contexts.values())


def _rows(path: Path) -> Iterator[Row]:
    yield from read_rows(path, ("expression", "text"), ("start", "end"))


def _csv_rows(path: Path) -> Iterator[Row]:
    for row in _rows(path):
        yield replace(row, cells={name: unquoted(cell) for name, cell in row.cells.items()})


def _json_rows(path: Path) -> Iterator[Row]:
    for number, line in enumerate(open_text(path, DatasetError), 1):
        if not line.strip():
            continue
        try:
            cells = json.loads(line)
        except ValueError:
            cells = None
        if not isinstance(cells, dict):
            raise DatasetError(
                f'{path}:{number}: write one JSON object per line, as in {{"expression": "…", "text": "…"}}.'
            )
        named = {str(k).casefold(): "" if v is None else str(v) for k, v in cells.items()}
        yield Row(path, number, _renamed(path, named))


_READERS = {".jsonl": _json_rows, ".ndjson": _json_rows, ".parquet": _rows}
"""By the ending of the file; of all others a spreadsheet's apostrophes are taken off."""


def _renamed(path: Path, cells: dict[str, str]) -> dict[str, str]:
    """The column `expression` was called `compound` once."""
    if "expression" in cells or _OLD_NAME not in cells:
        return cells
    old_form(f"{path}: the column {_OLD_NAME} is called expression now; rename it.")
    return {"expression" if name == _OLD_NAME else name: cell for name, cell in cells.items()}


def _context(row: Row) -> Context:
    expression, text = row.required("expression"), row.cells.get("text", "")
    place = f"{row.path}:{row.line}"
    if row.text("start") or row.text("end"):
        try:
            start, end = int(row.text("start")), int(row.text("end"))
        except ValueError:
            raise row.fail(
                "start and end are whole numbers, both; or put the target in [ ] and leave them out"
            ) from None
        if not 0 <= start < end <= len(text) or not text[start:end].strip():
            raise row.fail(f"no target at {start} to {end} of a text of {len(text)} characters; count from 0")
        return Context(expression, text, *trimmed(text, start, end), place)
    marked = list(_MARKED.finditer(text))
    if len(marked) != 1 or not marked[0].group(1).strip():
        raise row.fail(f"put [ ] around {expression!r} in its text, once; found {len(marked)} times")
    match = marked[0]
    plain = text[: match.start()] + match.group(1) + text[match.end() :]
    return Context(expression, plain, *trimmed(plain, match.start(), match.start() + len(match.group(1))), place)
