"""Sentences of one sense and of two (G2 §4.4)."""

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from idioprobe.papers.beside.grids import reported_grid
from tests.report.tables.small import cells, texts
from tests.support import changed, close_to

NAME = "wet blanket"
RATINGS = {1: 0.9, 2: 3.8, 3: 1.4}
COSINES = {(1, 2): 0.6, (1, 3): 0.9, (2, 3): 0.7}


@pytest.fixture(scope="module")
def two_senses(contextual):
    """The second sentence is compositional, the others are not."""
    here = pl.col("expression") == NAME
    rating = pl.col("sentence").replace_strict(RATINGS, default=None, return_dtype=pl.Float64)
    ratings = contextual.ratings.with_columns(
        mean=pl.when(here & (pl.col("rating") == "token")).then(rating).otherwise("mean")
    )
    pair = pl.concat_str(["sentence", "index"], separator=" ")
    cosines = pair.replace_strict({f"{a} {b}": v for (a, b), v in COSINES.items()}, default=None)
    across = (pl.col("comparison") == "across") & here
    similarities = contextual.similarities.with_columns(
        value=pl.when(across).then(cosines.cast(pl.Float64)).otherwise("value")
    )
    return changed(contextual, ratings=ratings, similarities=similarities)


def test_every_two_sentences_and_the_means_by_their_senses(two_senses):
    found = cells(make_table("G2-senses", two_senses, expressions=[NAME]))
    apart, alike = "idiomatic-compositional", "idiomatic-idiomatic"
    assert found[NAME, "sentences 1 and 2", apart, "alpha"].value == close_to(0.6)
    assert found[NAME, "sentences 1 and 2", apart, "Ratings"].text == "0.9 / 3.8"
    assert found[NAME, "mean", alike, "alpha"].text == "0.90"
    assert found[NAME, "mean", apart, "alpha"].value == close_to(0.65)
    assert found[NAME, "mean", apart, "alpha"].n == 2


def test_without_ratings_no_sense_is_guessed(two_senses):
    unrated = changed(two_senses, ratings=two_senses.ratings.filter(pl.col("rating") != "token"))
    grid = make_table("G2-senses", unrated, expressions=[NAME])
    assert {row.labels[1:] for row in grid.rows} == {(f"sentences {a} and {b}", "") for a, b in COSINES}
    assert f"No ratings of sentences: {NAME}." in grid.notes


def test_it_takes_the_suite_prediction(static):
    with pytest.raises(ConfigError, match=r"G2-senses needs results of the suite prediction"):
        make_table("G2-senses", static, expressions=[NAME])
    with pytest.raises(ConfigError, match=r"G2-senses is about brick wall, gold mine; tiny has none of them"):
        make_table("G2-senses", static)


def test_the_papers_own_are_kept():
    shown = texts(reported_grid("G2-senses"))
    assert shown["brick wall", "mean", "idiomatic-compositional", "BERT"] == "0.68"
    assert shown["gold mine", "mean", "idiomatic-idiomatic", "BERT"] == "0.83"
