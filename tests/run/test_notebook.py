"""What a notebook shows of a result."""

import sys
from dataclasses import replace

import pytest

from idioprobe import IdioprobeError
from idioprobe.report.answer import answers
from idioprobe.run.views import shown_view
from idioprobe.suites.headline import shown_score
from tests.report.tables.small import alpha, dataset, run


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = dataset()
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"))


def renamed(result, name):
    model = result.manifest.model.model_copy(update={"name": name})
    return replace(result, manifest=result.manifest.model_copy(update={"model": model}))


def test_its_repr_is_one_line_with_the_score(result):
    said = repr(result)
    assert "\n" not in said
    assert said.startswith("<Result: alpha on ")
    assert "of 100" in said


def test_it_shows_the_score_beside_the_references(result):
    shown = result._repr_html_()  # what IPython calls
    assert "alpha" in shown
    for label in ("idiom score", "sentence score", "word by word", "chance", "ideal"):
        assert label in shown


def test_a_run_that_has_a_name_is_called_by_it(result):
    named = result.named("before training")
    assert repr(named).startswith("<Result: before training on ")
    assert "before training" in named._repr_html_()
    assert "alpha" not in named._repr_html_()


def test_of_several_views_it_shows_the_one_that_the_terminal_shows(tmp_path):
    data = dataset()
    several = run(alpha(data), data, tmp_path, views=("mean@1", "mean@2", "mean@0"), conditions=("nat",))
    (answer, _) = answers(several)
    assert answer.score.view == shown_view(several)
    assert f"{shown_score(answer.score)} of 100 (en)" in repr(several)


def test_names_are_escaped(result):
    shown = renamed(result, "<script>alert(1)</script>")._repr_html_()
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown


def test_a_result_without_a_score_says_so(result):
    bare = replace(result, manifest=result.manifest.model_copy(update={"headline": []}))
    assert "no idiom score" in repr(bare)
    assert "No idiom score" in bare._repr_html_()


class TestPandas:
    def test_without_pandas_the_message_says_what_to_install(self, result, monkeypatch):
        monkeypatch.setitem(sys.modules, "pandas", None)
        with pytest.raises(IdioprobeError, match="pip install pandas"):
            result.to_pandas()

    def test_whole_numbers_stay_whole_and_gaps_stay_gaps(self, result):
        pytest.importorskip("pandas")
        table, own = result.to_pandas(), result.summary
        assert list(table.columns) == own.columns
        assert len(table) == len(own)
        assert str(table["n"].dtype).lower() == "int64"
        assert table["ci_low"].isna().sum() == own["ci_low"].null_count()
        assert [x for x in table["rating"] if x is not None] == own["rating"].drop_nulls().to_list()
