"""How well one person agrees with the others: what a model's correlation with people is to be seen beside."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from idioprobe.stats.bootstrap import Array, cluster_ids, interval
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.estimates import Statistic, make_statistic

STATISTIC = "rho_person"
METHOD = "one person with the mean of the others, estimated from means, standard deviations and numbers of judges"
FEWEST_JUDGES = 2


def one_with_others(between: Array, within: Array, judges: Array) -> Array:
    """The correlation of one judge with the mean of the others, from variance components.

    A judgment is what the expression deserves plus what is the judge's own: of variance `between` and `within`. One
    judge and the mean of the n − 1 others share the first alone, so that
    ρ = between / √((between + within) · (between + within / (n − 1))).

    >>> one_with_others(np.array([1.0]), np.array([1.0]), np.array([2.0])).tolist()
    [0.5]
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return between / np.sqrt((between + within) * (between + within / (judges - 1)))


def _components(means: Array, sds: Array, numbers: Array, weights: Array) -> Array:
    """The correlation in each resample, of whose rows `weights` says how often each rating counts.

    Within: the mean of the squared standard deviations, each as often as it has degrees of freedom. Between: the
    variance of the means, minus what judges alone would make them vary, the mean of sd² / n; not below 0. The number
    of judges is the mean of theirs.
    """
    total = weights.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        within = (weights @ ((numbers - 1) * sds**2)) / (weights @ (numbers - 1))
        centre = (weights @ means) / total
        variance = (weights @ means**2 - total * centre**2) / (total - 1)
        between = np.maximum(variance - (weights @ (sds**2 / numbers)) / total, 0)
        return one_with_others(between, within, (weights @ numbers) / total)


def person_statistics(ratings: pl.DataFrame, group: str, measure: str, how: Resampling) -> Iterator[Statistic]:
    """By kind of rating: what one person gets, where the ratings of expressions say how far people differed."""
    for kind in ("type", "token"):
        own = ratings.filter(pl.col("n") >= FEWEST_JUDGES, rating=kind).drop_nulls(["mean", "sd"])
        if len(own) < 3:
            continue
        means, sds, numbers = (own[name].cast(pl.Float64).to_numpy() for name in ("mean", "sd", "n"))
        ids = cluster_ids(own["expression"].to_list())
        clusters = int(ids.max()) + 1
        value = float(_components(means, sds, numbers, np.ones((1, len(own))))[0])
        draws = _components(means, sds, numbers, how.weights(clusters)[:, ids].astype(np.float64))
        method = f"{METHOD}; {how.words_for(clusters)}"
        yield make_statistic(group, measure, STATISTIC, kind, value, len(own), interval(draws), None, method)
