"""Papers' layouts take the languages, classes and components that the results have."""

from dataclasses import replace

import polars as pl
import pytest

from idioprobe import evaluate, make_table
from idioprobe.core.errors import ConfigError
from idioprobe.models.reference.encoder import ReferenceEncoder
from idioprobe.report.tables.empty import without_empty
from tests.report.tables.small import dataset

IN_GERMAN = {"en": "de", "pt": "nl"}
CLASSES = {"NC": "idiom", "PC": "idiom", "C": "literal"}


def changed(table):
    """The same in other languages."""
    return table.with_columns(pl.col("language").replace(IN_GERMAN))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A result in German and Dutch, of two types, with classes of its own."""
    data = dataset(classes=["idiom", "literal"])
    types = pl.when(pl.col("synonym_overlap")).then(pl.lit("idiom")).otherwise(pl.lit("noun-compound"))
    expressions = changed(data.expressions).with_columns(pl.col("class").replace(CLASSES), type=types)
    data = replace(data, stimuli=changed(data.stimuli), expressions=expressions, ratings=changed(data.ratings))
    model = ReferenceEncoder("random", data)
    return evaluate(model, data, cache_dir=tmp_path_factory.mktemp("cache"), resamples=100)


def labels(grid, level):
    return list(dict.fromkeys(row.labels[level] for row in grid.rows))


def test_rows_are_those_of_the_languages_at_hand_and_the_paper_s_are_named(elsewhere):
    grid = without_empty(make_table("H10", [elsewhere]))
    assert [column[0] for column in grid.columns[::2]] == ["DE-Nat", "DE-Neut", "NL-Nat", "NL-Neut"]
    assert any("Left out, because nothing stands there: EN-Nat" in note for note in grid.notes)


def test_rows_by_class_are_those_of_the_dataset_s_own_classes(elsewhere):
    grid = without_empty(make_table("H-ratio", [elsewhere]))
    assert labels(grid, 0) == ["DE-Nat", "DE-Neut", "NL-Nat", "NL-Neut"]
    assert labels(grid, 1) == ["all", "literal", "idiom"]


def test_rankings_are_made_in_every_language(elsewhere):
    grid = make_table("H-ranks", [elsewhere])
    assert labels(grid, 0) == ["DE-Nat", "DE-Neut", "NL-Nat", "NL-Neut"]
    assert "first idiom" in labels(grid, 1)
    assert "first NC" not in labels(grid, 1)


def test_a_table_may_be_about_a_type(elsewhere):
    grid = make_table("H10", [elsewhere], groups=("type:idiom",))
    assert grid.title == "Mean and standard deviation of similarities, sentence unit, idiom"
    with pytest.raises(ConfigError, match="`groups` NC: one of all, literal, idiom, no_overlap, type:noun-compound"):
        make_table("H10", [elsewhere], groups=("NC",))
