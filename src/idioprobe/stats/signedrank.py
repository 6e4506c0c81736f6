"""Wilcoxon's signed-rank test of paired differences, one-sided, and its effect size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from idioprobe.stats.bootstrap import Array, Ids, Weights, blocks
from idioprobe.stats.ranks import LANES, Drawn, Rankings

EXACT_UP_TO = 50
"""With this many differences or fewer p is exact, over all signs; else it is the normal approximation."""


@dataclass(frozen=True)
class SignedRank:
    """The sums of positive and negative ranks, p of H1: differences above 0, and the n that were not 0."""

    plus: float
    minus: float
    p: float
    n: int
    exact: bool

    @property
    def effect_percent(self) -> float:
        """The share of the rank sum that is positive: 50 is no effect, 100 all differences above 0."""
        total = self.plus + self.minus
        return 100 * self.plus / total if total else float("nan")

    @property
    def r(self) -> float:
        """The same from −1 to 1, as the rank-biserial correlation is usually given."""
        return 2 * self.effect_percent / 100 - 1

    @property
    def words(self) -> str:
        """The settings of the test."""
        method = "exact" if self.exact else "normal approximation with tie correction"
        return f"Wilcoxon signed-rank, one-sided (greater), zeros left out, mid-ranks for ties, {method}"


def signed_rank(differences: Array) -> SignedRank:
    """The test; differences of 0 are left out before ranking, equal ones share their mean rank.

    >>> signed_rank(np.array([1.0, -2.0, 3.0, 0.0])).plus
    4.0
    """
    from scipy.stats import rankdata

    kept = np.sort(differences[np.isfinite(differences) & (differences != 0)])
    if kept.size == 0:
        return SignedRank(0.0, 0.0, float("nan"), 0, exact=True)
    sizes = np.abs(kept)
    ranks = rankdata(sizes)
    exact = len(kept) <= EXACT_UP_TO
    plus = float(ranks[kept > 0].sum())
    p = _exact_p(ranks, plus) if exact else _normal_p(kept)
    return SignedRank(plus, float(ranks.sum()) - plus, p, len(kept), exact)


def _normal_p(differences: Array) -> float:
    from scipy.stats import wilcoxon

    how = {"zero_method": "wilcox", "correction": False, "alternative": "greater", "method": "asymptotic"}
    return float(wilcoxon(differences, **how).pvalue)  # type: ignore[call-overload]


def _exact_p(ranks: Array, plus: float) -> float:
    """The share of all ways to sign the ranks whose positive sum is as large; ties as they are."""
    doubled = np.rint(2 * ranks).astype(np.int64)
    ways = np.zeros(int(doubled.sum()) + 1)
    ways[0] = 1
    for rank in doubled:
        ways[rank:] += ways[:-rank].copy()
    return float(ways[round(2 * plus) :].sum() / ways.sum())


def effect_draws(differences: Array, ids: Ids, weights: Weights) -> Array:
    """The effect in per cent in each resample of clusters: each difference counts as often as its cluster was drawn.

    Ranks are whole or half numbers, so that no order of adding rounds.
    """
    kept = differences != 0
    sizes, positive, owner = np.abs(differences[kept]), differences[kept] > 0, ids[kept]
    draws: Array = np.full(len(weights), np.nan)
    if not len(sizes):
        return draws
    ranking = Rankings([sizes])
    for part in blocks(len(weights), len(sizes), LANES):
        drawn = Drawn(owner, weights[part])
        ranks: Array = np.empty(drawn.room(1))
        ranking.ranked(drawn, out=ranks)
        times = np.where(positive, drawn.times, 0)
        doubled = np.einsum("ij,ij->i", ranks[0, : len(times)], times) + times.sum(axis=1) * (drawn.count + 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            draws[part] = 100 * doubled / (drawn.count * (drawn.count + 1))
    return draws
