"""Contrasts within results and between kinds of models, as a table."""

import pytest

from idioprobe import make_table
from idioprobe.papers.he2025.contrasts import languages_of
from tests.report.tables.small import cells, table, texts


def test_a_result_contrasts_its_languages_and_conditions(contextual):
    shown = texts(make_table("H-contrasts", contextual))
    contrasted = {labels[1] for labels in shown}
    assert {"en – pt", "nat – neut"} <= contrasted
    assert not any("static" in name for name in contrasted)


def test_both_numbers_and_their_difference_stand_side_by_side(contextual):
    found = cells(make_table("H-contrasts", contextual))
    at = ("alpha", "en – pt", "nat target", "P_Syn", "mean")
    first, second, difference = (found[(*at, column)].value for column in ("first", "second", "difference"))
    assert difference == pytest.approx(first - second)


def test_only_the_units_and_conditions_asked_for_are_contrasted(contextual):
    shown = texts(make_table("H-contrasts", contextual, units=["target"], conditions=["nat"]))
    assert {labels[2] for labels in shown} <= {"nat target", "en nat target", "pt nat target"}
    assert {labels[1] for labels in shown} == {"en – pt", "with overlap – without overlap"}


def test_what_the_contrasts_rest_on_is_what_is_in_them(contextual):
    made = make_table("H-contrasts", contextual)
    (stands,) = (note for note in made.notes if note.startswith("dataset: "))
    assert "condition: nat, neut; rating: type" in stands
    assert not any("neut_long" in labels[1] + labels[2] for labels in texts(made))


def test_static_models_are_contrasted_with_contextual_ones(maker):
    found = cells(table(maker, "H-contrasts"))
    at = ("1 and 1 models", "static – contextual", "EN-Nat target", "P_Syn", "mean")
    assert found[(*at, "difference")].value == pytest.approx(found[(*at, "first")].value - found[(*at, "second")].value)
    assert found[(*at, "verdict")].text in ("static higher", "contextual higher", "≈", "undefined")


def test_a_model_of_unknown_languages_is_named(maker):
    notes = table(maker, "H-contrasts").notes
    assert any(note.startswith("Not known to be mono- or multilingual: ") for note in notes)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("google-bert/bert-base-multilingual-cased", "multilingual"),
        ("bert-base-uncased", "monolingual"),
        ("org/bertimbau", "monolingual"),
        ("sentence-transformers/distiluse-base-multilingual-cased", "multilingual"),
        ("my-model", None),
    ],
)
def test_known_names_and_the_papers_tell_how_many_languages_a_model_has(name, kind):
    assert languages_of(name, {"org/bertimbau": ("pt",)}) == kind


@pytest.mark.parametrize(("plain", "free"), [("H14", "H14-syn2"), ("H15", "H15-syn2")])
def test_without_second_synonyms_overlap_free_tables_are_those_of_the_paper(maker, plain, free):
    paper, ours = (texts(table(maker, name)) for name in (plain, free))
    assert ours == paper
