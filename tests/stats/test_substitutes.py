"""Resampling expressions and their substitutes: what it estimates is known in closed form, or by a plain loop."""

import numpy as np
import pytest

from idioprobe.stats.bootstrap import intervals
from idioprobe.stats.substitutes import cell_means, if_all_equal, pooled, pooled_by_expression, two_way_draws


def plain_draws(cells, resamples, rng):
    """The same, one draw after the other."""
    expressions, words, randoms = cells.shape
    found = []
    for _ in range(resamples):
        values = []
        for one in rng.integers(expressions, size=expressions):
            w, r = rng.integers(words, size=words), rng.integers(randoms, size=randoms)
            values.append(cells[one][np.ix_(w, r)].mean())
        found.append(np.mean(values))
    return np.array(found)


def draws_of(cells, resamples=4000):
    ids = np.arange(len(cells))
    return two_way_draws([pooled_by_expression(pooled(cells, 0), ids)], resamples, 0)[0]


def test_it_draws_what_a_plain_loop_draws():
    rng = np.random.default_rng(1)
    cells = (rng.random((20, 5, 4)) + rng.normal(size=(20, 5, 1)) > 0.5).astype(np.float32)
    ours, theirs = draws_of(cells), plain_draws(cells, 4000, rng)
    assert ours.mean() == pytest.approx(theirs.mean(), abs=0.01)
    assert ours.std() == pytest.approx(theirs.std(), rel=0.08)
    assert intervals(ours[np.newaxis])[0] == pytest.approx(np.percentile(theirs, [2.5, 97.5]), abs=0.02)


def test_it_covers_the_truth_where_substitutes_differ_and_resampling_expressions_alone_does_not():
    rng = np.random.default_rng(2)
    covered = [0, 0]
    for _ in range(100):
        hard, words = rng.normal(size=(12, 1, 1)), rng.normal(scale=2, size=(12, 3, 1))
        cells = (hard + words + rng.normal(scale=0.5, size=(12, 3, 3)) > 0).astype(np.float32)
        (low, high), alone = intervals(draws_of(cells, 1000)[np.newaxis])[0], cells.mean(axis=(1, 2))
        one_way = np.percentile(rng.choice(alone, (1000, 12)).mean(axis=1), [2.5, 97.5])
        covered[0] += low <= 0.5 <= high
        covered[1] += one_way[0] <= 0.5 <= one_way[1]
    assert covered[0] >= 90
    assert covered[0] >= covered[1]


def test_a_single_substitute_of_each_kind_is_the_bootstrap_over_expressions():
    cells = np.arange(10, dtype=np.float32).reshape(10, 1, 1)
    draws = draws_of(cells)
    assert draws.mean() == pytest.approx(4.5, abs=0.1)
    assert draws.std() == pytest.approx(np.arange(10).std() / np.sqrt(10), rel=0.05)


def test_an_item_that_lacks_substitutes_counts_by_those_it_has():
    full = np.ones((1, 2, 2), dtype=np.float32)
    lacking = np.array([[[1.0, np.nan], [np.nan, np.nan]]], dtype=np.float32)
    assert np.allclose(pooled(np.concatenate([full, lacking]), 0), 1)
    assert cell_means(lacking).tolist() == [1.0]


def test_sentences_of_an_expression_share_the_draws_of_its_substitutes():
    cells = np.array([[[0.0], [1.0]], [[1.0], [0.0]]], dtype=np.float32)
    together = pooled_by_expression(pooled(cells, 0), np.array([0, 0]))
    assert np.allclose(together, 0.5)


def test_equal_values_leave_room_for_exceptions_as_clopper_and_pearson_have_it():
    assert if_all_equal(np.zeros(7), 0, 1) == pytest.approx((0, 0.4096), abs=1e-4)
    assert if_all_equal(np.ones(72), 0, 1) == pytest.approx((0.9501, 1), abs=1e-4)
    assert if_all_equal(np.zeros(7), -1, 1) == pytest.approx((-0.4096, 0.4096), abs=1e-4)
    assert if_all_equal(np.array([0.0, 1.0]), 0, 1) is None
