"""Contrasts that the papers discuss, with intervals: one language or condition against another, and the like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.stats.bootstrap import Array, cluster_ids, cluster_means, interval, mean_draws
from idioprobe.stats.correlation import Draws, spearman
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
Cells = Mapping[tuple[str, str], pl.DataFrame]
"""Scores of one measure in one view, by language and condition."""


@dataclass(frozen=True)
class Side:
    """The values on one side of a contrast, the expression each belongs to, and the expressions' ratings."""

    values: Array
    expressions: Sequence[str]
    scale: Scale

    @property
    def count(self) -> int:
        """How many expressions there are."""
        return len(set(self.expressions))

    def by_expression(self) -> dict[str, float]:
        """The mean over each expression's sentences."""
        ids = cluster_ids(list(self.expressions))
        means = cluster_means(self.values, ids)
        return dict(zip(sorted(set(self.expressions)), means.tolist(), strict=True))

    def rated(self) -> tuple[Array, Array]:
        """The means of the expressions that have a rating, and the ratings."""
        pairs = [(mean, self.scale[name]) for name, mean in self.by_expression().items() if name in self.scale]
        x, y = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
        return np.ascontiguousarray(x), np.ascontiguousarray(y)


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
    rows: list[dict[str, Any]] = []
    for keys, part in here.group_by(PLACE, maintain_order=True):
        place = dict(zip(PLACE, keys, strict=True))
        cells = {(str(k[0]), str(k[1])): p for k, p in part.group_by("language", "condition", maintain_order=True)}
        for row in (*_languages(cells, known, how), *_conditions(cells, known, how), *_overlap(cells, known, how)):
            rows.append({**place, **row})
    order = {name: at for at, name in enumerate(wanted)}
    rows.sort(key=lambda row: (KINDS.index(row["contrast"]), order[row["measure"]], *(str(row.get(k)) for k in WHERE)))
    return pl.DataFrame(rows, schema=DIFFERENCES)


def _side(table: pl.DataFrame, known: Known, rating: str | None) -> Side:
    return Side(table["value"].to_numpy(), table["expression"].to_list(), known.per_expression.get(rating or "", {}))


def _languages(cells: Cells, known: Mapping[str, Known], how: Resampling) -> Iterator[dict[str, Any]]:
    for condition in dict.fromkeys(condition for _, condition in cells):
        there = [code for code in known if (code, condition) in cells]
        for a, b in combinations(there, 2):
            rating = chosen_rating(_has(known[a]) & _has(known[b]))
            sides = [_side(cells[code, condition], known[code], rating) for code in (a, b)]
            for row in apart(sides[0], sides[1], rating, how):
                yield {"contrast": LANGUAGES, "first": a, "second": b, "condition": condition, **row}


def _conditions(cells: Cells, known: Mapping[str, Known], how: Resampling) -> Iterator[dict[str, Any]]:
    for code, mine in known.items():
        rating = chosen_rating(_has(mine))
        for other in BESIDE:
            if (code, "nat") in cells and (code, other) in cells:
                sides = [_side(cells[code, condition], mine, rating) for condition in ("nat", other)]
                for row in together([sides[0]], [sides[1]], rating, how):
                    yield {"contrast": CONDITIONS, "first": "nat", "second": other, "language": code, **row}


def _overlap(cells: Cells, known: Mapping[str, Known], how: Resampling) -> Iterator[dict[str, Any]]:
    for (code, condition), table in cells.items():
        mine = known[code]
        rating = chosen_rating(_has(mine))
        sides = [
            _side(table.filter(pl.col("expression").is_in(sorted(members))), mine, rating)
            for members in (mine.members("overlap"), mine.members("no_overlap"))
        ]
        if all(side.count for side in sides):
            named = {"first": "with overlap", "second": "without overlap", "language": code, "condition": condition}
            for row in apart(sides[0], sides[1], rating, how):
                yield {"contrast": OVERLAP, **named, **row}


def _has(known: Known) -> set[str]:
    return {name for name, scale in known.per_expression.items() if scale}


def apart(a: Side, b: Side, rating: str | None, how: Resampling) -> Iterator[dict[str, Any]]:
    """Differences between two sets of expressions, each resampled on its own."""
    hows = how, replace(how, seed=how.seed + 1)
    sides = tuple(zip((a, b), hows, strict=True))
    means = [mean_draws(s.values, cluster_ids(list(s.expressions)), h.weights(s.count)) for s, h in sides]
    values = [float(s.values.mean()) for s in (a, b)]
    yield _row(("mean", None), values, means, (a.count, b.count), f"means over items; {APART}", how)
    if rating is None:
        return
    pairs = [side.rated() for side in (a, b)]
    rhos = [spearman(*pair)[0] for pair in pairs]
    drawn = zip(pairs, hows, strict=True)
    draws = [Draws(np.arange(len(x)), h.weights(len(x))).spearman(x, y) for (x, y), h in drawn]
    counts = (len(pairs[0][0]), len(pairs[1][0]))
    yield _row(("rho_type", rating), rhos, draws, counts, f"Spearman; {APART}", how)


def together(a: Sequence[Side], b: Sequence[Side], rating: str | None, how: Resampling) -> Iterator[dict[str, Any]]:
    """Differences over the same expressions, between the means of several sides, all in the same resamples."""
    tables = [[side.by_expression() for side in sides] for sides in (a, b)]
    names = sorted(set.intersection(*(set(table) for group in tables for table in group)))
    if not names:
        return
    weights, ids = how.weights(len(names)), np.arange(len(names))
    levels = [[np.array([table[name] for name in names]) for table in group] for group in tables]
    means = [np.mean(group, axis=0) for group in levels]
    draws = [mean_draws(mean, ids, weights) for mean in means]
    values = [float(mean.mean()) for mean in means]
    counts = (len(names), len(names))
    yield _row(("mean", None), values, draws, counts, f"means over expressions; {TOGETHER}", how)
    scale = a[0].scale
    rated = [at for at, name in enumerate(names) if name in scale]
    if rating is None or not rated:
        return
    gold = np.array([scale[names[at]] for at in rated])
    sample = Draws(np.arange(len(rated)), how.weights(len(rated)))
    rhos = [float(np.mean([spearman(level[rated], gold)[0] for level in group])) for group in levels]
    drawn = [np.mean([sample.spearman(level[rated], gold) for level in group], axis=0) for group in levels]
    yield _row(("rho_type", rating), rhos, drawn, (len(rated), len(rated)), f"Spearman; {TOGETHER}", how)


def _row(
    what: tuple[str, str | None],
    values: Sequence[float],
    draws: Sequence[Array],
    counts: tuple[int, int],
    method: str,
    how: Resampling,
) -> dict[str, Any]:
    difference = values[0] - values[1]
    both = draws[0] - draws[1] if len(draws[0]) == len(draws[1]) else np.empty(0)
    low, high = interval(both if np.isfinite(difference) else both[:0])
    numbers = {"value_first": values[0], "value_second": values[1], "difference": difference}
    numbers |= {"ci_low": low, "ci_high": high}
    return {
        "statistic": what[0],
        "rating": what[1],
        **{name: value if np.isfinite(value) else None for name, value in numbers.items()},
        "expressions_first": counts[0],
        "expressions_second": counts[1],
        "verdict": HIGHER if low > 0 else LOWER if high < 0 else UNDEFINED if np.isnan(low) else TIED,
        "method": f"{method}; {how.words_for(min(counts))}",
    }
