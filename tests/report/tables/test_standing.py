"""A table says on which sentences, classes and ratings its numbers stand, as they were found and not as asked."""

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.papers.tables import all_tables
from idioprobe.report.tables.spec import LayoutTable
from tests.report.tables.small import table
from tests.support import changed

NOT_HERE = ("G1-concat", "G2-6", "G2-senses", "G2-spread", "W1", "W3", "W4", "words-vectors")
"""Of other expressions, views, ratings or suites than those of the small results."""
FROM_RESULTS = [
    name
    for name, known in all_tables().items()
    if name not in NOT_HERE and (isinstance(known, LayoutTable) or known.source == "results")
]


@pytest.mark.parametrize("name", FROM_RESULTS)
def test_every_table_of_results_says_what_it_rests_on(maker, name):
    first = table(maker, name).notes[0]
    said = dict(part.split(": ", 1) for part in first.rstrip(".").split("; "))
    assert said["dataset"] == "tiny"
    assert said["labelling"] == "hand"
    assert "rating" in said
    known = all_tables()[name]
    if isinstance(known, LayoutTable) or known.conditions:
        assert set(said["condition"].split(", ")) <= {"nat", "neut", "none"}


def test_the_rating_that_was_found_is_told_and_not_the_first_that_would_do(contextual):
    assert "rating: token, token_mean;" in make_table("V5.7", contextual).notes[0]
    without = contextual.summary.filter(pl.col("rating").ne_missing("token_mean"))
    assert "rating: token, token_avg;" in make_table("V5.7", changed(contextual, summary=without)).notes[0]


def test_the_condition_that_was_found_is_told(static):
    assert "condition: neut;" in make_table("V5.9", static).notes[0]
    natural = changed(static, scores=static.scores.filter(condition="nat"))
    assert "condition: nat;" in make_table("V5.9", natural).notes[0]


def test_another_rating_of_the_users_is_told(contextual):
    assert "rating: class_rank;" in make_table("H5", contextual, rating="class_rank").notes[0]


def test_random_words_are_named_where_they_take_part(contextual):
    assert "random words by: mean" in make_table("H3", contextual).notes[0]
    assert "random words" not in make_table("V5.9", contextual).notes[0]


def test_levels_have_no_rating(contextual):
    assert "rating: none;" in make_table("H10", contextual).notes[0]
