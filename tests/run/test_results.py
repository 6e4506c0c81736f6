"""A result is a manifest and tables by name, and comes back from its folder as it was."""

import json

import polars as pl
import pytest

from idioprobe import load_result
from idioprobe.core.errors import OldResultsError, ResultsError
from tests.suites.world import beaver, cosines
from tests.support import changed


@pytest.fixture
def result(tmp_path):
    return beaver(tmp_path, cosines(syn=0.9, head=0.5, modifier=0.4, words=0.6, rand=0.1))


def test_tables_are_a_mapping(result):
    assert {"stimuli", "expressions", "ratings", "lengths", "similarities", "scores"} <= set(result.tables)
    assert result.tables["summary"] is result.summary


def test_a_table_of_a_suite_that_did_not_run_is_empty(result):
    assert result.table("epsilon").is_empty()
    assert "epsilon" not in result.tables


def test_it_comes_back_as_it_was(result, tmp_path):
    again = load_result(result.save(tmp_path / "out"))
    assert again.manifest == result.manifest
    assert set(again.tables) == set(result.tables)
    assert all(again.tables[name].equals(table) for name, table in result.tables.items())


def test_the_manifest_is_what_the_file_says(result, tmp_path):
    written = json.loads((result.save(tmp_path / "out") / "run.json").read_text(encoding="utf-8"))
    assert written == result.info
    assert written["model"]["name"] == result.manifest.model.name == "handmade"


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"format": 2}, OldResultsError, "has result format 2; this version reads 4; run it again"),
        ({"format": 99}, ResultsError, "update idioprobe"),
        ({"started": None}, ResultsError, "run.json: started: "),
        ({"counts": {}}, ResultsError, "run.json: counts.expressions: Field required"),
    ],
)
def test_a_manifest_that_does_not_fit_is_named(result, tmp_path, change, error, message):
    folder = result.save(tmp_path / "out")
    written = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    (folder / "run.json").write_text(json.dumps(written | change), encoding="utf-8")
    with pytest.raises(error, match=message) as caught:
        load_result(folder)
    assert str(folder) in str(caught.value)


def test_a_folder_without_a_number_is_no_result(result, tmp_path):
    folder = changed(result, summary=result.summary.clear()).save(tmp_path / "out")
    with pytest.raises(
        ResultsError, match=r"is not a whole result folder \(summary\.csv: no row, so nothing was scored"
    ):
        load_result(folder)


def test_a_result_from_before_there_were_components_has_them_from_modifier_and_head(result, tmp_path):
    folder = result.save(tmp_path / "out")
    path = folder / "expressions.parquet"
    pair = {"modifier": pl.lit("eager"), "head": pl.lit("beaver")}
    pl.read_parquet(path).drop("components", "type").with_columns(**pair).write_parquet(path)
    written = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    del written["dataset"]["classes"]
    (folder / "run.json").write_text(json.dumps(written), encoding="utf-8")
    again = load_result(folder)
    assert again.expressions.equals(result.expressions)
    assert again.classes == ("NC", "PC", "C")


def test_a_result_from_before_a_column_was_there_has_it_empty(result, tmp_path):
    folder = result.save(tmp_path / "out")
    older = result.expressions.drop("pmi", "average_frequency")
    older.write_parquet(folder / "expressions.parquet")
    again = load_result(folder).expressions
    assert again.columns == result.expressions.columns
    assert again["pmi"].to_list() == [None]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop("value"), "scores.parquet: the column value is missing"),
        (lambda t: t.with_columns(pl.col("value").cast(pl.String)), "scores.parquet: the column value holds String"),
    ],
)
def test_a_table_of_other_columns_or_types_is_named(result, tmp_path, change, message):
    folder = result.save(tmp_path / "out")
    change(pl.read_parquet(folder / "scores.parquet")).write_parquet(folder / "scores.parquet")
    with pytest.raises(ResultsError, match=message) as caught:
        load_result(folder)
    assert str(folder) in str(caught.value)


def test_a_csv_of_other_columns_is_named(result, tmp_path):
    folder = result.save(tmp_path / "out")
    pl.read_csv(folder / "summary.csv").drop("n").write_csv(folder / "summary.csv")
    with pytest.raises(ResultsError, match=r"summary\.csv: the columns are not model, "):
        load_result(folder)


def test_text_that_a_spreadsheet_would_run_is_quoted_in_files_only(result, tmp_path):
    dropped = pl.DataFrame([dict.fromkeys(result.dropped.columns)], schema=result.dropped.schema)
    dropped = dropped.with_columns(expression=pl.lit("=1+1"), reason=pl.lit("-x"))
    folder = changed(result, dropped=dropped).save(tmp_path / "out")
    assert "'=1+1" in (folder / "dropped.csv").read_text(encoding="utf-8")
    assert load_result(folder).dropped.equals(dropped)
