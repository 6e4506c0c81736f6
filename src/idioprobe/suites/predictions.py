"""When a linguistic prediction holds: decided on the 95 % interval, thresholds in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.stats.bootstrap import cluster_ids, interval, mean_draws
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.base import VERDICTS
from idioprobe.suites.measure import Kind, Measure, Prediction
from idioprobe.suites.ratings import chosen_rating
from idioprobe.suites.summary import DENOMINATOR_FLAG, NEGATIVE_FLAG, SLICE
from idioprobe.suites.thresholds import Thresholds

LEVELS = ("level_one", "level_zero", "level_low")
"""Predictions about a level, which mean something only in a metric whose values do."""

Verdict = Literal["holds", "fails", "undecided"]


def decide(kind: Kind, low: float, high: float, thresholds: Thresholds, floor: float = 0.0) -> Verdict:
    """The verdict on a prediction, from the interval of its statistic.

    >>> decide("rho_zero", -0.1, 0.15, Thresholds()), decide("rho_positive", -0.1, 0.15, Thresholds())
    ('holds', 'undecided')
    """
    if kind in ("rho_zero", "level_zero"):
        margin = thresholds.rho_zero if kind == "rho_zero" else thresholds.level_zero
        holds, fails = -margin <= low and high <= margin, low > margin or high < -margin
    elif kind in ("rho_negative", "level_low"):
        line = 0.0 if kind == "rho_negative" else thresholds.level_zero
        holds, fails = high < line, low > line
    else:
        line = {"rho_positive": 0.0, "level_one": thresholds.level_one, "above": floor}[kind]
        holds, fails = low > line, high < line
    return "holds" if holds else "fails" if fails else "undecided"


def rule(kind: Kind, thresholds: Thresholds, floor: float = 0.0) -> str:
    """The rule in words, with its threshold."""
    return {
        "rho_zero": f"interval of rho within ±{thresholds.rho_zero:g}",
        "rho_positive": "interval of rho above 0",
        "rho_negative": "interval of rho below 0",
        "level_one": f"interval of the mean above {thresholds.level_one:g}",
        "level_zero": f"interval of the mean within ±{thresholds.level_zero:g}",
        "level_low": f"interval of the mean below {thresholds.level_zero:g}",
        "above": f"interval of the mean (paired difference where two are compared) above {floor:g}",
    }[kind]


def judge(
    measures: Sequence[Measure],
    scores: pl.DataFrame,
    summary: pl.DataFrame,
    thresholds: Thresholds,
    how: Resampling,
    classes: Sequence[str] = CLASSES,
) -> pl.DataFrame:
    """One row per prediction, language, condition, unit and view that it can be decided in.

    What is predicted of idiomatic expressions is decided on the first of the `classes`.
    """
    rows: list[dict[str, Any]] = []
    for keys, part in summary.group_by(SLICE, maintain_order=True):
        named = dict(zip(SLICE, keys, strict=True))
        for measure in measures:
            for prediction in (_of_classes(one, classes) for one in measure.predictions):
                if prediction.condition not in (None, named["condition"]):
                    continue
                if prediction.kind in LEVELS and not METRICS[str(named["metric"])].absolute:
                    continue
                found = _evidence(measure, prediction, named, part, scores, how)
                if found is not None:
                    rows.append({**named, **_row(measure, prediction, found, thresholds)})
    return pl.DataFrame(rows, schema=VERDICTS)


def judged(measures: Sequence[Measure], classes: Sequence[str] = CLASSES) -> set[tuple[str, str, str]]:
    """The statistics whose intervals decide predictions, by group, measure and name."""
    every = ((measure, _of_classes(one, classes)) for measure in measures for one in measure.predictions)
    return {
        (one.group, measure.name, "rho_type" if one.kind.startswith("rho") else "mean")
        for measure, one in every
        if not (one.than or one.than_condition)
    }


def _of_classes(prediction: Prediction, classes: Sequence[str]) -> Prediction:
    return replace(prediction, group=classes[0]) if prediction.group == CLASSES[0] else prediction


@dataclass(frozen=True)
class _Evidence:
    statistic: str
    rating: str | None
    value: float
    n: int
    ci_low: float
    ci_high: float
    flagged: bool = False


def _row(measure: Measure, prediction: Prediction, found: _Evidence, thresholds: Thresholds) -> dict[str, Any]:
    than = prediction.than or (f"condition {prediction.than_condition}" if prediction.than_condition else None)
    kind, floor = prediction.kind, prediction.floor
    evidence = asdict(found)
    flagged = evidence.pop("flagged")
    name = f"above {than or format(floor, 'g')}" if kind == "above" else kind
    return {
        "group": prediction.group,
        "measure": measure.name,
        "prediction": name,
        **evidence,
        "verdict": "undecided" if flagged else decide(kind, found.ci_low, found.ci_high, thresholds, floor),
        "rule": rule(kind, thresholds, floor),
        "words": prediction.words,
    }


def _evidence(
    measure: Measure,
    prediction: Prediction,
    named: dict[str, Any],
    summary: pl.DataFrame,
    scores: pl.DataFrame,
    how: Resampling,
) -> _Evidence | None:
    if prediction.than or prediction.than_condition:
        return _difference(measure.name, prediction, named, scores, how)
    rows = summary.filter(
        (pl.col("measure") == measure.name) & (pl.col("group") == prediction.group) & pl.col("ci_low").is_not_null()
    )
    if prediction.kind.startswith("rho"):
        ratings = rows.filter(pl.col("statistic") == "rho_type")
        chosen = chosen_rating(ratings["rating"])
        rows = ratings.filter(pl.col("rating").eq_missing(pl.lit(chosen)))
    else:
        rows = rows.filter(pl.col("statistic") == "mean")
    if rows.is_empty():
        return None
    row = rows.row(0, named=True)
    numbers = (row["statistic"], row["rating"], row["value"], row["n"], row["ci_low"], row["ci_high"])
    return _Evidence(*numbers, flagged=any(flag in row["method"] for flag in (DENOMINATOR_FLAG, NEGATIVE_FLAG)))


def _difference(
    measure: str, prediction: Prediction, named: dict[str, Any], scores: pl.DataFrame, how: Resampling
) -> _Evidence | None:
    """The paired difference of two measures over items, or of two conditions over expressions."""
    mine = _select(scores, named, measure)
    if prediction.than_condition:
        other = _select(scores, {**named, "condition": prediction.than_condition}, measure)
        keys = ["expression"]
    else:
        other = _select(scores, named, str(prediction.than))
        keys = ["item", "expression"]
    sides = [t.group_by(keys).agg(pl.col("value").mean()) for t in (mine, other)]
    both = sides[0].join(sides[1], on=keys).sort(keys)
    if both.is_empty():
        return None
    values = both["value"].to_numpy() - both["value_right"].to_numpy()
    ids = cluster_ids(both["expression"].to_list())
    low, high = interval(mean_draws(values, ids, how.weights(int(ids.max()) + 1)))
    if np.isnan(low):
        return None
    return _Evidence("mean_difference", None, float(np.mean(values)), len(values), low, high)


def _select(scores: pl.DataFrame, named: dict[str, Any], measure: str) -> pl.DataFrame:
    where = [pl.col(key) == value for key, value in named.items()]
    return scores.filter(*where, pl.col("measure") == measure)
