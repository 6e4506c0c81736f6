"""What a score says in words."""

import pytest

from idioprobe.report.answer import Answer, sentences
from idioprobe.suites.headline import Headline


def answer(value, low, high):
    place = ("en", "native", "sentence", "nat", "NC", "pref_words")
    return Answer("mine", Headline("idiom score", *place, value, low, high, n=6, chance=0.5), None, ())


@pytest.mark.parametrize(
    ("score", "said"),
    [
        ((0.1, 0.0, 0.3), "mine goes by the words."),
        ((0.9, 0.8, 1.0), "mine goes by the meaning."),
        ((0.5, 0.3, 0.7), "mine lies between words and meaning."),
        ((0.0, None, None), "mine cannot be placed: too few expressions."),
    ],
)
def test_which_way_a_model_goes_is_told_by_the_interval_alone(score, said):
    assert sentences(answer(*score))[0] == said
