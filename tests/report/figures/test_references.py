"""The reference models are drawn below the models."""

from dataclasses import replace

import pytest

from idioprobe.papers.figures import find_figure
from idioprobe.report.figures.draw import drawable
from idioprobe.report.tables.gather import gather
from tests.report.tables.small import alpha, dataset, run
from tests.support import close_to

NAMES = ["word by word", "chance", "ideal"]


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = dataset()
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"))


def models(name, result, where=None):
    table = drawable(find_figure(name), gather([result]), where)
    return table["model"].unique(maintain_order=True).to_list()


@pytest.mark.parametrize("name", ["H2", "H3", "V6.3"])
def test_they_come_last(result, name):
    assert models(name, result) == ["alpha", *NAMES]


def test_they_stay_where_models_are_chosen_and_go_where_expressions_are(result):
    assert models("H2", result, {"model": ("alpha",)}) == ["alpha", *NAMES]
    assert models("H2", result, {"expression": ("eager beaver",)}) == ["alpha"]


@pytest.mark.parametrize("name", ["length"])
def test_they_are_not_where_models_are_no_rows(result, name):
    assert models(name, result) == ["alpha"]


def test_each_has_one_row_where_the_model_has_many(result):
    table = drawable(find_figure("H2"), gather([result]))
    places = ["language", "condition", "unit", "measure"]
    ideal = table.filter(model="ideal", measure="P_Syn")
    assert len(ideal) == len(ideal.select(places).unique())
    assert ideal["value"].to_list() == close_to([1.0] * len(ideal))


def test_one_far_away_is_put_at_the_end_of_the_axis_and_says_where_it_is(result):
    near = replace(result, tables={**result.tables, "scores": result.scores.with_columns(value=0.1)})
    table = drawable(find_figure("V6.3"), gather([near]))
    ideal = table.filter(model="ideal")
    assert ideal["beyond"].str.ends_with(" →").all()
    assert max(ideal["value"]) == close_to(0.125)
    assert set(table.filter(model="alpha")["beyond"]) == {None}


def test_where_the_ideal_is_grey_the_axis_reaches_it(result):
    near = replace(result, tables={**result.tables, "scores": result.scores.with_columns(value=0.1)})
    ideal = drawable(find_figure("H2"), gather([near])).filter(model="ideal", measure="P_Syn")
    assert ideal["value"].to_list() == close_to([1.0] * len(ideal))
    assert ideal["beyond"].null_count() == len(ideal)
