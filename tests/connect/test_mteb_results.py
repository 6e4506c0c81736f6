"""What mteb's files keep of a result is that result again, without mteb."""

import json

import pytest

from idioprobe import evaluate, load_dataset, load_result
from idioprobe.connect.mteb import scores_of, task_name
from idioprobe.connect.mteb_results import read_mteb
from idioprobe.core.errors import ResultsError


@pytest.fixture(scope="module")
def data():
    return load_dataset("starter").select(["en"], ["nat"], 9)


@pytest.fixture(scope="module")
def result(data, tmp_path_factory):
    how = {"units": ("sentence",), "conditions": ("nat",), "languages": ("en",), "resamples": 100}
    return evaluate("reference:words", data, cache_dir=tmp_path_factory.mktemp("store"), **how)


@pytest.fixture
def file(result, tmp_path):
    folder = tmp_path / "results" / "model" / "revision"
    folder.mkdir(parents=True)
    path = folder / f"{task_name('starter', 'en')}.json"
    path.write_text(json.dumps({"scores": {"test": [scores_of(result)]}}), encoding="utf-8")
    return path


def test_a_result_comes_back_from_mteb_s_file(file, result, data, tmp_path):
    (back,) = read_mteb(tmp_path, lambda _: data)
    assert back.manifest == result.manifest
    assert back.tables.keys() == result.tables.keys()
    assert all(back.tables[name].equals(table) for name, table in result.tables.items())
    assert load_result(back.save(tmp_path / "ours")).summary.equals(result.summary)
    assert read_mteb(file, lambda _: data)[0].manifest == result.manifest


def test_the_score_has_interval_and_n(result):
    score = scores_of(result)
    assert {"sentence_score", "verdict", "ci_low", "ci_high", "n", "chance", "notes"} <= set(score)
    assert score["measures"]["choice_net"]["value"] == score["sentence_score"]
    assert "aff_syn_comp" not in score["measures"]
    assert not any(text in json.dumps(score) for text in result.stimuli["text"].head(20)), "texts stay in the dataset"


def test_other_data_and_broken_files_are_refused(file, data, tmp_path):
    with pytest.raises(ResultsError, match="measured on another starter"):
        read_mteb(file, lambda _: data.select(["en"], ["nat"], 3))
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(ResultsError, match="is no whole result"):
        read_mteb(file, lambda _: data)
    with pytest.raises(ResultsError, match="holds no results of our tasks"):
        read_mteb(tmp_path / "absent", lambda _: data)
