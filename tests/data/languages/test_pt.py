"""Portuguese verb phrases begin with an infinitive, and some nouns end like one."""

import pytest

from idioprobe.data.languages.pt import LANGUAGE


@pytest.mark.parametrize(
    "expression",
    ["bater as botas", "engolir sapo", "morrer", "pôr a mão na massa", "propor casamento", "lembrar-se de algo"],
)
def test_an_infinitive_begins_a_verb_phrase(expression):
    assert LANGUAGE.verb_phrase.fullmatch(expression)


@pytest.mark.parametrize(
    "expression", ["mar de rosas", "lugar comum", "ar condicionado", "poder público", "bar", "pato manco", "cor viva"]
)
def test_a_noun_that_ends_like_an_infinitive_begins_none(expression):
    assert not LANGUAGE.verb_phrase.match(expression)


@pytest.mark.parametrize(("expression", "verb"), [("colher os frutos", True), ("colher de pau", False)])
def test_the_article_of_an_object_tells_a_verb_from_a_noun_like_it(expression, verb):
    assert bool(LANGUAGE.verb_phrase.match(expression)) is verb


@pytest.mark.parametrize(
    ("expression", "verbal"),
    [
        ("energia nuclear", False),
        ("transporte escolar", False),
        ("lugar-comum", False),
        ("não dar bola", True),
        ("dar-se mal", True),
    ],
)
def test_a_verb_phrase_is_told_by_its_beginning(expression, verbal):
    assert bool(LANGUAGE.verb_phrase.search(expression)) == verbal
