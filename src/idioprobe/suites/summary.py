"""From scores to the summary: one row per statistic, each with its n, interval and method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import CLASSES, is_class
from idioprobe.stats.bootstrap import Array, cluster_ids, cluster_means, interval, mean_draws, sd_draws
from idioprobe.stats.correlation import Draws, p_words, spearman
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, Resampling
from idioprobe.suites.base import STATISTICS
from idioprobe.suites.known import Known, groups_of
from idioprobe.suites.measure import Measure

SLICE = ("language", "condition", "unit", "view", "special_tokens", "metric")
DENOMINATOR_FLAG = "denominator's interval contains 0"
NEGATIVE_FLAG = "denominator is negative"
"""These stand in the method of a ratio that cannot be trusted."""
NO_BOUNDS = (float("nan"), float("nan"))


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


@dataclass(frozen=True)
class Sample:
    """The values of one measure in one group, and the expression each belongs to."""

    values: Array
    expressions: list[str]
    sentences: list[int | None]
    items: list[str]

    @property
    def ids(self) -> NDArray[np.int64]:
        """Expressions as numbers."""
        return cluster_ids(self.expressions)

    def by_expression(self) -> tuple[Array, list[str]]:
        """The mean over each expression's sentences."""
        ids = self.ids
        names = sorted(set(self.expressions))
        return cluster_means(self.values, ids), names


def summarise(
    measures: Sequence[Measure],
    scores: pl.DataFrame,
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling,
    lengths: Mapping[str, int] = MappingProxyType({}),
    classes: Sequence[str] = CLASSES,
) -> pl.DataFrame:
    """Means, spreads and correlations of every measure, by class and type and without synonym overlap.

    `lengths` has the length of each item's sentence, `classes` their order, the idiomatic one first.
    """
    known = {language: Known(expressions, ratings, language, classes) for language in scores["language"].unique()}
    groups = groups_of(expressions, classes)
    neutral = scores.filter(pl.col("condition") == "neut")
    rows = []
    for keys, part in scores.group_by(SLICE, maintain_order=True):
        named = dict(zip(SLICE, keys, strict=True))
        mine = known[str(named["language"])]
        others = _Others(lengths if _has_length(named) else {}, _in_neutral(neutral, named))
        done: dict[tuple[frozenset[str], bool], list[Statistic]] = {}
        for group in groups:
            members = frozenset(mine.members(group))
            key = (members, is_class(group))
            if key not in done:
                within = part.filter(pl.col("expression").is_in(sorted(members)))
                correlate = Correlate(how)
                found = list(_statistics(measures, within, group, mine, others, correlate, how))
                done[key] = correlate.with_intervals(found)
            rows += [{**named, **vars(s), "group": group} for s in done[key]]
    return pl.DataFrame(rows, schema=STATISTICS)


@dataclass(frozen=True)
class _Others:
    """What items are compared with beside ratings: sentence lengths, the expression in the neutral sentence."""

    lengths: Mapping[str, int]
    neutral: Mapping[tuple[str, str], float]


def _has_length(named: Mapping[str, Any]) -> bool:
    return (named["condition"], named["unit"]) == ("nat", "sentence")


def _in_neutral(neutral: pl.DataFrame, named: Mapping[str, Any]) -> dict[tuple[str, str], float]:
    if named["condition"] != "nat":
        return {}
    same = [pl.col(key) == named[key] for key in SLICE if key != "condition"]
    return {(m, c): v for m, c, v in neutral.filter(*same).select("measure", "expression", "value").iter_rows()}


