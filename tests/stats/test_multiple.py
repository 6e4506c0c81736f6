"""Correction for many tests, against the definitions written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.stats.multiple import CORRECTIONS, benjamini_hochberg, holm

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_holm_by_hand():
    # In order: .005 * 5, .01 * 4, .02 * 3, .04 * 2, .9 * 1; each at least the one before.
    assert holm([0.04, 0.01, 0.9, 0.005, 0.02]) == pytest.approx([0.08, 0.04, 0.9, 0.025, 0.06])


def test_a_later_step_is_never_smaller_than_an_earlier_one():
    assert holm([0.02, 0.021, 0.5]) == pytest.approx([0.06, 0.06, 0.5])


def test_benjamini_and_hochberg_by_hand():
    # From the largest: .9 * 5/5, .04 * 5/4, .02 * 5/3, .01 * 5/2, .005 * 5/1; each at most the one after.
    expected = [0.05, 0.025, 0.9, 0.025, 0.02 * 5 / 3]
    assert benjamini_hochberg([0.04, 0.01, 0.9, 0.005, 0.02]) == pytest.approx(expected)


@pytest.mark.parametrize("correct", CORRECTIONS.values())
class TestEither:
    def test_one_test_needs_no_correction(self, correct):
        assert correct([0.03]) == [0.03]

    def test_no_test_gives_no_p(self, correct):
        assert correct([]) == []

    def test_a_p_stays_a_p(self, correct):
        assert correct([0.9, 1.0, 0.8]) == pytest.approx([1.0] * 3)

    @given(p_values)
    def test_no_p_becomes_smaller(self, correct, p):
        assert all(after >= before - 1e-12 for before, after in zip(p, correct(p), strict=True))

    @given(p_values)
    def test_the_order_stays(self, correct, p):
        after = np.array(correct(p))
        assert (np.diff(after[np.argsort(p, kind="stable")]) >= -1e-12).all()

    @given(p_values, st.randoms())
    def test_the_order_of_the_tests_does_not_matter(self, correct, p, random):
        places = list(range(len(p)))
        random.shuffle(places)
        shuffled = correct([p[i] for i in places])
        straight = correct(p)
        assert shuffled == pytest.approx([straight[i] for i in places])


@given(p_values)
def test_holm_is_at_least_as_strict(p):
    assert all(h >= b - 1e-12 for h, b in zip(holm(p), benjamini_hochberg(p), strict=True))
