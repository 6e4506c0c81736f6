"""Which option is likeliest, whatever its length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.suites.questions.likelihoods import expected, highest, per_character
from idioprobe.suites.questions.scores import short_bias


def test_a_long_option_is_not_unlikely_for_its_length():
    options = ["sheep", "family disgrace"]
    plain, fair = np.array([-6.0, -12.0]), per_character([-6.0, -12.0], options)
    assert highest(plain) == 0
    assert highest(fair) == 1


def test_equal_likelihoods_are_no_choice():
    assert highest(per_character([-4.0, -8.0], ["ab", "abcd"])) is None


@given(st.lists(st.floats(-50, 0), min_size=6, max_size=6))
def test_the_expected_rating_is_on_the_scale(likelihoods):
    assert 0 <= expected(likelihoods, range(6)) <= 5


def test_the_expected_rating_is_the_mean_of_the_steps_by_their_likelihood():
    shares = np.array([0.1, 0.2, 0.3, 0.1, 0.2, 0.1])
    assert expected(np.log(shares / 1000).tolist(), range(6)) == pytest.approx(shares @ np.arange(6))


def test_taking_the_shortest_option_is_a_bias_as_far_as_it_is_more_than_chance():
    options = ["ab", "abc", "abcd", "abcde"]
    assert [short_bias(options, i) for i in range(4)] == [0.75, -0.25, -0.25, -0.25]
    assert short_bias(["ab", "cd", "abc"], 1) == pytest.approx(1 / 3)
    assert short_bias(["ab", "cd"], 0) is None