def _statistics(
    measures: Sequence[Measure],
    scores: pl.DataFrame,
    group: str,
    known: Known,
    others: _Others,
    correlate: Correlate,
    how: Resampling,
) -> Iterator[Statistic]:
    samples = {}
    for (name,), part in scores.group_by("measure", maintain_order=True):
        columns = (part[c].to_list() for c in ("expression", "sentence", "item"))
        samples[str(name)] = Sample(part["value"].to_numpy(), *columns)
    for measure in measures:
        if measure.per_item and measure.name in samples:
            sample = samples[measure.name]
            yield from _level(sample, group, measure, how)
            if measure.correlated:
                yield from correlations(sample, group, measure, known, correlate)
                yield from _other_correlations(samples, group, measure, others, correlate)
        elif not measure.per_item and measure.of and set(measure.of) <= samples.keys():
            above, below = (samples[name] for name in measure.of)
            yield from ratio(measure, above, below, group, how)


def _level(sample: Sample, group: str, measure: Measure, how: Resampling) -> Iterator[Statistic]:
    if not measure.by_expression:
        return level(sample.values, sample.ids, group, measure.name, "items", how)
    values, names = sample.by_expression()
    return level(values, cluster_ids(names), group, measure.name, "expressions", how)


def level(
    values: Array, ids: NDArray[np.int64], group: str, measure: str, over: str, how: Resampling
) -> Iterator[Statistic]:
    """Mean and spread of values that belong to expressions; `over` says what the values are."""
    n, clusters = len(values), int(ids.max()) + 1
    weights, words = how.weights(clusters), how.words_for(clusters)
    mean, bounds = float(values.mean()), interval(mean_draws(values, ids, weights))
    yield make_statistic(group, measure, "mean", None, mean, n, bounds, None, f"mean over {over}; {words}")
    if n > 1:
        sd, spread = float(values.std(ddof=1)), interval(sd_draws(values, ids, weights))
        yield make_statistic(group, measure, "sd", None, sd, n, spread, None, f"sd (n-1) over {over}; {words}")


def correlations(
    sample: Sample, group: str, measure: Measure, known: Known, correlate: Correlate
) -> Iterator[Statistic]:
    """With every scale of the measure: over expressions, and over sentences."""
    means, names = sample.by_expression()
    for rating in measure.scales:
        if rating == "class_rank" and is_class(group):
            continue
        if rating in known.per_expression:
            scale = known.per_expression[rating]
            by_type = [scale.get(c) for c in names]
            yield from correlate(means, names, by_type, (group, measure.name, "rho_type", rating))
            own = [scale.get(c) for c in sample.expressions]
        else:
            own = [known.tokens.get((c, s)) for c, s in zip(sample.expressions, sample.sentences, strict=True)]
        if measure.per_sentence:
            yield from correlate(sample.values, sample.expressions, own, (group, measure.name, "rho_token", rating))


def _other_correlations(
    samples: Mapping[str, Sample], group: str, measure: Measure, others: _Others, correlate: Correlate
) -> Iterator[Statistic]:
    """With sentence length, with the neutral sentence; of a variant, with the measure that it varies."""
    sample, name = samples[measure.name], measure.name
    scales: dict[str, list[float | None]] = {
        "rho_length": [others.lengths.get(item) for item in sample.items],
        "rho_neut": [others.neutral.get((name, expression)) for expression in sample.expressions],
    }
    plain = next((samples[other] for other in measure.of if other in samples), None)
    if plain is not None:
        before = dict(zip(plain.items, plain.values.tolist(), strict=True))
        scales["rho_plain"] = [before.get(item) for item in sample.items]
    for statistic, scale in scales.items():
        yield from correlate(sample.values, sample.expressions, scale, (group, name, statistic, None))


