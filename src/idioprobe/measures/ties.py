"""Which models cannot be told apart: paired differences over the same items, compounds resampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.measures.catalogue import BY_NAME
from idioprobe.measures.known import Known
from idioprobe.measures.summary import COMPOUND_RATINGS, Resampling
from idioprobe.stats.bootstrap import Array, cluster_ids, interval, mean_draws
from idioprobe.stats.correlation import FEWEST, Draws

Same = NDArray[np.bool_]
KEY = ("language", "condition", "unit", "measure")


def ties(
    scores: Sequence[pl.DataFrame], compounds: pl.DataFrame, ratings: pl.DataFrame, how: Resampling
) -> dict[tuple[str, ...], list[str]]:
    """By (language, condition, unit, measure, statistic), the letters of each model.

    Models that share a letter cannot be told apart: the interval of their paired difference
    contains 0. A model without the measure has none.
    """
    found: dict[tuple[str, ...], list[str]] = {}
    numbered = pl.concat([table.with_columns(model=pl.lit(i)) for i, table in enumerate(scores)])
    languages = {str(language): Known(compounds, ratings, language) for language in numbered["language"].unique()}
    for key, part in numbered.group_by(KEY, maintain_order=True):
        here = sorted(part["model"].unique())
        if len(here) < 2:
            continue
        wide = _common(part, len(here))
        if wide["compound"].n_unique() < FEWEST:
            continue
        values = wide.select(map(str, here)).to_numpy().T
        scales = _scales(languages[str(key[0])], str(key[3]))
        for statistic, draws in _draws(values, wide["compound"].to_list(), scales, how).items():
            if not np.isfinite(draws).any(axis=1).all():
                continue
            letters = shared_letters(indistinguishable(draws), np.nanmean(draws, axis=1))
            row = [""] * len(scores)
            for model, own in zip(here, letters, strict=True):
                row[model] = own
            found[(*map(str, key), statistic)] = row
    return found


def _common(part: pl.DataFrame, models: int) -> pl.DataFrame:
    """The items that all these models have, one column per model."""
    wide = part.pivot("model", index=["item", "compound"], values="value", aggregate_function="mean")
    names = [name for name in wide.columns if name not in ("item", "compound")]
    finite = pl.all_horizontal(pl.col(name).is_finite().fill_null(False) for name in names)
    return wide.filter(finite).sort("item") if len(names) == models else wide.clear()


def _scales(known: Known, measure: str) -> list[Mapping[str, float]]:
    """The judgments that a measure is correlated with, the first one first."""
    return [known.per_compound[rating] for rating in COMPOUND_RATINGS if rating in BY_NAME[measure].scales]


def _draws(
    values: Array, compounds: list[str], scales: Sequence[Mapping[str, float]], how: Resampling
) -> dict[str, Array]:
    """The statistics of every model in the same resamples: models × resamples."""
    ids = cluster_ids(compounds)
    weights = how.weights(int(ids.max()) + 1)
    found = {"mean": np.stack([mean_draws(row, ids, weights) for row in values])}
    names = sorted(set(compounds))
    scale = next((scale for scale in scales if any(name in scale for name in names)), {})
    rated = np.array([name in scale for name in names])
    if rated.sum() >= FEWEST:
        y = np.array([scale[name] for name in names if name in scale])
        draws = Draws(np.arange(len(y)), how.weights(len(y)))
        counts = np.bincount(ids)
        means = [(np.bincount(ids, row) / counts)[rated] for row in values]
        found["rho_type"] = np.stack([draws.spearman(x, y) for x in means])
    return found


def indistinguishable(draws: Array) -> Same:
    """For each pair of models whether the interval of the difference contains 0."""
    models = len(draws)
    same = np.ones((models, models), dtype=bool)
    for i in range(models):
        for j in range(i):
            low, high = interval(draws[i] - draws[j])
            same[i, j] = same[j, i] = not (low > 0 or high < 0)
    return same


def shared_letters(same: Same, order: Array) -> list[str]:
    """Letters such that two models share one exactly if they are the same; `a` has the highest value.

    >>> shared_letters(np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], dtype=bool), np.array([3.0, 2.0, 1.0]))
    ['a', 'ab', 'b']
    """
    groups: list[set[int]] = [set(range(len(same)))]
    for i in range(len(same)):
        for j in range(i):
            if not same[i, j]:
                groups = [part for g in groups for part in ([g - {i}, g - {j}] if {i, j} <= g else [g])]
                groups = _maximal(groups)
    groups.sort(key=lambda g: -max(order[list(g)]))
    return ["".join(_letter(k) for k, group in enumerate(groups) if i in group) for i in range(len(same))]


def _maximal(groups: list[set[int]]) -> list[set[int]]:
    kept: list[set[int]] = []
    for group in sorted(groups, key=len, reverse=True):
        if not any(group <= other for other in kept):
            kept.append(group)
    return kept


def _letter(k: int) -> str:
    return ascii_lowercase[k] if k < len(ascii_lowercase) else f"({k + 1})"
