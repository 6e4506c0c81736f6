"""Contrasts that the papers discuss, with intervals: one language or condition against another, and the like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.stats.bootstrap import Array, Ids, cluster_means, intervals
from idioprobe.stats.correlation import spearman
from idioprobe.stats.later import Later
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.base import DIFFERENCES
from idioprobe.suites.known import Known
from idioprobe.suites.measure import Measure
from idioprobe.suites.ratings import chosen_rating

CONTRASTED = (
    "sim_syn",
    "sim_comp",
    "sim_words",
    "sim_rand",
    "ctx_in_out",
    "aff_syn_words",
    "aff_syn_rand",
    "simr_syn",
    "simr_words",
    "qa_pref_words",
    "qa_choice",
)
"""The measures that the papers contrast, and the choices of models that answer in words."""
KINDS = LANGUAGES, CONDITIONS, OVERLAP = "languages", "conditions", "overlap"
WHERE = ("view", "language", "condition", "unit")
BESIDE = ("neut", "neut_long", "none")
"""Conditions that naturalistic sentences are contrasted with."""
PLACE = ("unit", "view", "special_tokens", "metric", "measure")
HIGHER, LOWER, TIED, UNDEFINED = "first is higher", "first is lower", "cannot be told apart", "undefined"

APART, TOGETHER = "expressions of either side resampled apart", "paired, the same resamples for both"

Scale = Mapping[str, float]


@dataclass(frozen=True)
class Side:
    """The values on one side of a contrast, the expression each belongs to, and the expressions' ratings."""

    values: Array
    expressions: Sequence[str]
    scale: Scale

    @property
    def count(self) -> int:
        """How many expressions there are."""
        return len(self.names)

    @cached_property
    def names(self) -> list[str]:
        """The expressions in order."""
        return sorted(set(self.expressions))

    @cached_property
    def ids(self) -> Ids:
        """The number of each value's expression among them."""
        numbered = {name: number for number, name in enumerate(self.names)}
        return np.array([numbered[name] for name in self.expressions], dtype=np.int64)

    @cached_property
    def by_expression(self) -> dict[str, float]:
        """The mean over each expression's sentences."""
        return dict(zip(self.names, cluster_means(self.values, self.ids).tolist(), strict=True))

    @cached_property
    def rated(self) -> tuple[Array, Array]:
        """The means of the expressions that have a rating, and the ratings."""
        pairs = [(mean, self.scale[name]) for name, mean in self.by_expression.items() if name in self.scale]
        x, y = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
        return np.ascontiguousarray(x), np.ascontiguousarray(y)

    def only(self, members: Set[str]) -> Side:
        """The values of some expressions."""
        kept = [at for at, name in enumerate(self.expressions) if name in members]
        return Side(self.values[kept], [self.expressions[at] for at in kept], self.scale)


@dataclass(frozen=True)
class Pending:
    """A contrast whose resamples are still to be made; of each side, the mean over those that it names counts."""

    what: tuple[str, str | None]
    values: Sequence[float]
    drawn: tuple[Sequence[int], Sequence[int]]
    counts: tuple[int, int]
    method: str
    about: Mapping[str, Any] = field(default_factory=dict)


def contrasts(
    measures: Sequence[Measure],
    scores: pl.DataFrame,
    expressions: pl.DataFrame,
    ratings: pl.DataFrame,
    how: Resampling,
    classes: Sequence[str] = CLASSES,
) -> pl.DataFrame:
    """Every contrast within a result that its scores allow: languages, conditions, with and without overlap."""
    wanted = [m.name for m in measures if m.name in CONTRASTED]
    here = scores.filter(pl.col("measure").is_in(wanted)).sort("expression", "item")
    known = {str(code): Known(expressions, ratings, code, classes) for code in sorted(here["language"].unique())}
    later, waiting = Later(), list[Pending]()
    for keys, part in here.group_by(PLACE, maintain_order=True):
        place = dict(zip(PLACE, keys, strict=True))
        cells = _Cells(part, known)
        made = (*_languages(cells, later, how), *_conditions(cells, later, how), *_overlap(cells, later, how))
        waiting += [replace(one, about={**place, **one.about}) for one in made]
    rows = finished(waiting, later, how)
    order = {name: at for at, name in enumerate(wanted)}
    rows.sort(key=lambda row: (KINDS.index(row["contrast"]), order[row["measure"]], *(str(row.get(k)) for k in WHERE)))
    return pl.DataFrame(rows, schema=DIFFERENCES)


