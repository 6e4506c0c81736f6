"""Models that answer in words beside those with vectors: told apart, and ranked each by its own measure."""

import pytest

from idioprobe import compare
from idioprobe.core.errors import ConfigError
from idioprobe.report.answer import answers, sentences
from idioprobe.report.leaderboard import as_grid, leaderboards
from idioprobe.report.paired import paired_differences
from idioprobe.report.words.answered import without_score
from tests.report.words.speaking import spoken


def test_each_way_to_answer_has_a_board_of_its_own_below_vectors(talker, vectors, base):
    boards = leaderboards([base, talker, vectors])
    assert [(board.score.measure, board.score.view) for board in boards] == [
        ("choice_net", "mean@last4"),
        ("qa_pref_words", "generated"),
        ("qa_pref_words", "likelihood"),
    ]
    assert [[entry.label for entry in board.entries] for board in boards] == [
        ["hf:talker"],
        ["chat:talker"],
        ["base", "chat:talker"],
    ]
    assert [board.score.name for board in boards][1:] == ["idiom score in words"] * 2


def test_a_board_of_answers_says_that_it_is_another_measure(talker):
    grid = as_grid(leaderboards([talker])[0])
    assert any("different measures" in note for note in grid.notes)
    assert "what models write" in grid.title
    columns = [labels[0] for labels in grid.columns]
    assert columns[:4] == ["rank", "idiom score in words", "n", "qa_choice"]
    assert {"qa_consistency", "qa_position_bias", "qa_short_bias", "qa_refused"} <= set(columns)


def test_measures_beside_the_score_are_of_the_same_expressions(talker):
    entry = leaderboards([talker])[0].entries[0]
    (mean,) = talker.summary.filter(
        measure="qa_choice", statistic="mean", group="NC", condition="nat", view="generated"
    )["value"]
    assert entry.further["qa_choice"][0] == mean


def test_what_is_said_of_an_answer_names_the_question(talker):
    first, second = answers(talker)
    assert sentences(first)[0].startswith("Asked in words, talker ")
    assert "takes the synonym rather than synonyms of its words" in sentences(first)[1]
    assert sentences(second)[0].startswith("By the likelihood of its answers, talker ")
    assert [one.score.view for one in answers(talker, "likelihood")] == ["likelihood"]
    assert [one.score.view for one in answers(talker, "mean@last4")] == ["generated", "likelihood"]


def test_only_refusals_make_no_score_and_that_is_said(refuser, talker):
    assert answers(refuser) == []
    assert without_score([refuser]) == [
        "refuser: no usable answers to the questions that make the idiom score in words (generated)."
    ]
    assert without_score([talker]) == []
    with pytest.raises(ConfigError, match="from the suite questions"):
        compare(refuser)
    assert len(compare(refuser, talker)) == 2


def test_a_comparison_has_a_row_for_each_model_and_way(talker, vectors, base):
    rows = compare(talker, vectors, base).to_polars()
    assert rows.select("model", "view", "measure").rows() == [
        ("hf:talker", "mean@last4", "choice_net"),
        ("chat:talker", "generated", "qa_pref_words"),
        ("base", "likelihood", "qa_pref_words"),
        ("chat:talker", "likelihood", "qa_pref_words"),
    ]


def test_twelve_models_of_mixed_kind(cache, talker, vectors):
    many = [spoken(cache, name=f"talker {i}", weights=str(i), languages=("en", "pt")) for i in range(10)]
    boards = leaderboards([*many, talker, vectors])
    english = [board for board in boards if board.language == "en"]
    assert [len(board.entries) for board in english] == [1, 11, 11]
    assert len({entry.label for board in english for entry in board.entries}) == 12
    assert [board.in_words for board in boards if board.language == "pt"] == [True, True]


def test_two_models_are_not_compared_in_different_ways_to_answer(talker, base):
    with pytest.raises(ConfigError, match="different measures; choose one that both have with `view`"):
        paired_differences(talker, base, measures=["qa_pref_words"])
    labels, table = paired_differences(talker, base, "likelihood", ["qa_pref_words"])
    assert labels == ("talker", "base")
    assert set(table["unit"]) == {"answer"}


def test_a_notebook_shows_the_score_in_words(talker, refuser):
    assert "idiom score in words" in repr(talker)
    assert "idiom score in words" in talker._repr_html_()
    assert "probes and questions" in refuser._repr_html_()


def test_items_have_both_ways_side_by_side_and_questions_as_rows(talker):
    items = talker.items
    assert {"qa_pref_words", "qa_pref_words_likelihood", "qa_refused", "qa_rating"} <= set(items.columns)
    scores = talker.scores.filter(measure="qa_pref_words", view="likelihood", item="en/grey matter/nat1")
    (row,) = items.filter(item="en/grey matter/nat1").to_dicts()
    assert row["qa_pref_words_likelihood"] == scores["value"][0]
    asked = talker.table("answers").filter(kind="idiom")["item"].unique().to_list()
    assert set(items.filter(condition="question")["item"]) == set(asked)
