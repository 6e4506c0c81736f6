"""Models are ranked by paired differences over the items that both have; ties share a rank."""

import polars as pl
import pytest

from idioprobe.stats.resampling import Resampling
from idioprobe.suites.ranking import Gap, gap, gaps, ranks

HOW = Resampling(200, 0)


def scores(**by_expression):
    rows = [
        (f"en/{name}/nat{i}", name, value) for name, values in by_expression.items() for i, value in enumerate(values)
    ]
    return pl.DataFrame(rows, schema=["item", "expression", "value"], orient="row")


GOOD = scores(a=[1, 1, 1], b=[1], c=[1], d=[1], e=[1, 0], f=[1], g=[1])
BAD = scores(a=[0, 0, 0], b=[0], c=[0], d=[0], e=[0, 0], f=[0], g=[0])


def test_an_expression_counts_once():
    assert gap(GOOD, BAD, HOW).value == pytest.approx((6 + 0.5) / 7)
    assert gap(GOOD, BAD, HOW).expressions == 7


def test_items_of_one_model_alone_do_not_count():
    assert gap(GOOD, BAD.filter(pl.col("expression") != "e"), HOW).value == 1
    assert gap(GOOD, BAD.clear(), HOW) is None


def test_with_too_few_expressions_nothing_is_certain():
    few = [table.filter(~pl.col("expression").is_in(["a", "b"])) for table in (GOOD, BAD)]
    assert gap(*few, HOW).ci_low is None
    assert not gap(*few, HOW).certain


def test_a_difference_stands_in_both_directions():
    found = gaps([GOOD, BAD], HOW)
    assert found[0, 1].value == -found[1, 0].value
    assert (found[0, 1].ci_low, found[0, 1].ci_high) == (-found[1, 0].ci_high, -found[1, 0].ci_low)


def test_a_rank_counts_those_that_are_certainly_ahead():
    assert ranks(3, gaps([GOOD, BAD, GOOD], HOW)) == [1, 3, 1]
    assert ranks(2, {(0, 1): Gap(0.1, -0.1, 0.3, 9), (1, 0): Gap(-0.1, -0.3, 0.1, 9)}) == [1, 1]
