"""The idiom gap: idioms relative to ordinary words, in closed form."""

import numpy as np
import pytest

from idioprobe.stats.bootstrap import interval
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.controls.suite import Values, gap_of

HOW = Resampling(500, 0)


def values(*numbers, name="x"):
    """One value for each expression."""
    return Values(np.array(numbers, dtype=float), [f"{name}{i:02}" for i in range(len(numbers))])


def test_idioms_that_are_half_as_near_as_words_have_a_gap_of_a_half():
    found = gap_of(values(*[0.2] * 8), values(*[0.4] * 10), HOW)
    assert found.value == pytest.approx(0.5)
    assert interval(found.draws) == pytest.approx((0.5, 0.5))


def test_idioms_that_are_treated_like_words_have_a_gap_of_one():
    same = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    found = gap_of(values(*same), values(*same), HOW)
    low, high = interval(found.draws)
    assert found.value == pytest.approx(1)
    assert low < 1 < high, "both are resampled, apart"


def test_sentences_of_one_expression_are_resampled_together():
    twice = Values(np.repeat([0.1, 0.5, 0.2, 0.4, 0.3, 0.6], 2), [name for name in "abcdef" for _ in range(2)])
    once = values(0.1, 0.5, 0.2, 0.4, 0.3, 0.6)
    ordinary = values(*[0.5] * 6)
    assert interval(gap_of(twice, ordinary, HOW).draws) == pytest.approx(interval(gap_of(once, ordinary, HOW).draws))


def test_it_is_undefined_where_the_interval_of_words_contains_zero():
    found = gap_of(values(*[0.2] * 8), values(-0.5, 0.5, -0.4, 0.6, -0.3, 0.4, 0.1), HOW)
    assert np.isnan(found.value)
    assert "contains 0" in found.flag
    assert not len(found.draws)


def test_it_is_undefined_where_words_are_farther_than_random_ones():
    found = gap_of(values(*[-0.2] * 8), values(*[-0.4] * 8), HOW)
    assert np.isnan(found.value)
    assert "negative" in found.flag


def test_too_few_idioms_have_a_value_but_no_interval():
    found = gap_of(values(0.2, 0.2), values(*[0.4] * 10), HOW)
    assert found.value == pytest.approx(0.5)
    assert not len(found.draws)
