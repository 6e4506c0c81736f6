"""A lexicon writes a filler with its forms and tags; this is how they are read."""

import pytest

from idioprobe.data.lexicon.forms import parse_form


def test_a_plain_word_has_one_form_and_no_tags():
    form = parse_form("hard worker")
    assert (form.singular, form.names, form.tags, form.gender) == (("hard worker",), (), frozenset(), None)


def test_white_space_around_and_inside_is_evened_out():
    assert parse_form("  hard \t worker  ").singular == ("hard worker",)


def test_a_slash_parts_forms_only_where_a_word_varies():
    assert parse_form("gelado/gelada", varies=True).singular == ("gelado", "gelada")
    assert parse_form("24/7 shop").singular == ("24/7 shop",)


def test_tags_and_plurals_are_read_in_any_order():
    one = parse_form("frio/fria #pl:frios/frias #f", varies=True)
    other = parse_form("frio/fria #f #pl:frios/frias", varies=True)
    assert one == other
    assert dict(one.named)["pl"] == ("frios", "frias")
    assert one.gender == "f"


def test_a_number_sign_that_starts_no_tag_stays_text():
    assert parse_form("issue #1").singular == ("issue #1",)
    assert parse_form("C# code").singular == ("C# code",)


def test_the_citation_form_is_in_its_own_gender():
    assert parse_form("gelado/gelada #f", varies=True).citation == "gelada"
    assert parse_form("gelado/gelada #m", varies=True).citation == "gelado"
    assert parse_form("gelado/gelada", varies=True).citation == "gelado"


@pytest.mark.parametrize(
    ("gender", "plural", "expected"),
    [
        ("m", False, "alto"),
        ("f", False, "alta"),
        (None, False, "alto"),
        ("m", True, "altos"),
        ("f", True, "altas"),
    ],
)
def test_a_varying_word_agrees_with_gender_and_number(gender, plural, expected):
    assert parse_form("alto/alta #pl:altos/altas", varies=True).spelled("pl" if plural else None, gender) == expected


def test_a_word_of_one_form_is_the_same_in_every_gender():
    form = parse_form("quente #pl:quentes", varies=True)
    assert {form.spelled(None, gender) for gender in ("m", "f", "n", None)} == {"quente"}
    assert {form.spelled("pl", gender) for gender in ("m", "f", "n", None)} == {"quentes"}


def test_a_third_form_is_neuter():
    form = parse_form("kalter/kalte/kaltes", varies=True)
    assert [form.spelled(None, gender) for gender in ("m", "f", "n")] == ["kalter", "kalte", "kaltes"]


def test_a_word_without_a_plural_has_none():
    assert parse_form("hard worker").spelled("pl", None) is None


def test_two_genders_contradict_each_other():
    with pytest.raises(ValueError, match="'mar #m #f' has two genders"):
        parse_form("mar #m #f")


def test_forms_have_any_name():
    form = parse_form("sterben #past:starb #part:gestorben #f")
    assert form.names == ("part", "past")
    assert [form.spelled(name) for name in (None, "past", "part", "ger")] == ["sterben", "starb", "gestorben", None]


@pytest.mark.parametrize(("written", "name"), [("Prät", "past"), ("PP", "part"), ("3sg", "pres"), ("plural", "pl")])
def test_other_names_of_a_form_mean_the_same(written, name):
    assert parse_form(f"x #{written}:y").spelled(name) == "y"


def test_a_form_that_is_given_twice_is_refused():
    with pytest.raises(ValueError, match="has the form #past: twice"):
        parse_form("sterben #past:starb #past:stirbt")


@pytest.mark.parametrize(
    ("text", "citation", "past"),
    [
        ("den Dienst [quittieren #past:quittierte]", "den Dienst quittieren", "den Dienst quittierte"),
        ("[comprar #past:compró] una casa #f", "comprar una casa", "compró una casa"),
    ],
)
def test_a_verb_phrase_marks_its_verb_whose_forms_stand_with_it(text, citation, past):
    form = parse_form(text)
    assert (form.citation, form.spelled("past"), form.spelled("part")) == (citation, past, None)


@pytest.mark.parametrize("text", ["[eat] and [drink]", "[] bread", "[eat] bread #past:ate bread"])
def test_a_verb_phrase_with_another_mark_is_refused(text):
    with pytest.raises(ValueError, match=r"verb"):
        parse_form(text)


@pytest.mark.parametrize("text", ["", "   ", "#f", "gelado/", "/gelada"])
def test_an_empty_form_is_refused(text):
    with pytest.raises(ValueError, match="has an empty form"):
        parse_form(text, varies=True)


@pytest.mark.parametrize("text", ["frio/fria #pl:frios/", "frio/fria #pl:/frias"])
def test_an_empty_plural_form_is_refused(text):
    with pytest.raises(ValueError, match="has an empty form"):
        parse_form(text, varies=True)
