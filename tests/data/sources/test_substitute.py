"""Variants made by substitution agree with what they replace in number, capital and article."""

import pytest

from idioprobe.data.sources.cells import Target
from idioprobe.data.sources.substitute import substitute, variants


def sentence(marked):
    start, end = marked.index("["), marked.index("]") - 1
    return Target(marked.replace("[", "").replace("]", ""), start, end)


@pytest.mark.parametrize(
    ("marked", "filler", "made"),
    [
        ("He is an [eager beaver] .", "hard worker", "He is a [hard worker] ."),
        ("He is a [wet sock] .", "eager beaver", "He is an [eager beaver] ."),
        ("The [eager beavers] left .", "hard worker", "The [hard workers] left ."),
        ("[Eager beaver] or not", "hard worker", "[Hard worker] or not"),
        ("[Eager beavers] left", "big party", "[Big parties] left"),
        ("the [eager-beaver] type", "hard worker", "the [hard worker] type"),
        ("the [eager - beaver] type", "hard worker", "the [hard worker] type"),
        ("the [eager - beavers] left", "hard worker", "the [hard workers] left"),
    ],
)
def test_the_filler_takes_number_capital_and_article(marked, filler, made):
    expected = sentence(made)
    expression = "wet sock" if "sock" in marked else "eager beaver"
    assert substitute(sentence(marked), expression, filler, "en") == expected


def test_an_expression_with_a_capital_of_its_own_gives_none_away():
    made = substitute(sentence("with [Dutch courage] he"), "Dutch courage", "false bravery", "en")
    assert made.text == "with false bravery he"


def test_the_rest_of_the_sentence_is_left_as_it_is():
    original = sentence("Os [altos mares] , sem um porto .")
    made = substitute(original, "alto mar", "mar aberto", "pt")
    assert made.text == "Os mares abertos , sem um porto ."
    assert made.written == "mares abertos"


def test_every_role_has_its_variant_of_the_same_sentence():
    original = sentence("An [eager beaver] left .")
    made = variants(original, "eager beaver", {("syn", 0): "hard worker", ("rand", 3): "wet sock"}, "en")
    assert {key: target.text for key, target in made.items()} == {
        ("syn", 0): "A hard worker left .",
        ("rand", 3): "A wet sock left .",
    }
