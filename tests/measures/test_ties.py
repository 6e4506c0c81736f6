"""Which models cannot be told apart."""

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.measures.summary import Resampling
from idioprobe.measures.ties import indistinguishable, shared_letters, ties

COMPOUNDS = pl.DataFrame(
    {"compound": [f"c{i:02}" for i in range(20)], "language": "en", "class": None, "synonym_overlap": None}
).with_columns(pl.lit(None, pl.Float64).alias("frequency"), pl.lit(None, pl.Float64).alias("ppmi"))
RATINGS = pl.DataFrame(
    {
        "compound": COMPOUNDS["compound"],
        "language": "en",
        "sentence": pl.Series([None] * 20, dtype=pl.Int64),
        "target": "compound",
        "rating": "type",
        "mean": [float(i) for i in range(20)],
    }
)
HOW = Resampling(300, 0)
KEY = ("en", "nat", "target", "sim_syn")


def scores(values):
    """One sentence for each compound."""
    return pl.DataFrame(
        {
            "item": [f"en/{c}/nat1" for c in COMPOUNDS["compound"]],
            "compound": COMPOUNDS["compound"],
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
    found = ties([scores(base), scores(base + 0.01), scores(base + NOISE[0])], COMPOUNDS, RATINGS, HOW)
    first, second, noisy = found[(*KEY, "mean")]
    assert not set(first) & set(second)
    assert set(noisy) & set(first)


def test_correlations_are_told_apart_too():
    rising = np.linspace(0, 1, 20)
    found = ties([scores(rising), scores(-rising), scores(rising**2)], COMPOUNDS, RATINGS, HOW)
    assert found[(*KEY, "rho_type")] == ["a", "b", "a"]


def test_only_items_that_all_have_count():
    values = np.linspace(0, 1, 20)
    partly = np.where(np.arange(20) < 10, values, np.nan)
    other = np.where(np.arange(20) < 10, values, values + 5)
    assert ties([scores(partly), scores(other)], COMPOUNDS, RATINGS, HOW)[(*KEY, "mean")] == ["a", "a"]


def test_a_model_without_the_measure_has_no_letter():
    values = np.linspace(0, 1, 20)
    found = ties([scores(values), scores([np.nan] * 20), scores(values)], COMPOUNDS, RATINGS, HOW)
    assert found[(*KEY, "mean")] == ["a", "", "a"]


def test_too_few_compounds_and_constants_have_no_letters():
    few = np.where(np.arange(20) < 2, 0.5, np.nan)
    assert ties([scores(few), scores(few)], COMPOUNDS, RATINGS, HOW) == {}
    constant = ties([scores(np.ones(20)), scores(np.linspace(0, 1, 20))], COMPOUNDS, RATINGS, HOW)
    assert list(constant) == [(*KEY, "mean")]


def test_indistinguishable_by_the_interval_of_the_difference():
    draws = np.array([[1.0, 2, 3, 4], [1.1, 2.1, 3.1, 4.1], [4.0, 3, 2, 1]])
    assert indistinguishable(draws).tolist() == [[True, False, True], [False, True, True], [True, True, True]]


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
