"""The control: ordinary words measured as idioms are, and the gap between the two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from idioprobe.core.tables import ALL, CONTROL
from idioprobe.data.dataset import Dataset
from idioprobe.stats.bootstrap import Array, cluster_ids, interval, mean_draws
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.substitutes import Cells
from idioprobe.suites.base import STATISTICS, Outcome, Part, Plan, Settings
from idioprobe.suites.controls.measures import AFFINITY, GAP, MEASURES, OF_CONTROLS
from idioprobe.suites.estimates import NO_BOUNDS, Estimates, Layout, Sample, Statistic, make_statistic
from idioprobe.suites.pairs.scores import Scored
from idioprobe.suites.pairs.suite import PairSuite
from idioprobe.suites.summary import DENOMINATOR_FLAG, NEGATIVE_FLAG, SLICE

TABLE = "controls"
"""The table of the scores of ordinary words."""
SUITE_OF_CONTROLS = PairSuite("controls", "ordinary words as a control", 0, OF_CONTROLS)
"""What plans and measures them; nobody asks for it by name."""
APART = "idioms and controls resampled apart"
_FORMULA = next(measure.formula for measure in MEASURES if measure.name == GAP)


@dataclass(frozen=True)
class Values:
    """The values of some items of one measure, and the expression each belongs to."""

    values: Array
    expressions: Sequence[str]

    @classmethod
    def of(cls, scores: pl.DataFrame) -> Values:
        """From rows of scores, in an order of their own."""
        rows = scores.sort("expression", "item")
        return cls(rows["value"].to_numpy(), rows["expression"].to_list())

    def draws(self, how: Resampling) -> Array:
        """Their mean in each resample of expressions."""
        return mean_draws(self.values, cluster_ids(list(self.expressions)), how.weights(self.count))

    @property
    def count(self) -> int:
        """How many expressions there are."""
        return len(set(self.expressions))


@dataclass(frozen=True)
class Ratio:
    """Idioms relative to ordinary words; `flag` says why there is no value."""

    value: float
    draws: Array
    flag: str = ""


def gap_of(idioms: Values, controls: Values, how: Resampling) -> Ratio:
    """The mean over idioms by that over controls; undefined where the interval of the latter is not above 0."""
    drawn = idioms.draws(how), controls.draws(replace(how, seed=how.seed + 1))
    low, high = interval(drawn[1])
    below = float(controls.values.mean())
    if low <= 0 or below <= 0:
        flag = NEGATIVE_FLAG if high < 0 or below < 0 else DENOMINATOR_FLAG
        return Ratio(float("nan"), drawn[0][:0], f"undefined: the controls are the denominator, and the {flag}")
    draws = _FORMULA(*drawn) if len(drawn[0]) == len(drawn[1]) else drawn[0][:0]
    return Ratio(float(idioms.values.mean()) / below, draws)


def collect(
    plan: Plan, parts: Sequence[Part], controls: Dataset, scores: pl.DataFrame, data: Dataset, settings: Settings
) -> Outcome:
    """The scores of controls, their levels, and the gap to them of the `scores` of a dataset."""
    similarities = pl.concat([part.rows for part in parts])
    scored = SUITE_OF_CONTROLS.scores(similarities, controls, settings).only(settings.units)
    own = scored.table
    dropped = pl.concat([plan.dropped, *(part.dropped for part in parts), scored.dropped])
    rows = [*_levels(scored, settings.how), *_gaps(scores, own, data, settings.how)]
    asked = pl.col("unit").is_in(settings.units)
    return Outcome({TABLE: own}, dropped.filter(asked), pl.DataFrame(rows, schema=STATISTICS))


def _levels(scored: Scored, how: Resampling) -> Iterator[dict[str, Any]]:
    for named, part in _slices(scored.scores):
        estimates = Estimates(how)
        for measure in OF_CONTROLS:
            rows = part.filter(pl.col("measure") == measure.name)
            if rows.is_empty():
                continue
            sample = _sample(rows, scored.cells.get(measure.name))
            if measure.by_expression:
                over = (CONTROL, measure.name, "expressions")
                estimates.level(sample.means, sample.rows.once, *over, measure.span, sample)
            else:
                estimates.level(sample.values, sample.rows, CONTROL, measure.name, "items")
        estimates.bound_over_substitutes()
        for one in estimates.made():
            yield {**named, **vars(one)}


def _sample(rows: pl.DataFrame, cells: Cells | None) -> Sample:
    columns = (rows[name].to_list() for name in ("expression", "sentence", "item"))
    return Sample(rows["value"].to_numpy(), Layout.of(*columns), None if cells is None else cells[rows["cell"]])


def _gaps(scores: pl.DataFrame, controls: pl.DataFrame, data: Dataset, how: Resampling) -> Iterator[dict[str, Any]]:
    """For all expressions and each class, from compositional to idiomatic."""
    here = scores.filter(measure=AFFINITY)
    beside = {tuple(named.values()): part for named, part in _slices(controls.filter(measure=AFFINITY))}
    for named, part in _slices(here):
        ordinary = beside.get(tuple(named.values()))
        if ordinary is None:
            continue
        for group in (ALL, *reversed(data.classes)):
            idioms = part.join(members(data.expressions, group), on=["expression", "language"], how="semi")
            if not idioms.is_empty():
                yield {**named, **vars(_statistic(group, Values.of(idioms), Values.of(ordinary), how))}


def members(expressions: pl.DataFrame, group: str) -> pl.DataFrame:
    """The expressions of a class, or all."""
    return expressions if group == ALL else expressions.filter(pl.col("class") == group)


def _statistic(group: str, idioms: Values, controls: Values, how: Resampling) -> Statistic:
    ratio = gap_of(idioms, controls, how)
    bounds = interval(ratio.draws) if len(ratio.draws) else NO_BOUNDS
    words = f"ratio of means; {APART}; {how.words_for(min(idioms.count, controls.count))}"
    method = f"{words}; {ratio.flag}" if ratio.flag else words
    return make_statistic(group, GAP, "mean", None, ratio.value, len(idioms.values), bounds, None, method)


def _slices(scores: pl.DataFrame) -> Iterator[tuple[dict[str, Any], pl.DataFrame]]:
    for keys, part in scores.group_by(SLICE, maintain_order=True):
        yield dict(zip(SLICE, keys, strict=True)), part
