"""When two vectors are the same, and what tests do without what they need."""

import numpy as np
import pytest

from tests.support import apart, needed, needed_module, same_vectors

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


class TestWhatIsAbsent:
    def test_is_skipped_by_name_at_home(self, monkeypatch):
        monkeypatch.delenv("CI", raising=False)
        with pytest.raises(pytest.skip.Exception, match="needs a browser"):
            needed(None, "a browser")
        with pytest.raises(pytest.skip.Exception, match=r"needs nothing_of_this_name\.at_all"):
            needed_module("nothing_of_this_name.at_all")

    def test_is_a_failure_in_ci(self, monkeypatch):
        monkeypatch.setenv("CI", "true")
        with pytest.raises(pytest.fail.Exception, match="a browser is absent, and CI must not skip"):
            needed(None, "a browser")
        with pytest.raises(pytest.fail.Exception, match="nothing_of_this_name is absent"):
            needed_module("nothing_of_this_name")

    def test_what_is_there_is_used(self, monkeypatch):
        monkeypatch.setenv("CI", "true")
        needed("/usr/bin/browser", "a browser")
        assert needed_module("os.path").sep
