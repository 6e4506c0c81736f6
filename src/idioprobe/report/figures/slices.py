"""Language and condition in short, as figures name them."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

SLICE_CONDITIONS = {"nat": "Nat", "neut": "Neut", "neut_long": "NeutLong", "neut_plural": "NeutPlural", "none": "Alone"}
"""How conditions are called in the name of a slice."""


def with_slice(table: pl.DataFrame) -> pl.DataFrame:
    """With the column `slice`, language and condition in short, such as `EN-NeutLong`."""
    conditions = pl.col("condition").replace(SLICE_CONDITIONS)
    return table.with_columns(slice=pl.col("language").str.to_uppercase() + "-" + conditions)


def joint_slice(languages: Iterable[str], conditions: Iterable[str]) -> str:
    """The name of several slices together.

    >>> joint_slice({"pt", "en"}, {"neut", "nat"})
    'EN+PT-Nat+Neut'
    """
    order = list(SLICE_CONDITIONS)
    known = sorted(conditions, key=lambda name: (order.index(name) if name in order else len(order), name))
    shown = "+".join(SLICE_CONDITIONS.get(name, name) for name in known)
    return "+".join(language.upper() for language in sorted(languages)) + f"-{shown}"
