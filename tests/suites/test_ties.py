"""Which models cannot be told apart."""

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.stats.resampling import Resampling
from idioprobe.suites.ties import shared_letters, ties

EXPRESSIONS = pl.DataFrame(
    {"expression": [f"c{i:02}" for i in range(20)], "language": "en", "class": None, "synonym_overlap": None}
).with_columns(pl.lit(None, pl.Float64).alias(name) for name in ("frequency", "pmi", "ppmi"))
RATINGS = pl.DataFrame(
    {
        "expression": EXPRESSIONS["expression"],
        "language": "en",
        "sentence": pl.Series([None] * 20, dtype=pl.Int64),
        "target": "expression",
        "rating": "type",
        "mean": [float(i) for i in range(20)],
    }
)
HOW = Resampling(300, 0)
KEY = ("en", "nat", "target", "sim_syn")


def scores(values):
    """One sentence for each expression."""
    return pl.DataFrame(
        {
            "item": [f"en/{c}/nat1" for c in EXPRESSIONS["expression"]],
            "expression": EXPRESSIONS["expression"],
            "language": "en",
            "condition": "nat",
            "unit": "target",
            "measure": "sim_syn",
            "value": np.asarray(values, dtype=float),
        }
    ).filter(pl.col("value").is_not_nan())


NOISE = np.random.default_rng(0).normal(0, 0.1, (3, 20))


def test_a_small_but_constant_difference_tells_models_apart_that_vary_more():
    """The difference is paired: what the items share does not blur it."""
    base = np.linspace(0, 1, 20)
    found = ties([scores(base), scores(base + 0.01), scores(base + NOISE[0])], EXPRESSIONS, RATINGS, HOW)
    first, second, noisy = found[(*KEY, "mean")]
    assert not set(first) & set(second)
    assert set(noisy) & set(first)


def test_correlations_are_told_apart_too():
    rising = np.linspace(0, 1, 20)
    found = ties([scores(rising), scores(-rising), scores(rising**2)], EXPRESSIONS, RATINGS, HOW)
    assert found[(*KEY, "rho_type")] == ["a", "b", "a"]


def test_only_items_that_both_have_count():
    values = np.linspace(0, 1, 20)
    partly = np.where(np.arange(20) < 10, values, np.nan)
    other = np.where(np.arange(20) < 10, values, values + 5)
    assert ties([scores(partly), scores(other)], EXPRESSIONS, RATINGS, HOW)[(*KEY, "mean")] == ["a", "a"]


def test_a_model_without_the_measure_has_no_letter():
    values = np.linspace(0, 1, 20)
    found = ties([scores(values), scores([np.nan] * 20), scores(values)], EXPRESSIONS, RATINGS, HOW)
    assert found[(*KEY, "mean")] == ["a", "", "a"]


def test_too_few_expressions_and_constants_have_no_letters():
    few = np.where(np.arange(20) < 2, 0.5, np.nan)
    assert ties([scores(few), scores(few)], EXPRESSIONS, RATINGS, HOW) == {}
    constant = ties([scores(np.ones(20)), scores(np.linspace(0, 1, 20))], EXPRESSIONS, RATINGS, HOW)
    assert list(constant) == [(*KEY, "mean")]


def test_two_models_are_compared_on_their_own_items_whatever_a_third_has():
    """A model with a handful of items takes nothing from what is known about the others."""
    base = np.linspace(0, 1, 20)
    few = np.where(np.arange(20) < 6, base, np.nan)
    one = np.where(np.arange(20) < 1, base, np.nan)
    last = np.where(np.arange(20) < 10, base, base + 1)
    tables = [scores(base), scores(last), scores(few), scores(one)]
    first, second, handful, single = ties(tables, EXPRESSIONS, RATINGS, HOW)[(*KEY, "mean")]
    assert not set(first) & set(second)
    assert set(handful) & set(first)
    assert set(handful) & set(second)
    assert single == ""


def test_models_without_a_common_item_cannot_be_told_apart():
    base = np.linspace(0, 1, 20)
    halves = [np.where(np.arange(20) < 10, base, np.nan), np.where(np.arange(20) < 10, np.nan, base + 5)]
    assert ties([scores(half) for half in halves], EXPRESSIONS, RATINGS, HOW)[(*KEY, "mean")] == ["a", "a"]


def test_a_constant_leaves_the_correlations_of_the_others():
    rising = np.linspace(0, 1, 20)
    found = ties([scores(rising), scores(np.ones(20)), scores(-rising)], EXPRESSIONS, RATINGS, HOW)
    assert found[(*KEY, "rho_type")] == ["a", "", "b"]


@given(
    st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.booleans(), min_size=n * n, max_size=n * n)))
)
def test_letters_are_shared_exactly_by_the_same(case):
    n, flags = case
    same = np.array(flags).reshape(n, n)
    same = same | same.T | np.eye(n, dtype=bool)
    letters = shared_letters(same, np.arange(n, dtype=float))
    for i in range(n):
        assert letters[i]
        for j in range(n):
            assert bool(set(letters[i]) & set(letters[j])) == same[i, j]


def test_the_highest_has_the_first_letter():
    assert shared_letters(np.eye(3, dtype=bool), np.array([0.1, 0.9, 0.5])) == ["c", "a", "b"]


def test_many_models():
    letters = shared_letters(np.eye(30, dtype=bool), np.arange(30.0)[::-1])
    assert len(set(letters)) == 30
    assert letters[0] == "a"
    assert letters[29] == "(30)"
