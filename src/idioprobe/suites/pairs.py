"""From stimuli to minimal pairs: which two requests are compared, and for what."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from idioprobe.core.requests import Request
from idioprobe.core.tables import ITEM, PAIR_KEYS
from idioprobe.core.views import Unit
from idioprobe.suites.catalogue import COMPARISONS, Comparison

_STRUCT = pl.Struct({"text": pl.String, "start": pl.Int64, "end": pl.Int64})
PAIRS: dict[str, pl.DataType] = {
    **ITEM,
    "comparison": pl.String(),
    "role": pl.String(),
    "index": pl.Int64(),
    "left": _STRUCT,
    "right": _STRUCT,
    "plus": _STRUCT,
}

_REQUEST = pl.struct("text", "start", "end")


def minimal_pairs(stimuli: pl.DataFrame, comparisons: Sequence[Comparison] = COMPARISONS) -> pl.DataFrame:
    """One row per minimal pair that the stimuli allow; `left` and `right` are text and span.

    `role` and `index` name the stimulus that the original is compared with. Where the
    original is compared with the sum of two, `plus` is the second.
    """
    return pl.concat([_pairs(stimuli, comparison) for comparison in comparisons]).sort(
        "language", "item", "comparison", "index"
    )


def _pairs(stimuli: pl.DataFrame, comparison: Comparison) -> pl.DataFrame:
    within = stimuli.filter(pl.col("condition").is_in(comparison.conditions))
    left = within.filter(pl.col("role") == comparison.left).select(*PAIR_KEYS, left=_REQUEST)
    paired = _SPECIAL.get(comparison.right, _other_role)(left, within, stimuli, comparison.right)
    if "plus" not in paired.columns:
        paired = paired.with_columns(plus=pl.lit(None, dtype=paired.schema["right"]))
    return paired.with_columns(comparison=pl.lit(comparison.name)).select(list(PAIRS))


def _other_role(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, role: str) -> pl.DataFrame:
    right = within.filter(pl.col("role") == role).select("item", "role", "index", right=_REQUEST)
    return left.join(right, on="item")


def _alone(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, __: str) -> pl.DataFrame:
    target = pl.col("text").str.slice(pl.col("start"), pl.col("end") - pl.col("start"))
    alone = pl.struct(text=target, start=pl.lit(0, pl.Int64), end=pl.col("end") - pl.col("start"))
    right = within.filter(pl.col("role") == "original").select("item", role="role", index="index", right=alone)
    return left.join(right, on="item")


def _neutral(left: pl.DataFrame, _: pl.DataFrame, stimuli: pl.DataFrame, __: str) -> pl.DataFrame:
    neutral = stimuli.filter((pl.col("role") == "original") & (pl.col("condition") == "neut"))
    right = neutral.select(*_EXPRESSION, role="role", index="index", right=_REQUEST)
    return left.join(right.unique(_EXPRESSION, keep="first", maintain_order=True), on=_EXPRESSION)


def _components(left: pl.DataFrame, _: pl.DataFrame, stimuli: pl.DataFrame, __: str) -> pl.DataFrame:
    alone = stimuli.filter((pl.col("condition") == "none") & (pl.col("index") == 0))
    head = alone.filter(pl.col("role") == "head").select(*_EXPRESSION, role="role", index="index", right=_REQUEST)
    modifier = alone.filter(pl.col("role") == "modifier").select(*_EXPRESSION, plus=_REQUEST)
    return left.join(head, on=_EXPRESSION).join(modifier, on=_EXPRESSION)


def _sentences(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, __: str) -> pl.DataFrame:
    others = within.filter(pl.col("role") == "original").select(
        *_EXPRESSION, role="role", index="sentence", right=_REQUEST
    )
    return left.join(others, on=_EXPRESSION).filter(pl.col("index") > pl.col("sentence"))


_EXPRESSION = ["expression", "language"]
_SPECIAL = {"alone": _alone, "neutral": _neutral, "components": _components, "sentences": _sentences}


def requests_by_unit(pairs: pl.DataFrame) -> dict[Unit, set[Request]]:
    """The distinct requests of all pairs, for each unit that some comparison is made in."""
    wanted: dict[Unit, set[Request]] = {"target": set(), "sentence": set()}
    for comparison in COMPARISONS:
        rows = pairs.filter(pl.col("comparison") == comparison.name)
        for column in ("left", "right", "plus"):
            for value in rows[column].drop_nulls():
                if "target" in comparison.units:
                    wanted["target"].add(Request(value["text"], value["start"], value["end"]))
                if "sentence" in comparison.units:
                    wanted["sentence"].add(Request(value["text"]))
    return wanted
