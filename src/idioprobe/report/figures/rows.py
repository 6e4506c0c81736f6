"""The rows that figures are drawn from."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from idioprobe.report.figures.spec import Figure, Kind
from idioprobe.report.tables.gather import Inputs, Model

SLICE_CONDITIONS = {"nat": "Nat", "neut": "Neut", "neut_long": "NeutLong", "neut_plural": "NeutPlural", "none": "Alone"}
"""How conditions are called in the name of a slice."""

SCORE_ROWS: dict[str, pl.DataType] = {
    "model": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "slice": pl.String(),
    "unit": pl.String(),
    "class": pl.String(),
    "compound": pl.String(),
    "sentence": pl.String(),
    "measure": pl.String(),
    "value": pl.Float64(),
    "rating": pl.Float64(),
    "length": pl.Int64(),
}
"""Columns of `scores` rows: `sentence` is the item, `rating` the type-level one, `length` in white-space tokens."""


def slice_name(language: str, condition: str) -> str:
    """Language and condition in short.

    >>> slice_name("en", "neut_long")
    'EN-NeutLong'
    """
    return f"{language.upper()}-{SLICE_CONDITIONS.get(condition, condition)}"


def rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """The rows of a figure, with what it is about and nothing else."""
    return MAKERS[figure.data](figure, inputs)


def score_rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """One row per model, item and measure."""
    material = inputs.material
    keys = ["compound", "language"]
    classes = material.compounds.select(*keys, "class").unique(keys, keep="first")
    ratings = (
        material.ratings.filter(pl.col("rating") == "type", pl.col("target") == "compound")
        .select(*keys, pl.col("mean").alias("rating"))
        .unique(keys, keep="first")
    )
    lengths = (
        material.stimuli.filter(pl.col("role") == "original", pl.col("condition") != "none")
        .select("item", pl.col("text").str.extract_all(r"\S+").list.len().cast(pl.Int64).alias("length"))
        .unique("item", keep="first")
    )
    scores = pl.concat([_of_model(figure, model) for model in inputs.models])
    joined = (
        scores.join(classes, on=keys, how="left", maintain_order="left")
        .join(ratings, on=keys, how="left", maintain_order="left")
        .join(lengths, on="item", how="left", maintain_order="left")
    )
    return with_slice(joined).rename({"item": "sentence"}).select(list(SCORE_ROWS)).cast(dict(SCORE_ROWS))


def _of_model(figure: Figure, model: Model) -> pl.DataFrame:
    labels = dict(figure.measures)
    wanted = [pl.col(name).is_in(values) for name, values in figure.fixed.items()]
    return (
        model.scores.filter(pl.col("measure").is_in(list(labels)), *wanted)
        .select("item", "compound", "language", "condition", "unit", pl.col("measure").replace_strict(labels), "value")
        .with_columns(model=pl.lit(model.label))
        .drop_nulls("value")
    )


def with_slice(table: pl.DataFrame) -> pl.DataFrame:
    """With the column `slice`, from language and condition."""
    conditions = pl.col("condition").replace(SLICE_CONDITIONS)
    return table.with_columns(slice=pl.col("language").str.to_uppercase() + "-" + conditions)


MAKERS: dict[Kind, Callable[[Figure, Inputs], pl.DataFrame]] = {"scores": score_rows}
