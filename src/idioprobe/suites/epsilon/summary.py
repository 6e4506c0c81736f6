"""The statistics of ε pairs: the signed-rank test by class, with and without control for frequency, levels, ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import CLASSES, NO_OVERLAP, PAIR_KEYS
from idioprobe.data.components import PAIR
from idioprobe.stats.bootstrap import Array, cluster_ids, interval
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.signedrank import effect_draws, signed_rank
from idioprobe.suites.base import STATISTICS
from idioprobe.suites.epsilon.control import CALIPER, adjusted, matched, slope, slope_draws
from idioprobe.suites.epsilon.epsilon import DIFFERENCE_DECIMALS, epsilon_difference
from idioprobe.suites.epsilon.measures import DIFFERENCE, LEVELS, TESTS, of_position
from idioprobe.suites.estimates import Estimates, Layout, Rows, Sample, Statistic, make_statistic
from idioprobe.suites.known import Known, groups_of
from idioprobe.suites.summary import correlate

SLICE = ("language", "condition", "view", "special_tokens")


def summarise_epsilon(
    pairs: pl.DataFrame,
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling,
    metric: str = "cosine",
    classes: Sequence[str] = CLASSES,
) -> pl.DataFrame:
    """Effect, p and interval of every test; mean and spread of ε and of the distances; by class and by type.

    The difference of the two ε of an item is correlated with human ratings.
    """
    rows = []
    pairs = pairs.with_columns(
        difference=pl.Series(epsilon_difference(pairs["eps_idiom"].to_numpy(), pairs["eps_base"].to_numpy()))
    )
    for keys, part in pairs.group_by(SLICE, maintain_order=True):
        named = {**dict(zip(SLICE, keys, strict=True)), "unit": "sentence", "metric": metric}
        known = Known(expressions, ratings, named["language"], classes)
        for group in (g for g in groups_of(expressions, classes) if g != NO_OVERLAP):
            within = part.filter(pl.col("expression").is_in(sorted(known.members(group))))
            if len(within):
                rows += [{**named, **vars(s)} for s in _statistics(within, group, known, how)]
    return pl.DataFrame(rows, schema=STATISTICS)


def _statistics(pairs: pl.DataFrame, group: str, known: Known, how: Resampling) -> Iterator[Statistic]:
    found = pairs["position"].unique(maintain_order=True)
    ids = cluster_ids(pairs["expression"].to_list())
    for measure in (*TESTS, *(of_position(role) for role in found if role not in PAIR)):
        part = pairs.filter(pl.col("position").is_in(measure.of)) if measure.of else pairs
        if len(part):
            own = cluster_ids(part["expression"].to_list())
            yield from _test(part["difference"].to_numpy(), own, group, measure.name, "", how)
    yield from _controlled(pairs.drop_nulls(["zipf_word", "zipf_other"]), len(pairs), group, how)
    estimates = Estimates(how)
    rows = {len(measure.of): Rows(np.tile(ids, len(measure.of))) for measure in LEVELS}
    for measure in LEVELS:
        values = np.concatenate([pairs[column].to_numpy() for column in measure.of])
        estimates.level(values, rows[len(measure.of)], group, measure.name, "epsilon pairs")
    _differences(pairs, group, known, estimates)
    yield from estimates.made()


def _controlled(pairs: pl.DataFrame, total: int, group: str, how: Resampling) -> Iterator[Statistic]:
    """The test on pairs of similar frequency, and after regression on frequency."""
    if pairs.is_empty():
        return
    known = f"{len(pairs)} of {total} pairs have words of known frequency"
    differences, gaps = pairs["difference"].to_numpy(), (pairs["zipf_word"] - pairs["zipf_other"]).to_numpy()
    near = matched(differences, gaps)
    if len(near):
        said = f"words within {CALIPER:g} on Zipf's scale; {known}; "
        names = matched(pairs["expression"].to_numpy(), gaps)
        yield from _test(near, cluster_ids(names.tolist()), group, "epsilon_matched", said, how)
    ids = cluster_ids(pairs["expression"].to_list())
    said = f"after least squares on the difference in Zipf frequency, its slope fixed; {known}; "
    equal = np.round(adjusted(differences, gaps), DIFFERENCE_DECIMALS)
    yield from _test(equal, ids, group, "epsilon_adjusted", said, how)
    clusters = int(ids.max()) + 1
    bounds = interval(slope_draws(differences, gaps, ids, how.weights(clusters)))
    method = f"least squares of the difference on that in Zipf frequency; {known}; {how.words_for(clusters)}"
    value = slope(differences, gaps)
    yield make_statistic(group, "epsilon_adjusted", "slope", None, value, len(pairs), bounds, None, method)


def _differences(pairs: pl.DataFrame, group: str, known: Known, estimates: Estimates) -> None:
    """The mean difference of each item: its level, and its correlation with ratings, frequency and association."""
    items = pairs.group_by(PAIR_KEYS, maintain_order=True).agg(pl.col("difference").mean())
    columns = (items[name].to_list() for name in ("expression", "sentence", "item"))
    sample = Sample(items["difference"].to_numpy(), Layout.of(*columns))
    estimates.level(sample.values, sample.rows, group, DIFFERENCE.name, "items")
    correlate(sample, group, DIFFERENCE, known, estimates)


def _test(
    differences: Array, ids: NDArray[np.int64], group: str, measure: str, said: str, how: Resampling
) -> Iterator[Statistic]:
    tested = signed_rank(differences)
    clusters = int(ids.max()) + 1
    bounds = interval(effect_draws(differences, ids, how.weights(clusters)))
    zeros = len(differences) - tested.n
    hypothesis = f"{tested.words}; H1: idiomaticity-epsilon > baseline-epsilon; {zeros} zeros"
    method = f"{hypothesis}; {said}{how.words_for(clusters)}"
    effect, n = tested.effect_percent, tested.n
    yield make_statistic(group, measure, "effect_percent", None, effect, n, bounds, tested.p, method)
    scaled = (2 * bounds[0] / 100 - 1, 2 * bounds[1] / 100 - 1)
    yield make_statistic(group, measure, "rank_biserial", None, tested.r, n, scaled, tested.p, method)
