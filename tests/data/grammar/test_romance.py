"""What Romance languages share: little words are exchanged as they were written, pools have their forms."""

import re

import pytest

from idioprobe.data.grammar.romance import exchanged, last_word, noun_phrases, verb_phrases
from idioprobe.data.languages.language import find_language

ROMANCE = ["es", "fr", "gl", "it"]
FORMS = ["pres", "prespl", "past", "pastpl", "impf", "impfpl", "part", "ger"]
FIND = last_word(["la ", "de la ", "l'"])


@pytest.mark.parametrize(
    ("before", "found"),
    [("bord de la ", "de la "), ("voilà la ", "la "), ("L’", "L’"), ("la «", "la "), ("la (", "la "), ("la  ", "la ")],
)
def test_the_longest_word_at_the_end_is_found(before, found):
    assert FIND.search(before)[0] == found


@pytest.mark.parametrize("before", ["", "la belle ", "cela ", "prends-la ", "la"])
def test_other_words_are_not(before):
    assert FIND.search(before) is None


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ("dans la ", "l'", "dans l'"),
        ("La ", "l'", "L'"),
        ("DE LA ", "du ", "DU "),
        ("L'", "le ", "Le "),
        ("C’est la ", "l'", "C’est l’"),
        ("la «", "le ", "le «"),
    ],
)
def test_capitals_apostrophes_and_quotes_stay_as_they_were(before, word, expected):
    assert exchanged(before, FIND.search(before), word) == expected


@pytest.mark.parametrize(
    ("code", "entry"),
    [
        ("es", "[batir #pres:bate #prespl:baten #past:batió #pastpl:batieron #impf:batía #impfpl:batían #part:batido"),
        ("fr", "[choisir #pres:choisit #prespl:choisissent #past:choisit #pastpl:choisirent #impf:choisissait"),
        ("fr", "[tondre #pres:tond #prespl:tondent #past:tondit #pastpl:tondirent #impf:tondait #impfpl:tondaient"),
        ("gl", "[bater #pres:bate #prespl:baten #past:bateu #pastpl:bateron #impf:batía #impfpl:batían #part:batido"),
        ("it", "[spedire #pres:spedisce #prespl:spediscono #past:spedì #pastpl:spedirono #impf:spediva"),
    ],
)
def test_verbs_of_a_pool_have_their_forms(code, entry):
    assert any(phrase.startswith(entry) for phrase in find_language(code).pools["verb-noun"])


@pytest.mark.parametrize(
    ("code", "plural"),
    [
        ("es", "lápices cortos"),
        ("es", "exámenes difíciles"),
        ("fr", "gâteaux moelleux"),
        ("gl", "hoteis cómodos"),
        ("it", "spiagge deserte"),
        ("it", "zuppe di verdure"),
    ],
)
def test_nouns_of_a_pool_have_their_plural(code, plural):
    pools = find_language(code).pools
    assert any(phrase.endswith(f"#pl:{plural}") for phrase in (*pools["adjective-noun"], *pools["noun-noun"]))


@pytest.mark.parametrize("code", ROMANCE)
def test_every_verb_phrase_has_all_forms_and_looks_like_one(code):
    language = find_language(code)
    for phrase in language.pools["verb-noun"]:
        assert re.findall(r"#(\w+):", phrase) == FORMS
        assert language.verb_phrase.search(phrase.removeprefix("["))


@pytest.mark.parametrize("code", ROMANCE)
@pytest.mark.parametrize("pattern", ["adjective-noun", "noun-noun"])
def test_every_noun_has_a_gender_and_does_not_look_like_a_verb_phrase(code, pattern):
    language = find_language(code)
    for phrase in language.pools[pattern]:
        assert re.search(r" #[mf] #pl:", phrase)
        assert not language.verb_phrase.search(phrase)


@pytest.mark.parametrize("code", ROMANCE)
def test_pools_are_large_and_repeat_nothing(code):
    pools = find_language(code).pools
    sizes = {"adjective-noun": 40, "noun-noun": 30, "verb-noun": 40}
    assert all(len(set(pools[pattern])) == len(pools[pattern]) >= least for pattern, least in sizes.items())


def test_a_plural_that_is_given_stays_and_what_follows_a_link_does_not_change():
    given = "lunes gris #m #pl:lunes grises"
    assert noun_phrases(given, [("$", "s")]) == (given,)
    assert noun_phrases("capo di casa #m", [("o$", "i"), ("a$", "e")]) == ("capo di casa #m #pl:capi di casa",)


def test_the_first_ending_that_fits_a_verb_decides():
    assert verb_phrases("tondre le pré", {"dre": "part:du", "re": "part:u"}) == ("[tondre #part:tondu] le pré",)
