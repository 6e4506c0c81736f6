"""When a linguistic prediction holds: decided on the 95 % interval, thresholds in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.base import VERDICTS
from idioprobe.suites.differences import Differences
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
    asked = [(measure, _of_classes(one, classes)) for measure in measures for one in measure.predictions]
    shown, pairs = _Shown(summary), Differences(asked, scores, how)
    found: list[tuple[dict[str, Any], Measure, Prediction, _Evidence | int | None]] = []
    for keys in summary.select(SLICE).unique(maintain_order=True).iter_rows():
        named = dict(zip(SLICE, keys, strict=True))
        for measure, prediction in asked:
            if prediction.condition not in (None, named["condition"]):
                continue
            if prediction.kind in LEVELS and not METRICS[str(named["metric"])].absolute:
                continue
            paired = prediction.than or prediction.than_condition
            evidence = pairs.ask(measure.name, prediction, keys) if paired else shown.of(measure, prediction, keys)
            found.append((named, measure, prediction, evidence))
    differences = [None if one is None else _Evidence("mean_difference", None, *one) for one in pairs.made()]
    rows: list[dict[str, Any]] = []
    for named, measure, prediction, one in found:
        evidence = differences[one] if isinstance(one, int) else one
        if evidence is not None:
            rows.append({**named, **_row(measure, prediction, evidence, thresholds)})
    return pl.DataFrame(rows, schema=VERDICTS)


def prediction_names(predictions: pl.DataFrame) -> list[str]:
    """What tells each prediction, and where it is made, from all others; the same in every result."""
    columns = ("language", "condition", "unit", "measure", "group", "prediction")
    return ["/".join(map(str, row)) for row in predictions.select(columns).iter_rows()]


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


class _Shown:
    """The levels and correlations of the summary that have an interval."""

    def __init__(self, summary: pl.DataFrame) -> None:
        there = summary.filter(pl.col("ci_low").is_not_null(), pl.col("statistic").is_in(["mean", "rho_type"]))
        columns = ("statistic", "rating", "value", "n", "ci_low", "ci_high", "method")
        self._rows: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
        for row in there.select(*SLICE, "measure", "group", *columns).iter_rows():
            at = len(row) - len(columns)
            self._rows.setdefault((*row[:at], row[at]), []).append(row[at:])

    def of(self, measure: Measure, prediction: Prediction, place: tuple[Any, ...]) -> _Evidence | None:
        """What decides a prediction; of several correlations, that with the judgment that comes first."""
        correlated = prediction.kind.startswith("rho")
        statistic = "rho_type" if correlated else "mean"
        rows = self._rows.get((*place, measure.name, prediction.group, statistic), [])
        if correlated:
            chosen = chosen_rating([row[1] for row in rows])
            rows = [row for row in rows if row[1] == chosen]
        if not rows:
            return None
        _, rating, value, n, low, high, method = rows[0]
        flagged = any(flag in method for flag in (DENOMINATOR_FLAG, NEGATIVE_FLAG))
        return _Evidence(statistic, rating, value, n, low, high, flagged)
