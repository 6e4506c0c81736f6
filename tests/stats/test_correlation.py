"""Spearman's correlation and its resamples, against scipy on the rows written out."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr

from idioprobe.stats import bootstrap, correlation
from idioprobe.stats.bootstrap import cluster_ids, interval, resample_weights
from idioprobe.stats.correlation import EXACT_UP_TO, Draws, p_words, spearman, spearman_of_all
from tests.support import exact_p

NAMES = ["a", "a", "a", "b", "c", "c", "d", "e", "e", "e", "e"]
X = np.array([0.1, 0.4, 0.4, 0.9, 0.3, 0.3, 0.8, 0.2, 0.6, 0.4, 0.7])
Y = np.array([1.0, 1.0, 1.0, 3.0, 2.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0])

numbers = st.floats(-100, 100, allow_nan=False).map(lambda x: round(x, 3))
pairs = st.lists(st.tuples(numbers, numbers), min_size=3, max_size=30)


def resampled_by_hand(x, y, names, weights):
    distinct = sorted(set(names))
    members = {name: [i for i, n in enumerate(names) if n == name] for name in distinct}
    for drawn in weights:
        rows = [i for name, times in zip(distinct, drawn, strict=True) for i in members[name] * int(times)]
        if np.ptp(x[rows]) == 0 or np.ptp(y[rows]) == 0:
            yield np.nan
        else:
            yield spearmanr(x[rows], y[rows]).statistic


def spearman_draws(x, y, ids, weights):
    return Draws(ids, weights).spearman(x, y)


def test_rho_of_resamples_equals_scipy_on_the_resamples_written_out():
    weights = resample_weights(5, 400, 0)
    expected = list(resampled_by_hand(X, Y, NAMES, weights))
    assert spearman_draws(X, Y, cluster_ids(NAMES), weights) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(pairs, st.integers(1, 6), st.integers(0, 5))
def test_so_it_does_for_any_values_ties_and_sizes_of_expressions(rows, expressions, seed):
    x, y = (np.array(side) for side in zip(*rows, strict=True))
    names = [f"c{(i * i + seed) % expressions}" for i in range(len(rows))]
    weights = resample_weights(len(set(names)), 20, seed)
    expected = list(resampled_by_hand(x, y, names, weights))
    assert spearman_draws(x, y, cluster_ids(names), weights) == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_the_draw_in_which_every_expression_comes_once_is_rho_itself():
    draws = spearman_draws(X, Y, cluster_ids(NAMES), np.ones((1, 5)))
    assert draws[0] == pytest.approx(spearman(X, Y)[0], abs=1e-12)


def test_a_resample_that_is_constant_has_no_rho():
    draws = spearman_draws(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0]), np.arange(3), np.array([[3.0, 0, 0]]))
    assert np.isnan(draws[0])


def test_perfect_agreement_has_an_interval_at_one():
    x = np.arange(20.0)
    low, high = interval(spearman_draws(x, x**3, np.arange(20), resample_weights(20, 500, 0)))
    assert (low, high) == pytest.approx((1.0, 1.0))


def test_rho_and_p_are_those_of_scipy():
    expected = spearmanr(X, Y)
    assert spearman(X, Y) == pytest.approx((expected.statistic, expected.pvalue))


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]),
        ([1.0, 2.0, 3.0], [5.0, 5.0, 5.0]),
        ([1.0, 2.0], [2.0, 1.0]),
        ([], []),
        ([1.0, np.nan, 2.0, 4.0], [1.0, 2.0, 3.0, 4.0]),
    ],
    ids=["constant measure", "constant rating", "two pairs", "nothing", "not a number"],
)
def test_where_rho_is_undefined_it_is_not_a_number(x, y):
    rho, p = spearman(np.array(x), np.array(y))
    assert np.isnan(rho)
    assert np.isnan(p)


@given(pairs)
def test_only_ranks_count(rows):
    x, y = (np.array(side) for side in zip(*rows, strict=True))
    rho, p = spearman(x, y)
    stretched = spearman(x**3 + 2 * x, y)
    flipped = spearman(-x, y)
    assert stretched == pytest.approx((rho, p), abs=1e-9, nan_ok=True)
    assert flipped[0] == pytest.approx(-rho, abs=1e-9, nan_ok=True)
    assert spearman(y, x) == pytest.approx((rho, p), abs=1e-9, nan_ok=True)


@given(pairs, st.randoms())
def test_the_order_of_rows_changes_no_resample(rows, random):
    names = [f"c{i % 4}" for i in range(len(rows))]
    order = list(range(len(rows)))
    random.shuffle(order)
    x, y = (np.array(side) for side in zip(*rows, strict=True))
    weights = resample_weights(len(set(names)), 30, 0)
    once = spearman_draws(x, y, cluster_ids(names), weights)
    again = spearman_draws(x[order], y[order], cluster_ids([names[i] for i in order]), weights)
    assert again == pytest.approx(once, abs=1e-9, nan_ok=True)


# Many variables over the same resamples.

VARIABLES = np.random.default_rng(1).integers(0, 6, size=(30, len(NAMES))).astype(float)


def test_draws_that_are_used_again_equal_the_resamples_written_out():
    weights = resample_weights(5, 60, 0)
    draws = Draws(cluster_ids(NAMES), weights)
    for x in (*VARIABLES, X, VARIABLES[0]):
        expected = list(resampled_by_hand(x, Y, NAMES, weights))
        assert draws.spearman(x, Y) == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_which_side_a_variable_stands_on_makes_no_difference():
    draws = Draws(cluster_ids(NAMES), resample_weights(5, 60, 0))
    assert draws.spearman(X, Y) == pytest.approx(draws.spearman(Y, X), abs=1e-12, nan_ok=True)
    assert draws.spearman(X, X) == pytest.approx(np.ones(60), nan_ok=True)


def test_no_more_than_a_block_of_ranks_is_held_however_many_resamples_there_are(monkeypatch):
    monkeypatch.setattr(bootstrap, "BLOCK", 1 << 14)
    ids, weights = np.arange(400), resample_weights(400, 1500, 0)
    pairs = [(np.random.default_rng(i).normal(size=400), np.arange(400.0)) for i in range(10)]
    tracemalloc.start()
    draws = Draws(ids, weights).each(pairs)
    peak = tracemalloc.get_traced_memory()[1] - 2 * draws.nbytes
    tracemalloc.stop()
    assert peak < 4 * 8 * bootstrap.BLOCK


@pytest.mark.parametrize("block", [1, 40, 5000])
def test_blocks_of_resamples_change_no_bit(monkeypatch, block):
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=300), rng.integers(0, 5, size=300).astype(float)
    ids, weights = cluster_ids([f"c{i % 120:03}" for i in range(300)]), resample_weights(120, 50, 0)
    whole = spearman_draws(x, y, ids, weights)
    monkeypatch.setattr(bootstrap, "BLOCK", block)
    assert (spearman_draws(x, y, ids, weights) == whole).all()
    ranks = [[rankdata(np.repeat(v, w[ids].astype(int))) for v in (x, y)] for w in weights]
    by_hand = [np.corrcoef(a, b)[0, 1] for a, b in ranks]
    assert whole == pytest.approx(by_hand, abs=1e-12)


def test_a_rating_that_many_measures_meet_is_ranked_once(monkeypatch):
    ranked = []

    class Counted(correlation.Rankings):
        def __init__(self, variables):
            ranked.extend(values.tobytes() for values in variables)
            super().__init__(variables)

    monkeypatch.setattr(correlation, "Rankings", Counted)
    draws = Draws(cluster_ids(NAMES), resample_weights(5, 20, 0))
    draws.each([(x, y) for x in VARIABLES for y in (Y, X)])
    assert ranked.count(Y.tobytes()) == 1
    assert len(ranked) == len(set(ranked))


def test_values_that_change_after_they_were_ranked_are_ranked_anew():
    weights = resample_weights(5, 20, 0)
    draws, x = Draws(cluster_ids(NAMES), weights), X.copy()
    draws.spearman(x, Y)
    x[0] = 5.0
    assert draws.spearman(x, Y) == pytest.approx(spearman_draws(x, Y, cluster_ids(NAMES), weights), nan_ok=True)


def test_the_smallest_p_of_three_pairs_is_a_third():
    assert spearman(np.array([1.0, 2, 3]), np.array([2.0, 5, 9])) == pytest.approx((1.0, 1 / 3))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=6))
def test_p_of_few_pairs_is_the_share_of_all_orders_that_correlate_as_strongly(rows):
    x, y = (np.array(side, dtype=np.float64) for side in zip(*rows, strict=True))
    if np.ptp(x) and np.ptp(y):
        assert spearman(x, y)[1] == pytest.approx(exact_p(x, y))


@pytest.mark.parametrize("n", [3, 9, 10, 12, 30])
def test_no_p_is_smaller_than_two_of_all_orders(n):
    x = np.arange(float(n))
    assert spearman(x, x**3)[1] >= 2 / math.factorial(n) * (1 - 1e-9)


def test_it_is_exact_up_to_nine_pairs_and_says_so():
    x, y = np.arange(10.0), np.array([3.0, 1, 2, 5, 4, 9, 7, 6, 8, 0])
    assert spearman(x, y)[1] == pytest.approx(spearmanr(x, y).pvalue)
    assert spearman(x[:9], y[:9])[1] != pytest.approx(spearmanr(x[:9], y[:9]).pvalue, abs=1e-5)
    assert (p_words(EXACT_UP_TO), p_words(EXACT_UP_TO + 1)) == ("two-sided, exact over all permutations", "two-sided")


def test_many_pairs_of_variables_at_once_are_as_each_alone(monkeypatch):
    weights = resample_weights(5, 60, 0)
    alone = [Draws(cluster_ids(NAMES), weights).spearman(x, Y) for x in VARIABLES]
    monkeypatch.setattr(bootstrap, "BLOCK", 7 * len(NAMES))
    together = Draws(cluster_ids(NAMES), weights).each([(x, Y) for x in VARIABLES])
    np.testing.assert_array_equal(together, alone)


def test_variables_that_meet_different_others_are_each_multiplied_with_their_own(monkeypatch):
    weights, ids = resample_weights(5, 60, 0), cluster_ids(NAMES)
    pairs = [(x, y) for i, x in enumerate(VARIABLES) for y in ((X, Y) if i % 3 else (Y, VARIABLES[i - 1]))]
    monkeypatch.setattr(bootstrap, "BLOCK", 40 * len(NAMES))
    together = Draws(ids, weights).each([*pairs, *pairs[:5]])
    for (x, y), drawn in zip([*pairs, *pairs[:5]], together, strict=True):
        assert drawn == pytest.approx(list(resampled_by_hand(x, y, NAMES, weights)), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("items", [16_000, 20_000, 32_767, 32_768, 70_000], ids="{:,}".format)
def test_ranks_of_more_items_than_two_bytes_count_are_ranks_all_the_same(items):
    """Twice a rank leaves two bytes from 16,384 items on, a rank itself from 32,768 on."""
    rng = np.random.default_rng(items)
    x, y = rng.normal(size=items), rng.integers(0, 50, size=items).astype(float)
    weights = np.array([np.ones(items), rng.multinomial(items, np.full(items, 1 / items))], dtype=np.uint16)
    expected = [spearmanr(np.repeat(x, times), np.repeat(y, times)).statistic for times in weights]
    assert spearman_draws(x, y, np.arange(items), weights) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("n", [2, 5, EXACT_UP_TO, EXACT_UP_TO + 1, 40])
def test_many_at_once_are_what_each_is_alone(n):
    rng = np.random.default_rng(n)
    rows, others = rng.normal(size=(4, n)), rng.integers(0, 4, (5, n)).astype(float)
    rows[1], others[2], others[3, 0] = 1.0, rows[0], np.nan
    rho, p = spearman_of_all(rows, others)
    assert rho.shape == p.shape == (4, 5)
    for i, x in enumerate(rows):
        for j, y in enumerate(others):
            assert (rho[i, j], p[i, j]) == pytest.approx(spearman(x, y), abs=1e-12, nan_ok=True)
