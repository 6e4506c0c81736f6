"""What was asked about an expression, what was answered, and what was understood."""

import io

import pytest

from idioprobe import show_expression, worst_expressions
from idioprobe.core.errors import ConfigError
from idioprobe.report.terminal.console import PlainConsole
from idioprobe.report.terminal.expressions import show_expressions
from tests.report.words.speaking import spoken

RAMBLING = "\x1b[2J\x1b]0;owned\x07" + "<script>alert(1)</script> " + "B) or is it " * 40


def rambling(question):  # noqa: ARG001
    """Says a lot, some of it to the terminal."""
    return RAMBLING


def printed(shown, *, full=False, width=80):
    out = io.StringIO()
    show_expressions(shown, PlainConsole(file=out, width=width), full=full)
    return out.getvalue()


def test_answers_stand_beside_the_vectors_of_the_same_model(talker, vectors):
    (shown,) = show_expression([talker, vectors], "ghost town")
    assert shown.models == ("hf:talker",)
    assert [one.model for one in shown.answered] == ["chat:talker"]
    kinds = {(asked.kind, asked.view) for asked in shown.answered[0].asked}
    assert {("pair", "generated"), ("pair", "likelihood"), ("rating", "generated")} <= kinds
    text = printed([shown])
    assert "Model: hf:talker (mean@last4)" in text
    assert "Asked in words: chat:talker" in text
    assert text.index("sim_syn") < text.index("Asked in words")


def test_every_order_of_the_options_is_there_with_what_was_taken(talker):
    (shown,) = show_expression(talker, "grey matter")
    assert shown.models == ()
    pair = next(asked for asked in shown.answered[0].asked if asked.kind == "pair")
    assert [said.options for said in pair.said] == [("en syn 6", "en words 6"), ("en words 6", "en syn 6")]
    assert [(said.answer, said.choice, said.position, said.chosen) for said in pair.said] == [
        ("A", "syn", 1, "en syn 6"),
        ("B", "syn", 2, "en syn 6"),
    ]
    assert "“B”  = its synonym: en syn 6" in printed([shown])


def test_likelihoods_are_shown_by_length(talker):
    (shown,) = show_expression(talker, "grey matter", view="likelihood")
    assert {asked.view for asked in shown.answered[0].asked} == {"likelihood"}
    said = shown.answered[0].asked[0].said[0]
    assert said.per_character == pytest.approx((-0.4, -0.7), abs=1e-6)
    assert "en syn 6 -0.40; en words 6 -0.70" in printed([shown])


def test_80_columns_hold_it_and_control_characters_do_not_get_through(cache):
    (shown,) = show_expression(spoken(cache, rambling, name="rambler"), "ghost town")
    for full in (False, True):
        text = printed([shown], full=full)
        assert max(map(len, text.splitlines())) <= 80
        assert "\x1b" not in text
        assert "\x07" not in text
    assert "B) or is it " * 40 not in " ".join(printed([shown]).split())
    whole = "".join(printed([shown], full=True, width=2000).split())
    assert "".join(("B) or is it " * 40).split()) in whole


def test_a_question_that_is_printed_in_short_keeps_its_end(talker):
    (shown,) = show_expression(talker, "music journalist")
    short, whole = printed([shown]), printed([shown], full=True)
    assert "Answer with" in short
    assert "--full prints every question" in short
    assert "--full" not in whole
    assert len(whole) > len(short)


def test_only_refusals_are_shown_as_what_they_are(refuser):
    (shown,) = show_expression(refuser, "ghost town")
    text = printed([shown])
    assert "= refused" in text
    assert "no usable answer" in text


def test_expressions_that_were_only_asked_about_are_found_too(talker):
    asked = talker.table("answers").filter(kind="free")["expression"].unique().to_list()
    beyond = [name for name in asked if name not in talker.expressions["expression"].to_list()]
    for name in beyond:
        (shown,) = show_expression(talker, name)
        assert shown.about == {}
        assert f"{name} (en) in tiny" in printed([shown])
    with pytest.raises(ConfigError, match="did you mean 'ghost town'"):
        show_expression(talker, "ghost twn")


def test_the_worst_of_a_model_that_answers_are_those_it_takes_by_the_words(talker, vectors):
    spoken_of, seen_of = worst_expressions([talker, vectors], 3)
    assert (spoken_of.measure, spoken_of.rival, spoken_of.unit) == ("qa_pref_words", None, "answer")
    assert [row.value for row in spoken_of.rows] == [0.0, 0.0, 0.0]
    assert (seen_of.measure, seen_of.rival) == ("aff_syn_words", "sim_words")


def test_json_has_all_of_it(talker):
    (told,) = [one.to_dict() for one in show_expression(talker, "ghost town")]
    said = told["answered"][0]["asked"][0]["said"][0]
    assert said["prompt"]
    assert said["understood"] == "choice"
