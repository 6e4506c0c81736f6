"""What is empty is not printed, but named; a rating that is missing names the option that fills the table."""

import json

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from idioprobe.report.tables.empty import without_empty
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.render import written
from tests.report.tables.small import texts
from tests.support import changed

FULL, EMPTY = Cell("1", 1.0), Cell()
GRID = Grid(
    "T",
    "t",
    (("a",), ("b",)),
    (Row(("x", "en"), (FULL, EMPTY)), Row(("x", "pt"), (EMPTY, EMPTY)), Row(("y", "en"), (FULL, EMPTY))),
    ("A note.",),
)


def test_rows_and_columns_without_anything_are_left_out_and_named():
    shown = without_empty(GRID)
    assert [row.labels for row in shown.rows] == [("x", "en"), ("y", "en")]
    assert shown.columns == (("a",),)
    assert shown.notes == ("A note.", "Left out, because nothing stands there: pt, b.")


def test_a_full_table_and_one_of_nothing_stay_as_they_are():
    full = Grid("T", "t", (("a",),), (Row(("x",), (FULL,)),))
    nothing = Grid("T", "t", (("a",),), (Row(("x",), (EMPTY,)),))
    assert (without_empty(full), without_empty(nothing)) == (full, nothing)


def test_json_keeps_them_for_scripts():
    assert len(json.loads(written([GRID], "json"))["cells"]) == 6
    assert "pt" not in written([GRID], "csv")


def test_of_a_model_in_one_language_the_other_is_not_printed(static):
    shown = written([make_table("H5", static)], "markdown")
    assert "| EN-Nat |" in shown
    assert "| PT-Nat |" not in shown
    assert "Left out, because nothing stands there: PT-Nat, PT-Neut." in shown


@pytest.fixture
def unrated(contextual):
    """Classes are all that is known of the expressions."""
    kept = pl.col("rating").is_null() | (pl.col("rating") == "class_rank")
    return changed(contextual, summary=contextual.summary.filter(kept))


@pytest.mark.parametrize("name", ["H5", "V5.7", "G1-2"])
def test_a_missing_rating_names_the_option_that_fills_the_table(unrated, name):
    with pytest.raises(ConfigError, match=r"ratings .*; `rating` class_rank fills the table\."):
        make_table(name, unrated)
    assert any(texts(make_table(name, unrated, rating="class_rank")).values())


def test_one_that_would_fill_nothing_is_not_named(contextual):
    without = changed(contextual, summary=contextual.summary.filter(pl.col("rating").is_null()))
    with pytest.raises(ConfigError) as told:
        make_table("H5", without)
    assert "`rating`" not in str(told.value)
