"""Statistics with their intervals: declared one by one, made together for all that are over the same items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from idioprobe.stats.bootstrap import Array, Ids, Weights, cluster_ids, cluster_means, intervals, level_draws
from idioprobe.stats.correlation import EXACT_UP_TO, FEWEST, Draws, p_words, spearman, student_p
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, Resampling
from idioprobe.stats.substitutes import (
    WORDS,
    Cells,
    if_all_equal,
    pooled,
    pooled_by_expression,
    two_way_draws,
)
from idioprobe.suites.measure import Range, What

NO_BOUNDS = (float("nan"), float("nan"))
ALL_EQUAL = "all values are equal: Clopper–Pearson interval over expressions"
SINGLE_ITEMS = "no p: several items of too few expressions"


@dataclass(frozen=True)
class Statistic:
    """One number with all that it leaves with."""

    group: str
    measure: str
    statistic: str
    rating: str | None
    value: float | None
    n: int
    ci_low: float | None
    ci_high: float | None
    p: float | None
    method: str


def make_statistic(
    group: str,
    measure: str,
    statistic: str,
    rating: str | None,
    value: float,
    n: int,
    bounds: tuple[float, float],
    p: float | None,
    method: str,
) -> Statistic:
    """A statistic; what is undefined in it is empty."""
    low, high = bounds
    return Statistic(
        group, measure, statistic, rating, _finite(value), n, _finite(low), _finite(high), _finite(p), method
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and np.isfinite(value) else None


class Rows:
    """The expression that each of some items belongs to, by its number among theirs."""

    def __init__(self, ids: Ids) -> None:
        """From numbers without a gap."""
        self.ids = ids
        self.expressions = int(ids.max(initial=-1)) + 1
        self._parts: dict[bytes, Rows] = {}

    @cached_property
    def key(self) -> bytes:
        """The same for all that are resampled alike."""
        return self.ids.tobytes()

    @cached_property
    def once(self) -> Rows:
        """One item for each expression."""
        every = np.arange(self.expressions)
        return self if np.array_equal(self.ids, every) else Rows(every)

    def only(self, kept: NDArray[np.bool_]) -> Rows:
        """Some of the items."""
        if kept.all():
            return self
        key = kept.tobytes()
        if key not in self._parts:
            self._parts[key] = Rows(np.unique(self.ids[kept], return_inverse=True)[1].astype(np.int64))
        return self._parts[key]


class Layout:
    """Which expression, sentence and item each value of a measure belongs to; measures of the same items share it."""

    def __init__(self, names: list[str], ids: Ids, sentences: list[int | None], items: list[str]) -> None:
        """`names` in order; `ids` are numbers among them."""
        self.names, self.rows, self.sentences, self.items = names, Rows(ids), sentences, items
        self._scales: dict[tuple[str, str], Array] = {}

    @classmethod
    def of(cls, expressions: list[str], sentences: list[int | None], items: list[str]) -> Layout:
        """From the expression of each item by its name."""
        return cls(sorted(set(expressions)), cluster_ids(expressions), sentences, items)

    def scale(self, level: str, name: str, make: Callable[[], Sequence[float | None]]) -> Array:
        """What the items, or the expressions, are compared with, NaN where that is not known; made once."""
        if (level, name) not in self._scales:
            self._scales[level, name] = numbers(make())
        return self._scales[level, name]


def numbers(values: Sequence[float | None]) -> Array:
    """Numbers as an array, NaN in place of what is missing."""
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


@dataclass(frozen=True)
class Sample:
    """The values of one measure in one group, and what each belongs to."""

    values: Array
    layout: Layout
    cells: Cells | None = None

    @property
    def rows(self) -> Rows:
        """The expressions of the values."""
        return self.layout.rows

    @cached_property
    def means(self) -> Array:
        """The mean over each expression's items."""
        if self.rows.once is self.rows:
            return self.values
        return cluster_means(self.values, self.rows.ids)


@dataclass
class _Waiting:
    """Levels and correlations over the same items: the places of their statistics, and the variables."""

    rows: Rows
    levels: list[tuple[int | None, int | None, Array]] = field(default_factory=list)
    pairs: list[tuple[int, Array, Array]] = field(default_factory=list)


