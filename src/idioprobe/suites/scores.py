"""From similarities to scores: one row per item, view and measure."""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np
import polars as pl

from idioprobe.core.tables import DROPPED, PAIR_KEYS, SCORES, VIEW_KEYS
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.catalogue import COMPARISONS, SUITES, measures_of
from idioprobe.suites.prediction.across import ACROSS
from idioprobe.suites.probes.formulas import (
    SMALLEST_ROOM,
    Array,
    affinity,
    head_wins,
    scaled_similarity,
    winning_component,
)

Wide = dict[str, Array]

FORMULAS: dict[str, Callable[[Wide], Array]] = {
    "sim_syn": lambda w: w["syn"],
    "sim_comp": lambda w: w["comp"],
    "sim_words": lambda w: w["words"],
    "sim_words_alt": lambda w: w["words_alt"],
    "sim_rand": lambda w: w["rand"],
    "sim_syn_rand": lambda w: w["syn_rand"],
    "ctx_in_out": lambda w: w["in_out"],
    "ctx_nat_neut": lambda w: w["nat_neut"],
    "out_syn": lambda w: w["syn"],
    "aff_syn_words": lambda w: affinity(w["syn"], w["words"]),
    "aff_syn_rand": lambda w: affinity(w["syn"], w["rand"]),
    "aff_syn_comp": lambda w: affinity(w["syn"], w["comp_of_target"]),
    "simr_syn": lambda w: scaled_similarity(w["syn"], w["rand"]),
    "simr_words": lambda w: scaled_similarity(w["words"], w["rand"]),
    "sim_syn_z": lambda w: w["syn_z"],
    "sim_syn_ztop": lambda w: w["syn_ztop"],
    "pred_out": lambda w: w["in_out"],
    "pred_out_comp": lambda w: w["out_comp"],
}
"""Each measure of an item from its similarities, several fillers already averaged."""


def score(
    similarities: pl.DataFrame, expressions: pl.DataFrame, winner: str, suites: Collection[str] = tuple(SUITES)
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """All measures of all items, and the items left out of a measure, with the reason.

    `winner` says where the nearer component of `sim_comp` is chosen: in the unit being
    measured (`unit`) or always among targets (`target`). Where it is chosen among targets and
    an item's target was dropped, the item has no such score.
    """
    wide = _widen(similarities, expressions)
    arrays: Wide = {c.name: wide[c.name].to_numpy().astype(np.float64) for c in COMPARISONS}
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
    position = [None if f is None else 1 if f == wins else 2 for f, wins in zip(first, chosen.tolist(), strict=True)]
    bounded = np.array([METRICS[m].bounded for m in wide["metric"]], dtype=bool)
    tables = []
    for measure in (m for m in measures_of(suites) if m.name in FORMULAS):
        exists = (
            wide["condition"].is_in(measure.conditions).to_numpy()
            & wide["unit"].is_in(measure.units).to_numpy()
            & (bounded | (not measure.bounded_only))
        )
        values = FORMULAS[measure.name](arrays)
        tables.append(
            wide.select(*PAIR_KEYS, *VIEW_KEYS)
            .with_columns(
                pl.lit(measure.name).alias("measure"),
                pl.Series("value", values),
                pl.Series("winner", position if measure.name == "sim_comp" else [None] * len(wide), dtype=pl.Int64),
            )
            .filter(pl.Series(exists & ~np.isnan(values)))
        )
    columns = (table.select(list(SCORES)).cast(SCORES) for table in tables)  # type: ignore[arg-type]
    scores = pl.concat([pl.DataFrame(schema=SCORES), *columns])
    return scores, _without_room(wide, arrays, bounded)


def _widen(similarities: pl.DataFrame, expressions: pl.DataFrame) -> pl.DataFrame:
    """One row per item and view, one column per comparison, the winner among targets beside it."""
    keys = [*PAIR_KEYS, *VIEW_KEYS]
    similarities = similarities.filter(pl.col("comparison") != ACROSS)
    columns = [pl.col("value").filter(pl.col("comparison") == c.name).mean().alias(c.name) for c in COMPARISONS]
    wide = similarities.group_by(keys, maintain_order=True).agg(columns)
    targets = wide.filter(
        (pl.col("unit") == "target") & pl.col("head").is_not_null() & pl.col("modifier").is_not_null()
    )
    wins = head_wins(*(targets[c].to_numpy().astype(np.float64) for c in ("head", "modifier")))
    at = ["item", "view", "metric"]
    wide = wide.join(targets.select(*at, pl.Series("target_head_wins", wins, dtype=pl.Boolean)), on=at, how="left")
    return wide.join(_head_first(expressions), on=["expression", "language"], how="left", maintain_order="left")


def _head_first(expressions: pl.DataFrame) -> pl.DataFrame:
    name, head, modifier = (pl.col(c).str.to_lowercase() for c in ("expression", "head", "modifier"))
    longer = head.str.len_chars() > modifier.str.len_chars()
    first = name.str.starts_with(head) & (~name.str.starts_with(modifier) | longer)
    return expressions.select("expression", "language", head_first=first)


def _without_room(
    wide: pl.DataFrame, arrays: Wide, bounded: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> pl.DataFrame:
    with np.errstate(invalid="ignore"):
        crowded = bounded & (1 - arrays["rand"] < SMALLEST_ROOM)
    return (
        wide.filter(pl.Series(crowded))
        .with_columns(
            pl.lit("original").alias("role"),
            pl.lit(0, pl.Int64).alias("index"),
            pl.lit("measures simr_syn, simr_words").alias("what"),
            pl.lit(f"random words are as close as can be (1 - sim_rand below {SMALLEST_ROOM:g})").alias("reason"),
        )
        .select(list(DROPPED))
    )
