"""The rows of a lexicon as they are written: CSV, TSV, and the sheets of a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from idioprobe.core.csvfile import AT_MOST, open_csv
from idioprobe.core.errors import LexiconError
from idioprobe.core.tables import CLASSES
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.encoding import opened, read_text
from idioprobe.data.lexicon.fields import (
    MOST_SENTENCES,
    beyond_count,
    column_name,
    is_field,
    is_for_people,
    likely,
    missing_fields,
    numbered,
    told_unknown,
)
from idioprobe.data.lexicon.mistakes import Mistakes
from idioprobe.data.sources.sheet import read_sheets


@dataclass(frozen=True)
class RawRow:
    """The fields of one entry, the line that it stands on, and where each field does."""

    line: int
    values: Mapping[str, Any]
    locate: Callable[[str], int]
    language: str | None = None
    """What its sheet or file says."""
    sheet: str = ""
    """Where a spreadsheet has several."""


@dataclass(frozen=True)
class RawLexicon:
    """A file's entries, what it says about all of them, and what its reader took for granted."""

    rows: tuple[RawRow, ...]
    notes: tuple[str, ...] = ()
    name: str | None = None
    pools: Mapping[str, list[str]] = field(default_factory=dict)
    templates: Mapping[str, str] = field(default_factory=dict)
    labelling: str = ""
    labelling_note: str = ""
    classes: tuple[str, ...] = CLASSES


def read_table(path: Path, language: str | None, mistakes: Mistakes, *, draft: bool = False) -> RawLexicon:
    """A CSV with whatever separates its cells, in whatever encoding; a `draft` may lack columns."""
    text, encoding = read_text(path, language)
    file = open_csv(path, LexiconError, AT_MOST, delimiter=None, strict=False, file=opened(text))
    columns = [column_name(column) for column in file.header]
    notes = [] if encoding == "utf-8" else [f"read as {encoding}; save it as UTF-8 if letters look wrong"]
    rows: list[RawRow] = []
    if _usable(1, columns, mistakes, notes, draft=draft):
        for line, cells in file.rows:
            if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
                mistakes.add(line, f"more cells than columns; put quotes around cells that contain {file.delimiter!r}")
            elif any(cell.strip() for cell in cells):
                rows.append(_row(line, columns, cells))
    return RawLexicon(tuple(rows), tuple(notes))


def read_spreadsheet(path: Path, mistakes: Mistakes, *, draft: bool = False) -> RawLexicon:
    """All sheets of a spreadsheet; one that is named after a language is in it, one without a header is passed over."""
    rows: list[RawRow] = []
    notes: list[str] = []
    sheets = read_sheets(path, LexiconError)
    for title, cells in sheets:
        columns = [column_name(column) for column in (cells[0] if cells else [])]
        if len(sheets) > 1 and "expression" not in columns:
            notes.append(f"the sheet {title!r} has no column expression and is passed over")
            continue
        own: list[str] = []
        if _usable(1, columns, mistakes, own, f"sheet {title!r}: " if len(sheets) > 1 else "", draft=draft):
            language = language_code(title)
            for line, row in enumerate(cells[1:], 2):
                if any(cell.strip() for cell in row):
                    rows.append(_row(line, columns, row, language, title if len(sheets) > 1 else ""))
        notes += [f"sheet {title!r}: {note}" for note in own]
    return RawLexicon(tuple(rows), tuple(notes))


def _row(line: int, columns: list[str], cells: list[str], language: str | None = None, sheet: str = "") -> RawRow:
    values = {column: cell for column, cell in zip(columns, cells, strict=False) if column and is_field(column)}
    return RawRow(line, values, lambda _: line, language, sheet)


def _usable(
    line: int, columns: list[str], mistakes: Mistakes, notes: list[str], where: str = "", *, draft: bool = False
) -> bool:
    """Whether a header can be used; what it has too much of is noted."""
    problems = [problem for _, problem in missing_fields(columns, draft=draft)]
    known = [numbered(name) or name for name in columns if is_field(name)]
    twice = dict.fromkeys(name for name in columns if is_field(name) and known.count(numbered(name) or name) > 1)
    problems += [f"{name!r} is there twice; number the sentences 1, 2, …" for name in list(twice)[-1:]]
    problems += [
        f"{name[:40]!r}: write sentence1, sentence2, … up to sentence{MOST_SENTENCES}"
        for name in columns
        if beyond_count(name)
    ]
    if not problems and not any(isinstance(name, tuple) and name[0] == "sentence" for name in known):
        meant = next((name for name in columns if not is_field(name) and likely(name) in ("sentence", "sentences")), "")
        hint = f"did you mean it by {meant!r}?" if meant else "write at least one, in a column sentence"
        problems.append(f"no column has sentences; {hint}")
    for problem in problems:
        mistakes.add(line, where + problem)
    unknown = [name for name in columns if name and not is_field(name) and not is_for_people(name)]
    if unknown and not problems:
        notes.append(told_unknown(unknown))
    return not problems
