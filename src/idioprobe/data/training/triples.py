"""Triples to train on: a sentence, the same with a synonym, and the same with something that means another thing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import ITEM
from idioprobe.data.components import component_roles
from idioprobe.data.dataset import Dataset
from idioprobe.data.training.splits import SHARES, SYNONYMS, split_expressions

TRIPLES: dict[str, pl.DataType] = {
    "split": pl.String(),
    **ITEM,
    "type": pl.String(),
    "class": pl.String(),
    "anchor": pl.String(),
    "positive": pl.String(),
    "negative": pl.String(),
    "positive_role": pl.String(),
    "negative_role": pl.String(),
    "negative_index": pl.Int64(),
}
"""One triple; `negative_role` is `words` (synonyms of the words), `rand` (random words) or that of a component."""


def make_triples(
    data: Dataset,
    *,
    languages: Sequence[str] | None = None,
    conditions: Sequence[str] = ("nat",),
    classes: Collection[str] | None = None,
    seed: int = 0,
    shares: Sequence[float] = SHARES,
) -> pl.DataFrame:
    """All triples of a dataset, of some classes where these are named, with the split of each expression."""
    stimuli, expressions = data.stimuli, data.expressions
    if languages:
        stimuli, expressions = (x.filter(pl.col("language").is_in(list(languages))) for x in (stimuli, expressions))
    splits = split_expressions(expressions, stimuli, seed=seed, shares=shares)
    negatives = ["words", "rand", *component_roles(expressions)]
    within = stimuli.filter(pl.col("condition").is_in(list(conditions)))
    columns = [*ITEM, "role", "index", "text"]
    anchors = within.filter(role="original").select(*ITEM, anchor="text")
    positive = within.filter(pl.col("role").is_in(SYNONYMS)).select(columns)
    positive = positive.select("item", positive_role="role", positive="text")
    negative = within.filter(pl.col("role").is_in(negatives)).select(columns)
    negative = negative.select("item", negative_role="role", negative_index="index", negative="text")
    known = expressions.select("expression", "language", "type", "class")
    made = anchors.join(positive, on="item").join(negative, on="item")
    made = made.join(known, on=["expression", "language"]).join(splits, on=["expression", "language"])
    if classes is not None:
        made = made.filter(pl.col("class").is_in(list(classes)))
    same = pl.col("anchor").eq(pl.col("negative")) | pl.col("positive").eq(pl.col("negative"))
    made = made.filter(~same, pl.col("anchor") != pl.col("positive")).unique()
    if made.is_empty():
        raise DatasetError(
            f"{data.name} has no triples: no sentence in {', '.join(conditions)} has both a synonym and something else "
            "in the place of its expression."
        )
    order = ["language", "item", "positive_role", "negative_role", "negative_index"]
    return made.select(list(TRIPLES)).sort(order, nulls_last=True)
