"""Two models on the same items: how far they differ, with an interval that resamples expressions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import CLASSES, is_class
from idioprobe.stats.bootstrap import Array, cluster_ids, cluster_means, interval, mean_draws
from idioprobe.stats.correlation import Draws, spearman
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import BY_NAME, MEASURES
from idioprobe.suites.known import GROUPS, Known
from idioprobe.suites.ratings import chosen_rating

PAIRED: dict[str, pl.DataType] = {
    "language": pl.String(),
    "condition": pl.String(),
    "unit": pl.String(),
    "group": pl.String(),
    "measure": pl.String(),
    "statistic": pl.String(),
    "rating": pl.String(),
    "a": pl.Float64(),
    "b": pl.Float64(),
    "difference": pl.Float64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "verdict": pl.String(),
    "n": pl.Int64(),
    "expressions": pl.Int64(),
    "only_a": pl.Int64(),
    "only_b": pl.Int64(),
    "method": pl.String(),
}
SLICE = ("language", "condition", "unit", "measure")
ITEM = (*SLICE, "item", "expression", "sentence")
HIGHER, LOWER, TIED, UNDEFINED = "a is higher", "a is lower", "cannot be told apart", "undefined"


def compare_models(
    a: pl.DataFrame,
    b: pl.DataFrame,
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling | None = None,
    *,
    measures: Collection[str] | None = None,
    groups: Collection[str] = GROUPS,
    every_rating: bool = False,
    classes: Sequence[str] = CLASSES,
) -> pl.DataFrame:
    """Differences a − b of levels and of correlations, from the scores of two models in one view each.

    Items that only one of them has are left out and counted. Both models are seen in the same
    resamples, so a difference may be certain although the two intervals overlap. Correlations are
    with the first judgment of expressions there is, or with `every_rating`.
    """
    how = how or Resampling()
    wanted = [m.name for m in MEASURES if m.per_item and (measures is None or m.name in measures)]
    scores = [x.filter(pl.col("measure").is_in(wanted)).select(*ITEM, "value") for x in (a, b)]
    both = scores[0].join(scores[1], on=ITEM, suffix="_b", nulls_equal=True, how="full", coalesce=True)
    both = both.filter(pl.col("value").is_not_null() | pl.col("value_b").is_not_null())
    known = {language: Known(expressions, ratings, language, classes) for language in both["language"].unique()}
    order = {name: at for at, name in enumerate(wanted)}
    rows: list[dict[str, Any]] = []
    for keys, part in both.group_by(SLICE[:3], maintain_order=True):
        named = dict(zip(SLICE, keys, strict=False))
        mine = known[named["language"]]
        for group in groups:
            within = part.filter(pl.col("expression").is_in(sorted(mine.members(group))))
            pairs = {str(name): items for (name,), items in within.group_by("measure", maintain_order=True)}
            for measure in sorted(pairs, key=order.__getitem__):
                for row in _differences(pairs[measure], measure, group, mine, how, every_rating=every_rating):
                    rows.append({**named, "group": group, "measure": measure, **row})
    return pl.DataFrame(rows, schema=PAIRED)


def _differences(
    items: pl.DataFrame,
    measure: str,
    group: str,
    known: Known,
    how: Resampling,
    *,
    every_rating: bool,
) -> Iterator[dict[str, Any]]:
    common = items.drop_nulls(["value", "value_b"]).sort("expression", "item")
    if common.is_empty():
        return
    counts = {
        "expressions": common["expression"].n_unique(),
        "only_a": items["value_b"].null_count(),
        "only_b": items["value"].null_count(),
    }
    names = common["expression"].to_list()
    first, second = common["value"].to_numpy(), common["value_b"].to_numpy()
    ids = cluster_ids(names)
    per_expression = [cluster_means(values, ids) for values in (first, second)]
    over, (left, right), clusters = "items", (first, second), ids
    if BY_NAME[measure].by_expression:
        over, (left, right), clusters = "expressions", per_expression, np.arange(counts["expressions"])
    draws = mean_draws(left - right, clusters, how.weights(counts["expressions"]))
    words = how.words_for(counts["expressions"])
    about = {"statistic": "mean", "rating": None, "method": f"mean over paired {over}; {words}"}
    yield {**_row(float(left.mean()), float(right.mean()), draws, len(left)), **about, **counts}
    for statistic, rating, scale in _scales(common, measure, group, known, every_rating=every_rating):
        x, y = per_expression if statistic == "rho_type" else (first, second)
        clusters = np.arange(len(x)) if statistic == "rho_type" else ids
        rated = np.isfinite(scale)
        if rated.sum():
            found = _correlated(x[rated], y[rated], scale[rated], clusters[rated], how)
            words = how.words_for(len(set(clusters[rated].tolist())))
            method = f"Spearman, both models in the same resamples; {words}"
            yield {**found, "statistic": statistic, "rating": rating, "method": method, **counts}


def _scales(
    common: pl.DataFrame, measure: str, group: str, known: Known, *, every_rating: bool
) -> Iterator[tuple[str, str, Array]]:
    """The judgments to correlate with: at the type level, and with every rating at the token level too."""
    names, sentences = common["expression"].to_list(), common["sentence"].to_list()
    there = [r for r in BY_NAME[measure].scales if r == "token" or known.per_expression.get(r)]
    there = [r for r in there if not (r == "class_rank" and is_class(group))]
    first = chosen_rating(there)
    for rating in there if every_rating else [r for r in there if r == first]:
        if rating == "token":
            yield "rho_token", rating, _numbers(known.tokens.get(key) for key in zip(names, sentences, strict=True))
            continue
        scale: Mapping[str, float] = known.per_expression[rating]
        yield "rho_type", rating, _numbers(scale.get(name) for name in sorted(set(names)))
        if every_rating and BY_NAME[measure].per_sentence:
            yield "rho_token", rating, _numbers(scale.get(name) for name in names)


def _numbers(values: Iterator[float | None]) -> Array:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _correlated(x: Array, y: Array, scale: Array, ids: NDArray[np.int64], how: Resampling) -> dict[str, Any]:
    clusters = np.unique(ids, return_inverse=True)[1].astype(np.int64)
    first, second = Draws(clusters, how.weights(int(clusters.max()) + 1)).each([(x, scale), (y, scale)])
    return _row(spearman(x, scale)[0], spearman(y, scale)[0], first - second, len(x))


def _row(a: float, b: float, draws: Array, n: int) -> dict[str, Any]:
    bounds = interval(draws if np.isfinite(a - b) else draws[:0])
    numbers = dict(zip(("a", "b", "difference", "ci_low", "ci_high"), (a, b, a - b, *bounds), strict=True))
    known = {name: value if np.isfinite(value) else None for name, value in numbers.items()}
    return {**known, "n": n, "verdict": _verdict(known["ci_low"], known["ci_high"])}


def _verdict(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return UNDEFINED
    return HIGHER if low > 0 else LOWER if high < 0 else TIED
