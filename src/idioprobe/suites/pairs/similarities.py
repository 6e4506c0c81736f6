"""From vectors to similarities: one row per minimal pair and view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.answers import Vectors
from idioprobe.core.requests import Request
from idioprobe.core.tables import DROPPED, ITEM, SIMILARITIES
from idioprobe.core.views import View
from idioprobe.stats.rounding import DECIMALS
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.measure import Comparison
from idioprobe.suites.pairs.answers import AT_ONCE, Answered, Places, Rows, Sides
from idioprobe.suites.pairs.plan import Places as PlaceTable
from idioprobe.suites.pairs.rogue import contributions, standardise, top_dimensions

Ask = Callable[[Set[Request]], Vectors]
Lost = tuple[int, str, int, str, str]
"""A pair by number; role, index and what was lost behind it; why."""

CROSSED = ("item", "other", "comparison", "index", "unit", "view", "value")
"""The columns of similarities with variants in other sentences."""
PAIRS_AT_ONCE = 1 << 15
"""Pairs whose vectors are in memory at once."""


@dataclass(frozen=True)
class RogueOptions:
    """How many dimensions count as rogue, and the seed of the pairs that tell."""

    top: int = 3
    seed: int = 0


DEFAULT_ROGUE = RogueOptions()


@dataclass(frozen=True)
class Similarities:
    """Similarities in one view, those with variants in other sentences apart; what was left out; rogue dimensions."""

    similarities: pl.DataFrame
    crossed: pl.DataFrame
    dropped: pl.DataFrame
    rogue: list[dict[str, Any]] = field(default_factory=list)


def compare(
    pairs: pl.DataFrame,
    places: PlaceTable,
    comparisons: Sequence[Comparison],
    view: View,
    vectors: Ask,
    metric: str,
    rogue: RogueOptions = DEFAULT_ROGUE,
    at_once: int = PAIRS_AT_ONCE,
) -> Similarities:
    """Similarities of the pairs in one view; the vectors of so many pairs are asked for at once.

    Where all vectors are no more than these may have, they are asked for once: the same vectors are in many pairs.
    A stimulus without a vector is listed once, however many pairs it would have been in.
    """
    wanted = {c.name: c for c in comparisons if view.unit in c.units}
    rows = pairs.filter(pl.col("comparison").is_in(list(wanted)))
    sides_of = _asking(rows, places, view, vectors, 2 * at_once)
    values = np.full(len(rows), np.nan)
    found: list[dict[str, Any]] = []
    lost: list[Lost] = []
    standardised = [c for c in wanted.values() if c.standardise]
    plain = _where(~rows["comparison"].is_in([c.name for c in standardised]))
    for some in (plain[at : at + at_once] for at in range(0, len(plain), at_once)):
        sides = sides_of(some)
        values[some] = _similarities(sides, len(some), metric)
        lost += _lost(rows, some, values[some], sides, wanted)
    for comparison in standardised:
        own = _where(rows["comparison"] == comparison.name)
        slices = rows.select("language", "condition")[own].with_columns(row=pl.Series(own))
        for (language, condition), slice_ in slices.group_by("language", "condition", maintain_order=True):
            some = slice_["row"].to_numpy()
            sides = sides_of(some)
            done = _standardised(sides, len(some), metric, comparison, rogue)
            values[some] = done.values
            lost += _lost(rows, some, done.values, sides, wanted, mixed=done.mixed)
            if done.top:
                found.append(
                    {"language": language, "condition": condition, "unit": view.unit, "view": view.name, **done.top}
                )
    similarities = rows.drop("left", "right", "plus").with_columns(
        pl.lit(view.unit).alias("unit"),
        pl.lit(view.name).alias("view"),
        pl.lit(view.special_tokens).alias("special_tokens"),
        pl.lit(metric).alias("metric"),
        pl.Series("value", values, dtype=pl.Float64),
    )
    defined = similarities.filter(pl.col("value").is_not_nan())
    within = defined.filter(pl.col("other").is_null()).select(list(SIMILARITIES))
    crossed = defined.filter(pl.col("other").is_not_null()).select(*CROSSED)
    return Similarities(within, crossed, _listed(rows, lost, view), found)


def _where(mask: pl.Series) -> Places:
    return mask.arg_true().to_numpy().astype(np.int64)


def _asking(rows: pl.DataFrame, places: PlaceTable, view: View, vectors: Ask, most: int) -> Callable[[Places], Sides]:
    """Gives the vectors of some of the pairs, numbered from 0 on: out of all, if these are not too many."""
    requests = places.requests[view.unit]

    def answered(ends: Sequence[Places]) -> Answered:
        used = _distinct(ends, len(requests))
        ordered = dict.fromkeys(requests[place] for place in used.tolist())  # Neighbours have words in common.
        return Answered(requests, used, vectors(ordered.keys()))

    left, right = (rows[name].cast(pl.Int64).to_numpy() for name in ("left", "right"))
    plus = _padded(rows["plus"])
    few = len(_distinct((left, right, plus), len(requests))) <= most
    whole = answered((left, right, plus)) if few else None

    def sides(some: Places) -> Sides:
        ends = left[some], right[some], plus[some]
        return Sides(whole or answered(ends), *ends)

    return sides


def _distinct(ends: Iterable[Places], count: int) -> Places:
    """The places that occur, of so many, in their order; those below 0 are none."""
    occurs = np.zeros(count + 1, dtype=np.bool_)
    for end in ends:
        occurs[end] = True  # -1 marks the last, which is no place.
    return np.flatnonzero(occurs[:count])


def _padded(lists: pl.Series) -> Places:
    """What is added to each right side, a row for each; -1 where it is less than elsewhere."""
    lengths = lists.list.len().fill_null(0).to_numpy()
    rows = np.full((len(lists), int(lengths.max(initial=0))), -1, dtype=np.int64)
    rows[np.arange(rows.shape[1]) < lengths[:, np.newaxis]] = lists.explode().drop_nulls().to_numpy()
    return rows


def _similarities(sides: Sides, count: int, metric: str) -> Rows:
    """Those of all pairs; NaN where there is none."""
    values = np.full(count, np.nan)
    for alike in sides.by_length(np.arange(count)):
        for at in range(0, len(alike), AT_ONCE):
            some = alike[at : at + AT_ONCE]
            values[some] = np.round(METRICS[metric].function(sides.left(some), sides.right(some)), DECIMALS)
    return values


@dataclass(frozen=True)
class _Standardised:
    """Similarities after z-scoring, the dimensions that it was about, and whether vectors have several lengths."""

    values: Rows
    top: dict[str, Any] | None = None
    mixed: bool = False


def _standardised(sides: Sides, count: int, metric: str, comparison: Comparison, rogue: RogueOptions) -> _Standardised:
    """Similarities after z-scoring over both sides of all pairs; where it is the top dimensions, which they are.

    Vectors of several lengths cannot be z-scored together.
    """
    values = np.full(count, np.nan)
    by_length = list(sides.by_length(np.arange(count)))
    if len(by_length) != 1:
        return _Standardised(values, mixed=len(by_length) > 1)
    positions = by_length[0]
    both = _stacked(sides, positions)
    dimensions = None
    shares = np.empty(0)
    if comparison.standardise == "top":
        shares = contributions(both, rogue.seed)
        dimensions = top_dimensions(shares, rogue.top)
    standardise(both, dimensions)
    for at in range(0, len(positions), AT_ONCE):
        some = positions[at : at + AT_ONCE]
        halves = (both[start + at : start + at + len(some)] for start in (0, len(positions)))
        values[some] = np.round(METRICS[metric].function(*halves), DECIMALS)
    if dimensions is None:
        return _Standardised(values)
    known = (round(float(shares[d]), 6) if np.isfinite(shares[d]) else None for d in dimensions)
    return _Standardised(values, {"dimensions": dimensions.tolist(), "shares": list(known)})


def _stacked(sides: Sides, positions: Places) -> Rows:
    """The vectors of both sides in one matrix, the first above the second; no other copy of all is made."""
    both = np.empty((2 * len(positions), sides.lengths(int(positions[0]))[0]))
    for at in range(0, len(positions), AT_ONCE):
        some = positions[at : at + AT_ONCE]
        for start, side in ((0, sides.left), (len(positions), sides.right)):
            both[start + at : start + at + len(some)] = side(some)
    return both


def _lost(
    rows: pl.DataFrame,
    numbers: Places,
    values: Rows,
    sides: Sides,
    comparisons: Mapping[str, Comparison],
    *,
    mixed: bool = False,
) -> Iterator[Lost]:
    """What is missing behind each of some pairs without a similarity: a stimulus, or the pair itself."""
    undefined = np.flatnonzero(np.isnan(values) & rows["other"].is_null()[numbers].to_numpy())
    told = rows.select("comparison", "role", "index")[numbers[undefined]].iter_rows()
    for at, (name, role, index) in zip(undefined.tolist(), told, strict=True):
        comparison, number = comparisons[name], int(numbers[at])
        first, second = sides.failure_left(at), sides.failure_right(at)
        if first is not None:
            yield number, comparison.left, 0, "stimulus", first
        if second is not None:
            yield number, role, index, _SPECIAL.get(comparison.right, "stimulus"), second
        if first is None and second is None:
            yield number, role, index, f"pair {name}", _undefined(sides, at, comparison, mixed=mixed)


def _listed(rows: pl.DataFrame, lost: Sequence[Lost], view: View) -> pl.DataFrame:
    """What was lost, each once, in the order of the pairs."""
    schema = {"number": pl.Int64(), **{name: DROPPED[name] for name in ("role", "index", "what", "reason")}}
    table = pl.DataFrame(lost, schema=schema, orient="row").sort("number", maintain_order=True)
    items = rows[table["number"]].select(list(ITEM))
    named = pl.concat([items, table], how="horizontal").with_columns(unit=pl.lit(view.unit), view=pl.lit(view.name))
    return named.select(list(DROPPED)).unique(maintain_order=True)


def _undefined(sides: Sides, row: int, comparison: Comparison, *, mixed: bool) -> str:
    one, other = sides.lengths(row)
    if one != other:
        return f"vectors of different length ({one} and {other})"
    if mixed:
        return "dimensions can be standardised only over vectors of one length"
    if comparison.standardise and not sides.is_zero(row):
        return "standardised, the similarity is undefined (a vector of zeros)"
    return "the similarity is undefined (a vector of zeros)"


_SPECIAL = {
    "alone": "stimulus, alone",
    "neutral": "stimulus, neutral sentence",
    "components": "components, alone",
    "sentences": "stimulus, other sentence",
}
