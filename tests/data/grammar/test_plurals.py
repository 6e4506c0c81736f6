"""Plurals by the rules of their language."""

import pytest

from idioprobe.data.grammar.plurals import pluralise, word_forms


@pytest.mark.parametrize(
    ("one", "language", "many"),
    [
        ("bad party", "en", "bad parties"),
        ("toy", "en", "toys"),
        ("cash box", "en", "cash boxes"),
        ("front man", "en", "front men"),
        ("book shelf", "en", "book shelves"),
        ("bread knife", "en", "bread knives"),
        ("flat roof", "en", "flat roofs"),
        ("mother of pearl", "en", "mothers of pearl"),
        ("campaigning child", "en", "campaigning children"),
        ("human", "en", "humans"),
        ("fish", "en", "fish"),
        ("fake tears", "en", "fake tears"),
        ("experts", "en", "experts"),
        ("noble", "en", "nobles"),
        ("alto mar", "pt", "altos mares"),
        ("alemão", "pt", "alemães"),
        ("conta à ordem", "pt", "contas à ordem"),
        ("leão de chácara", "pt", "leões de chácara"),
        ("viagem longa", "pt", "viagens longas"),
        ("funil", "pt", "funis"),
        ("animal", "pt", "animais"),
        ("óculos", "pt", "óculos"),
    ],
)
def test_plurals_by_rule(one, language, many):
    assert pluralise(one, language) == many


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("secret information", "en"),
        ("traffic congestion", "en"),
        ("betray", "en"),
        ("shy", "en"),
        ("cause and effect", "en"),
        ("cover up", "en"),
        ("sangue", "pt"),
    ],
)
def test_what_has_no_plural_in_use_has_none(word, language):
    assert pluralise(word, language) is None


def test_a_language_without_rules_has_no_plural_but_one_to_look_for():
    assert pluralise("Haus", "de") is None
    assert word_forms("Haus", "de") == ["Haus", "Hauss"]
