"""What a score says in words."""

import pytest

from idioprobe.report.answer import Answer, sentences
from idioprobe.suites.headline import Headline, Level


def answer(verdict, **changed):
    place = ("en", "native", "target", "nat", "NC", "choice_net")
    made = {
        "meaning": Level(0.19, 0.1, 0.3, 72),
        "random": Level(0.03, 0.01, 0.05, 72),
        "noise": Level(0.44, 0.4, 0.48, 176),
        "tokens": Level(-0.03, -0.09, 0.03, 72),
        "tokens_kind": "tokens",
    }
    numbers = {"value": 0.16, "ci_low": 0.09, "ci_high": 0.24, "n": 72}
    return Answer("mine", Headline("idiom score", *place, **numbers, verdict=verdict, **{**made, **changed}), None, ())


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("beyond", "mine goes beyond its words."),
        ("words", "mine adds up its words."),
        ("open", "mine cannot be shown to go beyond its words."),
        ("noise", "mine cannot tell meaning from noise."),
        ("few", "Too few idiomatic expressions for a verdict on mine: 72, and it takes 10."),
        ("alone", "No verdict on mine: nothing is known of its tokens, to compare its score with."),
    ],
)
def test_the_verdict_comes_first(verdict, said):
    assert sentences(answer(verdict))[0] == said


def test_the_score_is_told_with_what_it_is_made_of():
    _, *rest = sentences(answer("beyond"))
    assert rest == [
        "Idiom score 16 [9, 24] of 100; n = 72 idiomatic expressions.",
        "Offered its meaning, its words and random words, it takes the meaning of 19 % of idioms and random words for "
        "3 %; its tokens, added up, get -3.",
    ]


def test_of_noise_it_is_told_how_often_random_words_are_taken():
    assert "44 % [40, 48] (a guess: 33 %; n = 176)" in sentences(answer("noise"))[1]


def test_words_that_were_embedded_one_by_one_are_called_that():
    assert "its words, embedded one by one and added up, get -3" in sentences(answer("beyond", tokens_kind="words"))[2]
