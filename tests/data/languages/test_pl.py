"""Polish: cases, and verbs in the past that agree with their subject."""

import re

import pytest

from tests.data.languages.building import build, random_texts, texts

LEXICON = """
language = "pl"

[[expression]]
expression = "kopnąć w kalendarz"
type = "verb-object"
class = "NC"
verb = "kopnąć #past:kopnął #pastf:kopnęła"
object = "kalendarz #m"
synonym = "umrzeć #past:umarł #pastf:umarła"
verb_synonyms = ["uderzyć #past:uderzył #pastf:uderzyła"]
object_synonyms = ["terminarz #m"]
sentences = ["Stary król [kopnął #past] wczoraj [w kalendarz].", "Moja ciotka [kopnęła w kalendarz #pastf]."]

[[expression]]
expression = "czarna owca #f"
type = "adjective-noun"
class = "NC"
modifier = "czarny/czarna/czarne #ins:czarnym/czarną/czarnym"
head = "owca #f #ins:owcą"
synonym = "odmieniec #m #ins:odmieńcem"
modifier_synonyms = ["ciemny/ciemna/ciemne #ins:ciemnym/ciemną/ciemnym"]
head_synonyms = ["baran #m #ins:baranem"]
sentences = ["Adam był zawsze [czarną owcą #ins].", "{Ten|Ta|To} [czarna owca] mnie martwi."]
"""


@pytest.fixture(scope="module")
def polish(tmp_path_factory):
    return build(tmp_path_factory.mktemp("pl"), LEXICON)


@pytest.mark.parametrize(
    ("expression", "role", "condition", "expected"),
    [
        ("kopnąć w kalendarz", "syn", "nat", ["Stary król umarł wczoraj.", "Moja ciotka umarła."]),
        (
            "kopnąć w kalendarz",
            "words",
            "nat",
            ["Stary król uderzył wczoraj w terminarz.", "Moja ciotka uderzyła w terminarz."],
        ),
        ("kopnąć w kalendarz", "syn", "neut", ["Oni chcą umrzeć."]),
        ("czarna owca", "syn", "nat", ["Adam był zawsze odmieńcem.", "Ten odmieniec mnie martwi."]),
        ("czarna owca", "words", "nat", ["Adam był zawsze ciemnym baranem.", "Ten ciemny baran mnie martwi."]),
        ("czarna owca", "words", "neut", ["To jest ciemny baran."]),
    ],
)
def test_replacements_take_the_form_and_the_place_of_the_expression(polish, expression, role, condition, expected):
    assert texts(polish, expression, role, condition) == expected


def test_every_sentence_has_its_random_replacements_without_markup(polish):
    assert set(polish.stimuli.filter(role="rand")["item"]) == set(polish.stimuli["item"])
    assert [text for text in random_texts(polish) if re.search(r"[\[\]{}#|/]|\s\s", text)] == []
