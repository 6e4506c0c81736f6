"""Galician: prepositions contract with articles, and a small lexicon reads as it should."""

import pytest

from idioprobe.data.languages.gl import LANGUAGE, contract
from tests.data.languages.building import built_texts

LEXICON = """
[[expression]]
expression = "ovella negra #f"
class = "NC"
modifier = "negro/negra"
head = "ovella #f"
synonym = "renegado #m"
modifier_synonyms = ["escuro/escura"]
head_synonyms = ["año #m"]
sentences = ["Ninguén falou de {o|a} [ovella negra] da familia."]

[[expression]]
expression = "meter a zoca"
type = "verb-object"
class = "NC"
verb = "meter #past:meteu #part:metido"
object = "zoca #f"
synonym = "[cometer #past:cometeu #part:cometido] un erro"
synonym2 = "errar #past:errou #part:errado"
verb_synonyms = ["introducir #past:introduciu #part:introducido"]
object_synonyms = ["bota #f"]
sentences = ["O alcalde [meteu a zoca #past] na festa.", "O alcalde [meteu #past] outra vez [a zoca] na festa."]
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    return built_texts(tmp_path_factory.mktemp("gl"), "gl", LEXICON)


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("ovella negra/nat1 original", "Ninguén falou da ovella negra da familia."),
        ("ovella negra/nat1 syn", "Ninguén falou do renegado da familia."),
        ("ovella negra/nat1 words", "Ninguén falou do año escuro da familia."),
        ("ovella negra/neut syn", "Este é un renegado."),
        ("ovella negra/neut_long original", "Isto é o que unha ovella negra debería ser."),
        ("meter a zoca/nat1 syn", "O alcalde cometeu un erro na festa."),
        ("meter a zoca/nat1 words", "O alcalde introduciu a bota na festa."),
        ("meter a zoca/nat2 syn", "O alcalde cometeu outra vez un erro na festa."),
        ("meter a zoca/nat2 syn2", "O alcalde errou outra vez na festa."),
        ("meter a zoca/neut syn2", "Queren errar."),
    ],
)
def test_a_small_lexicon_reads_as_it_should(texts, variant, expected):
    assert texts[variant] == [expected]


@pytest.mark.parametrize("item", ["ovella negra/nat1", "meter a zoca/nat1", "meter a zoca/nat2"])
def test_every_sentence_has_its_baseline(texts, item):
    assert len(set(texts[f"{item} rand"])) == 5


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Falou de o ", "Falou do "),
        ("Falou de a ", "Falou da "),
        ("Deullo a o ", "Deullo ao "),
        ("Deullo a a ", "Deullo á "),
        ("A a ", "Á "),
        ("En unha ", "Nunha "),
        ("en o «", "no «"),
        ("de un ", "dun "),
        ("con o ", "co "),
        ("Con a ", "Coa "),
        ("con unha ", "cunha "),
        ("por o ", "polo "),
        ("por unha ", "por unha "),
        ("a un ", "a un "),
        ("o ", "o "),
        ("onde o ", "onde o "),
        ("de o vello ", "de o vello "),
        ("", ""),
    ],
)
def test_a_preposition_and_an_article_before_the_target_contract(before, expected):
    assert contract(before, "can", frozenset("m")) == expected


@pytest.mark.parametrize("phrase", ["meter a zoca", "pórse as botas", "tirarlle da lingua"])
def test_verb_phrases_are_told_by_their_infinitive(phrase):
    assert LANGUAGE.verb_phrase.search(phrase)


@pytest.mark.parametrize("phrase", ["ovella negra", "mar aberto", "muller fatal", "ser humano"])
def test_nouns_are_no_verb_phrases(phrase):
    assert not LANGUAGE.verb_phrase.search(phrase)
