"""Tables of older versions, read all the same: other names in 0.3; up to 0.5 one span a target, modifier and head."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from idioprobe.core.notices import old_form
from idioprobe.core.tables import OLD_COLUMNS
from idioprobe.data.components import PAIR, with_components

OLD_FILES = {"expressions": "compounds"}
"""Tables whose file had another name."""
SPANS = "spans, such as 8:19"
OLD_TARGET, TARGET = "compound", "expression"
_ENDS = ("start", "end")


def current(table: pl.DataFrame) -> pl.DataFrame:
    """A table with its columns, and the targets of ratings, as they are called and written now."""
    table = with_spans(table.rename(_old_columns(table)))
    table = with_components(table) if _has_pairs(table) else table
    return table.with_columns(pl.col("target").replace(OLD_TARGET, TARGET)) if _has_old_targets(table) else table


def with_spans(table: pl.DataFrame) -> pl.DataFrame:
    """A table that has `start` and `end` with `spans` in their place."""
    if not has_ends(table):
        return table
    return table.with_columns(spans=pl.concat_str(map(_written, table.select(_ENDS)), separator=":")).drop(_ENDS)


def _written(ends: pl.Series) -> pl.Series:
    """Whole numbers as text, also where they are kept as floats; anything else as it is, for whoever checks it."""
    written = ends.cast(pl.String)
    if not ends.dtype.is_float():
        return written
    whole = ends.cast(pl.Int64, strict=False)
    return whole.cast(pl.String).zip_with((whole == ends).fill_null(False), written)


def has_ends(table: pl.DataFrame) -> bool:
    """Whether a table has the one span of each target in two columns."""
    if "spans" in table.columns or not all(name in table.columns for name in _ENDS):
        return False
    return all(kind.is_numeric() or kind == pl.String() for kind in table.select(_ENDS).dtypes)


def tell_old(folder: Path, found: dict[Path, pl.DataFrame], passed_over: list[Path]) -> None:
    """One notice about all that is old in a folder, given its files as they were read."""
    files = [
        f"{path.name} to {now}{path.suffix}" for path in found for now, old in OLD_FILES.items() if path.stem == old
    ]
    columns = {old: [path.name for path, table in found.items() if old in _old_columns(table)] for old in OLD_COLUMNS}
    renamed = [f"the column {old} to {OLD_COLUMNS[old]} in {_listed(names)}" for old, names in columns.items() if names]
    targets = [path.name for path, table in found.items() if _has_old_targets(table)]
    renamed += [f"the target {OLD_TARGET} to {TARGET} in {_listed(targets)}"] if targets else []
    version, changes = ("0.3", [f"rename {_listed([*files, *renamed])}"]) if files or renamed else ("0.5", [])
    changes += [f"write start and end in {path.name} as one column {SPANS}" for path in found if has_ends(found[path])]
    pairs = [path.name for path, table in found.items() if _has_pairs(table)]
    changes += [f"write modifier and head in {name} as one column components (modifier:…; head:…)" for name in pairs]
    if changes:
        old_form(f"{folder} is written as in idioprobe {version}; {'; '.join(changes)}.")
    for path in passed_over:
        old_form(f"{path} is not read, as {folder} has the table under its new name too; remove one of them.")


def _old_columns(table: pl.DataFrame) -> dict[str, str]:
    return {old: now for old, now in OLD_COLUMNS.items() if old in table.columns and now not in table.columns}


def _has_pairs(table: pl.DataFrame) -> bool:
    """Whether a table of expressions has a column for each of its two components."""
    there = set(table.columns)
    return bool(there & set(PAIR)) and not there & {"components", "text", "mean"}


def _has_old_targets(table: pl.DataFrame) -> bool:
    if "target" not in table.columns or table["target"].dtype != pl.String():
        return False
    return bool((table["target"] == OLD_TARGET).any())


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
