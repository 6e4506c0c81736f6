"""What a page says first: an answer in each language, models from best to worst, references beside them."""

from dataclasses import replace

import pytest

from idioprobe.report.answer import answers
from idioprobe.report.page.boards import WAYS, boards
from idioprobe.report.page.groups import group_results
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture(scope="module")
def made(results):
    return boards(group_results(results)[0])


def test_each_language_has_its_own(made):
    assert [board.facts["language"] for board in made] == ["en", "pt"]
    assert [board.title for board in made] == ["EN", "PT"]


def test_models_are_ranked_by_their_score(made, results):
    for board in made:
        scores = [entry["score"][0] for entry in board.facts["entries"]]
        assert scores == sorted(scores, reverse=True)
        wanted = [a.score.value for r in results for a in answers(r) if a.score.language == board.facts["language"]]
        assert scores == sorted(wanted, reverse=True)


def test_references_stand_beside_them(made):
    for board in made:
        assert [one["label"] for one in board.facts["references"]] == ["word by word", "chance", "ideal"]
        assert board.facts["references"][0]["score"][0] == 0
        assert board.facts["references"][2]["score"][0] == 1


def test_one_model_is_named_in_the_answer(results):
    for board in boards(group_results(results[:1])[0]):
        assert "alpha" in board.answer
        assert "its meaning, its words and random words" in " ".join(board.more)


def test_of_several_models_the_answer_counts(made):
    for board in made:
        assert "models" in board.answer
        assert f"highest: {100 * board.facts['entries'][0]['score'][0]:.0f}" in board.more[0]


def test_the_way_of_all_models_colours_the_answer(made, results):
    for board, language in zip(made, ("en", "pt"), strict=True):
        ways = {WAYS[a.score.verdict] for r in results for a in answers(r) if a.score.language == language}
        assert board.way == (ways.pop() if len(ways) == 1 else "mixed")


def test_results_without_a_score_have_none(results):
    old = results[0].manifest.model_copy(update={"headline": [], "references": []})
    assert boards(group_results([replace(results[0], manifest=old)])[0]) == []


def test_layers_are_there_for_models_that_have_several(tmp_path):
    data = dataset()
    group = group_results([run(alpha(data), data, tmp_path, views="mean@all"), run(glove(data), data, tmp_path)])[0]
    for board in boards(group):
        assert {row[0] for row in board.facts["layers"]} == {0}
        assert sorted({row[1] for row in board.facts["layers"]}) == [0, 1, 2, 3, 4]
