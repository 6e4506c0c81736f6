"""How alike two vectors are, by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from idioprobe.stats.similarity import METRICS, cosine, dot, euclidean, manhattan, spearman

ONE = np.array([[3.0, 4.0, 0.0]])
OTHER = np.array([[4.0, 3.0, 0.0]])

numbers = st.floats(-10, 10, allow_nan=False).map(lambda x: round(x, 4))
vectors = st.lists(numbers, min_size=4, max_size=4).filter(lambda v: max(map(abs, v)) > 0.01)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (cosine, 24 / 25),
        (dot, 24.0),
        (euclidean, 1 / (1 + np.sqrt(2))),
        (manhattan, 1 / 3),
        (spearman, 0.5),
    ],
)
def test_two_vectors_by_hand(metric, expected):
    assert metric(ONE, OTHER).tolist() == pytest.approx([expected])


def test_spearman_is_that_of_scipy_over_the_coordinates_ties_included():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 6, size=(2, 8, 30)).astype(float)
    expected = [spearmanr(x, y).statistic for x, y in zip(a, b, strict=True)]
    assert spearman(a, b) == pytest.approx(expected)


def test_opposite_vectors_have_the_cosine_minus_one_and_orthogonal_ones_zero():
    assert cosine(ONE, -2 * ONE)[0] == pytest.approx(-1.0)
    assert cosine(ONE, np.array([[0.0, 0.0, 7.0]]))[0] == pytest.approx(0.0)


def test_a_vector_of_zeros_has_no_cosine():
    assert np.isnan(cosine(ONE, np.zeros((1, 3)))[0])


def test_a_vector_of_equal_coordinates_has_no_spearman():
    assert np.isnan(spearman(ONE, np.ones((1, 3)))[0])


@given(vectors, vectors)
def test_every_metric_is_symmetric_and_bounded_ones_stay_at_or_below_one(a, b):
    left, right = np.array([a]), np.array([b])
    for metric in METRICS.values():
        value = metric.function(left, right)[0]
        assert value == pytest.approx(metric.function(right, left)[0], nan_ok=True)
        if metric.bounded and not np.isnan(value):
            assert value <= 1.0


@given(vectors, st.floats(0.1, 50))
def test_cosine_does_not_see_length(a, factor):
    row = np.array([a])
    assert cosine(row, factor * row)[0] == pytest.approx(1.0)


@given(vectors)
def test_equal_vectors_score_one_in_every_bounded_metric(a):
    row = np.array([a])
    for name, metric in METRICS.items():
        if metric.bounded and not (name == "spearman" and np.ptp(row) == 0):
            assert metric.function(row, row)[0] == pytest.approx(1.0)


def test_dot_is_the_only_metric_without_a_bound():
    assert [name for name, metric in METRICS.items() if not metric.bounded] == ["dot"]
