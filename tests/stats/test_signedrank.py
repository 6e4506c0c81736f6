"""The signed-rank test and its effect size, against cases worked out by hand and resamples written out."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, wilcoxon

from idioprobe.stats.bootstrap import resample_weights
from idioprobe.stats.signedrank import EXACT_UP_TO, effect_draws, signed_rank

# Few different sizes, so that zeros and ties are frequent.
COARSE = st.integers(-4, 4).map(float)


def outcome(*differences):
    return signed_rank(np.array(differences, dtype=np.float64))


def rank_sums(differences):
    """The positive and the negative rank sum: below each size those that are smaller, and half of the equal ones."""
    kept = [d for d in differences if d != 0]
    sums = {True: 0.0, False: 0.0}
    for d in kept:
        smaller = sum(abs(other) < abs(d) for other in kept)
        equal = sum(abs(other) == abs(d) for other in kept)
        sums[d > 0] += smaller + (equal + 1) / 2
    return sums[True], sums[False]


def upper_tail(z):
    """The share of a normal distribution above z."""
    return math.erfc(z / math.sqrt(2)) / 2


def test_ranks_are_summed_by_sign_and_zeros_are_left_out():
    """Sizes 1, 2, 3 have the ranks 1, 2, 3; of the eight ways to sign them two have a sum of 5 or more."""
    found = outcome(3, 0, -1, 2, 0)
    assert (found.plus, found.minus, found.n) == (5.0, 1.0, 3)
    assert found.effect_percent == pytest.approx(100 * 5 / 6)
    assert found.r == pytest.approx(2 / 3)
    assert found.p == pytest.approx(2 / 8)


def test_equal_sizes_share_their_mean_rank():
    """Sizes 1, 1, 1, 2 have the ranks 2, 2, 2, 4; of the 16 ways to sign them four have a sum of 8 or more."""
    found = outcome(1, 1, -1, 2)
    assert (found.plus, found.minus, found.n, found.exact) == (8.0, 2.0, 4, True)
    assert found.effect_percent == 80.0
    assert found.p == pytest.approx(4 / 16)


def test_a_zero_takes_no_rank_from_the_others():
    assert outcome(0, 0, 0, 3, -1, 2) == outcome(3, -1, 2)


@pytest.mark.parametrize("n", [1, 2, 5, 50])
def test_differences_that_are_all_positive_are_an_effect_of_100(n):
    found = outcome(*range(1, n + 1))
    assert (found.effect_percent, found.r) == (100.0, 1.0)
    assert found.p == pytest.approx(0.5**n)


@pytest.mark.parametrize("n", [1, 2, 5, 50])
def test_differences_that_are_all_negative_are_an_effect_of_0_and_never_significant(n):
    found = outcome(*range(-n, 0))
    assert (found.effect_percent, found.r, found.p) == (0.0, -1.0, 1.0)


def test_as_much_on_either_side_is_an_effect_of_50():
    found = outcome(1, -1, 2.5, -2.5)
    assert (found.effect_percent, found.r) == (50.0, 0.0)
    assert found.p == pytest.approx(10 / 16)


@pytest.mark.parametrize("nothing", [[], [0.0], [0.0, -0.0, 0.0]])
def test_without_a_difference_nothing_is_defined(nothing):
    found = outcome(*nothing)
    assert (found.plus, found.minus, found.n) == (0.0, 0.0, 0)
    assert np.isnan([found.p, found.effect_percent, found.r]).all()


def test_a_difference_that_is_not_a_number_is_no_difference():
    assert outcome(1, float("nan"), 2, float("inf"), -3) == outcome(1, 2, -3)


@given(st.lists(st.integers(1, 1000).map(float), min_size=1, max_size=9, unique=True), st.data())
def test_an_exact_p_is_the_share_of_all_ways_to_sign_the_ranks(sizes, data):
    signs = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(sizes), max_size=len(sizes)))
    found = outcome(*(s * size for s, size in zip(signs, sizes, strict=True)))
    ranks = range(1, len(sizes) + 1)
    sums = [sum(itertools.compress(ranks, way)) for way in itertools.product([0, 1], repeat=len(sizes))]
    assert found.exact
    assert found.p == pytest.approx(sum(total >= found.plus for total in sums) / len(sums))


@given(st.lists(COARSE, max_size=40))
def test_rank_sums_are_those_counted_pair_by_pair(differences):
    found = outcome(*differences)
    assert (found.plus, found.minus) == pytest.approx(rank_sums(differences))
    assert found.n == sum(d != 0 for d in differences)
    assert found.plus + found.minus == found.n * (found.n + 1) / 2


@pytest.mark.parametrize("decimals", [0, 1, 12])
@pytest.mark.parametrize("n", [4, 30, 51, 400])
def test_it_agrees_with_scipy(n, decimals):
    """With no decimals there are zeros and many ties, with twelve neither; scipy's exact p knows no ties."""
    differences = np.round(np.random.default_rng([n, decimals]).normal(0.3, 1.5, size=n), decimals)
    found = signed_rank(differences)
    tied = len(np.unique(np.abs(differences))) < n
    method = "exact" if found.exact and not tied else "asymptotic"
    there = wilcoxon(differences, zero_method="wilcox", correction=False, alternative="greater", method=method)
    if not (found.exact and tied):
        assert found.p == pytest.approx(there.pvalue, rel=1e-12)
    assert found.plus == pytest.approx(there.statistic)


