"""Before and after: means, paired differences and intervals whose values are known in advance."""

import numpy as np
import polars as pl
import pytest

from idioprobe.stats.resampling import Resampling
from idioprobe.suites.beforeafter import HIGHER, LOWER, TIED, UNDEFINED, changes, correlation_change, level_change

HOW = Resampling(500, 0)


def items(before, after, seeds=1):
    """Two sentences of each expression, one value above and one below its mean by the same amount."""
    rows = [
        ("seen", seed, "sentence", "sim_syn", f"e{n}", f"e{n}/{k}", b + k, a + k)
        for seed in range(seeds)
        for n, (b, a) in enumerate(zip(before, after, strict=True))
        for k in (-1, 1)
    ]
    names = ["group", "seed", "unit", "measure", "expression", "item", "before", "after"]
    return pl.DataFrame(rows, schema=names, orient="row")


def test_a_shift_that_is_the_same_everywhere_has_no_width():
    before = np.arange(8.0)
    row = changes(items(before, before + 0.5, seeds=2), HOW).row(0, named=True)
    assert (row["before"], row["after"], row["n"], row["seeds"]) == (3.5, 4.0, 8, 2)
    assert (row["difference"], row["difference_low"], row["difference_high"]) == pytest.approx((0.5, 0.5, 0.5))
    assert row["before_low"] < 3.5 < row["before_high"]
    assert row["verdict"] == HIGHER


@pytest.mark.parametrize(("shift", "count", "verdict"), [(-1.0, 8, LOWER), (0.0, 8, TIED), (1.0, 3, UNDEFINED)])
def test_verdicts_go_by_the_interval(shift, count, verdict):
    before = np.arange(float(count))
    assert changes(items(before, before + shift), HOW)["verdict"].to_list() == [verdict]


def test_a_perfect_ranking_turned_round_loses_two():
    gold = np.repeat(np.arange(6.0), 4) + np.linspace(0, 0.1, 24)
    row = correlation_change(gold, gold, {0: -gold, 1: -gold}, HOW, "ordinary")
    assert (row["before"], row["after"], row["difference"]) == pytest.approx((1, -1, -2))
    assert (row["verdict"], row["n"], row["seeds"]) == (LOWER, 24, 2)


def test_levels_are_means_over_seeds():
    row = level_change(np.zeros(10), {0: np.ones(10), 1: np.full(10, 3.0)}, HOW, "ordinary", "sim_unrelated")
    assert (row["after"], row["lowest_seed"], row["highest_seed"], row["verdict"]) == (2.0, 1.0, 3.0, HIGHER)