class _Cells:
    """Scores of one measure in one view, by language and condition."""

    def __init__(self, scores: pl.DataFrame, known: Mapping[str, Known]) -> None:
        self.known = known
        self._values: dict[tuple[str, str], tuple[Array, list[str]]] = {}
        for (code, condition), part in scores.group_by("language", "condition", maintain_order=True):
            self._values[str(code), str(condition)] = (part["value"].to_numpy(), part["expression"].to_list())
        self._sides: dict[tuple[str, str, str | None], Side] = {}

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._values)

    def __contains__(self, cell: tuple[str, str]) -> bool:
        return cell in self._values

    def side(self, code: str, condition: str, rating: str | None) -> Side:
        """One of them as a side, made once."""
        key = (code, condition, rating)
        if key not in self._sides:
            scale = self.known[code].per_expression.get(rating or "", {})
            self._sides[key] = Side(*self._values[code, condition], scale)
        return self._sides[key]


def _languages(cells: _Cells, later: Later, how: Resampling) -> Iterator[Pending]:
    known = cells.known
    for condition in dict.fromkeys(condition for _, condition in cells):
        there = [code for code in known if (code, condition) in cells]
        for a, b in combinations(there, 2):
            rating = chosen_rating(_has(known[a]) & _has(known[b]))
            sides = [cells.side(code, condition, rating) for code in (a, b)]
            named = {"contrast": LANGUAGES, "first": a, "second": b, "condition": condition}
            for one in _apart(sides[0], sides[1], rating, how, later):
                yield replace(one, about=named)


def _conditions(cells: _Cells, later: Later, how: Resampling) -> Iterator[Pending]:
    for code, mine in cells.known.items():
        rating = chosen_rating(_has(mine))
        for other in BESIDE:
            if (code, "nat") in cells and (code, other) in cells:
                sides = [cells.side(code, condition, rating) for condition in ("nat", other)]
                named = {"contrast": CONDITIONS, "first": "nat", "second": other, "language": code}
                for one in _together([sides[0]], [sides[1]], rating, how, later):
                    yield replace(one, about=named)


def _overlap(cells: _Cells, later: Later, how: Resampling) -> Iterator[Pending]:
    for code, condition in cells:
        mine = cells.known[code]
        rating = chosen_rating(_has(mine))
        whole = cells.side(code, condition, rating)
        sides = [whole.only(mine.members(group)) for group in ("overlap", "no_overlap")]
        if all(side.count for side in sides):
            named = {"first": "with overlap", "second": "without overlap", "language": code, "condition": condition}
            for one in _apart(sides[0], sides[1], rating, how, later):
                yield replace(one, about={"contrast": OVERLAP, **named})


def _has(known: Known) -> set[str]:
    return {name for name, scale in known.per_expression.items() if scale}


def apart(a: Side, b: Side, rating: str | None, how: Resampling) -> list[dict[str, Any]]:
    """Differences between two sets of expressions, each resampled on its own."""
    later = Later()
    return finished(list(_apart(a, b, rating, how, later)), later, how)


