"""A model before and after training, on groups of expressions: levels, paired differences, intervals.

Values are first averaged over an expression's sentences, then over the seeds in which it was in the group; intervals
resample expressions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.stats.bootstrap import Array, interval
from idioprobe.stats.correlation import Draws, spearman
from idioprobe.stats.resampling import Resampling

HIGHER, LOWER, TIED, UNDEFINED = "higher", "lower", "cannot be told apart", "undefined"
CHANGES: dict[str, pl.DataType] = {
    "group": pl.String(),
    "unit": pl.String(),
    "measure": pl.String(),
    "before": pl.Float64(),
    "before_low": pl.Float64(),
    "before_high": pl.Float64(),
    "after": pl.Float64(),
    "after_low": pl.Float64(),
    "after_high": pl.Float64(),
    "difference": pl.Float64(),
    "difference_low": pl.Float64(),
    "difference_high": pl.Float64(),
    "verdict": pl.String(),
    "n": pl.Int64(),
    "seeds": pl.Int64(),
    "lowest_seed": pl.Float64(),
    "highest_seed": pl.Float64(),
    "method": pl.String(),
}
"""One measure of one group, before and after; `n` counts expressions or pairs, and the last but one are the lowest and
the highest difference that a seed had."""


def changes(items: pl.DataFrame, how: Resampling) -> pl.DataFrame:
    """How far measures changed.

    `items` has the columns group, seed, unit, measure, expression, item, before and after.
    """
    both = items.drop_nulls(["before", "after"])
    per_seed = both.group_by("group", "unit", "measure", "seed", "expression", maintain_order=True).agg(
        pl.col("before", "after").mean()
    )
    rows = []
    for (group, unit, measure), part in per_seed.group_by("group", "unit", "measure", maintain_order=True):
        each = part.group_by("expression").agg(pl.col("before", "after").mean()).sort("expression")
        before, after = each["before"].to_numpy(), each["after"].to_numpy()
        by_seed = part.group_by("seed").agg((pl.col("after") - pl.col("before")).mean().alias("d"))["d"].to_numpy()
        weights = how.weights(len(before))
        sums = [weights @ values / len(values) for values in (before, after)]
        words = f"mean over expressions and seeds; {how.words_for(len(before))}"
        about = {"group": group, "unit": unit, "measure": measure, "n": len(before), "method": words}
        rows.append({**about, **_row(float(before.mean()), float(after.mean()), sums[0], sums[1], by_seed)})
    return pl.DataFrame(rows, schema=CHANGES)


def correlation_change(
    gold: Array, before: Array, after: Mapping[int, Array], how: Resampling, group: str, measure: str = "spearman"
) -> dict[str, Any]:
    """How far a model's cosines agree with people's grades before, and after each seed's training."""
    draws = Draws(np.arange(len(gold)), how.weights(len(gold)))
    values = [spearman(cosines, gold)[0] for cosines in after.values()]
    drawn = [draws.spearman(cosines, gold) for cosines in after.values()]
    first = spearman(before, gold)[0]
    words = f"Spearman, mean over seeds; {how.words_for(len(gold)).replace('expressions', 'pairs')}"
    about = {"group": group, "unit": "sentence", "measure": measure, "n": len(gold), "method": words}
    changed = np.array(values) - first
    return {**about, **_row(first, float(np.mean(values)), draws.spearman(before, gold), np.mean(drawn, 0), changed)}


def level_change(
    before: Array, after: Mapping[int, Array], how: Resampling, group: str, measure: str
) -> dict[str, Any]:
    """How far the mean of some cosines changed."""
    mean = np.mean(list(after.values()), axis=0)
    weights = how.weights(len(before))
    drawn = [weights @ values / len(values) for values in (before, mean)]
    by_seed = np.array([float((one - before).mean()) for one in after.values()])
    words = f"mean over pairs and seeds; {how.words_for(len(before)).replace('expressions', 'pairs')}"
    about = {"group": group, "unit": "sentence", "measure": measure, "n": len(before), "method": words}
    return {**about, **_row(float(before.mean()), float(mean.mean()), drawn[0], drawn[1], by_seed)}


def _row(before: float, after: float, drawn_before: Array, drawn_after: Array, by_seed: Array) -> dict[str, Any]:
    bounds = [_bounds(draws) for draws in (drawn_before, drawn_after, drawn_after - drawn_before)]
    names = ("before", "after", "difference")
    row: dict[str, Any] = dict(zip(names, (before, after, after - before), strict=True))
    for name, (low, high) in zip(names, bounds, strict=True):
        row |= {f"{name}_low": low, f"{name}_high": high}
    low, high = bounds[2]
    row["verdict"] = UNDEFINED if low is None or high is None else HIGHER if low > 0 else LOWER if high < 0 else TIED
    return row | {"seeds": len(by_seed), "lowest_seed": float(min(by_seed)), "highest_seed": float(max(by_seed))}


def _bounds(draws: Array) -> tuple[float | None, float | None]:
    low, high = interval(draws)
    return (low, high) if np.isfinite(low) else (None, None)


def grouped(
    before: pl.DataFrame, after: Mapping[int, pl.DataFrame], members: Mapping[int, Mapping[str, Sequence[str]]]
) -> pl.DataFrame:
    """The items of each group and seed with their values before and after; `members` are expressions by seed, group."""
    keys = ["item", "expression", "unit", "measure"]
    parts = []
    for seed, scores in after.items():
        both = before.select(*keys, before="value").join(scores.select(*keys, after="value"), on=keys)
        for group, names in members[seed].items():
            own = both.filter(pl.col("expression").is_in(list(names)))
            parts.append(own.select(pl.lit(seed).alias("seed"), pl.lit(group).alias("group"), pl.all()))
    return pl.concat(parts)
