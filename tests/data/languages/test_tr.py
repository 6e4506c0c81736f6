"""Turkish: the verb at the end carries the tense, the noun at the end the case."""

import re

import pytest

from tests.data.languages.building import build, random_texts, texts

LEXICON = """
language = "tr"

[[expression]]
expression = "kafayı yemek"
type = "verb-object"
class = "NC"
verb = "yemek #past:yedi"
object = "kafayı"
synonym = "delirmek #past:delirdi"
verb_synonyms = ["çiğnemek #past:çiğnedi"]
object_synonyms = ["başı"]
sentences = ["Adam sonunda [kafayı yedi #past].", "Bu [kafayı] iyice [yedi #past]."]

[[expression]]
expression = "kara koyun"
type = "adjective-noun"
class = "NC"
modifier = "kara"
head = "koyun #acc:koyunu"
synonym = "serseri #acc:serseriyi"
modifier_synonyms = ["siyah"]
head_synonyms = ["kuzu #acc:kuzuyu"]
sentences = ["Aile [kara koyunu #acc] unuttu."]
"""


@pytest.fixture(scope="module")
def turkish(tmp_path_factory):
    return build(tmp_path_factory.mktemp("tr"), LEXICON)


@pytest.mark.parametrize(
    ("expression", "role", "condition", "expected"),
    [
        ("kafayı yemek", "syn", "nat", ["Adam sonunda delirdi.", "Bu iyice delirdi."]),
        ("kafayı yemek", "words", "nat", ["Adam sonunda başı çiğnedi.", "Bu başı iyice çiğnedi."]),
        ("kafayı yemek", "syn", "neut", ["Onlar delirmek istiyor."]),
        ("kara koyun", "syn", "nat", ["Aile serseriyi unuttu."]),
        ("kara koyun", "words", "nat", ["Aile siyah kuzuyu unuttu."]),
        ("kara koyun", "words", "neut", ["Buna siyah kuzu denir."]),
    ],
)
def test_replacements_take_the_form_and_the_place_of_the_expression(turkish, expression, role, condition, expected):
    assert texts(turkish, expression, role, condition) == expected


def test_every_sentence_has_its_random_replacements_without_markup(turkish):
    assert set(turkish.stimuli.filter(role="rand")["item"]) == set(turkish.stimuli["item"])
    assert [text for text in random_texts(turkish) if re.search(r"[\[\]{}#|/]|\s\s", text)] == []
