"""The statistics that only answers in words have: no usable answer as a wrong one, places, and what people get."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.stats.bootstrap import cluster_ids, cluster_means, interval, mean_draws
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.base import STATISTICS
from idioprobe.suites.estimates import Statistic, make_statistic
from idioprobe.suites.known import Known, groups_of
from idioprobe.suites.questions.bias import bias_statistic
from idioprobe.suites.questions.kinds import CHOOSE, IDIOM, KINDS, PAIR
from idioprobe.suites.questions.people import person_statistics
from idioprobe.suites.questions.scores import WRONG_IF_NONE
from idioprobe.suites.questions.tables import METRIC, USABLE

STRICT = "mean_refused_wrong"
BIASES = {"qa_position_bias": (IDIOM.name, CHOOSE.name), "qa_position_bias_pair": (PAIR.name,)}
"""Of which kinds of questions a bias is."""
PLACE = ("language", "condition", "unit", "view")


def summarise_answers(
    answers: pl.DataFrame,
    strict: pl.DataFrame,
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling,
    classes: Sequence[str] = CLASSES,
) -> pl.DataFrame:
    """By language, condition, view and group; `strict` are the scores in which no usable answer is wrong."""
    rows: list[dict[str, Any]] = []
    groups = groups_of(expressions, classes)
    for keys, part in answers.group_by(PLACE, maintain_order=True):
        place = dict(zip(PLACE, keys, strict=True))
        known = Known(expressions, ratings, place["language"], classes)
        named = {**place, "special_tokens": False, "metric": METRIC}
        mine = strict.filter(*(pl.col(name) == value for name, value in place.items()))
        for group in groups:
            members = sorted(known.members(group))
            within = pl.col("expression").is_in(members)
            here = part.filter(within)
            found = [*_strict(mine.filter(within), group, how), *_biases(here, group, how), *_unanswered(here, group)]
            if "rating" in part["kind"]:
                judged = ratings.filter(within, language=place["language"], target="expression")
                found += person_statistics(judged, group, "qa_rating", how)
            rows += [{**named, **vars(one)} for one in found]
    return pl.DataFrame(rows, schema=STATISTICS)


def _strict(scores: pl.DataFrame, group: str, how: Resampling) -> Iterator[Statistic]:
    for measure in WRONG_IF_NONE:
        part = scores.filter(measure=measure)
        if part.is_empty():
            continue
        values = cluster_means(part["value"].to_numpy(), cluster_ids(part["expression"].to_list()))
        n = len(values)
        bounds = interval(mean_draws(values, np.arange(n), how.weights(n)))
        method = f"mean over expressions, no usable answer being a wrong one; {how.words_for(n)}"
        yield make_statistic(group, measure, STRICT, None, float(values.mean()), n, bounds, None, method)


def _unanswered(answers: pl.DataFrame, group: str) -> Iterator[Statistic]:
    """What was asked and never answered has no value, but a row that says so."""
    for kind, own in answers.group_by("kind", maintain_order=True):
        if not own["understood"].is_in(USABLE).any():
            method = f"no usable answer, of {len(own)} that were wanted"
            for measure in KINDS[str(kind[0])].scores:
                yield make_statistic(group, measure, "mean", None, math.nan, 0, (math.nan, math.nan), None, method)


def _biases(answers: pl.DataFrame, group: str, how: Resampling) -> Iterator[Statistic]:
    for measure, kinds in BIASES.items():
        chosen = answers.filter(pl.col("kind").is_in(kinds), pl.col("position").is_not_null())
        turned = chosen.filter(_turned())
        if turned.is_empty():
            continue
        ids = cluster_ids(turned["expression"].to_list())
        counts = turned["options"].list.len().to_list()
        yield from bias_statistic(group, measure, turned["position"].to_list(), counts, ids, how)


def _turned() -> pl.Expr:
    """Questions whose options were shown in some order: by likelihood none but those with an idiom in them."""
    return (pl.col("view") == "generated") | (pl.col("kind") == IDIOM.name)
