"""Affinity, scaled similarity and the nearer component: closed forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.suites.pairs.formulas import affinity, nearest_component, scaled_similarity

levels = st.floats(-1, 0.99)


def one(function, *values):
    return function(*(np.array([v], dtype=float) for v in values))[0]


@given(levels)
def test_the_scaled_similarity_of_random_words_is_zero(random):
    assert one(scaled_similarity, random, random) == 0.0


@given(levels)
def test_the_scaled_similarity_of_the_original_itself_is_one(random):
    assert one(scaled_similarity, 1.0, random) == pytest.approx(1.0)


@given(levels, st.floats(-1, 1), st.floats(-1, 1))
def test_scaling_keeps_the_order(random, a, b):
    first, second = one(scaled_similarity, a, random), one(scaled_similarity, b, random)
    assert (a < b) <= (first <= second)


def test_half_way_between_random_words_and_one_scales_to_a_half():
    assert one(scaled_similarity, 0.6, 0.2) == pytest.approx(0.5)


def test_further_than_random_words_is_below_zero():
    assert one(scaled_similarity, 0.0, 0.5) == pytest.approx(-1.0)


@pytest.mark.parametrize(("random", "defined"), [(1.0, False), (1 - 9e-7, False), (1 - 2e-6, True), (0.999, True)])
def test_without_room_above_random_words_nothing_can_be_scaled(random, defined):
    assert np.isfinite(one(scaled_similarity, 1.0, random)) == defined


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_affinity_changes_sign_when_its_sides_change_places(a, b):
    assert one(affinity, a, b) == -one(affinity, b, a)
    assert one(affinity, a, b) == a - b


def test_the_nearest_component_wins_and_the_first_of_those_that_are_tied():
    similarities = np.array([[0.2, 0.7, 0.1], [0.4, 0.4, 0.4], [np.nan, 0.1, -0.2]])
    assert nearest_component(similarities).tolist() == [1, 0, 1]
