"""Dataset folders of idioprobe 0.3: other names for a file, for columns and a target of ratings, read all the same."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from idioprobe.core.notices import old_form
from idioprobe.core.tables import OLD_COLUMNS
from idioprobe.data.components import PAIR, with_components

OLD_FILES = {"expressions": "compounds"}
"""Tables whose file had another name."""
OLD_TARGET, TARGET = "compound", "expression"


def current(table: pl.DataFrame) -> pl.DataFrame:
    """A table with its columns, and the targets of ratings, under the names that they have now."""
    table = table.rename(_old_columns(table))
    table = with_components(table) if _has_pairs(table) else table
    return table.with_columns(pl.col("target").replace(OLD_TARGET, TARGET)) if _has_old_targets(table) else table


def tell_old(folder: Path, found: dict[Path, pl.DataFrame], passed_over: list[Path]) -> None:
    """One notice about all that is old in a folder, given its files as they were read."""
    files = [
        f"{path.name} to {now}{path.suffix}" for path in found for now, old in OLD_FILES.items() if path.stem == old
    ]
    columns = {old: [path.name for path, table in found.items() if old in _old_columns(table)] for old in OLD_COLUMNS}
    renamed = [f"the column {old} to {OLD_COLUMNS[old]} in {_listed(names)}" for old, names in columns.items() if names]
    targets = [path.name for path, table in found.items() if _has_old_targets(table)]
    renamed += [f"the target {OLD_TARGET} to {TARGET} in {_listed(targets)}"] if targets else []
    pairs = [path.name for path, table in found.items() if _has_pairs(table)]
    renamed += [f"the columns modifier and head to components in {pairs[0]} (modifier:…; head:…)"] if pairs else []
    if files or renamed:
        old_form(f"{folder} is written as in idioprobe 0.3; rename {_listed([*files, *renamed])}.")
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
