"""Tables in columns, as the page has them: a word that repeats in a column is written once.

The script of the page (`unfolded` in data.js) makes rows of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def of_rows(rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Rows without names.

    >>> of_rows([["en", 1.5], ["en", 2.5]])
    {'rows': 2, 'columns': [{'of': ['en']}, [1.5, 2.5]]}
    """
    return {"rows": len(rows), "columns": [_folded(column) for column in zip(*rows, strict=True)]}


def of_records(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows with the same names.

    >>> of_records([{"unit": "a"}, {"unit": "b"}, {"unit": "a"}])
    {'names': ['unit'], 'rows': 3, 'columns': [{'of': ['a', 'b'], 'at': [0, 1, 0]}]}
    """
    names = list(records[0]) if records else []
    return {"names": names, **of_rows([[record[name] for name in names] for record in records])}


def _folded(column: Sequence[Any]) -> list[Any] | dict[str, list[Any]]:
    """Numbers as they are; words, or what is the same in all rows, by what there is and where."""
    words = all(value is None or isinstance(value, str) for value in column)
    if not words and len({(type(value), value) for value in column}) > 1:
        return list(column)
    numbers = {value: number for number, value in enumerate(dict.fromkeys(column))}
    if len(numbers) == 1:
        return {"of": list(numbers)}
    return {"of": list(numbers), "at": [numbers[value] for value in column]}
