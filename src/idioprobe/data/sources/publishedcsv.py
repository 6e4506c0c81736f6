"""CSV files as their publishers wrote them: columns by name, cells as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from idioprobe.core.csvfile import open_csv
from idioprobe.core.errors import DatasetError

ANEW = "fetch the file again"


def published_rows(
    path: Path, required: Iterable[str], *, strict: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a file with their lines; every required column is there, and a missing cell is empty.

    Where it is `strict`, a row with more cells than the header is a mistake.
    """
    file = open_csv(path, DatasetError, ANEW, strict=strict)
    missing = [column for column in required if column not in file.header]
    if missing:
        raise DatasetError(f"{path}: the column {missing[0]!r} is missing; found {', '.join(file.header) or 'none'}.")
    for line, cells in file.rows:
        if strict and len(cells) > len(file.header):
            raise DatasetError(f"{path}:{line}: more cells than the header has; {ANEW}.")
        blank = [""] * (len(file.header) - len(cells))
        yield line, dict(zip(file.header, [*cells, *blank], strict=False))
