"""From stimuli to minimal pairs: which two requests are compared, and for what."""

from __future__ import annotations

import polars as pl

from idioprobe.measures.catalogue import COMPARISONS, Comparison
from idioprobe.models.base import Request
from idioprobe.models.views import Unit

PAIR_KEYS = ("item", "compound", "language", "condition", "sentence")
PAIR_COLUMNS = (*PAIR_KEYS, "comparison", "role", "index", "left", "right")

_REQUEST = pl.struct("text", "start", "end")


def minimal_pairs(stimuli: pl.DataFrame) -> pl.DataFrame:
    """One row per minimal pair that the stimuli allow; `left` and `right` are text and span.

    `role` and `index` name the stimulus that the original is compared with.
    """
    return pl.concat([_pairs(stimuli, comparison) for comparison in COMPARISONS]).sort(
        "language", "item", "comparison", "index"
    )


def _pairs(stimuli: pl.DataFrame, comparison: Comparison) -> pl.DataFrame:
    within = stimuli.filter(pl.col("condition").is_in(comparison.conditions))
    left = within.filter(pl.col("role") == comparison.left).select(*PAIR_KEYS, left=_REQUEST)
    if comparison.right == "alone":
        target = pl.col("text").str.slice(pl.col("start"), pl.col("end") - pl.col("start"))
        alone = pl.struct(text=target, start=pl.lit(0, pl.Int64), end=pl.col("end") - pl.col("start"))
        originals = within.filter(pl.col("role") == "original")
        right = originals.select("item", role="role", index="index", right=alone)
        paired = left.join(right, on="item")
    elif comparison.right == "neutral":
        neutral = stimuli.filter((pl.col("role") == "original") & (pl.col("condition") == "neut"))
        right = neutral.select("compound", "language", role="role", index="index", right=_REQUEST)
        paired = left.join(
            right.unique(["compound", "language"], keep="first", maintain_order=True), on=["compound", "language"]
        )
    else:
        right = within.filter(pl.col("role") == comparison.right).select("item", "role", "index", right=_REQUEST)
        paired = left.join(right, on="item")
    return paired.with_columns(comparison=pl.lit(comparison.name)).select(PAIR_COLUMNS)


def requests_by_unit(pairs: pl.DataFrame) -> dict[Unit, set[Request]]:
    """The distinct requests of all pairs, for each unit that some comparison is made in."""
    wanted: dict[Unit, set[Request]] = {"target": set(), "sentence": set()}
    for comparison in COMPARISONS:
        rows = pairs.filter(pl.col("comparison") == comparison.name)
        for column in ("left", "right"):
            for value in rows[column]:
                if "target" in comparison.units:
                    wanted["target"].add(Request(value["text"], value["start"], value["end"]))
                if "sentence" in comparison.units:
                    wanted["sentence"].add(Request(value["text"]))
    return wanted