class Correlate:
    """Spearman's ρ of many pairs of variables; their intervals are made together at the end.

    Variables over the same items are met in the same resamples, one block of these after the other, so that each is
    ranked once and no more than a block is held.
    """

    def __init__(self, how: Resampling) -> None:
        """By this way of resampling."""
        self._how = how
        self._waiting: dict[bytes, _Waiting] = {}

    def __call__(
        self,
        values: Array,
        expressions: list[str],
        scale: list[float | None],
        what: tuple[str, str, str, str | None],
    ) -> Iterator[Statistic]:
        """The correlation over the items that the scale knows; none, if it knows none. Its interval comes later."""
        rated = np.array([x is not None for x in scale], dtype=bool)
        if not rated.any():
            return
        x, y = values[rated], np.array([v for v in scale if v is not None], dtype=np.float64)
        ids = cluster_ids([c for c, keep in zip(expressions, rated, strict=True) if keep])
        rho, p = spearman(x, y)
        group, measure, statistic, rating = what
        clusters = int(ids.max()) + 1
        tested = p_words(len(x))
        if clusters < min(FEWEST_EXPRESSIONS, len(x)):
            p, tested = float("nan"), "no p: several items of too few expressions"
        method = f"Spearman, {tested}; {self._how.words_for(clusters)}"
        made = make_statistic(group, measure, statistic, rating, rho, len(x), NO_BOUNDS, p, method)
        if np.isfinite(rho):
            waiting = self._waiting.setdefault(ids.tobytes(), _Waiting(ids))
            waiting.statistics.append(made)
            waiting.variables.append((x, y))
        yield made

    def with_intervals(self, statistics: Sequence[Statistic]) -> list[Statistic]:
        """The statistics, and in those that were correlations the interval."""
        bounds: dict[int, tuple[float, float]] = {}
        for waiting in self._waiting.values():
            weights = self._how.weights(int(waiting.ids.max()) + 1)
            drawn = Draws(waiting.ids, weights).each(waiting.variables)
            bounds |= {id(one): interval(draws) for one, draws in zip(waiting.statistics, drawn, strict=True)}
        self._waiting.clear()
        return [_bounded(one, *bounds[id(one)]) if id(one) in bounds else one for one in statistics]


@dataclass(frozen=True)
class _Waiting:
    """Correlations over the same items that have no interval yet."""

    ids: NDArray[np.int64]
    statistics: list[Statistic] = field(default_factory=list)
    variables: list[tuple[Array, Array]] = field(default_factory=list)


def _bounded(statistic: Statistic, low: float, high: float) -> Statistic:
    return replace(statistic, ci_low=_finite(low), ci_high=_finite(high))


def ratio(measure: Measure, above: Sample, below: Sample, group: str, how: Resampling) -> Iterator[Statistic]:
    """A measure of the means of two others; its spread is that of the resamples."""
    paired = sorted(set(above.expressions) & set(below.expressions))
    if not paired:
        return
    first, second = (_only(sample, set(paired)) for sample in (above, below))
    weights = how.weights(len(paired))
    draws = [mean_draws(s.values, s.ids, weights) for s in (first, second)]
    quotients = measure.formula(*draws)
    low, high = interval(draws[1])
    flag = f"; {DENOMINATOR_FLAG}" if low <= 0 <= high else f"; {NEGATIVE_FLAG}" if high < 0 else ""
    denominator = float(second.values.mean())
    value = float(first.values.mean()) / denominator if denominator else float("nan")
    method = f"ratio of means; {how.words_for(len(paired))}{flag}"
    n = len(first.values)
    yield make_statistic(group, measure.name, "mean", None, value, n, interval(quotients), None, method)
    finite = quotients[np.isfinite(quotients)]
    spread = float(finite.std(ddof=1)) if len(finite) > 1 else float("nan")
    yield make_statistic(group, measure.name, "sd", None, spread, n, NO_BOUNDS, None, f"sd of the resamples; {method}")


def _only(sample: Sample, expressions: set[str]) -> Sample:
    keep = [i for i, c in enumerate(sample.expressions) if c in expressions]
    columns = ([column[i] for i in keep] for column in (sample.expressions, sample.sentences, sample.items))
    return Sample(sample.values[keep], *columns)  # type: ignore[arg-type]


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
    return Statistic(
        group, measure, statistic, rating, _finite(value), n, _finite(bounds[0]), _finite(bounds[1]), _finite(p), method
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and np.isfinite(value) else None
