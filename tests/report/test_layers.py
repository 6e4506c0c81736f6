"""A result with several layers ends in a table by layer, with the best one."""

import io
import json

import pytest
from rich.console import Console

from idioprobe.core.views import View
from idioprobe.report.layers import by_layer, sweeps_of
from idioprobe.report.terminal.answer import show_briefly
from idioprobe.report.terminal.run import show
from tests.cli.test_data import caller
from tests.report.tables.small import Planned, dataset, run, texts, vectors
from tests.suites.world import at


class Layered(Planned):
    """In layer 2, what is a synonym is as near as can be; in other layers as planned."""

    def vector(self, request, view: View):
        place = request.text if request.whole else request.target
        return at(1.0) if view.layers == "2" and " syn " in place else super().vector(request, view)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = dataset()
    return run(Layered(vectors(data)), data, tmp_path_factory.mktemp("cache"), views=("mean@all",), languages=("en",))


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    data = dataset()
    return run(Layered(vectors(data)), data, tmp_path_factory.mktemp("cache"), views=("mean@2",), languages=("en",))


def said(show_it, *results):
    console = Console(width=80, file=io.StringIO())
    for one in results:
        show_it(one, console)
    return " ".join(console.file.getvalue().split())


def test_each_layer_has_a_row_and_the_best_is_bold(result):
    (grid,) = by_layer(result)
    assert grid.title == "idiom score of alpha by layer, tiny (en), naturalistic sentences"
    assert [row.labels[0] for row in grid.rows][:5] == [f"mean@{i}" for i in range(5)]
    assert grid.columns == (("phrase",), ("sentence",))
    shown = texts(grid)
    assert [shown[f"mean@{i}", "phrase"] for i in range(5)] == ["0", "0", "100", "0", "0"]
    assert [row.labels[0] for row in grid.rows if row.cells[0].bold] == ["mean@2"]


def test_references_stand_below(result):
    (grid,) = by_layer(result)
    assert [row.labels[0] for row in grid.rows][5:] == ["word by word", "chance", "ideal"]


def test_a_sentence_says_which_is_best_on_which_half(result):
    (grid,) = by_layer(result)
    assert grid.notes[0] == (
        "Best layer (phrase): mean@2, chosen on half of the expressions (2); on the other half (1) it gets 100. "
        "With so few, the choice means little."
    )


def test_views_that_are_no_single_layers_are_called_views(tmp_path):
    data = dataset()
    made = run(Layered(vectors(data)), data, tmp_path, views=("mean@2", "mean@last4"), languages=("en",))
    assert " by view, " in by_layer(made)[0].title


def test_a_result_of_one_layer_has_none(single):
    assert by_layer(single) == []
    assert sweeps_of(single) == []


def test_a_run_ends_in_it(result, single):
    assert "Best layer (phrase): mean@2" in said(show, result)
    assert "Best layer (phrase): mean@2" in said(show_briefly, result)
    assert "Best layer" not in said(show, single)


def test_predictions_are_counted_in_the_view_that_is_shown(result):
    last = result.predictions.filter(view="mean@4")["verdict"].to_list()
    held = f"Of {len(last)} linguistic predictions {last.count('holds')} hold, {last.count('fails')} fail"
    assert held in said(show, result)


@pytest.fixture(scope="module")
def folder(result, tmp_path_factory):
    return result.save(tmp_path_factory.mktemp("results"))


class TestCompare:
    @pytest.fixture
    def call(self, monkeypatch, capsys):
        return caller(monkeypatch, capsys)

    def test_one_such_result_is_compared_layer_by_layer(self, call, folder):
        done = call("compare", folder)
        assert "alpha by layer" in done.said
        assert "rank" not in done.said.split()

    def test_with_a_view_it_is_one_row(self, call, folder):
        done = call("compare", folder, "--view", "mean@2")
        assert "by layer" not in done.said
        assert "rank" in done.said.split()

    def test_json_has_the_numbers(self, call, folder):
        (board,) = json.loads(call("compare", folder, "--json").out)
        found = {one["layers"][0]["unit"]: one["best"] for one in board["layers"]}
        assert found["target"] == {
            "view": "mean@2",
            "value": 1.0,
            "ci_low": None,
            "ci_high": None,
            "chosen_on": 2,
            "scored_on": 1,
            "equals": [],
        }

    def test_csv_is_the_table(self, call, folder):
        assert call("compare", folder, "--format", "csv").out.startswith(",phrase,sentence\nmean@0,")
