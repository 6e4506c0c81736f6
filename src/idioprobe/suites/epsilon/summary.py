"""The statistics of ε pairs: the signed-rank test by class, levels, distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES, RATINGS
from idioprobe.stats.bootstrap import cluster_ids, interval
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.signedrank import effect_draws
from idioprobe.suites.base import STATISTICS
from idioprobe.suites.epsilon.measures import LEVELS, TESTS
from idioprobe.suites.known import Known
from idioprobe.suites.measure import Measure
from idioprobe.suites.summary import Statistic, level, make_statistic

SLICE = ("language", "condition", "view", "special_tokens")


def summarise_epsilon(pairs: pl.DataFrame, expressions: pl.DataFrame, how: Resampling) -> pl.DataFrame:
    """Effect, p and interval of every test; mean and spread of ε and of the distances; by class."""
    rows = []
    none = pl.DataFrame(schema=RATINGS)
    for keys, part in pairs.group_by(SLICE, maintain_order=True):
        named = {**dict(zip(SLICE, keys, strict=True)), "unit": "sentence", "metric": "cosine"}
        known = Known(expressions, none, named["language"])
        for group in ("all", *reversed(CLASSES)):
            within = part.filter(pl.col("expression").is_in(sorted(known.members(group))))
            if len(within):
                rows += [{**named, **vars(s)} for s in _statistics(within, group, how)]
    return pl.DataFrame(rows, schema=STATISTICS)


def _statistics(pairs: pl.DataFrame, group: str, how: Resampling) -> Iterator[Statistic]:
    for measure in TESTS:
        part = pairs.filter(pl.col("position").is_in(measure.of)) if measure.of else pairs
        if len(part):
            yield from _test(part, group, measure, how)
    for measure in LEVELS:
        values = np.concatenate([pairs[column].to_numpy() for column in measure.of])
        ids = cluster_ids(pairs["expression"].to_list() * len(measure.of))
        yield from level(values, ids, group, measure.name, "epsilon pairs", how)


def _test(pairs: pl.DataFrame, group: str, measure: Measure, how: Resampling) -> Iterator[Statistic]:
    differences = np.round(pairs["eps_idiom"].to_numpy() - pairs["eps_base"].to_numpy(), 10)
    tested = measure.formula(differences)
    ids = cluster_ids(pairs["expression"].to_list())
    clusters = int(ids.max()) + 1
    bounds = interval(effect_draws(differences, ids, how.weights(clusters)))
    zeros = len(differences) - tested.n
    method = f"{tested.words}; H1: idiomaticity-epsilon > baseline-epsilon; {zeros} zeros; {how.words_for(clusters)}"
    yield make_statistic(
        group, measure.name, "effect_percent", None, tested.effect_percent, tested.n, bounds, tested.p, method
    )
    scaled = tuple(2 * bound / 100 - 1 for bound in bounds)
    yield make_statistic(
        group, measure.name, "rank_biserial", None, tested.r, tested.n, (scaled[0], scaled[1]), tested.p, method
    )
