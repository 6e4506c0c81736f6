"""How far annotators agree: α of all of them, and of the two and three with most sentences in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import TARGET
from idioprobe.make.judgments.answers import SCORE, UNIT, judged_by, targets_of
from idioprobe.stats.agreement import LEVELS, Level, alpha_interval, krippendorff_alpha, landis_koch, most_common
from idioprobe.stats.bootstrap import Array

ALL, GROUP_SIZES = "all", {2: "two", 3: "three"}
"""Groups of annotators: all, and the two and the three who have most sentences in common."""
FEWEST_EXPRESSIONS = 5
"""With fewer expressions than this, an interval draws sentences anew and not expressions."""
FEWEST_COMPARED = 2
"""Of one sentence every resample is the same: there is no interval."""

AGREEMENT: dict[str, pl.DataType] = {
    "language": pl.String(),
    "level": pl.String(),
    "target": pl.String(),
    "annotators": pl.String(),
    "members": pl.List(pl.String()),
    "number": pl.Int64(),
    "sentences": pl.Int64(),
    "metric": pl.String(),
    "alpha": pl.Float64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "band": pl.String(),
    "drawn": pl.String(),
    "held_out": pl.Boolean(),
}
"""One α: whose (`annotators`: all, two, three; `number` of them; `members` named where they are few), on how many
`sentences` that two of them or more scored (of few: all of them), what its interval draws anew, and whether it is of
answers held out of a choice of annotators by their agreement."""


@dataclass(frozen=True)
class Group:
    """Some annotators, and what they said of the sentences that count: annotators × sentences for each column.

    What not all of a few scored is empty, column by column.
    """

    name: str
    members: tuple[str, ...]
    number: int
    scores: dict[str, Array]
    expressions: NDArray[np.int64]
    """The number of each sentence's expression."""

    def compared(self, column: str) -> NDArray[np.bool_]:
        """Which sentences two of all annotators, or all of a few, gave a score."""
        return np.asarray((~np.isnan(self.scores[column])).sum(axis=0) > 1)


def groups(
    answers: pl.DataFrame, columns: Iterable[str] | None = None, sizes: Mapping[int, str] = GROUP_SIZES
) -> Iterator[Group]:
    """All annotators of one language and level, and the two and three who have most sentences in common.

    `columns` are those with scores; default: all that somebody filled in. The few are compared on the sentences that
    all of them scored, and on no other, as the paper does; who has most in common shows in the column that annotators
    are judged by.
    """
    names = sorted(answers["annotator"].unique())
    if len(names) < min(GROUP_SIZES):
        return
    asked = list(columns or targets_of(answers))
    people = answers["annotator"].replace_strict({name: at for at, name in enumerate(names)}).to_numpy()
    units = answers.select(pl.struct(UNIT).rank("dense"))[:, 0].to_numpy().astype(np.int64) - 1
    of = answers.select(pl.struct(UNIT[:2]).rank("dense"))[:, 0].to_numpy().astype(np.int64) - 1
    expressions = np.zeros(units.max() + 1, dtype=np.int64)
    expressions[units] = of
    nth = answers.select(pl.int_range(pl.len()).over(UNIT))[:, 0].to_numpy()
    everyone = {column: _matrix(nth, units, answers[column].to_numpy(), len(expressions)) for column in asked}
    yield Group(ALL, (), len(names), everyone, expressions)
    present = _matrix(people, units, answers[judged_by(answers)].to_numpy(), len(expressions))
    for size, name in sizes.items():
        members, _ = most_common(present, names, size)
        if not members:
            continue
        mine = np.isin(people, members)
        at = np.searchsorted(np.array(sorted(members)), people[mine])
        scores = {
            column: _matrix(at, units[mine], answers[column].to_numpy()[mine], len(expressions)) for column in asked
        }
        for values in scores.values():
            values[:, np.isnan(values).any(axis=0)] = np.nan
        called = tuple(names[member] for member in sorted(members))
        yield Group(name, called, size, scores, expressions)


def _matrix(rows: NDArray[np.int64], columns: NDArray[np.int64], values: Array, width: int) -> Array:
    matrix = np.full((rows.max() + 1 if len(rows) else 0, width), np.nan)
    matrix[rows, columns] = values
    return matrix


def agreement(answers: pl.DataFrame, resamples: int = 1000, *, of_few: bool = True) -> pl.DataFrame:
    """α on all three metrics with its interval and its name: by language, level, target and group of annotators.

    Without `of_few`, that of all annotators only.
    """
    rows = [
        (language, level, *row)
        for language, level, part in by_level(answers)
        for group in groups(part, sizes=GROUP_SIZES if of_few else {})
        for row in _alphas(group, resamples)
    ]
    return pl.DataFrame(rows, schema=AGREEMENT, orient="row")


def by_level(answers: pl.DataFrame) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """The answers of each language, those about sentences (token) and those about expressions as such (type)."""
    levels = answers.with_columns(
        level=pl.when(pl.col("sentence").is_null()).then(pl.lit("type")).otherwise(pl.lit("token"))
    )
    for (language, level), part in levels.group_by("language", "level", maintain_order=True):
        yield str(language), str(level), part.drop("level")


def _alphas(group: Group, resamples: int) -> Iterator[tuple[object, ...]]:
    for column, given in group.scores.items():
        target = TARGET if column == SCORE else column
        compared = group.compared(column)
        values = given[:, compared]
        clusters, drawn = drawn_anew(group.expressions[compared])
        for metric in _METRICS:
            alpha = krippendorff_alpha(values, metric)
            drawable = len(clusters) >= FEWEST_COMPARED
            low, high = alpha_interval(values, clusters, metric, resamples=resamples) if drawable else (np.nan, np.nan)
            figures = (None if np.isnan(figure) else figure for figure in (alpha, low, high))
            about = (target, group.name, list(group.members), group.number, len(clusters), metric)
            yield (*about, *figures, landis_koch(alpha) or None, drawn, False)


_METRICS: Sequence[Level] = LEVELS


def drawn_anew(expressions: NDArray[np.int64]) -> tuple[NDArray[np.int64], str]:
    """What an interval draws anew: expressions with all their sentences, or sentences where expressions are few."""
    if len(np.unique(expressions)) >= FEWEST_EXPRESSIONS:
        return expressions, "expressions"
    return np.arange(len(expressions)), "sentences"
