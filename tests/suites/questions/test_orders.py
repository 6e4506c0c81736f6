"""Places count for nothing, because each option is in each of them equally often."""

import itertools
from collections import Counter

import pytest

from idioprobe.suites.questions.orders import balanced, orders_of


@pytest.mark.parametrize("count", range(1, 9))
def test_each_option_is_in_each_place_once(count):
    orders = balanced(count)
    assert len(orders) == count
    for place in range(count):
        assert sorted(order[place] for order in orders) == list(range(count))


@pytest.mark.parametrize("count", [2, 4, 6])
def test_each_of_an_even_number_of_options_follows_each_other_one_once(count):
    after = Counter(pair for order in balanced(count) for pair in itertools.pairwise(order))
    assert set(after.values()) == {1}
    assert len(after) == count * (count - 1)


def test_all_orders_are_all_permutations():
    assert len(set(orders_of(4, "all"))) == 24
    assert orders_of(2, "all") == orders_of(2, "balanced")
