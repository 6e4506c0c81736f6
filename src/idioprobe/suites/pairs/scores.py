"""From similarities to scores: one row per item, view and measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import DROPPED, PAIR_KEYS, SCORES, VIEW_KEYS
from idioprobe.data.components import component_roles, components_of, roles_of
from idioprobe.stats.similarity import METRICS
from idioprobe.stats.substitutes import Cells, cell_means
from idioprobe.suites.measure import COMPONENT, Comparison, Measure, comparisons_of
from idioprobe.suites.pairs.formulas import SMALLEST_ROOM, Array, nearest_component, net_choice, with_alternatives
from idioprobe.suites.pairs.plan import for_roles

Wide = dict[str, Array]
Mask = NDArray[np.bool_]

RANDOM = "rand"
"""The role of random words."""
WINNER = "sim_comp"
"""The measure whose scores say which component won."""


SUBSTITUTES = ("words", "words_alt", "rand")
"""Comparisons whose similarities are kept apart by the number of the substitute."""
CROSSED_NET = "crossed net"
"""Where formulas find `choice_net` in the other sentences, averaged over these."""
CELL = "cell"
"""The column of scores that says which row of a measure's cells is theirs; no table has it."""


def each(comparison: str) -> str:
    """Where formulas find the fillers of a comparison one by one: a row for each item, NaN where it has fewer."""
    return f"each {comparison}"


def tokens_of(name: str) -> str:
    """Where formulas find the same of the model's own tokens."""
    return f"tokens {name}"


def lengths_of(name: str) -> str:
    """Where formulas find how many words the fillers of a comparison have."""
    return f"length {name}"


@dataclass(frozen=True)
class Compared:
    """Similarities that scores are made from, and what some measures need beside them.

    `crossed` are those with variants in `other` sentences, `tokens` those of the model's own tokens, and `lengths` says
    how many words the target of a stimulus has, by item, role and index.
    """

    similarities: pl.DataFrame
    crossed: pl.DataFrame | None = None
    tokens: pl.DataFrame | None = None
    lengths: pl.DataFrame | None = None


@dataclass(frozen=True)
class Scored:
    """The measures of all items, the items left out of one, and the cells of those that have any."""

    scores: pl.DataFrame
    dropped: pl.DataFrame
    cells: Mapping[str, Cells] = field(default_factory=dict)

    def only(self, units: Sequence[str]) -> Scored:
        """What is of some units."""
        asked = pl.col("unit").is_in(units)
        return Scored(self.scores.filter(asked), self.dropped.filter(asked), self.cells)

    @property
    def table(self) -> pl.DataFrame:
        """The scores as results have them."""
        return self.scores.select(list(SCORES))


def score(
    compared: Compared, expressions: pl.DataFrame, winner: str, measures: Sequence[Measure], random_by: str = "mean"
) -> Scored:
    """The measures of all items, and the items left out of a measure, with the reason.

    `winner` says where the nearest component of `sim_comp` is chosen: in the unit being
    measured (`unit`) or always among targets (`target`). Where it is chosen among targets and
    an item's target was dropped, the item has no such score. `random_by` says whether an item's
    random words count by their mean or by the nearest of them (`max`).
    """
    own = [measure for measure in measures if measure.per_item and measure.per_sentence]
    roles = component_roles(expressions)
    made = [one for one in for_roles(comparisons_of(own), roles) if not one.crossed]
    names = [comparison.name for comparison in made]
    wide = _widen(compared.similarities, made, random_by)
    arrays: Wide = {name: wide[name].to_numpy().astype(np.float64) for name in names}
    arrays |= {each(name): _padded(wide[each(name)]) for name in names if name not in SUBSTITUTES}
    arrays |= _beside(compared, wide, [name for name in names if name in ("syn", *SUBSTITUTES)])
    positions: list[int | None] = [None] * len(wide)
    if set(roles) <= set(names):
        positions = _with_winners(wide, arrays, expressions, winner)
        arrays[each(COMPONENT)] = np.hstack([arrays[each(role)] for role in roles])
    bounded = np.array([METRICS[m].bounded for m in wide["metric"]], dtype=bool)
    tables, cells = [], {}
    for measure in own:
        exists = (
            wide["condition"].is_in(measure.conditions).to_numpy()
            & wide["unit"].is_in(measure.units).to_numpy()
            & (bounded | (not measure.bounded_only))
        )
        values = measure.formula(arrays)
        there = None
        if measure.cells:
            there, values = values, cell_means(values)
        kept = exists & ~np.isnan(values)
        if there is not None:
            cells[measure.name] = there[kept].astype(np.float32)
        winners = positions if measure.name == WINNER else [None] * len(wide)
        tables.append(
            wide.select(*PAIR_KEYS, *VIEW_KEYS)
            .with_columns(
                pl.lit(measure.name).alias("measure"),
                pl.Series("value", values),
                pl.Series("winner", winners, dtype=pl.Int64),
                pl.Series(CELL, np.cumsum(kept) - 1, dtype=pl.Int64),
            )
            .filter(pl.Series(kept))
        )
    schema = {**SCORES, CELL: pl.Int64()}
    columns = (table.select(list(schema)).cast(schema) for table in tables)  # type: ignore[arg-type]
    scores = pl.concat([pl.DataFrame(schema=schema), *columns])
    return Scored(scores, _without_room(wide, arrays, bounded, [m.name for m in own if m.bounded_only]), cells)


