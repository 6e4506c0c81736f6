"""Intervals that resample expressions are those of resamples written out row by row."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.stats import bootstrap
from idioprobe.stats.bootstrap import WEIGHTS, cluster_ids, interval, mean_draws, resample_weights, sd_draws

UNEQUAL = ["bad hat", "bad hat", "bad hat", "dry run", "eager beaver", "eager beaver", "gold mine"]
VALUES = np.array([0.91, 0.13, 0.55, 0.55, -0.2, 0.77, 0.31])


def written_out(values, names, weights):
    """Each resample as the list of its values: an expression drawn twice is there twice."""
    distinct = sorted(set(names))
    for drawn in weights:
        rows = [
            values[i]
            for name, times in zip(distinct, drawn, strict=True)
            for _ in range(int(times))
            for i in range(len(names))
            if names[i] == name
        ]
        yield np.array(rows)


def test_means_of_resamples_equal_those_of_the_resamples_written_out():
    weights = resample_weights(4, 300, 0)
    expected = [rows.mean() for rows in written_out(VALUES, UNEQUAL, weights)]
    assert mean_draws(VALUES, cluster_ids(UNEQUAL), weights) == pytest.approx(expected, abs=1e-12)


def test_standard_deviations_of_resamples_equal_those_of_the_resamples_written_out():
    weights = resample_weights(4, 300, 0)
    rows = list(written_out(VALUES, UNEQUAL, weights))
    assert min(map(len, rows)) > 1
    expected = [r.std(ddof=1) for r in rows]
    assert sd_draws(VALUES, cluster_ids(UNEQUAL), weights) == pytest.approx(expected, abs=1e-7)


def test_a_standard_deviation_far_from_zero_loses_no_digits():
    far = VALUES + 1e6
    weights = resample_weights(4, 100, 0)
    near = sd_draws(VALUES, cluster_ids(UNEQUAL), weights)
    assert sd_draws(far, cluster_ids(UNEQUAL), weights) == pytest.approx(near, abs=1e-6)


def test_one_value_has_no_standard_deviation():
    low, high = interval(sd_draws(np.array([0.3]), np.array([0]), resample_weights(1, 100, 0)))
    assert np.isnan(low)
    assert np.isnan(high)


def test_a_resample_draws_as_many_expressions_as_there_are():
    weights = resample_weights(9, 500, 3)
    assert weights.shape == (500, 9)
    assert set(weights.sum(axis=1)) == {9.0}
    assert (weights == np.round(weights)).all()


def test_every_expression_is_drawn_once_on_average():
    assert resample_weights(5, 20_000, 1).mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)


def test_the_same_seed_gives_the_same_resamples_and_another_seed_others():
    first = resample_weights(6, 200, 7).copy()
    WEIGHTS.clear()
    assert (resample_weights(6, 200, 7) == first).all()
    assert (resample_weights(6, 200, 8) != first).any()


def test_weights_shared_through_the_cache_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        resample_weights(3, 100, 0)[0, 0] = 5


def test_the_interval_is_the_percentile_interval():
    draws = np.random.default_rng(5).normal(size=2000)
    ordered = np.sort(draws)

    def percentile(share):
        at = share * (len(ordered) - 1)
        below = int(at)
        return ordered[below] + (at - below) * (ordered[below + 1] - ordered[below])

    assert interval(draws) == pytest.approx((percentile(0.025), percentile(0.975)))


def test_resamples_without_the_statistic_do_not_count():
    draws = np.array([0.1, np.nan, 0.3, np.inf, 0.2, -np.inf])
    assert interval(draws) == pytest.approx(interval(np.array([0.1, 0.2, 0.3])))


def test_no_defined_resample_gives_no_interval():
    low, high = interval(np.array([np.nan, np.nan]))
    assert np.isnan(low)
    assert np.isnan(high)


def test_a_constant_has_an_interval_of_no_width():
    low, high = interval(mean_draws(np.full(7, 0.25), cluster_ids(UNEQUAL), resample_weights(4, 500, 0)))
    assert (low, high) == pytest.approx((0.25, 0.25))


def test_expressions_are_numbered_by_name_and_not_by_place():
    assert cluster_ids(["b", "a", "b", "c"]).tolist() == [1, 0, 1, 2]


@given(st.permutations(range(len(UNEQUAL))))
def test_the_order_of_rows_changes_no_draw(order):
    weights = resample_weights(4, 100, 0)
    names = [UNEQUAL[i] for i in order]
    values = VALUES[list(order)]
    for draws in (mean_draws, sd_draws):
        assert draws(values, cluster_ids(names), weights) == pytest.approx(
            draws(VALUES, cluster_ids(UNEQUAL), weights), abs=1e-9, nan_ok=True
        )


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says():
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(300):
        per_expression = rng.normal(size=40)
        values = np.repeat(per_expression, 3) + rng.normal(scale=0.3, size=120)
        ids = np.repeat(np.arange(40), 3)
        low, high = interval(mean_draws(values, ids, resample_weights(40, 400, 0)))
        hits += low <= 0 <= high
    assert 0.88 <= hits / 300 <= 0.98


@pytest.mark.parametrize("block", [1, 7, 64])
def test_blocks_draw_what_one_draw_of_all_would(monkeypatch, block):
    monkeypatch.setattr(bootstrap, "BLOCK", block)
    WEIGHTS.clear()
    rng = np.random.default_rng([3, 11])
    expected = rng.multinomial(11, np.full(11, 1 / 11), size=50)
    assert (resample_weights(11, 50, 3) == expected).all()


def test_resamples_that_are_kept_take_no_more_than_is_allowed(monkeypatch):
    monkeypatch.setattr(WEIGHTS, "most", 100_000)
    for clusters in range(2, 90):
        resample_weights(clusters, 100, 0)
        assert WEIGHTS.size <= 100_000
    assert (resample_weights(40, 100, 0) == resample_weights(40, 100, 0)).all()
