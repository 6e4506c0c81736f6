"""English articles go by the sound that follows."""

import pytest

from idioprobe.data.languages.en import adapt_article, indefinite_article

A = """
banana, university, union leader, unicorn, unique offer, unit, uniform, unilateral move, European, euro, Eureka moment,
ewe, one-off, one-way street, once-over, user, useful tool, usurper, utensil, utopia, ubiquitous logo, ukulele,
Ukrainian, unanimous verdict, uranium mine, Uruguayan, UN envoy, USB stick, U-turn, T-shirt, BBC show, PhD,
house, honeymoon, hotel, history, horror film, yellow card, 7-bit, 1st, 110th, 180, 100, word
"""
AN = """
owl, apple, eager beaver, idea, old shoe, umbrella, unimportant detail, uninvited guest, unidentified object, unaided
eye, ugly duckling, urban myth, usher, urgent call, utter mess, upright piano, onerous task, only child, hour,
hourglass, honest man, honorary title, honour guard, heir, heirloom, MRI scan, X-ray, x-ray machine, FBI agent, HTML
page, LED lamp, NHS nurse, MP3 player, A-level, e-mail, 8-bit, 80-year-old, 11th, 18th, 11-year-old, élan, à la carte
menu
"""


def phrases(table: str) -> list[str]:
    return [phrase.strip() for phrase in table.replace("\n", " ").split(",")]


@pytest.mark.parametrize("phrase", phrases(A))
def test_before_a_consonant_sound_it_is_a(phrase):
    assert indefinite_article(phrase) == "a"


@pytest.mark.parametrize("phrase", phrases(AN))
def test_before_a_vowel_sound_it_is_an(phrase):
    assert indefinite_article(phrase) == "an"


def test_opening_quotes_and_brackets_make_no_sound():
    assert [indefinite_article(p) for p in ('"owl"', "'hat'", "“owl”", "‘hat’", "(owl)")] == [
        "an",
        "a",
        "an",
        "a",
        "an",
    ]


@pytest.mark.parametrize(
    ("before", "filler", "expected"),
    [
        ("She is an ", "hard worker", "She is a "),
        ("She is a ", "eager beaver", "She is an "),
        ("She is an ", "eager beaver", "She is an "),
        ("An ", "hard worker", "A "),
        ("A ", "owl", "An "),
        ("AN ", "hat", "A "),
        ("a ", "owl", "an "),
        ("Is it a  ", "owl", "Is it an  "),
        ("(an ", "hat", "(a "),
        ("No. A ", "owl", "No. An "),
    ],
)
def test_the_article_before_the_target_fits_the_filler(before, filler, expected):
    assert adapt_article(before, filler, frozenset()) == expected


@pytest.mark.parametrize(
    ("before", "filler"),
    [
        ("banana ", "owl"),
        ("Ana ", "owl"),
        ("the ", "owl"),
        ("a big ", "owl"),
        ("", "owl"),
        ("a-", "owl"),
        ("Havana ", "owl"),
        ("an example of ", "hat"),
    ],
)
def test_what_is_not_an_article_directly_before_the_target_is_left_alone(before, filler):
    assert adapt_article(before, filler, frozenset()) == before


@pytest.mark.parametrize("quote", ['"', "“", "‘", "("])
def test_an_opening_quote_between_article_and_target_does_not_hide_the_article(quote):
    assert adapt_article(f"She is an {quote}", "hard worker", frozenset()) == f"She is a {quote}"


def test_a_tag_settles_what_the_rule_gets_wrong():
    assert adapt_article("It is an ", "NATO base", frozenset({"a"})) == "It is a "
    assert adapt_article("It is a ", "herb garden", frozenset({"an"})) == "It is an "
    assert adapt_article("A ", "herb garden", frozenset({"an"})) == "An "
