"""How many expressions an interval takes."""

import pytest

from idioprobe.stats.bootstrap import interval
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, Resampling


@pytest.mark.parametrize("expressions", [1, 3, 5])
def test_fewer_expressions_than_six_have_no_resamples_and_the_method_says_why(expressions):
    how = Resampling(200)
    assert how.weights(expressions).shape == (0, expressions)
    assert how.words_for(expressions) == "no interval: fewer than 6 expressions"


def test_six_have_an_interval():
    how = Resampling(200)
    assert FEWEST_EXPRESSIONS == 6
    low, high = interval(how.weights(6).mean(axis=1))
    assert low == high == 1.0
    assert how.words_for(6) == how.words
