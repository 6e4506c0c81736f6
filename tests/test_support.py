"""When two vectors are the same."""

import numpy as np
import pytest

from tests.support import apart, same_vectors

LONG = np.full(400, 10.0)


def test_a_long_vector_may_differ_by_more_than_a_short_one():
    same_vectors(LONG + 5e-5, LONG)
    with pytest.raises(AssertionError, match="1 of 1 vectors differ by more than 1e-05 of their length; the worst by"):
        same_vectors(LONG / 100 + 5e-5, LONG / 100)


def test_each_row_is_a_vector_of_its_own_and_the_worst_is_named():
    with pytest.raises(AssertionError, match=r"the worst by 0\.005, at row \[1\] \(bert\)"):
        same_vectors([LONG, 1.005 * LONG / 1000], [LONG, LONG / 1000], where="bert")


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_what_is_no_number_is_never_the_same(wrong):
    with pytest.raises(AssertionError, match="1 of 2 vectors"):
        same_vectors([[1.0, 2.0], [wrong, 2.0]], [[1.0, 2.0], [1.0, 2.0]])


def test_zeros_are_the_same_as_zeros_only():
    same_vectors([0.0, 0.0], [0.0, 0.0])
    assert apart([1e-30, 0.0], [0.0, 0.0]) == np.inf


def test_vectors_of_other_shapes_are_not_stretched():
    with pytest.raises(AssertionError, match="shape"):
        same_vectors(LONG, [LONG])
