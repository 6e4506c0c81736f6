"""items.csv: one row per expression and sentence, one column per measure, fit for a spreadsheet."""

import csv

import numpy as np
import polars as pl
import pytest

from idioprobe import load_result
from idioprobe.run.items import items_table
from tests.suites.world import beaver, cosines
from tests.support import close_to

NEAR = {"syn": 0.9, "head": 0.5, "modifier": 0.4, "words": 0.6, "rand": 0.1}
FAR = {**NEAR, "syn": 0.3}


@pytest.fixture
def result(tmp_path):
    """Targets in which the synonym is near, sentences in which it is far."""
    return beaver(tmp_path, cosines(**NEAR), cosines(**FAR))


def test_a_row_is_a_sentence_and_says_whose_it_is(result):
    (row,) = result.items.filter(condition="nat").to_dicts()
    assert list(row)[:8] == ["item", "expression", "language", "type", "class", "condition", "sentence", "text"]
    assert list(row.values())[:8] == (
        ["en/eager beaver/nat1", "eager beaver", "en", "noun-compound", "NC", "nat", 1, "We saw eager beaver there."]
    )


def test_a_column_is_a_measure_of_sentences_and_those_of_targets_say_so(result):
    (row,) = result.items.filter(condition="nat").to_dicts()
    assert row["sim_syn"] == close_to(0.3)
    assert row["sim_syn_target"] == close_to(0.9)
    assert row["aff_syn_words"] == close_to(-0.3)
    assert row["aff_syn_words_target"] == close_to(0.3)


def test_where_there_is_one_unit_its_measures_have_their_plain_names(tmp_path):
    items = beaver(tmp_path, cosines(**NEAR), units=("target",)).items
    assert items["sim_syn"].to_list() == [close_to(0.9)]
    assert not [column for column in items.columns if column.endswith("_target")]


def test_every_value_of_the_scores_is_in_it(result):
    items = result.items
    for item, unit, measure, value in result.scores.select("item", "unit", "measure", "value").iter_rows():
        column = measure if unit == "sentence" else f"{measure}_{unit}"
        (found,) = items.filter(item=item)[column]
        assert found == (None if value is None else close_to(value))


def test_of_several_views_it_has_the_one_that_is_shown(result):
    twice = pl.concat([result.scores, result.scores.with_columns(view=pl.lit("zz"), value=pl.lit(0.0))])
    tables = {**result.tables, "scores": twice}
    assert items_table(tables)["sim_syn"].to_list()[0] == 0.0
    own = result.scores["view"][0]
    assert items_table(tables, own).equals(result.items)


def test_it_is_written_with_the_results_and_a_folder_without_it_loads(result, tmp_path):
    folder = result.save(tmp_path / "out")
    with (folder / "items.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(result.items)
    assert np.isclose(float(rows[0]["sim_syn"]), 0.3)
    (folder / "items.csv").unlink()
    assert load_result(folder).items.equals(result.items)


def test_a_text_that_a_spreadsheet_would_run_is_quoted(result, tmp_path):
    hostile = result.tables["stimuli"].with_columns(text=pl.lit("=1+1"))
    folder = type(result)(result.manifest, {**result.tables, "stimuli": hostile}).save(tmp_path / "out")
    assert ",'=1+1," in (folder / "items.csv").read_text(encoding="utf-8")


def test_pairs_of_epsilon_are_averaged_over_a_sentence(result):
    pairs = pl.DataFrame(
        {"item": ["en/eager beaver/nat1"] * 2, "view": ["mean"] * 2, "eps_idiom": [0.2, 0.4], "eps_base": [0.1, 0.1]}
    )
    tables = {name: result.tables[name] for name in ("stimuli", "expressions")} | {"epsilon": pairs}
    (row,) = items_table(tables).to_dicts()
    assert (row["eps_idiom"], row["eps_base"]) == (close_to(0.3), close_to(0.1))
