"""Tables in the columns and types of the schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import REQUIRED, TABLES

_DEFAULTS: dict[str, dict[str, Any]] = {
    "stimuli": {"index": 0, "derived": False},
    "expressions": {},
    "ratings": {"target": "expression"},
}
_KINDS = {"Int64": "a whole number", "Float64": "a number", "Boolean": "true or false", "String": "text"}


def conform(table: pl.DataFrame, name: str, path: Path | str, lines: list[int] | None = None) -> pl.DataFrame:
    """The table with just the columns of the schema, in their types; optional ones filled in.

    A mistake is named with `path`, whatever the table comes from, and the line of its row.
    """
    schema = TABLES[name]
    missing = [column for column in REQUIRED[name] if column not in table.columns]
    if missing:
        raise DatasetError(
            f"{path}: the column {missing[0]!r} is missing; {name} needs {', '.join(REQUIRED[name])}; "
            f"found {', '.join(table.columns) or 'none'}."
        )
    columns: list[pl.Expr | pl.Series] = []
    for column, dtype in schema.items():
        if column not in table.columns:
            columns.append(pl.lit(_DEFAULTS[name].get(column), dtype=dtype).alias(column))
            continue
        given = table[column]
        if dtype == pl.Boolean() and given.dtype == pl.String():
            given = given.str.to_lowercase().replace_strict(
                {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False},
                default=None,
                return_dtype=pl.Boolean,
            )
        try:
            cast = given.cast(dtype, strict=False)
        except pl.exceptions.PolarsError:
            raise DatasetError(f"{path}: {column} holds {given.dtype}, not {_KINDS[str(dtype)]}.") from None
        lost = cast.is_null() & table[column].is_not_null()
        if dtype.is_integer() and given.dtype.is_float():
            lost |= cast.cast(given.dtype) != given
        wrong = lost.fill_null(False).arg_true()
        if len(wrong):
            row = int(wrong[0])
            line = lines[row] if lines else row + 1
            raise DatasetError(f"{path}:{line}: {column} {table[column][row]!r} is not {_KINDS[str(dtype)]}.")
        if column in _DEFAULTS[name]:
            cast = cast.fill_null(_DEFAULTS[name][column])
        columns.append(cast.alias(column))
    return table.select(columns)
