"""mteb runs our tasks on real models, and files each result under the weights that made it."""

import json

import mteb
import numpy as np
import polars as pl
import pytest
import torch
from sentence_transformers import SentenceTransformer

from idioprobe import evaluate, load_result, make_page
from idioprobe.connect.mteb import NAMELESS, benchmark, local, tasks
from idioprobe.connect.mteb_results import read_mteb
from tests.support import close_to


@pytest.fixture(scope="module")
def models(minilm_folder, tmp_path_factory):
    """MiniLM, and one that was trained on from it, in folders of the same name."""
    one, other = (SentenceTransformer(str(minilm_folder)) for _ in range(2))
    torch.manual_seed(0)
    with torch.no_grad():
        for weights in other.parameters():
            weights.add_(torch.randn_like(weights) * 0.5 * weights.std())
    folders = [tmp_path_factory.mktemp(name) / "checkpoint" for name in ("first", "second")]
    for model, folder in zip((one, other), folders, strict=True):
        model.save_pretrained(str(folder))
    return [SentenceTransformer(str(folder)) for folder in folders]


@pytest.fixture(scope="module")
def ran(models, data, tmp_path_factory):
    """Both through `mteb.evaluate`, as they are, with one folder for results."""
    cache = mteb.ResultCache(cache_path=tmp_path_factory.mktemp("mteb"))
    found = [mteb.evaluate(model, tasks(data, "en"), cache=cache, show_progress_bar=False) for model in models]
    return cache, found


@pytest.fixture(scope="module")
def ours(data, tmp_path_factory):
    return evaluate("all-MiniLM-L6-v2", data, cache_dir=tmp_path_factory.mktemp("store"))


def test_a_model_has_the_same_score_through_mteb_as_through_a_run(ran, ours):
    (score,) = ran[1][0].task_results[0].scores["test"]
    expected = next(one for one in ours.manifest.headline if one.unit == "sentence")
    assert score["main_score"] == score["sentence_score"] == close_to(expected.value)
    assert (score["ci_low"], score["ci_high"]) == close_to((expected.ci_low, expected.ci_high))
    assert (score["n"], score["unit"], score["measure"]) == (expected.n, "sentence", "choice_net")
    means = ours.summary.filter(
        pl.col("measure") != "aff_syn_comp", group=expected.group, unit="sentence", condition="nat", statistic="mean"
    ).drop_nulls("value")
    assert {name: row["value"] for name, row in score["measures"].items()} == {
        name: close_to(value) for name, value in means.select("measure", "value").iter_rows()
    }


def test_two_local_models_never_share_a_result(ran, models, data):
    cache, found = ran
    paths = sorted(cache.cache_path.rglob("IdiomScore-*.json"))
    assert len(paths) == len({path.parent for path in paths}) == 2
    assert not any("no_model_name" in str(path) for path in paths)
    first, second = (one.task_results[0].scores["test"][0]["measures"]["sim_syn"]["value"] for one in found)
    assert abs(first - second) > 1e-3
    again = mteb.evaluate(models[0], tasks(data, "en"), cache=cache, show_progress_bar=False)
    assert again.task_results[0].scores["test"][0]["measures"]["sim_syn"]["value"] == close_to(first)
    named = [local(model) for model in models]
    assert len({(one.mteb_model_meta.name, one.mteb_model_meta.revision) for one in named}) == 2
    served = [
        mteb.evaluate(one, tasks(data, "en"), cache=cache, overwrite_strategy="only-cache", show_progress_bar=False)
        for one in named
    ]
    values = [one.task_results[0].scores["test"][0]["measures"]["sim_syn"]["value"] for one in served]
    assert values == close_to([first, second])


def test_a_changed_dataset_is_measured_anew(data):
    (old,), (new,) = tasks(data, "en"), tasks(data.select(["en"], ["nat"], 5), "en")
    assert old.metadata.name == new.metadata.name
    assert old.hf_subsets != new.hf_subsets


def test_mteb_reads_the_results_in_its_own_folder(ran, data):
    cache, _ = ran
    loaded = cache.load_results(tasks=tasks(data, "en"))
    assert {one.model_revision for one in loaded.model_results} == {
        path.parent.name for path in cache.cache_path.rglob("IdiomScore-*.json")
    }
    table = loaded.to_dataframe()
    assert table.shape[1] == 2 + 2, "a column for each model"
    told = json.loads(next(cache.cache_path.rglob("IdiomScore-*.json")).read_text(encoding="utf-8"))
    assert {"ci_low", "ci_high", "n", "chance"} <= set(told["scores"]["test"][0])
    assert mteb.get_task("IdiomScore-starter-en").metadata.main_score == "sentence_score"
    assert [task.metadata.name for task in benchmark(data).tasks] == ["IdiomScore-starter-en"]


def test_results_of_mteb_stand_on_our_page_beside_a_run(ran, ours, data, tmp_path):
    results = read_mteb(ran[0].cache_path, lambda _: data)
    assert [result.manifest.model.family for result in results] == ["mteb", "mteb"]
    folders = [result.save(tmp_path / "results") for result in (*results, ours)]
    back = [load_result(folder) for folder in folders]
    scores = {result.manifest.model.name: result.manifest.headline[0].value for result in back[:2]}
    assert len(scores) == 2
    page = make_page(tmp_path / "results", tmp_path / "page.html").read_text(encoding="utf-8")
    assert all(name.rpartition("/")[2] in page for name in (*scores, "all-MiniLM-L6-v2"))


class Letters:
    """A model of mteb's without weights: how often each letter occurs."""

    def __init__(self):
        self.mteb_model_meta = mteb.models.ModelMeta.create_empty()

    def encode(self, inputs, **_how):
        texts = [text for batch in inputs for text in batch["text"]]
        return np.array([[text.lower().count(chr(code)) for code in range(97, 123)] for text in texts], np.float32)

    def similarity(self, one, other):
        return one @ other.T

    def similarity_pairwise(self, one, other):
        return (one * other).sum(axis=1)


def test_a_model_without_weights_or_name_is_told_by_its_vectors(data, tmp_path):
    cache, model = mteb.ResultCache(cache_path=tmp_path), Letters()
    assert model.mteb_model_meta.name == NAMELESS
    found = mteb.evaluate(model, tasks(data, "en"), cache=cache, show_progress_bar=False)
    assert -1 <= found.task_results[0].get_score() <= 1
    (path,) = tmp_path.rglob("IdiomScore-*.json")
    assert "no_model_name" not in str(path)
