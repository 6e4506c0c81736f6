"""From scores to the summary: one row per statistic, each with its n, interval and method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.data.schema import CLASSES
from idioprobe.measures.catalogue import MEASURES
from idioprobe.stats.bootstrap import Array, cluster_ids, interval, mean_draws, resample_weights, sd_draws
from idioprobe.stats.correlation import spearman, spearman_draws

SUMMARY: dict[str, pl.DataType] = {
    "model": pl.String(),
    "dataset": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "labelling": pl.String(),
    "group": pl.String(),
    "measure": pl.String(),
    "statistic": pl.String(),
    "rating": pl.String(),
    "value": pl.Float64(),
    "n": pl.Int64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "p": pl.Float64(),
    "method": pl.String(),
}
SLICE = ("language", "condition", "unit", "view", "special_tokens", "metric")
GROUPS = ("all", *reversed(CLASSES), "no_overlap")
COMPOUND_RATINGS = ("type", "token_avg", "class_rank")
"""Ratings that a compound has (`token` is a sentence's own); a prediction is decided on the first there is."""
DENOMINATOR_FLAG = "denominator's interval contains 0"
NEGATIVE_FLAG = "denominator is negative"
"""These stand in the method of a ratio that cannot be trusted."""


@dataclass(frozen=True)
class Resampling:
    """How intervals are made."""

    resamples: int = 2000
    seed: int = 0

    @property
    def words(self) -> str:
        """The method, as the results state it."""
        return f"95% percentile bootstrap over compounds, {self.resamples} resamples, seed {self.seed}"

    def weights(self, clusters: int) -> Array:
        """The resamples for a number of compounds; one compound has no spread, and so no resamples."""
        return resample_weights(clusters, self.resamples if clusters > 1 else 0, self.seed)


@dataclass(frozen=True)
class Statistic:
    """One number with all that it leaves with."""

    group: str
    measure: str
    statistic: str
    rating: str | None
    value: float | None
    n: int
    ci_low: float | None
    ci_high: float | None
    p: float | None
    method: str


@dataclass(frozen=True)
class Sample:
    """The values of one measure in one group, and the compound each belongs to."""

    values: Array
    compounds: list[str]
    sentences: list[int | None]

    @property
    def ids(self) -> NDArray[np.int64]:
        """Compounds as numbers."""
        return cluster_ids(self.compounds)

    def by_compound(self) -> tuple[Array, list[str]]:
        """The mean over each compound's sentences."""
        ids = self.ids
        names = sorted(set(self.compounds))
        return np.bincount(ids, self.values) / np.bincount(ids), names


def summarise(scores: pl.DataFrame, compounds: pl.DataFrame, ratings: pl.DataFrame, how: Resampling) -> pl.DataFrame:
    """Means, spreads and correlations of every measure, by class and without synonym overlap."""
    known = {language: _Known(compounds, ratings, language) for language in scores["language"].unique()}
    rows = []
    for keys, part in scores.group_by(SLICE, maintain_order=True):
        named = dict(zip(SLICE, keys, strict=True))
        for group in GROUPS:
            members = known[str(named["language"])].members(group)
            within = part.filter(pl.col("compound").is_in(sorted(members)))
            rows += [{**named, **vars(s)} for s in _statistics(within, group, known[str(named["language"])], how)]
    columns = {name: dtype for name, dtype in SUMMARY.items() if name not in ("model", "dataset", "labelling")}
    return pl.DataFrame(rows, schema=columns)


def _statistics(scores: pl.DataFrame, group: str, known: _Known, how: Resampling) -> Iterator[Statistic]:
    samples = {}
    for (name,), part in scores.group_by("measure", maintain_order=True):
        samples[str(name)] = Sample(part["value"].to_numpy(), part["compound"].to_list(), part["sentence"].to_list())
    for measure in MEASURES:
        if measure.per_item and measure.name in samples:
            yield from _level(samples[measure.name], group, measure.name, how)
            yield from _correlations(samples[measure.name], group, measure.name, known, how)
        elif measure.name == "simr_ratio" and {"simr_syn", "simr_words"} <= samples.keys():
            yield from ratio(samples["simr_syn"], samples["simr_words"], group, how)


def _level(sample: Sample, group: str, measure: str, how: Resampling) -> Iterator[Statistic]:
    n, ids = len(sample.values), sample.ids
    weights = how.weights(int(ids.max()) + 1)
    low, high = interval(mean_draws(sample.values, ids, weights))
    yield _stat(
        group, measure, "mean", None, float(sample.values.mean()), n, (low, high), None, f"mean over items; {how.words}"
    )
    if n > 1:
        spread = interval(sd_draws(sample.values, ids, weights))
        yield _stat(
            group,
            measure,
            "sd",
            None,
            float(sample.values.std(ddof=1)),
            n,
            spread,
            None,
            f"sd (n-1) over items; {how.words}",
        )


def _correlations(sample: Sample, group: str, measure: str, known: _Known, how: Resampling) -> Iterator[Statistic]:
    means, names = sample.by_compound()
    for rating in COMPOUND_RATINGS:
        if rating == "class_rank" and group in CLASSES:
            continue
        scale = known.ratings[rating]
        yield from _rho(means, names, [scale.get(c) for c in names], group, measure, ("rho_type", rating), how)
        own = [scale.get(c) for c in sample.compounds]
        yield from _rho(sample.values, sample.compounds, own, group, measure, ("rho_token", rating), how)
    own = [known.tokens.get((c, s)) for c, s in zip(sample.compounds, sample.sentences, strict=True)]
    yield from _rho(sample.values, sample.compounds, own, group, measure, ("rho_token", "token"), how)


def _rho(
    values: Array,
    compounds: list[str],
    scale: list[float | None],
    group: str,
    measure: str,
    what: tuple[str, str],
    how: Resampling,
) -> Iterator[Statistic]:
    rated = np.array([x is not None for x in scale])
    if not rated.any():
        return
    x, y = values[rated], np.array([v for v in scale if v is not None], dtype=np.float64)
    ids = cluster_ids([c for c, keep in zip(compounds, rated, strict=True) if keep])
    rho, p = spearman(x, y)
    bounds = (float("nan"), float("nan"))
    if np.isfinite(rho):
        bounds = interval(spearman_draws(x, y, ids, how.weights(int(ids.max()) + 1)))
    yield _stat(group, measure, what[0], what[1], rho, len(x), bounds, p, f"Spearman, two-sided; {how.words}")


def ratio(above: Sample, below: Sample, group: str, how: Resampling) -> Iterator[Statistic]:
    """mean(simr_syn) / mean(simr_words); its spread is that of the resamples."""
    paired = sorted(set(above.compounds) & set(below.compounds))
    if not paired:
        return
    first, second = (_only(sample, set(paired)) for sample in (above, below))
    weights = how.weights(len(paired))
    draws = [mean_draws(s.values, s.ids, weights) for s in (first, second)]
    with np.errstate(invalid="ignore", divide="ignore"):
        quotients = draws[0] / draws[1]
    low, high = interval(draws[1])
    flag = f"; {DENOMINATOR_FLAG}" if low <= 0 <= high else f"; {NEGATIVE_FLAG}" if high < 0 else ""
    denominator = float(second.values.mean())
    value = float(first.values.mean()) / denominator if denominator else float("nan")
    method = f"ratio of means; {how.words}{flag}"
    n = len(first.values)
    yield _stat(group, "simr_ratio", "mean", None, value, n, interval(quotients), None, method)
    finite = quotients[np.isfinite(quotients)]
    spread = float(finite.std(ddof=1)) if len(finite) > 1 else float("nan")
    yield _stat(
        group, "simr_ratio", "sd", None, spread, n, (float("nan"), float("nan")), None, f"sd of the resamples; {method}"
    )


def _only(sample: Sample, compounds: set[str]) -> Sample:
    keep = [i for i, c in enumerate(sample.compounds) if c in compounds]
    return Sample(sample.values[keep], [sample.compounds[i] for i in keep], [sample.sentences[i] for i in keep])


def _stat(
    group: str,
    measure: str,
    statistic: str,
    rating: str | None,
    value: float,
    n: int,
    bounds: tuple[float, float],
    p: float | None,
    method: str,
) -> Statistic:
    return Statistic(
        group, measure, statistic, rating, _finite(value), n, _finite(bounds[0]), _finite(bounds[1]), _finite(p), method
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and np.isfinite(value) else None


class _Known:
    """What is known about the compounds of one language: groups and ratings."""

    def __init__(self, compounds: pl.DataFrame, ratings: pl.DataFrame, language: object) -> None:
        self._table = compounds.filter(pl.col("language") == language)
        mine = ratings.filter((pl.col("language") == language) & (pl.col("target") == "compound"))
        per_type = mine.filter(pl.col("sentence").is_null())
        per_token = mine.filter(pl.col("sentence").is_not_null())
        averages = per_token.group_by("compound").agg(pl.col("mean").mean())
        self.tokens: dict[tuple[str, int | None], float] = {
            (compound, sentence): mean
            for compound, sentence, mean in per_token.select("compound", "sentence", "mean").iter_rows()
        }
        self.ratings: dict[str, dict[str, float]] = {
            "type": dict(per_type.select("compound", "mean").iter_rows()),
            "token_avg": dict(averages.select("compound", "mean").iter_rows()),
            "class_rank": {
                compound: float(CLASSES.index(label))
                for compound, label in self._table.select("compound", "class").iter_rows()
                if label is not None
            },
        }

    def members(self, group: str) -> set[str]:
        """The compounds of a group."""
        table = self._table
        if group in CLASSES:
            table = table.filter(pl.col("class") == group)
        elif group == "no_overlap":
            table = table.filter(~pl.col("synonym_overlap").fill_null(True))
        return set(table["compound"])
