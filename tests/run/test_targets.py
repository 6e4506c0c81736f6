"""Expressions whose parts stand apart, from a dataset folder to results, tables and vectors made elsewhere."""

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate, load_dataset, load_result
from idioprobe.core.requests import Request, parse_spans, request_id
from idioprobe.data.folder import read_folder, write_folder
from idioprobe.run.config import make_config
from idioprobe.run.requests import requests_table
from tests.embed.slow import scattered
from tests.run.parted import STIMULI, write_parted
from tests.support import HandmadeEncoder, close_to, with_ends

GAVE = Request("She gave the whole idea up.", ((4, 8), (24, 26)))
ASKED = {"suites": ("probes", "prediction"), "resamples": 100, "floor": False}


@pytest.fixture
def folder(tmp_path):
    return write_parted(tmp_path / "parted")


def test_a_folder_is_written_as_it_was_read(folder, tmp_path):
    data = read_folder(folder)
    write_folder(data, tmp_path / "again")
    assert read_folder(tmp_path / "again").stimuli.equals(data.stimuli)
    written = pl.read_csv(tmp_path / "again" / "stimuli.csv")
    assert written["spans"].to_list() == [line.rpartition(",")[2] for line in STIMULI.splitlines()[1:]]
    assert "start" not in written.columns


def test_a_model_is_asked_for_all_parts_and_for_the_expression_alone(folder, tmp_path):
    asked = []

    def vector(request):
        asked.append(request)
        return scattered(request)

    result = evaluate(HandmadeEncoder(vector), str(folder), cache_dir=tmp_path, **ASKED)
    assert {GAVE, Request("gave up", ((0, 7),)), Request(GAVE.text)} <= set(asked)
    assert result.dropped.filter(unit="target").is_empty()
    again = load_result(result.save(tmp_path / "out"))
    assert again.stimuli.equals(result.stimuli)


def test_a_result_of_05_with_start_and_end_comes_back_with_spans(tmp_path):
    options = {"cache_dir": tmp_path, "resamples": 100, "limit": 2, "languages": ("en",)}
    result = evaluate(HandmadeEncoder(scattered), "starter", **options)
    saved = result.save(tmp_path / "out")
    with_ends(result.stimuli).drop("spans").write_parquet(saved / "stimuli.parquet")
    assert load_result(saved).stimuli.equals(result.stimuli)


@pytest.mark.parametrize("keys", [["id"], ["text", "spans"]])
def test_vectors_made_elsewhere_are_found_by_id_or_by_text_and_spans(folder, tmp_path, keys):
    data = load_dataset(str(folder))
    table = requests_table(data, make_config(ASKED))
    assert table.columns == ["id", "text", "spans"]
    assert (request_id(GAVE), GAVE.text, "4:8 24:26") in table.rows()
    requests = [Request(text, parse_spans(spans) if spans else ()) for _, text, spans in table.rows()]
    made = table.select(keys).with_columns(vector=pl.Series([scattered(one).tolist() for one in requests]))
    made.write_parquet(tmp_path / "made.parquet")
    found = evaluate(f"vectors:{tmp_path / 'made.parquet'}", data, cache_dir=tmp_path, **ASKED)
    direct = evaluate(HandmadeEncoder(scattered), data, cache_dir=tmp_path, **ASKED)
    np.testing.assert_array_equal(found.scores["value"].to_numpy(), direct.scores["value"].to_numpy())


def test_word_by_word_what_replaces_each_word_is_the_same(folder, tmp_path):
    result = evaluate("reference:words", str(folder), cache_dir=tmp_path, **ASKED)
    words = result.scores.filter(measure="sim_words")
    assert len(words) == 4
    assert words["value"].to_list() == close_to([1.0] * 4)
