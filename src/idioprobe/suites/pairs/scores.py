"""From similarities to scores: one row per item, view and measure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import DROPPED, PAIR_KEYS, SCORES, VIEW_KEYS
from idioprobe.data.components import component_roles, components_of, roles_of
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.measure import COMPONENT, Comparison, Measure, comparisons_of
from idioprobe.suites.pairs.formulas import SMALLEST_ROOM, Array, nearest_component
from idioprobe.suites.pairs.plan import for_roles

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

    `winner` says where the nearest component of `sim_comp` is chosen: in the unit being
    measured (`unit`) or always among targets (`target`). Where it is chosen among targets and
    an item's target was dropped, the item has no such score. `random_by` says whether an item's
    random words count by their mean or by the nearest of them (`max`).
    """
    own = [measure for measure in measures if measure.per_item and measure.per_sentence]
    roles = component_roles(expressions)
    made = for_roles(comparisons_of(own), roles)
    names = [comparison.name for comparison in made]
    wide = _widen(similarities, made, random_by)
    arrays: Wide = {name: wide[name].to_numpy().astype(np.float64) for name in names}
    arrays |= {each(name): _padded(wide[each(name)]) for name in names}
    positions: list[int | None] = [None] * len(wide)
    if set(roles) <= set(names):
        positions = _with_winners(wide, arrays, expressions, winner)
        arrays[each(COMPONENT)] = np.hstack([arrays[each(role)] for role in roles])
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


def _with_winners(wide: pl.DataFrame, arrays: Wide, expressions: pl.DataFrame, winner: str) -> list[int | None]:
    """Adds the nearest component, chosen in the unit and among targets; and says at which position it stands."""
    listed = components_of(expressions)
    roles = component_roles(expressions)
    similarities = np.column_stack([arrays[role] for role in roles])
    names = list(wide.select("language", "expression").iter_rows())
    own = np.zeros(len(wide), dtype=np.int64)
    whole = np.ones(len(wide), dtype=bool)
    for some in dict.fromkeys(roles_of(listed.get(name, ())) for name in names):
        rows = np.array([roles_of(listed.get(name, ())) == some for name in names], dtype=bool)
        columns = np.array([roles.index(role) for role in _yielding(some)])
        within = similarities[rows][:, columns]
        own[rows], whole[rows] = columns[nearest_component(within)], ~np.isnan(within).any(axis=1)
    of_target, lost = _among_targets(wide, own, whole)
    every = np.arange(len(wide))
    in_unit, among = (np.where(whole, similarities[every, chosen], np.nan) for chosen in (own, of_target))
    arrays["comp_in_unit"], arrays["comp_of_target"] = in_unit, np.where(lost, np.nan, among)
    arrays["comp"] = arrays["comp_of_target"] if winner == "target" else in_unit
    places = {name: {one.role: at for at, one in enumerate(found, 1)} for name, found in listed.items()}
    chosen = of_target if winner == "target" else own
    return [places.get(name, {}).get(roles[at]) for name, at in zip(names, chosen.tolist(), strict=True)]


def _yielding(roles: Sequence[str]) -> list[str]:
    """Roles in the order in which components win a tie: as they stand in the expression, but the head last."""
    return sorted(roles, key=lambda role: role == "head")


def _among_targets(wide: pl.DataFrame, own: NDArray[np.int64], whole: Mask) -> tuple[NDArray[np.int64], Mask]:
    """The winner among targets for every unit of the same item and view; and where it is lost with its target."""
    at = ["item", "view", "metric"]
    targets = wide.select(*at, "unit").with_columns(pl.Series("won", own)).filter(pl.Series(whole), unit="target")
    won = wide.select(at).join(targets.drop("unit"), on=at, how="left", maintain_order="left")["won"]
    absent = won.is_null().to_numpy()
    views = wide.filter(pl.col("unit") == "target")["view"].unique().to_list()
    lost = absent & wide["view"].is_in(views).to_numpy()
    return np.where(absent, own, won.fill_null(0).to_numpy()), lost


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
