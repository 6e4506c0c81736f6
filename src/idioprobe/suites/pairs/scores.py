"""From similarities to scores: one row per item, view and measure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import DROPPED, PAIR_KEYS, SCORES, VIEW_KEYS
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.measure import Comparison, Measure, comparisons_of
from idioprobe.suites.pairs.formulas import SMALLEST_ROOM, Array, head_wins, winning_component

Wide = dict[str, Array]
Mask = NDArray[np.bool_]

RANDOM = "rand"
"""The role of random words."""
WINNER = "sim_comp"
"""The measure whose scores say which component won."""


def score(
    similarities: pl.DataFrame,
    expressions: pl.DataFrame,
    winner: str,
    measures: Sequence[Measure],
    random_by: str = "mean",
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The measures of all items, and the items left out of a measure, with the reason.

    `winner` says where the nearer component of `sim_comp` is chosen: in the unit being
    measured (`unit`) or always among targets (`target`). Where it is chosen among targets and
    an item's target was dropped, the item has no such score. `random_by` says whether an item's
    random words count by their mean or by the nearest of them (`max`).
    """
    own = [measure for measure in measures if measure.per_item and measure.per_sentence]
    made = comparisons_of(own)
    names = [comparison.name for comparison in made]
    wide = _widen(similarities, made, random_by)
    arrays: Wide = {name: wide[name].to_numpy().astype(np.float64) for name in names}
    arrays |= {each(name): _padded(wide[each(name)]) for name in names}
    positions: list[int | None] = [None] * len(wide)
    if {"head", "modifier"} <= set(names):
        wide, positions = _with_winners(wide, arrays, expressions, winner)
    bounded = np.array([METRICS[m].bounded for m in wide["metric"]], dtype=bool)
    tables = []
    for measure in own:
        exists = (
            wide["condition"].is_in(measure.conditions).to_numpy()
            & wide["unit"].is_in(measure.units).to_numpy()
            & (bounded | (not measure.bounded_only))
        )
        values = measure.formula(arrays)
        winners = positions if measure.name == WINNER else [None] * len(wide)
        tables.append(
            wide.select(*PAIR_KEYS, *VIEW_KEYS)
            .with_columns(
                pl.lit(measure.name).alias("measure"),
                pl.Series("value", values),
                pl.Series("winner", winners, dtype=pl.Int64),
            )
            .filter(pl.Series(exists & ~np.isnan(values)))
        )
    columns = (table.select(list(SCORES)).cast(SCORES) for table in tables)  # type: ignore[arg-type]
    scores = pl.concat([pl.DataFrame(schema=SCORES), *columns])
    return scores, _without_room(wide, arrays, bounded, [m.name for m in own if m.bounded_only])


def _widen(similarities: pl.DataFrame, comparisons: Sequence[Comparison], random_by: str) -> pl.DataFrame:
    """One row per item and view, one column per comparison; of several fillers the mean, or what `random_by` says."""
    keys = [*PAIR_KEYS, *VIEW_KEYS]
    here = similarities.filter(pl.col("comparison").is_in([comparison.name for comparison in comparisons]))
    columns = []
    for comparison in comparisons:
        values = pl.col("value").filter(pl.col("comparison") == comparison.name)
        nearest = random_by == "max" and comparison.right == RANDOM
        columns.append((values.max() if nearest else values.mean()).alias(comparison.name))
        columns.append(values.alias(each(comparison.name)))
    return here.group_by(keys, maintain_order=True).agg(columns)


def each(comparison: str) -> str:
    """Where formulas find the fillers of a comparison one by one: a row for each item, NaN where it has fewer."""
    return f"each {comparison}"


def _padded(lists: pl.Series) -> Array:
    lengths = lists.list.len().to_numpy()
    rows = np.full((len(lists), int(lengths.max(initial=0))), np.nan)
    rows[np.arange(rows.shape[1]) < lengths[:, np.newaxis]] = lists.explode(empty_as_null=False).to_numpy()
    return rows


def _with_winners(
    wide: pl.DataFrame, arrays: Wide, expressions: pl.DataFrame, winner: str
) -> tuple[pl.DataFrame, list[int | None]]:
    """Adds the nearer component, chosen in the unit and among targets; and says at which position it stands."""
    wide = _among_targets(wide).join(
        _head_first(expressions), on=["expression", "language"], how="left", maintain_order="left"
    )
    own = head_wins(arrays["head"], arrays["modifier"])
    target_views = wide.filter(pl.col("unit") == "target")["view"].unique().to_list()
    absent = wide["target_head_wins"].is_null().to_numpy()
    lost = absent & wide["view"].is_in(target_views).to_numpy()
    of_target = np.where(absent, own, wide["target_head_wins"].fill_null(False).to_numpy())
    among_targets = winning_component(arrays["head"], arrays["modifier"], of_target)
    arrays["comp_of_target"] = np.where(lost, np.nan, among_targets)
    in_unit = winning_component(arrays["head"], arrays["modifier"], own)
    arrays["comp"] = arrays["comp_of_target"] if winner == "target" else in_unit
    chosen = of_target if winner == "target" else own
    first = wide["head_first"].to_list()
    return wide, [None if f is None else 1 if f == wins else 2 for f, wins in zip(first, chosen.tolist(), strict=True)]


def _among_targets(wide: pl.DataFrame) -> pl.DataFrame:
    """With the winner among targets beside every unit of the same item and view."""
    targets = wide.filter(
        (pl.col("unit") == "target") & pl.col("head").is_not_null() & pl.col("modifier").is_not_null()
    )
    wins = head_wins(*(targets[c].to_numpy().astype(np.float64) for c in ("head", "modifier")))
    at = ["item", "view", "metric"]
    named = targets.select(*at, pl.Series("target_head_wins", wins, dtype=pl.Boolean))
    return wide.join(named, on=at, how="left", maintain_order="left")


def _head_first(expressions: pl.DataFrame) -> pl.DataFrame:
    name, head, modifier = (pl.col(c).str.to_lowercase() for c in ("expression", "head", "modifier"))
    longer = head.str.len_chars() > modifier.str.len_chars()
    first = name.str.starts_with(head) & (~name.str.starts_with(modifier) | longer)
    return expressions.select("expression", "language", head_first=first)


def _without_room(wide: pl.DataFrame, arrays: Wide, bounded: Mask, measures: Sequence[str]) -> pl.DataFrame:
    if "rand" not in arrays or not measures:
        return pl.DataFrame(schema=DROPPED)
    with np.errstate(invalid="ignore"):
        crowded = bounded & (1 - arrays["rand"] < SMALLEST_ROOM)
    return (
        wide.filter(pl.Series(crowded))
        .with_columns(
            pl.lit("original").alias("role"),
            pl.lit(0, pl.Int64).alias("index"),
            pl.lit(f"measures {', '.join(measures)}").alias("what"),
            pl.lit(f"random words are as close as can be (1 - sim_rand below {SMALLEST_ROOM:g})").alias("reason"),
        )
        .select(list(DROPPED))
    )
