"""Where a result has the number that a requirement is about; where it has none, why, and what it has instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.tables import ALL, CONTROL
from idioprobe.core.views import ANSWER, UNITS, Unit
from idioprobe.report.gate.requirement import IDIOM, SCORES, SENTENCE, Place
from idioprobe.report.leaderboard import CORRELATIONS
from idioprobe.run.results import Result
from idioprobe.suites.catalogue import BY_NAME, SUITES
from idioprobe.suites.headline import FORMER, LACKS, NOISE, REMEDY, Headline, headlines, partials, share
from idioprobe.suites.measure import IN_SENTENCE
from idioprobe.suites.probes.preferences import PREFERENCES
from idioprobe.suites.ratings import chosen_rating

ORDER = ("target", "sentence", ANSWER)
"""The units of the headline, the first there is being its own."""
ASKED = {IDIOM: ("target", ANSWER), SENTENCE: ("sentence",)}
"""The units that each score is of."""
BY_ORDER = frozenset(measure.name for measure in PREFERENCES if measure.better == "higher")
"""Measures of which a model that only guesses may have more than one that goes by the words."""
LISTED = 6


@dataclass(frozen=True)
class Spot:
    """A measure in one language, view, unit, condition and group of a result."""

    language: str
    view: str
    measure: str
    unit: str
    condition: str
    group: str
    noise: str = ""
    """Why the number says nothing, of a model that cannot tell meaning from noise."""

    @property
    def where(self) -> str:
        """As a requirement writes it."""
        return f"{self.measure}@{self.unit}/{self.condition}:{self.group}"


class NotFoundError(Exception):
    """A result has no such number; the message says why."""


def spot_of(result: Result, place: Place, language: str, view: str) -> Spot:
    """Where a requirement looks in a result: what it leaves open is the headline's own."""
    heads = {one.unit: one for one in _headlines(result) if (one.language, one.view) == (language, view)}
    if place.measure in SCORES:
        units = [unit for unit in ASKED[place.measure] if place.unit in (None, unit) and unit in heads]
        if not units:
            raise NotFoundError(_no_score(result, place, heads))
        head = heads[units[0]]
        own = (place.condition or head.condition, place.group or head.group)
        return Spot(language, view, head.measure, head.unit, *own, noise=_noise(heads))
    head = heads.get(place.unit or next((unit for unit in ORDER if unit in heads), ""))  # type: ignore[call-overload]
    measure = BY_NAME[place.measure]
    usual = head.unit if head else _first(ORDER, result.summary.filter(language=language, view=view)["unit"])
    unit = place.unit or (usual if usual in measure.units else measure.units[0])
    condition = place.condition or _usual_condition(head, measure.conditions)
    noise = _noise(heads) if place.measure in BY_ORDER else ""
    return Spot(language, view, place.measure, unit, condition, place.group or _usual_group(result, place, head), noise)


def number_at(result: Result, spot: Spot) -> dict[str, Any]:
    """The row of the summary with the number: its mean, or of a rating the correlation with people's."""
    here = result.summary.filter(language=spot.language, view=spot.view, measure=spot.measure)
    if spot.measure in CORRELATIONS:
        here = here.filter(statistic="rho_type")
        here = here.filter(pl.col("rating") == pl.lit(chosen_rating(here["rating"].to_list(), human=True), pl.String))
    else:
        here = here.filter(statistic="mean")
    if here.is_empty():
        raise NotFoundError(_absent(result, spot))
    found = here.filter(unit=spot.unit, condition=spot.condition, group=spot.group)
    if found.is_empty():
        raise NotFoundError(f"there is no {spot.where}; {_others(here, spot)}")
    row: dict[str, Any] = found.row(0, named=True)
    return row


def scores_at(result: Result, spot: Spot) -> pl.DataFrame:
    """The scores of the items that a number is made of."""
    table = result.controls if spot.group == CONTROL else result.scores
    return table.filter(
        language=spot.language, view=spot.view, unit=spot.unit, condition=spot.condition, measure=spot.measure
    )


def _headlines(result: Result) -> list[Headline]:
    found = result.manifest.headline or headlines(result.summary, result.classes[0])
    return [one for one in found if not one.former]


def _no_score(result: Result, place: Place, heads: Mapping[Unit, Headline]) -> str:
    """Why a result has no such score, and what to do."""
    if any(one.former for one in result.manifest.headline):
        return f"the result is of an older version, and the {FORMER} is another measure: run it again"
    if place.measure == IDIOM and "sentence" in heads:
        return f"this model has no vectors of phrases, and so no {IDIOM}; require its {SENTENCE}"
    lacks = next((one.lacks for one in partials(result.summary, result.classes[0])), None)
    why = f"{LACKS[lacks]} {REMEDY[lacks]}".rstrip(".") if lacks else f"there is no {place.measure}"
    return why + (f" in the unit {place.unit}" if place.unit and not lacks else "")


def _noise(heads: Mapping[Unit, Headline]) -> str:
    """Why a model has no score: the verdict is on its phrases where it has vectors of them."""
    head = next((heads[unit] for unit in UNITS if unit in heads), None)
    if head is None or head.verdict != NOISE or head.noise is None:
        return ""
    numbers = share(head.noise.value, head.noise.ci_low, head.noise.ci_high)
    return f"it cannot tell meaning from noise: it takes random words for {numbers} of all expressions (a guess: 33 %)"


def _usual_condition(head: Headline | None, conditions: tuple[str, ...]) -> str:
    usual = head.condition if head else IN_SENTENCE[0]
    return usual if usual in conditions else conditions[0]


def _usual_group(result: Result, place: Place, head: Headline | None) -> str:
    measure = BY_NAME[place.measure]
    if measure.of_controls and measure.per_item:
        return CONTROL
    if place.measure in CORRELATIONS:
        return ALL
    if head is not None:
        return head.group
    return result.classes[0] if result.classes[0] in result.expressions["class"] else ALL


def _first(order: tuple[str, ...], there: pl.Series) -> str:
    return next((one for one in order if one in there), UNITS[0])


def _absent(result: Result, spot: Spot) -> str:
    """Why a result lacks a measure altogether, and what to do."""
    measure = BY_NAME[spot.measure]
    if measure.of_controls:
        return f"there is no {spot.measure}: no ordinary words were measured (`controls`; English and Portuguese)"
    of = next((suite.name for suite in SUITES.values() if measure in suite.measures), "")
    run = result.manifest.config.suites
    if of and of not in run:
        return f"there is no {spot.measure}: it comes from `suites` {of}, and this is a result of {', '.join(run)}"
    return f"there is no {spot.measure} in {spot.language}, view {spot.view}: the dataset has not what it compares"


def _others(rows: pl.DataFrame, spot: Spot) -> str:
    places = list(dict.fromkeys(_near(rows, spot)))
    more = f" and {len(places) - LISTED} more" if len(places) > LISTED else ""
    return f"there is {', '.join(places[:LISTED])}{more}"


def _near(rows: pl.DataFrame, spot: Spot) -> Iterator[str]:
    """What there is, that which shares most with what was asked for first."""
    asked: Mapping[str, str] = {"unit": spot.unit, "condition": spot.condition, "group": spot.group}
    alike = sum((pl.col(name) == value).cast(pl.Int64) for name, value in asked.items())
    for row in rows.sort(alike, descending=True, maintain_order=True).iter_rows(named=True):
        yield f"{row['measure']}@{row['unit']}/{row['condition']}:{row['group']}"
