"""Arrays are kept within a bound, the latest of them."""

import numpy as np

from idioprobe.stats.kept import Kept


def array():
    return (np.zeros(100),)


def test_what_is_kept_is_not_made_again():
    kept, made = Kept(), []
    for _ in range(3):
        kept.get("a", lambda: made.append(1) or array())
    assert made == [1]


def test_what_was_used_longest_ago_goes_first():
    kept, made = Kept(1600), []
    for key in "abacab":
        kept.get(key, lambda key=key: made.append(key) or array())
    assert "".join(made) == "abcb"
    assert kept.size == 1600


def test_an_array_larger_than_the_bound_is_kept_alone():
    kept = Kept(10)
    first, _ = kept.get("a", array), kept.get("b", array)
    assert kept.size == 800
    assert kept.get("a", array) is not first


def test_nothing_is_left_after_clearing():
    kept = Kept()
    kept.get("a", array)
    kept.clear()
    assert kept.size == 0