class Estimates:
    """Statistics in the order in which they are asked for; numbers that need resamples are made at the end.

    Variables over the same items are met in the same resamples, so that each is ranked once. `bounded` says which
    statistics have an interval; all, unless it is given.
    """

    def __init__(self, how: Resampling, bounded: Callable[[What], bool] | None = None) -> None:
        """By this way of resampling."""
        self._how, self._bounded = how, bounded
        self._made: list[Statistic] = []
        self._waiting: dict[bytes, _Waiting] = {}
        self._pools: dict[int, list[tuple[int, NDArray[np.float32]]]] = {}

    def __len__(self) -> int:
        """How many were asked for."""
        return len(self._made)

    def add(self, statistic: Statistic) -> int:
        """One that is made already."""
        self._made.append(statistic)
        return len(self._made) - 1

    def level(
        self,
        values: Array,
        rows: Rows,
        group: str,
        measure: str,
        over: str,
        span: Range | None = None,
        sample: Sample | None = None,
    ) -> None:
        """Mean and spread of values that belong to expressions; `over` says what the values are.

        With a `span`, what a value can be, values that are all equal leave room for others. The mean of a `sample` with
        cells is resampled over its substitutes too.
        """
        n, words = len(values), self._how.words_for(rows.expressions)
        said = (n, NO_BOUNDS, None)
        mean = self.add(
            make_statistic(group, measure, "mean", None, float(values.mean()), *said, f"mean over {over}; {words}")
        )
        sd = None
        if n > 1:
            spread = float(values.std(ddof=1))
            sd = self.add(make_statistic(group, measure, "sd", None, spread, *said, f"sd (n-1) over {over}; {words}"))
        bounded = self._bound_apart(mean, values, over, span, sample)
        self._at(rows).levels.append((None if bounded else mean, sd, values))

    def _bound_apart(self, mean: int, values: Array, over: str, span: Range | None, sample: Sample | None) -> bool:
        """Whether a mean has an interval of another kind than the bootstrap over expressions."""
        if len(values) < FEWEST_EXPRESSIONS or not self._wanted(mean):
            return False
        exact = if_all_equal(values, *span) if span else None
        if exact:
            self._bound(mean, exact, f"mean over {over}; {ALL_EQUAL}")
        elif sample is not None and sample.cells is not None:
            pool = pooled_by_expression(pooled(sample.cells, self._how.seed), sample.rows.ids)
            self._pools.setdefault(len(values), []).append((mean, pool))
        return exact is not None or (sample is not None and sample.cells is not None)

    def bound_over_substitutes(self) -> None:
        """Make the intervals that resample substitutes; those over equally many expressions share their resamples."""
        for pools in self._pools.values():
            draws = two_way_draws([pool for _, pool in pools], self._how.resamples, self._how.seed)
            for (mean, _), bounds in zip(pools, intervals(draws), strict=True):
                method = self._made[mean].method.replace("over expressions,", f"over {WORDS},")
                self._bound(mean, bounds, method)
        self._pools.clear()

    def _bound(self, place: int, bounds: tuple[float, float], method: str) -> None:
        low, high = map(_finite, bounds)
        self._made[place] = replace(self._made[place], ci_low=low, ci_high=high, method=method)

    def rho(self, values: Array, scale: Array, rows: Rows, what: What) -> None:
        """Spearman's ρ over the items that the scale knows; none, if it knows none."""
        rated = np.isfinite(scale)
        if not rated.any():
            return
        part = rows.only(rated)
        x, y = (values, scale) if part is rows else (values[rated], scale[rated])
        tested = p_words(len(x))
        if part.expressions < min(FEWEST_EXPRESSIONS, len(x)):
            tested = SINGLE_ITEMS
        method = f"Spearman, {tested}; {self._how.words_for(part.expressions)}"
        place = self.add(make_statistic(*what, float("nan"), len(x), NO_BOUNDS, None, method))
        if len(x) >= FEWEST and np.isfinite(x).all():
            self._at(part).pairs.append((place, x, y))

    def _at(self, rows: Rows) -> _Waiting:
        return self._waiting.setdefault(rows.key, _Waiting(rows))

    def made(self) -> list[Statistic]:
        """All of them."""
        for waiting in self._waiting.values():
            rows = waiting.rows
            weights = self._how.weights(rows.expressions)
            self._bound_levels(rows, weights, waiting.levels)
            wanted = [pair for pair in waiting.pairs if self._wanted(pair[0])]
            point = np.ones((1, rows.expressions), dtype=weights.dtype)
            self._correlate(rows, np.concatenate([point, weights]), wanted)
            self._correlate(rows, point, [pair for pair in waiting.pairs if not self._wanted(pair[0])])
        self._waiting.clear()
        return self._made

    def _wanted(self, place: int) -> bool:
        one = self._made[place]
        return self._bounded is None or self._bounded((one.group, one.measure, one.statistic, one.rating))

    def _bound_levels(
        self, rows: Rows, weights: Weights, levels: Sequence[tuple[int | None, int | None, Array]]
    ) -> None:
        wanted = [one for one in levels if any(place is not None and self._wanted(place) for place in one[:2])]
        if not (wanted and len(weights)):
            return
        drawn = level_draws([values for *_, values in wanted], rows.ids, weights)
        bounds = iter(intervals(np.stack([draws for both in drawn for draws in both])))
        for mean, sd, _ in wanted:
            for place, (low, high) in zip((mean, sd), (next(bounds), next(bounds)), strict=True):
                if place is not None:
                    self._made[place] = replace(self._made[place], ci_low=_finite(low), ci_high=_finite(high))

    def _correlate(self, rows: Rows, weights: Weights, pairs: Sequence[tuple[int, Array, Array]]) -> None:
        """ρ with its p; the first of the resamples has each item once, and so is the sample itself."""
        if not pairs:
            return
        draws = Draws(rows.ids, weights).each([(x, y) for _, x, y in pairs])
        rhos, n = draws[:, 0], len(rows.ids)
        tested = rows.expressions >= min(FEWEST_EXPRESSIONS, n)
        exact = tested and n <= EXACT_UP_TO
        ps = [spearman(x, y)[1] for _, x, y in pairs] if exact else student_p(rhos, n).tolist()
        for (place, *_), rho, p, (low, high) in zip(pairs, rhos.tolist(), ps, intervals(draws[:, 1:]), strict=True):
            if np.isfinite(rho):
                p = p if tested else None
                found = {"value": rho, "ci_low": _finite(low), "ci_high": _finite(high), "p": _finite(p)}
                self._made[place] = replace(self._made[place], **found)
