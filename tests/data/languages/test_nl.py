"""Dutch: a noun has *de* or *het*, and the adjective before it goes by that."""

import re

import pytest

from tests.data.languages.building import build, random_texts, texts

LEXICON = """
language = "nl"

[[expression]]
expression = "het loodje leggen"
type = "verb-object"
class = "NC"
verb = "leggen #past:legde #part:gelegd"
object = "loodje #n"
synonym = "sterven #past:stierf #part:gestorven"
verb_synonyms = ["plaatsen #past:plaatste #part:geplaatst"]
object_synonyms = ["steentje #n"]
sentences = ["Gisteren [legde #past] de oude koning [het loodje].", "Men zegt dat hij [het loodje legde #past]."]

[[expression]]
expression = "zwart schaap #n"
type = "adjective-noun"
class = "NC"
modifier = "zwarte/zwarte/zwart"
head = "schaap #n"
synonym = "buitenstaander #m"
modifier_synonyms = ["donkere/donkere/donker"]
head_synonyms = ["geit #m"]
sentences = ["Ze jagen {elke|elke|elk} [zwart schaap] weg."]
"""


@pytest.fixture(scope="module")
def dutch(tmp_path_factory):
    return build(tmp_path_factory.mktemp("nl"), LEXICON)


@pytest.mark.parametrize(
    ("expression", "role", "condition", "expected"),
    [
        ("het loodje leggen", "syn", "nat", ["Gisteren stierf de oude koning.", "Men zegt dat hij stierf."]),
        (
            "het loodje leggen",
            "words",
            "nat",
            ["Gisteren plaatste de oude koning het steentje.", "Men zegt dat hij het steentje plaatste."],
        ),
        ("het loodje leggen", "syn", "neut", ["Ze willen sterven."]),
        ("zwart schaap", "syn", "nat", ["Ze jagen elke buitenstaander weg."]),
        ("zwart schaap", "words", "nat", ["Ze jagen elke donkere geit weg."]),
        ("zwart schaap", "words", "neut", ["Dit is een donkere geit."]),
    ],
)
def test_replacements_take_the_form_and_the_place_of_the_expression(dutch, expression, role, condition, expected):
    assert texts(dutch, expression, role, condition) == expected


def test_every_sentence_has_its_random_replacements_without_markup(dutch):
    assert set(dutch.stimuli.filter(role="rand")["item"]) == set(dutch.stimuli["item"])
    assert [text for text in random_texts(dutch) if re.search(r"[\[\]{}#|/]|\s\s", text)] == []
