"""What one person's judgments have in common with those of the others."""

import numpy as np
import polars as pl
import pytest

from idioprobe.core.tables import RATINGS
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.questions.people import person_statistics


def judged(between, within, judges, expressions=400, seed=0):
    """Ratings of expressions by people, and each person's own judgments: expressions × judges."""
    rng = np.random.default_rng(seed)
    own = rng.normal(0, between, (expressions, 1)) + rng.normal(0, within, (expressions, judges))
    rows = [
        (f"e{i}", "en", None, "expression", "type", row.mean(), row.std(ddof=1), judges) for i, row in enumerate(own)
    ]
    return pl.DataFrame(rows, schema=RATINGS, orient="row"), own


@pytest.mark.parametrize(("between", "within", "judges"), [(1.0, 1.0, 5), (1.5, 0.8, 10), (0.5, 1.5, 20)])
def test_the_estimate_is_what_leaving_one_out_gives(between, within, judges):
    ratings, own = judged(between, within, judges)
    found = [np.corrcoef(own[:, i], np.delete(own, i, axis=1).mean(axis=1))[0, 1] for i in range(judges)]
    (row,) = person_statistics(ratings, "all", "qa_rating", Resampling(200))
    assert row.value == pytest.approx(np.mean(found), abs=0.01)
    assert row.ci_low < row.value < row.ci_high
    assert (row.statistic, row.rating, row.n) == ("rho_person", "type", 400)


def test_who_agree_in_all_correlate_perfectly():
    ratings, _ = judged(1.0, 0.0, 4, 20)
    (row,) = person_statistics(ratings, "all", "qa_rating", Resampling(100))
    assert row.value == pytest.approx(1)


def test_without_a_spread_nothing_is_said():
    ratings, _ = judged(1.0, 1.0, 4, 20)
    bare = ratings.with_columns(sd=pl.lit(None, pl.Float64), n=pl.lit(None, pl.Int64))
    assert list(person_statistics(bare, "all", "qa_rating", Resampling(100))) == []
