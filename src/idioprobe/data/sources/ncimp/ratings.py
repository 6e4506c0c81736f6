"""NCIMP's spreadsheet: ratings, classes, overlap and sentence lengths."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.sheet import read_sheet

SHEET = "dataset/human_compositionality scores.xlsx"
SCORES: dict[str, pl.DataType] = {
    "language": pl.String(),
    "experiment_type": pl.String(),
    "file": pl.String(),
    "compound": pl.String(),
    "ClassType": pl.String(),
    "ClassToken": pl.String(),
    "CompositionalityType": pl.Float64(),
    "CompositionalityToken": pl.Float64(),
    "CompositionalityTokenSents": pl.Float64(),
    "MWE Synonym Overlap": pl.Int64(),
    "naturalistics_sentence_length": pl.Int64(),
}
"""The columns that are read; `Type` is empty for some expressions and says nothing that others do not."""

_NUMBER = re.compile(r"examplesent(\d+)")


def read_scores(path: Path) -> pl.DataFrame:
    """The sheet with `key` (the expression in lower case) and `number`, the sentence; null in neutral rows."""
    sheet = read_sheet(path)
    missing = [name for name in SCORES if name not in sheet.columns]
    if missing:
        raise DatasetError(
            f"{path}: the column {missing[0]!r} is missing; NCIMP's ratings have {', '.join(SCORES)}; "
            f"found {', '.join(sheet.columns) or 'none'}."
        )
    sheet = sheet.select(
        _number(name, dtype) if dtype.is_numeric() else pl.col(name).cast(pl.String).str.strip_chars()
        for name, dtype in SCORES.items()
    )
    number = pl.when(pl.col("experiment_type") == "Naturalistic").then(
        pl.col("file").str.extract(_NUMBER.pattern, 1).cast(pl.Int64)
    )
    return sheet.with_columns(key=pl.col("compound").str.to_lowercase(), number=number)


def _number(name: str, dtype: pl.DataType) -> pl.Expr:
    """A number, whether the cell holds one or text with a decimal comma."""
    text = pl.col(name).cast(pl.String).str.strip_chars().str.replace(",", ".", literal=True)
    number = text.cast(pl.Float64, strict=False)
    return number.cast(dtype, strict=False).alias(name)
