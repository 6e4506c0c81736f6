"""Results stand in one table only if they differ in nothing but the model."""

import json
import re

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError, IdioprobeError, ResultsError
from idioprobe.report.results import find_results
from idioprobe.report.tables.gather import gather
from tests.report.tables.small import alpha, dataset, run, texts
from tests.support import changed


@pytest.fixture(scope="session")
def lean(contextual):
    """The contextual result with what H3 and V5.9 need of it."""
    return slim(contextual)


@pytest.fixture(scope="session")
def lean_static(static):
    return slim(static)


def slim(result):
    summary = result.summary.filter(pl.col("measure") == "sim_syn", pl.col("statistic").is_in(["rho_type", "mean"]))
    return changed(result, summary=summary, similarities=result.similarities.head(0))


def other(result, name="beta", **changes):
    """The result of another model, with other entries in its manifest; a dot leads to an inner one."""
    info = json.loads(json.dumps(result.info)) | {"digits": "0123abcd"}
    info["model"]["name"] = name
    for path, value in changes.items():
        outer, _, inner = path.partition("__")
        info[outer][inner] = value
    return changed(result, info=info)


def in_views(result, *views):
    """The result with all its numbers in each of these views."""
    return changed(
        result,
        summary=pl.concat([result.summary.with_columns(view=pl.lit(view)) for view in views]),
        scores=pl.concat([result.scores.with_columns(view=pl.lit(view)) for view in views]),
    )


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"dataset__name": "ncimp"}, ("dataset is tiny", "ncimp")),
        ({"dataset__labelling": "ClassType"}, ("labelling is hand", "ClassType")),
        ({"dataset__sha256": "f" * 64}, ("dataset content (sha256) is ", "ffffffffffff")),
        ({"config__metric": "euclidean"}, ("metric is cosine", "euclidean")),
        ({"config__limit": 3}, ("limit is not set", "3")),
        ({"config__special_tokens": True}, ("special_tokens is False", "True")),
        ({"config__winner": "target"}, ("winner is unit", "target")),
        ({"config__length": "dataset"}, ("length is tokens", "dataset")),
    ],
)
def test_the_message_names_the_difference(lean, changes, difference):
    with pytest.raises(ConfigError, match="cannot be in one table") as refused:
        gather([lean, other(lean, **changes)])
    mine, others = difference
    assert re.search(rf"{re.escape(mine)}.* for alpha\b.* and {others} for beta\b", str(refused.value))


@pytest.mark.parametrize(
    "changes", [{"config__seed": 7}, {"config__resamples": 500}, {"config__suites": ["probes"]}, {"config__dtype": "x"}]
)
def test_what_does_not_change_a_number_that_is_shown_may_differ(lean, changes):
    assert len(gather([lean, other(lean, **changes)]).models) == 2


def test_another_view_is_another_table(lean):
    with pytest.raises(ConfigError, match=r"view is mean@last4 for alpha\b.* and cls@-1 for beta\b.*`view`"):
        gather([lean, in_views(other(lean), "cls@-1")])


def test_word_vectors_go_with_every_view_of_their_pooling(lean, lean_static):
    assert lean_static.summary["view"].unique().to_list() == ["mean"]
    both = gather([in_views(lean, "mean@6"), lean_static])
    assert [model.view for model in both.models] == ["mean@6", "mean"]


def test_the_default_view_is_taken_where_it_is_among_several(lean):
    several = in_views(lean, "cls@-1", "mean@last4")
    assert gather([several]).models[0].view == "mean@last4"


def test_otherwise_one_of_several_has_to_be_chosen(lean):
    with pytest.raises(ConfigError, match=r"alpha has the views cls@-1, mean@2; choose one with `view`"):
        gather([in_views(lean, "cls@-1", "mean@2")])
    assert gather([in_views(lean, "cls@-1", "mean@2")], "mean@2").models[0].view == "mean@2"


def test_a_view_that_a_result_lacks_is_refused_with_those_it_has(lean):
    with pytest.raises(ConfigError, match=r"`view` cls@-1: alpha has mean@last4"):
        gather([lean], "cls@-1")


def test_the_chosen_view_is_the_one_shown(lean):
    halves = lean.summary.with_columns(view=pl.lit("mean@2"), value=-pl.col("value"))
    two = changed(lean, summary=pl.concat([lean.summary, halves]))
    assert texts(make_table("H3", two))["P_Syn", "EN-Nat", "alpha"] == "1.00"
    assert texts(make_table("H3", two, view="mean@2"))["P_Syn", "EN-Nat", "alpha"] == "-1.00"


@pytest.fixture(scope="module")
def saved(tmp_path_factory, lean, lean_static):
    folder = tmp_path_factory.mktemp("saved")
    for result in (lean, lean_static):
        result.save(folder)
    return folder


def test_results_are_found_below_a_folder_each_once(saved):
    (first, *_) = sorted((saved / "tiny").iterdir())
    found = find_results([saved, saved / "tiny", first])
    assert sorted(result.info["model"]["name"] for result in found) == ["alpha", "vectors.txt"]


def test_saved_results_give_the_same_table(saved, lean, lean_static):
    read = make_table("H3", saved, intervals=True)
    assert texts(read) == texts(make_table("H3", [lean, lean_static], intervals=True))
    assert texts(make_table("H3", [saved / "tiny", lean])) == texts(make_table("H3", saved))


def test_a_folder_without_results_is_said_to_be_one(tmp_path):
    with pytest.raises(IdioprobeError, match="holds no results"):
        find_results([tmp_path])
    with pytest.raises(IdioprobeError, match="is not a folder"):
        find_results([tmp_path / "absent"])


def test_results_of_another_version_are_told_from_broken_ones(tmp_path, lean):
    folder = lean.save(tmp_path)
    info = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    (folder / "run.json").write_text(json.dumps(info | {"format": 0}), encoding="utf-8")
    with pytest.raises(ResultsError, match="has result format 0; this version reads"):
        find_results([folder])
    (folder / "run.json").write_text("{", encoding="utf-8")
    with pytest.raises(ResultsError, match="is not a whole result folder"):
        find_results([folder])


def test_a_real_run_on_other_data_is_refused(lean, tmp_path):
    data = dataset(name="other")
    encoder = alpha(data)
    result = run(encoder, data, tmp_path, units=("target",), languages=("pt",), conditions=("neut",), limit=3)
    with pytest.raises(ConfigError, match=r"dataset is tiny for \S*alpha\b.* and other for \S*alpha\b"):
        gather([lean, result])
