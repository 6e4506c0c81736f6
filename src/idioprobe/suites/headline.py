"""The idiom score: one number for a model, read from the summary.

Of the sentences of idiomatic expressions, the share in which the expression is nearer to its meaning than to its
words. 0: the model goes by the words; ½: chance; 1: it goes by the meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from idioprobe.core.tables import ALL, CLASSES, CONDITIONS, CONTROL, OF_TYPE, is_class
from idioprobe.core.views import Unit
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.measure import IN_SENTENCE

NAMES = {
    "pref_words": "idiom score",
    "pref_comp": "idiom score against its own words",
    "pref_rand": "idiom score against random words",
    "qa_pref_words": "idiom score in words",
}
"""What the score is taken from, best first, and its name then."""
_STANDS_IN = {
    "pref_comp": "The dataset has no synonyms of the single words, so the score compares with these words themselves.",
    "pref_rand": "The dataset has neither synonyms of the single words nor these words alone, so the score compares "
    "with random words.",
}


@dataclass(frozen=True)
class Headline:
    """The idiom score in one language, view and unit, with all that it stands on."""

    name: str
    language: str
    view: str
    unit: str
    condition: str
    group: str
    measure: str
    value: float
    ci_low: float | None
    ci_high: float | None
    n: int
    chance: float
    notes: tuple[str, ...] = ()


def share(value: float, low: float | None = None, high: float | None = None) -> str:
    """A share of 0 to 1 in per cent, with its interval.

    >>> share(1 / 3), share(1 / 3, 0.198, 0.48)
    ('33 %', '33 % [20, 48]')
    """
    shown = f"{100 * value:.0f} %"
    return shown if low is None or high is None else f"{shown} [{100 * low:.0f}, {100 * high:.0f}]"


def headlines(summary: pl.DataFrame, idiomatic: str = CLASSES[0]) -> list[Headline]:
    """The score in each language, view and unit that has one; `idiomatic` is the class of idiomatic expressions."""
    places = summary.select("language", "view", "unit").unique(maintain_order=True)
    found = (headline(summary, language, view, unit, idiomatic) for language, view, unit in places.iter_rows())
    return [one for one in found if one is not None]


def headline(
    summary: pl.DataFrame, language: str, view: str, unit: Unit = "sentence", idiomatic: str = CLASSES[0]
) -> Headline | None:
    """The score in one place, or the nearest to it that the data allow, with what was not there."""
    here = summary.filter(
        pl.col("statistic") == "mean",
        pl.col("value").is_not_null(),
        pl.col("group") != CONTROL,
        language=language,
        view=view,
        unit=unit,
    )
    for condition in (c for c in IN_SENTENCE if c in here["condition"]):
        for measure, name in NAMES.items():
            rows = here.filter(condition=condition, measure=measure)
            if rows.is_empty():
                continue
            group = idiomatic if idiomatic in rows["group"] else ALL
            value, low, high, n = rows.filter(group=group).select("value", "ci_low", "ci_high", "n").row(0)
            chance = BY_NAME[measure].chance
            notes = tuple(_notes(measure, condition, group))
            level = chance if isinstance(chance, float) else 0.0
            return Headline(name, language, view, unit, condition, group, measure, value, low, high, n, level, notes)
    return None


def items_of(score: Headline, scores: pl.DataFrame, expressions: pl.DataFrame) -> pl.DataFrame:
    """The scores of the items that a headline is made of."""
    here = scores.filter(
        language=score.language, view=score.view, unit=score.unit, condition=score.condition, measure=score.measure
    )
    if not is_class(score.group):
        return here
    idiomatic = expressions.filter(pl.col("class") == score.group, language=score.language)["expression"]
    return here.filter(pl.col("expression").is_in(idiomatic.to_list()))


def means_beside(score: Headline, summary: pl.DataFrame) -> pl.DataFrame:
    """The means of all measures for the expressions and sentences of a headline."""
    return _means(score, summary).filter(group=score.group)


def by_type(score: Headline, summary: pl.DataFrame) -> pl.DataFrame:
    """What the score's measure is for all expressions of each type, whatever their class, where there are several."""
    here = _means(score, summary).filter(pl.col("group").str.starts_with(OF_TYPE), measure=score.measure)
    return here.select(pl.col("group").str.strip_prefix(OF_TYPE).alias("type"), "value", "ci_low", "ci_high", "n")


def _means(score: Headline, summary: pl.DataFrame) -> pl.DataFrame:
    """The means of all measures in the sentences, view and unit of a headline."""
    where = {"language": score.language, "view": score.view, "unit": score.unit, "condition": score.condition}
    return summary.filter(pl.col("value").is_not_null(), statistic="mean", **where)


def _notes(measure: str, condition: str, group: str) -> Iterator[str]:
    if measure in _STANDS_IN:
        yield _STANDS_IN[measure]
    if condition != IN_SENTENCE[0]:
        yield f"The score is taken in: {CONDITIONS[condition]}; there are no naturalistic sentences."
    if group == ALL:
        yield "No expression is classed as idiomatic, so all of them count."
