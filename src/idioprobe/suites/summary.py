"""From scores to the summary: one row per statistic, each with its n, interval and method."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import CLASSES, is_class
from idioprobe.stats.bootstrap import Array, interval, mean_draws
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.substitutes import Cells
from idioprobe.suites.base import STATISTICS
from idioprobe.suites.estimates import (
    NO_BOUNDS,
    Estimates,
    Layout,
    Rows,
    Sample,
    Statistic,
    make_statistic,
    numbers,
)
from idioprobe.suites.known import Known, groups_of
from idioprobe.suites.measure import Measure, What, compared_role

SLICE = ("language", "condition", "unit", "view", "special_tokens", "metric")
OF_STATISTIC = tuple(name for name in STATISTICS if name not in (*SLICE, "group"))
DENOMINATOR_FLAG = "denominator's interval contains 0"
NEGATIVE_FLAG = "denominator is negative"
"""These stand in the method of a ratio that cannot be trusted."""


def summarise(
    measures: Sequence[Measure],
    scores: pl.DataFrame,
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling,
    lengths: Mapping[str, int] = MappingProxyType({}),
    classes: Sequence[str] = CLASSES,
    bounded: Callable[[What], bool] | None = None,
    cells: Mapping[str, Cells] = MappingProxyType({}),
    overlaps: Mapping[str, pl.DataFrame] = MappingProxyType({}),
) -> pl.DataFrame:
    """Means, spreads and correlations of every measure, by class and type and without synonym overlap.

    `lengths` has the length of each item's sentence, `overlaps` by role how many words it shares with the sentence
    that it is compared with; `classes` their order, the idiomatic one first; `bounded` says which statistics have an
    interval, where that is not all. `cells` are those of measures with substitutes; the column `cell` of their scores
    says which row is theirs.
    """
    known = {language: Known(expressions, ratings, language, classes) for language in scores["language"].unique()}
    groups = groups_of(expressions, classes)
    neutral = scores.filter(pl.col("condition") == "neut")
    estimates = Estimates(how, bounded)
    places: list[tuple[dict[str, Any], str, slice]] = []
    for keys, part in scores.group_by(SLICE, maintain_order=True):
        named = dict(zip(SLICE, keys, strict=True))
        mine = known[str(named["language"])]
        own = (lengths, overlaps) if _has_length(named) else ({}, {})
        others = _Others(*own, _in_neutral(neutral, named))
        slice_ = _Slice(part, cells)
        done: dict[tuple[frozenset[str], bool], slice] = {}
        for group in groups:
            members = frozenset(mine.members(group))
            key = (members, is_class(group))
            if key not in done:
                begun = len(estimates)
                _estimate(measures, slice_.samples(members), group, mine, others, estimates, how)
                done[key] = slice(begun, len(estimates))
            places.append((named, group, done[key]))
    return _table(estimates.made(), places)


def _table(made: Sequence[Statistic], places: Sequence[tuple[dict[str, Any], str, slice]]) -> pl.DataFrame:
    """The statistics of each slice and group, a group of the same members with those of the other."""
    columns: dict[str, list[Any]] = {name: [] for name in STATISTICS}
    for named, group, span in places:
        own = made[span]
        for name, value in {**named, "group": group}.items():
            columns[name] += [value] * len(own)
        for name in OF_STATISTIC:
            columns[name] += [getattr(one, name) for one in own]
    return pl.DataFrame(columns, schema=STATISTICS)


class _Slice:
    """The scores of one slice as arrays, to take groups of expressions from."""

    def __init__(self, scores: pl.DataFrame, cells: Mapping[str, Cells]) -> None:
        self._cells = {name: cells[name] for name in scores["measure"].unique() if name in cells}
        self._rows = scores["cell"].to_numpy() if self._cells else None
        self._names = sorted(scores["expression"].unique())
        self._expressions = scores["expression"].cast(pl.Enum(self._names)).to_physical().to_numpy()
        self._values = scores["value"].to_numpy()
        self._sentences, self._items = scores["sentence"], scores["item"]
        items = scores["item"].rank("dense").to_numpy()
        rows = scores.with_row_index("row").group_by("measure", maintain_order=True).agg("row")
        self._measures: dict[str, tuple[NDArray[np.uint32], bytes]] = {}
        for name, own in rows.iter_rows():
            at = np.array(own, dtype=np.uint32)
            self._measures[name] = (at, items[at].tobytes())

    def samples(self, members: Set[str]) -> dict[str, Sample]:
        """The values of each measure for some expressions."""
        member = np.array([name in members for name in self._names], dtype=bool)
        layouts: dict[bytes, tuple[NDArray[np.bool_], Layout]] = {}
        samples = {}
        for measure, (at, items) in self._measures.items():
            if items not in layouts:
                kept = member[self._expressions[at]]
                layouts[items] = (kept, self._layout(at[kept]))
            kept, layout = layouts[items]
            if layout.items:
                samples[measure] = Sample(self._values[at[kept]], layout, self._cells_of(measure, at[kept]))
        return samples

    def _cells_of(self, measure: str, rows: NDArray[np.uint32]) -> Cells | None:
        if self._rows is None or measure not in self._cells:
            return None
        found: Cells = self._cells[measure][self._rows[rows]]
        return found

    def _layout(self, rows: NDArray[np.uint32]) -> Layout:
        there, ids = np.unique(self._expressions[rows], return_inverse=True)
        names = [self._names[number] for number in there.tolist()]
        sentences, items = (column.gather(rows).to_list() for column in (self._sentences, self._items))
        return Layout(names, ids.astype(np.int64), sentences, items)


@dataclass(frozen=True)
class _Others:
    """What items are compared with beside ratings: sentence lengths, shared words, the neutral sentence."""

    lengths: Mapping[str, int]
    overlaps: Mapping[str, pl.DataFrame]
    neutral: Mapping[str, Mapping[str, float]]


def _has_length(named: Mapping[str, Any]) -> bool:
    return (named["condition"], named["unit"]) == ("nat", "sentence")


def _in_neutral(neutral: pl.DataFrame, named: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """By measure and expression."""
    if named["condition"] != "nat":
        return {}
    same = [pl.col(key) == named[key] for key in SLICE if key != "condition"]
    rows = neutral.filter(*same).group_by("measure").agg("expression", "value")
    return {measure: dict(zip(names, values, strict=True)) for measure, names, values in rows.iter_rows()}


def _estimate(
    measures: Sequence[Measure],
    samples: Mapping[str, Sample],
    group: str,
    known: Known,
    others: _Others,
    estimates: Estimates,
    how: Resampling,
) -> None:
    for measure in measures:
        if measure.per_item and measure.name in samples:
            sample = samples[measure.name]
            if measure.by_expression:
                over = (group, measure.name, "expressions")
                estimates.level(sample.means, sample.rows.once, *over, measure.span, sample)
            else:
                estimates.level(sample.values, sample.rows, group, measure.name, "items")
            if measure.correlated:
                correlate(sample, group, measure, known, estimates)
                _correlate_others(samples, group, measure, others, estimates)
        elif not measure.per_item and measure.of and set(measure.of) <= samples.keys():
            above, below = (samples[name] for name in measure.of)
            for statistic in ratio(measure, above, below, group, how):
                estimates.add(statistic)
    estimates.bound_over_substitutes()


def correlate(sample: Sample, group: str, measure: Measure, known: Known, estimates: Estimates) -> None:
    """With every scale of the measure: over expressions, and over sentences."""
    layout, rows = sample.layout, sample.rows
    for rating in measure.scales:
        if rating == "class_rank" and is_class(group):
            continue
        if rating in known.per_expression:
            by_type = layout.scale("type", rating, partial(_ratings, known.per_expression[rating], layout.names))
            estimates.rho(sample.means, by_type, rows.once, (group, measure.name, "rho_type", rating))
            own = by_type[rows.ids]
        else:
            own = layout.scale("token", rating, partial(_own_ratings, layout, known))
        if measure.per_sentence:
            estimates.rho(sample.values, own, rows, (group, measure.name, "rho_token", rating))


def _ratings(scale: Mapping[str, float], names: Sequence[str]) -> list[float | None]:
    """Those of each expression."""
    return [scale.get(name) for name in names]


def _own_ratings(layout: Layout, known: Known) -> list[float | None]:
    """Those of each sentence."""
    expressions = (layout.names[number] for number in layout.rows.ids.tolist())
    return [known.tokens.get(key) for key in zip(expressions, layout.sentences, strict=True)]


def _correlate_others(
    samples: Mapping[str, Sample], group: str, measure: Measure, others: _Others, estimates: Estimates
) -> None:
    """With sentence length, the words that a pair shares, the neutral sentence; of a variant, with what it varies."""
    sample, name = samples[measure.name], measure.name
    layout, rows = sample.layout, sample.rows
    if others.lengths:
        lengths = layout.scale("item", "length", lambda: [others.lengths.get(item) for item in layout.items])
        estimates.rho(sample.values, lengths, rows, (group, name, "rho_length", None))
    role = compared_role(measure)
    if role in others.overlaps:
        items = partial(_overlaps, others.overlaps[role], layout.items)
        estimates.rho(sample.values, layout.scale("overlap", role, items), rows, (group, name, "rho_overlap", None))
    if name in others.neutral:
        neutral = numbers([others.neutral[name].get(expression) for expression in layout.names])[rows.ids]
        estimates.rho(sample.values, neutral, rows, (group, name, "rho_neut", None))
    plain = next((samples[other] for other in measure.of if other in samples), None)
    if plain is not None:
        estimates.rho(sample.values, _in_order_of(layout, plain), rows, (group, name, "rho_plain", None))


def _overlaps(known: pl.DataFrame, items: Sequence[str]) -> list[float | None]:
    """Those of each item."""
    return pl.DataFrame({"item": items}).join(known, on="item", how="left", maintain_order="left")["overlap"].to_list()


def _in_order_of(layout: Layout, plain: Sample) -> Array:
    """The values of a measure for the items of another."""
    if plain.layout is layout:
        return plain.values
    before = dict(zip(plain.layout.items, plain.values.tolist(), strict=True))
    return numbers([before.get(item) for item in layout.items])


def ratio(measure: Measure, above: Sample, below: Sample, group: str, how: Resampling) -> Iterator[Statistic]:
    """A measure of the means of two others; its spread is that of the resamples."""
    paired = set(above.layout.names) & set(below.layout.names)
    if not paired:
        return
    weights = how.weights(len(paired))
    sides = [_only(sample, paired) for sample in (above, below)]
    draws = [mean_draws(values, rows.ids, weights) for values, rows in sides]
    first, second = (values for values, _ in sides)
    quotients = measure.formula(*draws)
    low, high = interval(draws[1])
    flag = f"; {DENOMINATOR_FLAG}" if low <= 0 <= high else f"; {NEGATIVE_FLAG}" if high < 0 else ""
    denominator = float(second.mean())
    value = float(first.mean()) / denominator if denominator else float("nan")
    method = f"ratio of means; {how.words_for(len(paired))}{flag}"
    n = len(first)
    yield make_statistic(group, measure.name, "mean", None, value, n, interval(quotients), None, method)
    finite = quotients[np.isfinite(quotients)]
    spread = float(finite.std(ddof=1)) if len(finite) > 1 else float("nan")
    yield make_statistic(group, measure.name, "sd", None, spread, n, NO_BOUNDS, None, f"sd of the resamples; {method}")


def _only(sample: Sample, expressions: Set[str]) -> tuple[Array, Rows]:
    kept = np.array([name in expressions for name in sample.layout.names], dtype=bool)[sample.rows.ids]
    return sample.values[kept], sample.rows.only(kept)
