"""The idiom gap as it is told beside the headline, read from the summary."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from idioprobe.core.tables import ALL, CLASSES, CONTROL
from idioprobe.suites.controls.measures import AFFINITY, GAP
from idioprobe.suites.headline import Headline


@dataclass(frozen=True)
class IdiomGap:
    """Idioms relative to ordinary words in one language, view and unit; without a value, `method` says why."""

    language: str
    view: str
    unit: str
    condition: str
    group: str
    value: float | None
    ci_low: float | None
    ci_high: float | None
    n: int
    controls: float | None
    """The mean affinity of ordinary words."""
    method: str

    @property
    def undefined(self) -> bool:
        """Whether ordinary words are no nearer to their synonyms than to random words, so that nothing compares."""
        return self.value is None


def idiom_gaps(summary: pl.DataFrame, idiomatic: str = CLASSES[0]) -> list[IdiomGap]:
    """The gap in each language, view and unit that has one; `idiomatic` is the class of idiomatic expressions."""
    rows = summary.filter(pl.col("group").is_in([idiomatic, ALL]), measure=GAP, statistic="mean")
    found: dict[tuple[str, ...], IdiomGap] = {}
    for row in rows.iter_rows(named=True):
        where = (row["language"], row["view"], row["unit"], row["condition"])
        if where not in found or row["group"] == idiomatic:
            level = _level(summary, where)
            numbers = (row["value"], row["ci_low"], row["ci_high"], row["n"], level, row["method"])
            found[where] = IdiomGap(*where, row["group"], *numbers)
    return list(found.values())


def gap_beside(score: Headline, summary: pl.DataFrame) -> IdiomGap | None:
    """The gap of the expressions, view and unit of a headline."""
    here = summary.filter(language=score.language, view=score.view, unit=score.unit, condition=score.condition)
    return next((gap for gap in idiom_gaps(here, score.group)), None)


def gap_words(gap: IdiomGap) -> str:
    """The number with its interval, as a reader sees it.

    >>> gap_words(IdiomGap("en", "mean", "sentence", "nat", "NC", 0.416, 0.3, 0.52, 96, 0.2, ""))
    '0.42 [0.30, 0.52]'
    """
    if gap.value is None:
        return "undefined"
    if gap.ci_low is None or gap.ci_high is None:
        return f"{gap.value:.2f}"
    return f"{gap.value:.2f} [{gap.ci_low:.2f}, {gap.ci_high:.2f}]"


def _level(summary: pl.DataFrame, where: tuple[str, ...]) -> float | None:
    named = dict(zip(("language", "view", "unit", "condition"), where, strict=True))
    found = summary.filter(measure=AFFINITY, statistic="mean", group=CONTROL, **named)["value"]
    return found[0] if len(found) else None