@given(st.lists(COARSE, max_size=9))
def test_so_it_is_where_sizes_are_tied(differences):
    found = outcome(*differences)
    kept = np.array([d for d in differences if d != 0])
    if len(kept):
        ranks = rankdata(np.abs(kept))
        sums = [sum(itertools.compress(ranks, way)) for way in itertools.product([0, 1], repeat=len(ranks))]
        assert found.p == pytest.approx(sum(total >= found.plus - 1e-9 for total in sums) / len(sums))


def test_p_is_exact_for_few_differences_and_says_so():
    few = np.arange(1, EXACT_UP_TO + 1) * np.where(np.arange(EXACT_UP_TO) % 3, 1.0, -1.0)
    with_zeros, with_tie, many = np.append(few, [0, 0]), np.append(few[:-1], few[0]), np.append(few, EXACT_UP_TO + 1)
    assert [signed_rank(d).exact for d in (few, with_zeros, with_tie, many)] == [True, True, True, False]
    assert signed_rank(few).words.endswith("exact")
    assert signed_rank(many).words.endswith("normal approximation with tie correction")


def test_the_settings_name_zeros_ties_and_the_side():
    words = outcome(1, 2).words
    for setting in ("Wilcoxon signed-rank", "one-sided (greater)", "zeros left out", "mid-ranks for ties"):
        assert setting in words


def test_the_approximation_is_near_the_exact_p_where_one_gives_way_to_the_other():
    n = EXACT_UP_TO
    sizes = np.arange(1, n + 1) * np.where(np.arange(n) % 5 < 3, 1.0, -1.0)
    found = signed_rank(sizes)
    z = (found.plus - n * (n + 1) / 4) / math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    assert found.exact
    assert found.p == pytest.approx(upper_tail(z), abs=0.005)


@given(st.data(), st.lists(st.one_of(COARSE, st.floats(-1, 1)), max_size=30))
def test_the_order_of_rows_changes_nothing_to_the_last_bit(data, differences):
    found, other = (signed_rank(np.array(d)) for d in (differences, data.draw(st.permutations(differences))))
    assert repr(found) == repr(other)


@given(st.lists(COARSE.filter(bool), min_size=1, max_size=30))
def test_the_effect_of_the_opposite_is_what_is_left_of_100(differences):
    found, opposite = outcome(*differences), outcome(*(-d for d in differences))
    assert found.effect_percent + opposite.effect_percent == pytest.approx(100)
    assert found.r == pytest.approx(-opposite.r)


@given(st.lists(COARSE, min_size=1, max_size=30), st.sampled_from([2.0, 0.125, 1024.0]))
def test_only_ranks_count_and_not_the_scale(differences, factor):
    assert repr(outcome(*differences)) == repr(outcome(*(d * factor for d in differences)))


@given(st.lists(COARSE, max_size=30))
def test_r_is_twice_the_effect_less_one(differences):
    found = outcome(*differences)
    assert found.r == pytest.approx(2 * found.effect_percent / 100 - 1, nan_ok=True)


def written_out(differences, owners, drawn):
    """The effect in one resample: an expression drawn twice brings each of its differences twice."""
    rows = [d for d, owner in zip(differences, owners, strict=True) for _ in range(int(drawn[owner]))]
    plus, minus = rank_sums(rows)
    return 100 * plus / (plus + minus) if plus + minus else math.nan


@given(
    st.integers(1, 5).flatmap(
        lambda clusters: st.tuples(
            st.just(clusters), st.lists(st.tuples(COARSE, st.integers(0, clusters - 1)), min_size=1, max_size=12)
        )
    ),
    st.integers(0, 3),
)
def test_effects_of_resamples_are_those_of_the_resamples_written_out(rows, seed):
    clusters, pairs = rows
    differences, owners = (list(column) for column in zip(*pairs, strict=True))
    weights = resample_weights(clusters, 20, seed)
    expected = [written_out(differences, owners, drawn) for drawn in weights]
    draws = effect_draws(np.array(differences), np.array(owners), weights)
    assert draws == pytest.approx(expected, nan_ok=True)


def test_a_resample_that_draws_each_expression_once_has_the_effect_itself():
    differences = np.random.default_rng(3).normal(size=60).round(1)
    draws = effect_draws(differences, np.repeat(np.arange(12), 5), np.ones((1, 12)))
    assert draws == pytest.approx([signed_rank(differences).effect_percent])


def test_a_resample_without_a_difference_has_no_effect():
    draws = effect_draws(np.array([0.0, 2.0]), np.array([0, 1]), np.array([[2.0, 0.0], [0.0, 2.0]]))
    assert np.isnan(draws[0])
    assert draws[1] == 100.0


@given(st.permutations(range(10)))
def test_the_order_of_rows_changes_no_resample(order):
    differences = np.array([0.5, -0.5, 2.0, 0.0, 1.5, -3.0, 0.5, 4.0, -1.0, 2.0])
    owners = np.array([0, 0, 1, 1, 1, 2, 2, 3, 3, 3])
    weights = resample_weights(4, 50, 0)
    shuffled = effect_draws(differences[list(order)], owners[list(order)], weights)
    assert shuffled == pytest.approx(effect_draws(differences, owners, weights), abs=1e-9, nan_ok=True)