def _apart(a: Side, b: Side, rating: str | None, how: Resampling, later: Later) -> Iterator[Pending]:
    hows = how, replace(how, seed=how.seed + 1)
    one, other = (later.mean(s.values, s.ids, h) for s, h in zip((a, b), hows, strict=True))
    values = [float(s.values.mean()) for s in (a, b)]
    yield Pending(("mean", None), values, ([one], [other]), (a.count, b.count), f"means over items; {APART}")
    if rating is None:
        return
    pairs = [side.rated for side in (a, b)]
    rhos = [spearman(*pair)[0] for pair in pairs]
    one, other = (later.rho(x, y, h) for (x, y), h in zip(pairs, hows, strict=True))
    counts = (len(pairs[0][0]), len(pairs[1][0]))
    yield Pending(("rho_type", rating), rhos, ([one], [other]), counts, f"Spearman; {APART}")


def together(a: Sequence[Side], b: Sequence[Side], rating: str | None, how: Resampling) -> list[dict[str, Any]]:
    """Differences over the same expressions, between the means of several sides, all in the same resamples."""
    later = Later()
    return finished(list(_together(a, b, rating, how, later)), later, how)


def _together(
    a: Sequence[Side], b: Sequence[Side], rating: str | None, how: Resampling, later: Later
) -> Iterator[Pending]:
    tables = [[side.by_expression for side in sides] for sides in (a, b)]
    names = sorted(set.intersection(*(set(table) for group in tables for table in group)))
    if not names:
        return
    ids = np.arange(len(names))
    levels = [[np.array([table[name] for name in names]) for table in group] for group in tables]
    means = [np.mean(group, axis=0) for group in levels]
    one, other = (later.mean(mean, ids, how) for mean in means)
    values = [float(mean.mean()) for mean in means]
    counts = (len(names), len(names))
    yield Pending(("mean", None), values, ([one], [other]), counts, f"means over expressions; {TOGETHER}")
    scale = a[0].scale
    rated = [at for at, name in enumerate(names) if name in scale]
    if rating is None or not rated:
        return
    gold = np.array([scale[names[at]] for at in rated])
    rhos = [float(np.mean([spearman(level[rated], gold)[0] for level in group])) for group in levels]
    ones, others = ([later.rho(level[rated], gold, how) for level in group] for group in levels)
    counts = (len(rated), len(rated))
    yield Pending(("rho_type", rating), rhos, (ones, others), counts, f"Spearman; {TOGETHER}")


def finished(waiting: Sequence[Pending], later: Later, how: Resampling) -> list[dict[str, Any]]:
    """The contrasts with their intervals and verdicts."""
    differences = [one.values[0] - one.values[1] for one in waiting]
    sides = [[np.mean([later.draws(number) for number in side], axis=0) for side in one.drawn] for one in waiting]
    drawn: dict[int, Array] = {}
    for number, (first, second) in enumerate(sides):
        if np.isfinite(differences[number]) and len(first) == len(second):
            drawn[number] = first - second
    bounds = dict.fromkeys(range(len(waiting)), (float("nan"), float("nan")))
    for length in {len(draws) for draws in drawn.values()}:
        same = [number for number, draws in drawn.items() if len(draws) == length]
        bounds |= dict(zip(same, intervals(np.stack([drawn[number] for number in same])), strict=True))
    return [
        _row(one, difference, *bounds[number], how)
        for number, (one, difference) in enumerate(zip(waiting, differences, strict=True))
    ]


def _row(one: Pending, difference: float, low: float, high: float, how: Resampling) -> dict[str, Any]:
    numbers = {"value_first": one.values[0], "value_second": one.values[1], "difference": difference}
    numbers |= {"ci_low": low, "ci_high": high}
    return {
        **one.about,
        "statistic": one.what[0],
        "rating": one.what[1],
        **{name: value if np.isfinite(value) else None for name, value in numbers.items()},
        "expressions_first": one.counts[0],
        "expressions_second": one.counts[1],
        "verdict": HIGHER if low > 0 else LOWER if high < 0 else UNDEFINED if np.isnan(low) else TIED,
        "method": f"{one.method}; {how.words_for(min(one.counts))}",
    }
