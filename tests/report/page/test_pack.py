"""The data of a page: one copy, whole."""

import base64
import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.papers.figures import all_figures
from idioprobe.report.figures.draw import missing
from idioprobe.report.page import figures, sample
from idioprobe.report.page.figures import drawable, specs
from idioprobe.report.page.groups import group_results, twice
from idioprobe.report.page.method import definitions
from idioprobe.report.page.pack import pack
from idioprobe.run.views import shown_view
from idioprobe.suites.catalogue import BY_NAME
from tests.report.tables.small import alpha, dataset, glove, run

GALLERY = tuple(all_figures().values())


@pytest.fixture(scope="module")
def packed(results):
    return pack(group_results(results)[0])


def decode(text):
    return np.frombuffer(base64.b64decode(text), dtype="<f4")


def test_every_score_is_there_once(packed, results):
    items = packed["items"]["item"]
    for i, result in enumerate(results):
        scores = result.scores.filter(pl.col("condition") != "none")
        for (unit, measure), part in scores.group_by("unit", "measure"):
            if measure.startswith("across"):
                continue
            values = decode(packed["values"][f"{i}/{unit}/{measure}"])
            wanted = dict(part.select("item", "value").iter_rows())
            assert {item: v for item, v in zip(items, values, strict=True) if np.isfinite(v)} == pytest.approx(wanted)


def test_a_page_that_would_be_too_large_shows_a_part_of_each_class_and_says_so(results, packed, monkeypatch):
    assert packed["sampled"] == ""
    monkeypatch.setattr(sample, "MOST_BYTES", 20_000)
    few = pack(group_results(results)[0])
    names, every = (set(one["expressions"]["expression"]) for one in (few, packed))
    assert 0 < len(names) < len(every)
    assert names < every
    assert f"{len(names)} of {len(every)} expressions" in few["sampled"]
    assert few["summary"] == packed["summary"]
    at = [packed["items"]["item"].index(item) for item in few["items"]["item"]]
    for key, text in few["values"].items():
        assert decode(text) == pytest.approx(decode(packed["values"][key])[at], nan_ok=True)


def test_head_and_modifier_are_there_one_by_one(packed, results):
    similarities = results[0].similarities.filter(unit="target", comparison="head", index=0)
    values = decode(packed["values"]["0/target/sim_head"])
    wanted = dict(similarities.select("item", "value").iter_rows())
    shown = dict(zip(packed["items"]["item"], values, strict=True))
    assert {item: shown[item] for item in wanted} == pytest.approx(wanted)


def test_variants_can_be_put_together_again(packed, results):
    variants, texts, items = packed["variants"], packed["items"]["text"], packed["items"]["item"]
    made = set()
    for k, item in enumerate(variants["item"]):
        original, after = texts[item], variants["after"][k]
        text = original[: variants["before"][k]] + variants["new"][k] + original[len(original) - after :]
        made.add((items[item], variants["roles"][variants["role"][k]]["name"], text))
    stimuli = results[0].stimuli.filter(pl.col("role") != "original", pl.col("condition") != "none")
    assert made == set(stimuli.select("item", "role", "text").iter_rows())


def test_ties_of_all_models_are_told(packed):
    letters = {tuple(row[1:7]): row[-2] for row in packed["summary"] if row[0] == 0 and row[6] == "all"}
    assert letters["en", "nat", "target", "sim_words", "mean", "all"] == "a"


def test_is_plain_json(packed):
    assert json.loads(json.dumps(packed, allow_nan=False))["name"] == "tiny"


def test_every_measure_is_defined():
    told = list(definitions(set(BY_NAME)))
    assert [one["name"] for one in told] == list(BY_NAME)
    assert all(one["words"] and one["formula"] and one["source"] for one in told)


def test_results_that_differ_in_more_than_the_model_stand_apart(results, tmp_path):
    data = dataset()
    other = run(alpha(data), data, tmp_path, metric="euclidean")
    groups = group_results([*results, other])
    assert [group.name for group in groups] == ["tiny (metric cosine)", "tiny (metric euclidean)"]
    assert [[m.label for m in g.inputs.models] for g in groups] == [["alpha", "vectors.txt"], ["alpha"]]


def test_runs_of_some_types_of_expressions_have_a_page_of_their_own(results, tmp_path):
    data = dataset()
    some = run(alpha(data), data, tmp_path, types=("noun-compound",))
    assert [len(group.results) for group in group_results([*results, some])] == [2, 1]


def test_references_that_were_run_come_after_the_models(tmp_path):
    data = dataset()
    random = evaluate("reference:random", data, cache_dir=tmp_path)
    group = group_results([random, run(alpha(data), data, tmp_path)])[0]
    assert [model.label for model in group.inputs.models] == ["alpha", "random"]


def test_a_model_in_two_runs_is_told(tmp_path):
    data = dataset()
    runs = [run(alpha(data), data, tmp_path, seed=seed) for seed in (0, 1)]
    groups = group_results(runs)
    labels = [m.label for m in groups[0].inputs.models]
    assert len(set(labels)) == 2
    assert list(twice(groups)) == [
        f"2 runs of test:alpha on tiny stand side by side as {', '.join(labels)}; name one folder to show one of them."
    ]


def test_views_are_named_where_models_differ_in_them(tmp_path):
    data = dataset()
    runs = [run(alpha(data), data, tmp_path, views=view) for view in ("mean@last4", "mean@0,mean@1")]
    assert [shown_view(r) for r in runs] == ["mean@last4", "mean@1"]
    assert shown_view(runs[1], "mean@0") == "mean@0"
    labels = [m.label for m in group_results([*runs, run(glove(data), data, tmp_path)])[0].inputs.models]
    assert labels[2] == "vectors.txt"
    assert "(mean@last4)" in labels[0]
    assert "(mean@1)" in labels[1]


def test_figures_by_class_need_classes(results, tmp_path):
    unclassed = dataset()
    unclassed = replace(
        unclassed, expressions=unclassed.expressions.with_columns(pl.lit(None, pl.String).alias("class"))
    )
    inputs = group_results([run(alpha(unclassed), unclassed, tmp_path)])[0].inputs
    there = drawable(GALLERY, inputs)
    by_class = {spec["name"] for spec in specs(GALLERY) if spec["byClass"]}
    assert {"H4", "H9", "V6.3"} <= by_class
    assert "H2" in there
    assert not by_class & set(there)
    assert missing(all_figures()["H6"], inputs) == "they have no expressions with classes"
    assert by_class - {"V5.6"} <= set(drawable(GALLERY, group_results(results)[0].inputs))


def test_figures_say_what_they_need():
    needs = {spec["name"]: spec["needs"] for spec in specs(GALLERY)}
    assert needs["W2"] == "idioprobe run --suite epsilon"
    assert needs["H4"] == "expressions with classes"
    assert needs["H2"] == ""


def test_what_is_no_number_is_null_on_the_page(results, monkeypatch):
    made = pl.DataFrame({"model": ["alpha"] * 3, "value": [0.5, float("nan"), float("inf")]})
    monkeypatch.setattr(figures, "rows", lambda _figure, _inputs: made)
    monkeypatch.setattr(figures, "with_references", lambda _figure, _inputs, rows: rows)
    told = figures.tables(GALLERY, group_results(results)[0].inputs)["H8"]
    assert [row["value"] for row in told] == [0.5, None, None]
