"""The ratings that follow from answers: of sentences, of expressions and of their components.

An expression's rating is the mean of the means of its sentences, so that each sentence counts once (Garcia et al., ACL
2021).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES, RATINGS, TARGET, default_rating
from idioprobe.make.judgments.answers import UNIT, Scale, has_annotators, targets_of
from idioprobe.stats.bootstrap import interval, resample_weights
from idioprobe.stats.correlation import Draws, spearman

RATING_COLUMNS = ("expression", "language", "sentence", "target", "mean", "sd", "n")
EXPRESSION = UNIT[:2]

RATED: dict[str, pl.DataType] = {**RATINGS, "median": pl.Float64()}
"""The ratings of a dataset, with the median beside."""


def rated(answers: pl.DataFrame) -> pl.DataFrame:
    """Mean, median, standard deviation (n − 1) and number of the scores of each sentence, or of the type, by target.

    One score has no standard deviation; means that were given as such have no n either.
    """
    targets = targets_of(answers)
    scores = answers.unpivot(on=list(targets), index=list(UNIT), variable_name="target", value_name="given")
    number = pl.len() if has_annotators(answers) else pl.lit(None)
    return (
        scores.drop_nulls("given")
        .group_by(*UNIT, pl.col("target").replace_strict(targets))
        .agg(mean=pl.col("given").mean(), median=pl.col("given").median(), sd=pl.col("given").std(), n=number)
        .with_columns(rating=default_rating())
        .sort(*UNIT, "target")
        .select(pl.col(column).cast(kind) for column, kind in RATED.items())
    )


def ratings_from(answers: pl.DataFrame) -> pl.DataFrame:
    """The same as a dataset's ratings, which have no median."""
    return rated(answers).select(RATING_COLUMNS)


def by_expression(ratings: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Each expression by target: the mean of its sentences' means, their spread; median, sd and n of its answers."""
    token = ratings.filter(pl.col("rating") == "token")
    over = token.group_by(*EXPRESSION, "target").agg(
        mean=pl.col("mean").mean(), spread=pl.col("mean").std(), sentences=pl.len().cast(pl.Int64)
    )
    targets = targets_of(answers)
    said = (
        answers.drop_nulls("sentence")
        .unpivot(on=list(targets), index=list(EXPRESSION), variable_name="target", value_name="given")
        .drop_nulls("given")
        .group_by(*EXPRESSION, pl.col("target").replace_strict(targets))
        .agg(median=pl.col("given").median(), sd=pl.col("given").std(), n=pl.len().cast(pl.Int64))
    )
    if not has_annotators(answers):
        said = said.with_columns(
            pl.lit(None, dtype=kind).alias(name) for name, kind in (("sd", pl.Float64), ("n", pl.Int64))
        )
    of_type = ratings.filter(pl.col("rating") == "type").select(
        *EXPRESSION, "target", type="mean", type_sd="sd", type_n="n"
    )
    keys = [*EXPRESSION, "target"]
    return (
        over.join(said, on=keys, how="left")
        .join(of_type, on=keys, how="full", coalesce=True)
        .select(*keys, "mean", "median", "sd", "n", "sentences", "spread", "type", "type_sd", "type_n")
        .sort(*EXPRESSION, pl.col("target") != TARGET, "target")
    )


def departures(ratings: pl.DataFrame) -> pl.DataFrame:
    """Sentences by how far their rating departs from that of their expression's other sentences, the farthest first.

    `standard_error` is that of the difference, where each sentence has two answers or more.
    """
    token = ratings.filter(pl.col("rating") == "token", pl.col("target") == TARGET)
    square = pl.col("sd") ** 2 / pl.col("n")
    count = pl.len().over(EXPRESSION)
    return (
        token.with_columns(
            others=(pl.col("mean").sum().over(EXPRESSION) - pl.col("mean")) / (count - 1),
            standard_error=(square + (square.sum().over(EXPRESSION) - square) / (count - 1) ** 2).sqrt(),
            whole=square.is_not_null().all().over(EXPRESSION),
        )
        .filter(count > 1)
        .with_columns(
            difference=pl.col("mean") - pl.col("others"),
            standard_error=pl.when("whole").then("standard_error"),
        )
        .select("language", "expression", "sentence", "mean", "others", "difference", "standard_error", "n")
        .sort(-pl.col("difference").abs(), "language", "expression", "sentence")
    )


@dataclass(frozen=True)
class TypeToken:
    """ρ of the ratings of expressions as such (and where these are from) and in sentences, in one language."""

    language: str
    source: str
    rho: float | None
    p: float | None
    ci_low: float | None
    ci_high: float | None
    n: int


def type_and_token(expressions: pl.DataFrame, source: str, resamples: int = 1000) -> list[TypeToken]:
    """ρ by language over the expressions that have both; `expressions` has the columns `type` and `mean`."""
    found = []
    both = expressions.filter(pl.col("target") == TARGET).drop_nulls(["type", "mean"])
    for (language,), part in both.group_by("language", maintain_order=True):
        types, means = part["type"].to_numpy(), part["mean"].to_numpy()
        rho, p = spearman(types, means)
        weights = resample_weights(len(part), resamples, 0)
        ids = np.arange(len(part))
        low, high = interval(Draws(ids, weights).spearman(types, means)) if rho == rho else (rho, rho)
        rho_, p_, low_, high_ = (_defined(value) for value in (rho, p, low, high))
        found.append(TypeToken(str(language), source, rho_, p_, low_, high_, len(part)))
    return found


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value


@dataclass(frozen=True)
class Thresholds:
    """Where classes are suggested: idiomatic below the first, compositional above the second, else between."""

    low: float
    high: float

    def suggested(self, mean: float | None) -> str | None:
        """The class of a mean rating.

        >>> [Thresholds(1.5, 3.5).suggested(mean) for mean in (0.4, 1.5, 4.0, None)]
        ['NC', 'PC', 'C', None]
        """
        if mean is None:
            return None
        return CLASSES[0] if mean < self.low else CLASSES[2] if mean > self.high else CLASSES[1]

    def __str__(self) -> str:
        """In words."""
        return f"{CLASSES[0]} below {self.low:.2f}, {CLASSES[2]} above {self.high:.2f}, {CLASSES[1]} between"


def thirds(scale: Scale) -> Thresholds:
    """The ends of the middle third of a scale.

    >>> str(thirds(Scale(0, 5)))
    'NC below 1.67, C above 3.33, PC between'
    """
    third = (scale.high - scale.low) / 3
    return Thresholds(scale.low + third, scale.high - third)


def suggestions(expressions: pl.DataFrame, thresholds: Thresholds) -> pl.DataFrame:
    """A class for each expression by its rating in sentences, or else as such."""
    whole = expressions.filter(pl.col("target") == TARGET).with_columns(rating=pl.coalesce("mean", "type"))
    means: Iterable[float | None] = whole["rating"]
    return whole.select(*EXPRESSION, "rating").with_columns(
        pl.Series("suggested", [thresholds.suggested(mean) for mean in means], dtype=pl.String)
    )