def _widen(similarities: pl.DataFrame, comparisons: Sequence[Comparison], random_by: str) -> pl.DataFrame:
    """One row per item and view, one column per comparison; of several fillers the mean, or what `random_by` says."""
    keys = [*PAIR_KEYS, *VIEW_KEYS]
    here = similarities.filter(pl.col("comparison").is_in([comparison.name for comparison in comparisons]))
    columns = []
    for comparison in comparisons:
        values = pl.col("value").filter(pl.col("comparison") == comparison.name)
        nearest = random_by == "max" and comparison.right == RANDOM
        columns.append((values.max() if nearest else values.mean()).alias(comparison.name))
        if comparison.name not in SUBSTITUTES:
            columns.append(values.alias(each(comparison.name)))
    return here.group_by(keys, maintain_order=True).agg(columns)


def _beside(compared: Compared, wide: pl.DataFrame, names: Sequence[str]) -> Wide:
    """The substitutes one by one in the order of their numbers, of the model, of its tokens and by their lengths."""
    place = wide.with_row_index("row").select("row", "item", "unit", "view")
    row = ["item", "unit", "view"]
    arrays: Wide = {}
    for name in names:
        own = compared.similarities.filter(comparison=name)
        numbers = own["index"].unique().sort()

        def spread(table: pl.DataFrame, keys: list[str], numbers: pl.Series = numbers) -> Array:
            found = table.join(place, on=keys).filter(pl.col("index").is_in(numbers.to_list()))
            values = np.full((len(wide), len(numbers)), np.nan)
            at = numbers.search_sorted(found["index"]) if len(found) else found["index"]
            values[found["row"].to_numpy(), np.asarray(at)] = found["value"].to_numpy()
            return values

        arrays[each(name)] = spread(own, row)
        tokens = own.clear() if compared.tokens is None else compared.tokens.filter(comparison=name)
        arrays[tokens_of(each(name))] = spread(tokens, row[:2])
        lengths = _no_lengths() if compared.lengths is None else compared.lengths.filter(role=name)
        arrays[lengths_of(each(name))] = spread(lengths, row[:1])
    if "syn" in names:
        for of in (tokens_of, lengths_of):
            arrays[of("syn")] = _only(arrays[of(each("syn"))])
    if compared.crossed is not None:
        arrays[CROSSED_NET] = _crossed(compared.crossed, place)
    return arrays


def _no_lengths() -> pl.DataFrame:
    return pl.DataFrame(schema={"item": pl.String(), "role": pl.String(), "index": pl.Int64(), "value": pl.Float64()})


def _only(values: Array) -> Array:
    """The first column, or nothing where there is none."""
    return values[:, 0] if values.shape[1] else np.full(len(values), np.nan)


def _crossed(crossed: pl.DataFrame, place: pl.DataFrame) -> Array:
    """The net choice of each item among variants in other sentences, averaged over these."""
    rows = crossed.join(place, on=["item", "unit", "view"])
    keys = rows.select("row", "other").unique(maintain_order=True).with_row_index("at")
    rows = rows.join(keys, on=["row", "other"], maintain_order="left")
    made = {}
    for name in ("syn", *SUBSTITUTES):
        own = rows.filter(comparison=f"{name} crossed")
        numbers = own["index"].unique().sort()
        values = np.full((len(keys), max(1, len(numbers))), np.nan)
        if len(own):
            values[own["at"].to_numpy(), np.asarray(numbers.search_sorted(own["index"]))] = own["value"].to_numpy()
        made[name] = values
    net = net_choice(made["syn"][:, 0], with_alternatives(made["words"], made["words_alt"]), made["rand"])
    known = np.isfinite(net)
    shape = (len(place), *net.shape[1:])
    total, count = np.zeros(shape), np.zeros(shape)
    at = keys["row"].to_numpy()
    np.add.at(total, at, np.where(known, net, 0.0))
    np.add.at(count, at, known)
    with np.errstate(invalid="ignore"):
        return np.asarray(total / count, dtype=np.float64)


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
