"""Gaps of P4 between naturalistic and neutral sentences (G1 §4.4)."""

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from idioprobe.papers.beside.grids import reported_grid
from tests.report.tables.small import CLASSES, ENGLISH, cells, texts
from tests.support import changed, close_to

NEUTRAL = 0.9


@pytest.fixture(scope="module")
def apart(contextual):
    """In neutral sentences all are alike; in naturalistic ones number i is 0.1 · i below, the last above."""
    order = {name: i for i, name in enumerate(ENGLISH)}
    number = pl.col("expression").replace_strict(order, default=0, return_dtype=pl.Float64)
    natural = pl.when(number == len(ENGLISH) - 1).then(NEUTRAL + 0.05).otherwise(NEUTRAL - 0.1 * number)
    value = pl.when(pl.col("condition") == "nat").then(natural).otherwise(NEUTRAL)
    of_p4 = pl.col("measure") == "ctx_in_out"
    return changed(
        contextual, scores=contextual.scores.with_columns(value=pl.when(of_p4).then(value).otherwise("value"))
    )


def test_the_largest_and_the_smallest_stand_with_both_similarities_and_the_class(apart):
    found = cells(make_table("G1-gaps", apart))
    sixth = ENGLISH[6]
    assert found["EN", "largest", "1", "alpha"].text == f"{sixth} ({CLASSES[6]}) 0.30 / 0.90"
    assert found["EN", "largest", "1", "alpha"].value == close_to(0.6)
    assert found["EN", "smallest", "1", "alpha"].text == f"{ENGLISH[0]} ({CLASSES[0]}) 0.90 / 0.90"
    # Nearer in naturalistic sentences is a gap too.
    assert found["EN", "smallest", "2", "alpha"].value == close_to(0.05)


def test_how_many_and_which_more_are_the_users(apart):
    grid = make_table("G1-gaps", apart, top=1, expressions=["Wet Blanket"])
    english = [row.labels for row in grid.rows if row.labels[0] == "EN"]
    assert english == [("EN", "largest", "1"), ("EN", "smallest", "1"), ("EN", "named", "Wet Blanket")]
    assert texts(grid)["EN", "named", "Wet Blanket", "alpha"] == f"wet blanket ({CLASSES[5]}) 0.40 / 0.90"


def test_word_vectors_have_none(static, apart):
    shown = texts(make_table("G1-gaps", [apart, static]))
    assert {text for key, text in shown.items() if key[-1] == "vectors.txt"} == {""}
    with pytest.raises(ConfigError, match=r"G1-gaps compares P4 in naturalistic and in neutral sentences"):
        make_table("G1-gaps", static)


def test_the_papers_own_are_kept():
    shown = texts(reported_grid("G1-gaps"))
    assert shown["EN", "largest", "1", "BERT"] == "engine room (C) 0.68 / 0.89"
    assert shown["EN", "smallest", "1", "BERT"] == "rice paper (C) 0.84 / 0.86"
    assert shown["EN", "named", "melting pot", "BERT"] == "0.16"
