"""Krippendorff's α against its author's worked examples, and the annotators who share most."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from idioprobe.stats.agreement import (
    LEVELS,
    alpha_draws,
    alpha_interval,
    krippendorff_alpha,
    landis_koch,
    most_common,
)

x = np.nan

# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability": four observers, twelve units.
OBSERVERS = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, x, x, x],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, x, 3],
        [x, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, x],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, x],
    ]
)
# The same paper: two observers, ten units, two categories.
BINARY = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0.0]])
# The same paper: two observers, twelve units, five categories.
NOMINAL = np.array([[1, 1, 2, 2, 4, 3, 3, 3, 5, 4, 4, 1], [2, 1, 2, 2, 2, 3, 3, 3, 5, 4, 4, 4.0]])

scores = st.integers(0, 5).map(float) | st.just(np.nan)
tables = arrays(np.float64, st.tuples(st.integers(2, 5), st.integers(1, 8)), elements=scores)
levels = pytest.mark.parametrize("level", LEVELS)


@pytest.mark.parametrize(("level", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_is_the_one_that_krippendorff_prints(level, printed):
    assert round(krippendorff_alpha(OBSERVERS, level), 3) == printed


def test_so_it_is_in_his_smaller_examples():
    assert round(krippendorff_alpha(BINARY, "nominal"), 3) == 0.095
    assert round(krippendorff_alpha(NOMINAL, "nominal"), 3) == 0.692


def by_definition(values, level):
    """1 − observed / expected disagreement, over all pairs of values written out."""
    units = [[v for v in column if not np.isnan(v)] for column in values.T]
    units = [unit for unit in units if len(unit) > 1]
    pool = [v for unit in units for v in unit]

    def distance(c, k):
        if level == "nominal":
            return float(c != k)
        if level == "interval":
            return (c - k) ** 2
        low, high = sorted((c, k))
        between = sum(low <= v <= high for v in pool)
        return (between - (pool.count(c) + pool.count(k)) / 2) ** 2

    def mean_over_pairs(group):
        return sum(distance(c, k) for i, c in enumerate(group) for j, k in enumerate(group) if i != j)

    observed = sum(mean_over_pairs(unit) / (len(unit) - 1) for unit in units) / max(1, len(pool))
    expected = mean_over_pairs(pool) / max(1, len(pool) * (len(pool) - 1))
    return 1 - observed / expected if expected else np.nan


@levels
@given(tables)
def test_alpha_is_one_minus_observed_over_expected_disagreement(level, values):
    assert krippendorff_alpha(values, level) == pytest.approx(by_definition(values, level), abs=1e-9, nan_ok=True)


@levels
def test_perfect_agreement_is_one_and_systematic_disagreement_is_negative(level):
    assert krippendorff_alpha(np.array([[1.0, 2, 3], [1, 2, 3]]), level) == 1.0
    assert krippendorff_alpha(np.array([[0.0, 5, 0, 5], [5, 0, 5, 0]]), level) < 0


@levels
@pytest.mark.parametrize(
    "values",
    [
        np.array([[3.0, 3, 3], [3, 3, x]]),
        np.array([[1.0, x], [x, 2]]),
        np.array([[1.0, 2, 3]]),
        np.full((2, 3), x),
        np.empty((0, 3)),
        np.empty((2, 0)),
    ],
    ids=["one value only", "no unit shared", "one annotator", "nothing said", "nobody", "no units"],
)
def test_where_alpha_is_undefined_it_is_not_a_number(level, values):
    assert np.isnan(krippendorff_alpha(values, level))


@levels
@given(tables, st.randoms())
def test_neither_the_order_of_annotators_nor_that_of_units_matters(level, values, random):
    rows, columns = list(range(len(values))), list(range(values.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = values[rows][:, columns]
    assert krippendorff_alpha(shuffled, level) == pytest.approx(krippendorff_alpha(values, level), nan_ok=True)


@given(tables)
def test_an_ordinal_scale_may_be_stretched_and_an_interval_scale_scaled(values):
    ordinal, interval = krippendorff_alpha(values, "ordinal"), krippendorff_alpha(values, "interval")
    assert krippendorff_alpha(values**3 + values, "ordinal") == pytest.approx(ordinal, nan_ok=True)
    assert krippendorff_alpha(3 * values - 7, "interval") == pytest.approx(interval, abs=1e-9, nan_ok=True)


@levels
@given(tables)
def test_a_unit_that_one_annotator_saw_changes_nothing(level, values):
    lone = np.full((len(values), 1), x)
    lone[0] = 4
    before = krippendorff_alpha(values, level)
    assert krippendorff_alpha(np.hstack([values, lone]), level) == pytest.approx(before, nan_ok=True)


def test_alpha_exists_on_three_levels_only():
    with pytest.raises(ValueError, match="one of ordinal, interval, nominal"):
        krippendorff_alpha(OBSERVERS, "ratio")


@pytest.mark.parametrize("size", [2, 3, 4])
@given(values=arrays(np.float64, st.tuples(st.integers(0, 7), st.integers(1, 9)), elements=scores))
def test_those_who_share_most_are_those_that_trying_all_groups_finds(size, values):
    names = [f"n{(7 * i + 3) % 11}" for i in range(len(values))]
    given_ = ~np.isnan(values)
    groups = {tuple(sorted(g, key=names.__getitem__)) for g in combinations(range(len(values)), size)}
    shared = {group: int(given_[list(group)].all(axis=0).sum()) for group in groups}
    best = max(shared.values(), default=0)
    if best == 0:
        assert most_common(values, names, size) == ((), 0)
    else:
        first = min((g for g in groups if shared[g] == best), key=lambda g: [names[i] for i in g])
        assert most_common(values, names, size) == (first, best)


@given(tables, st.randoms(), st.sampled_from([2, 3]))
def test_the_choice_goes_by_name_whatever_the_order_of_rows(values, random, size):
    assume(len(values) >= size)
    names = [f"n{i}" for i in range(len(values))]
    order = list(range(len(values)))
    random.shuffle(order)
    once, count = most_common(values, names, size)
    again, same = most_common(values[order], [names[i] for i in order], size)
    assert (sorted(names[i] for i in once), count) == (sorted(names[order[i]] for i in again), same)


def test_a_group_has_two_members_at_least():
    with pytest.raises(ValueError, match="2 members at least"):
        most_common(OBSERVERS, list("abcd"), 1)


def test_three_of_412_annotators_of_840_sentences_are_found():
    """The size of the English annotations, with three who share 76 sentences among the crowd."""
    rng = np.random.default_rng(0)
    values = np.where(rng.random((412, 840)) < 21 / 840, 1.0, x)
    values[np.ix_([7, 99, 300], range(100, 176))] = 1.0
    members, count = most_common(values, [f"{i:03}" for i in range(412)], 3)
    assert members == (7, 99, 300)
    assert count >= 76


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (-0.01, "poor"),
        (0.0, "slight"),
        (0.20, "slight"),
        (0.21, "fair"),
        (0.30, "fair"),
        (0.44, "moderate"),
        (0.52, "moderate"),
        (0.61, "substantial"),
        (0.80, "substantial"),
        (0.81, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_agreement_has_the_name_that_landis_and_koch_gave_it(value, name):
    assert landis_koch(value) == name


def test_undefined_agreement_has_no_name():
    assert landis_koch(x) == ""


@levels
@given(tables, st.integers(0, 9))
def test_alpha_of_a_resample_is_that_of_the_data_written_out(level, values, seed):
    values = values[:, (~np.isnan(values)).sum(axis=0) > 1]
    assume(values.shape[1] > 0)
    ids = np.arange(values.shape[1]) // 2
    clusters = ids.max() + 1
    weights = np.random.default_rng(seed).multinomial(clusters, np.full(clusters, 1 / clusters), 3).astype(float)
    draws = alpha_draws(values, ids, weights, level)
    for draw, times in zip(draws, weights, strict=True):
        written_out = values[:, np.repeat(np.arange(values.shape[1]), times[ids].astype(int))]
        assert draw == pytest.approx(krippendorff_alpha(written_out, level), abs=1e-9, nan_ok=True)


@levels
def test_an_interval_holds_alpha_and_narrows_with_more_units(level):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 6, 300)
    values = np.clip(truth + rng.integers(-1, 2, (5, 300)), 0, 5).astype(float)
    widths = []
    for units in (30, 300):
        low, high = alpha_interval(values[:, :units], np.arange(units), level)
        assert low < krippendorff_alpha(values[:, :units], level) < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


def test_where_alpha_is_undefined_so_is_its_interval():
    assert np.isnan(alpha_interval(np.array([[1.0, x], [x, 2]]), np.arange(2))).all()


def test_alpha_on_an_interval_scale_is_the_share_of_variance_that_is_the_units():
    """Values are a unit's own, with variance 4, and noise with variance 1: α is 4 / 5."""
    rng = np.random.default_rng(1)
    values = rng.normal(0, 2, 4000) + rng.normal(0, 1, (6, 4000))
    assert krippendorff_alpha(values, "interval") == pytest.approx(0.8, abs=0.01)
