"""One figure about the dataset or the annotations, and what several of them share."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.stats.bootstrap import Array
from idioprobe.stats.correlation import spearman

RHO = "ρ(type, token)"
_NUMBERS = ("one", "two", "three")


@dataclass(frozen=True)
class Figure:
    """One figure, its n, and the digits it is shown in where the paper prints none."""

    section: str
    group: str
    figure: str
    value: float
    n: int
    digits: int = 2


def class_groups(table: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """The rows of each class that there is."""
    for label in CLASSES:
        part = table.filter(pl.col("class") == label)
        if not part.is_empty():
            yield label, part


def type_token(section: str, group: str, scores: pl.DataFrame) -> Figure:
    """ρ of type and token scores over the expressions that have both."""
    both = scores.drop_nulls(["type", "token"])
    rho, _ = spearman(both["type"].to_numpy(), both["token"].to_numpy())
    return Figure(section, group, RHO, rho, len(both))


def mean_and_sd(section: str, group: str, target: str, values: pl.Series) -> Iterator[Figure]:
    """Mean and standard deviation (n − 1) over expressions."""
    known = values.drop_nulls().to_numpy()
    yield Figure(section, group, f"{target} mean", mean(known), len(known))
    yield Figure(section, group, f"{target} sd", float(known.std(ddof=1)) if len(known) > 1 else math.nan, len(known))


def mean(values: Array) -> float:
    """The mean; undefined where there is nothing."""
    return float(values.mean()) if len(values) else math.nan


def by_sentences(section: str, of_token: pl.DataFrame, expressions: int) -> Iterator[Figure]:
    """How many expressions have paraphrases of their own in just one, two or three sentences."""
    held = of_token.group_by("expression").agg(pl.col("sentence").n_unique())["sentence"]
    for number, name in enumerate(_NUMBERS, 1):
        figure = f"expressions, {name} sentence{'s' if number > 1 else ''}"
        yield Figure(section, "token", figure, float((held == number).sum()), expressions, 0)
