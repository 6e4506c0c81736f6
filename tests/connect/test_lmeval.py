"""Tasks for lm-eval, and logs of it, without lm-eval."""

import json
import re

import numpy as np
import polars as pl
import pytest
import yaml

from idioprobe import load_dataset
from idioprobe.connect.lmeval import read_logs, result_of, write_lm_eval
from idioprobe.core.errors import ConfigError, ResultsError
from idioprobe.suites.questions.likelihoods import highest, per_character

LIMIT = 6


@pytest.fixture(scope="module")
def data():
    return load_dataset("starter")


@pytest.fixture(scope="module")
def tasks(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lm-eval") / "tasks"
    return folder, write_lm_eval(data, folder, ["en"], LIMIT)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_task_is_normalised_and_names_its_questions(tasks):
    folder, groups = tasks
    for name in groups:
        group = yaml.safe_load((folder / f"{name}.yaml").read_text(encoding="utf-8"))
        assert len(group["task"]) == 7
        for task in group["task"]:
            part = task.removeprefix("idioprobe_starter_")
            told = yaml.safe_load((folder / f"{part}.yaml").read_text(encoding="utf-8"))
            assert told["task"] == task
            assert told["output_type"] == "multiple_choice"
            assert told["metric_list"][0]["metric"] == "acc_norm"
            rows = lines(folder / told["dataset_kwargs"]["data_files"]["test"])
            assert all(row["roles"][row["target"]] in ("syn", "idiomatic") for row in rows)


def logged(folder, place, task, choose):
    """What lm-eval writes for a task; `choose` gives the likelihood of each option."""
    rows = lines(folder / f"{task}.jsonl")
    samples = [{"doc": row, "filtered_resps": [[str(value), "False"] for value in choose(row)]} for row in rows]
    name, date = f"idioprobe_starter_{task}", "2026-11-18T01-00-00.123456"
    place.mkdir(exist_ok=True)
    (place / f"samples_{name}_{date}.jsonl").write_text("\n".join(map(json.dumps, samples)), encoding="utf-8")
    config = yaml.safe_load((folder / f"{task}.yaml").read_text(encoding="utf-8"))
    about = {"model_name": "me/model", "configs": {name: config}, "config": {"model_args": "x=1"}}
    (place / f"results_{date}.json").write_text(json.dumps(about), encoding="utf-8")


def test_answers_of_lm_eval_are_measured_as_our_suite_measures_them(tasks, data, tmp_path):
    """A model that finds synonyms likelier per character than anything else."""
    folder, _ = tasks
    logged(
        folder, tmp_path / "out", "en_pair_nat", lambda row: [-len(o) * (1 + i) for i, o in enumerate(row["options"])]
    )
    (log,) = read_logs(tmp_path / "out")
    result = result_of(log, data, cache_dir=tmp_path / "store", resamples=100)
    assert result.manifest.model.name == "me/model"
    score = result.manifest.headline[0]
    assert (score.measure, score.value) == ("qa_pref_words", 1.0)
    answers = result.table("answers").filter(pl.col("likelihoods").is_not_null())
    assert set(answers["choice"]) == {"syn"}
    for row in answers.to_dicts():
        assert highest(per_character(row["likelihoods"], row["options"])) == row["position"] - 1
    assert "lm-eval's samples do not have this question" in set(result.dropped["reason"])


def test_other_answers_are_another_model(tasks, data, tmp_path):
    folder, _ = tasks
    rng = np.random.default_rng(0)
    digits = set()
    for n in range(2):
        logged(folder, tmp_path / f"{n}", "en_pair_none", lambda row: rng.uniform(-9, 0, len(row["options"])))
        (log,) = read_logs(tmp_path / f"{n}")
        digits.add(result_of(log, data, cache_dir=tmp_path / "store", resamples=100).manifest.digits)
    assert len(digits) == 2


def test_mistakes_are_told(tasks, data, tmp_path):
    folder, _ = tasks
    with pytest.raises(ResultsError, match="--log_samples"):
        read_logs(tmp_path)
    logged(folder, tmp_path / "out", "en_pair_nat", lambda _: [0.0])
    with pytest.raises(ResultsError, match="1 likelihoods of 2 options"):
        read_logs(tmp_path / "out")
    logged(folder, tmp_path / "out", "en_pair_nat", lambda _: [0.0, -1.0])
    with pytest.raises(ResultsError, match=re.escape("run on another starter")):
        result_of(read_logs(tmp_path / "out")[0], data.select(["en"], ["nat"], 3))
    with pytest.raises(ConfigError, match="`languages` xx"):
        write_lm_eval(data, tmp_path / "new", ["xx"])
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(ConfigError, match="holds other files"):
        write_lm_eval(data, tmp_path / "full", ["en"], 2)
