"""The statistics of ε pairs: the signed-rank test by class, levels, distances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES, RATINGS, SUMMARY
from idioprobe.stats.bootstrap import cluster_ids, interval
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.signedrank import effect_draws, signed_rank
from idioprobe.suites.known import Known
from idioprobe.suites.summary import Statistic, level, make_statistic

TESTS = {"epsilon": None, "epsilon_modifier": "modifier", "epsilon_head": "head"}
"""Measures that are tested, and the position they are limited to."""
LEVELS: dict[str, tuple[str, ...]] = {
    "eps_idiom": ("eps_idiom",),
    "eps_base": ("eps_base",),
    "distance_word": ("distance_word_idiom", "distance_word_base"),
    "distance_sentence": ("distance_sentence_idiom", "distance_sentence_base"),
}
"""Measures with a level, and the columns that make them up."""
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
    columns = {name: dtype for name, dtype in SUMMARY.items() if name not in ("model", "dataset", "labelling")}
    return pl.DataFrame(rows, schema=columns)


def _statistics(pairs: pl.DataFrame, group: str, how: Resampling) -> Iterator[Statistic]:
    for measure, position in TESTS.items():
        part = pairs if position is None else pairs.filter(pl.col("position") == position)
        if len(part):
            yield from _test(part, group, measure, how)
    for measure, columns in LEVELS.items():
        values = np.concatenate([pairs[column].to_numpy() for column in columns])
        ids = cluster_ids(pairs["expression"].to_list() * len(columns))
        yield from level(values, ids, group, measure, "epsilon pairs", how)


def _test(pairs: pl.DataFrame, group: str, measure: str, how: Resampling) -> Iterator[Statistic]:
    differences = np.round(pairs["eps_idiom"].to_numpy() - pairs["eps_base"].to_numpy(), 10)
    tested = signed_rank(differences)
    ids = cluster_ids(pairs["expression"].to_list())
    bounds = interval(effect_draws(differences, ids, how.weights(int(ids.max()) + 1)))
    zeros = len(differences) - tested.n
    method = f"{tested.words}; H1: idiomaticity-epsilon > baseline-epsilon; {zeros} zeros; {how.words}"
    yield make_statistic(
        group, measure, "effect_percent", None, tested.effect_percent, tested.n, bounds, tested.p, method
    )
    scaled = tuple(2 * bound / 100 - 1 for bound in bounds)
    yield make_statistic(
        group, measure, "rank_biserial", None, tested.r, tested.n, (scaled[0], scaled[1]), tested.p, method
    )
