"""The long neutral sentence has the words of the short one."""

import pytest

from idioprobe.data.sources.cells import Target, locate
from idioprobe.data.sources.lengthen import lengthen
from tests.data.sources.folders import tagged


def short(marked):
    return locate(*tagged(marked))


@pytest.mark.parametrize(
    ("marked", "language", "long"),
    [
        ("This is an [eager beaver]", "en", "This is what an eager beaver is supposed to be"),
        ("This is a [wet sock] .", "en", "This is what a wet sock is supposed to be ."),
        ("this is a [wet sock]", "en", "This is what a wet sock is supposed to be"),
        ("Este é um [alto mar] .", "pt", "Isto é o que um alto mar deveria ser ."),
        ("Esta é uma [má-fé] .", "pt", "Isto é o que uma má-fé deveria ser ."),
        ("Estes são [navios negreiros] .", "pt", "Isto é o que navios negreiros deveriam ser ."),
        ("Estas são [águas claras]", "pt", "Isto é o que águas claras deveriam ser"),
    ],
)
def test_the_expression_keeps_its_article_and_its_number(marked, language, long):
    made = lengthen(short(marked), language)
    assert made.text == long
    assert made.written == short(marked).written


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        ("These are [eager beavers]", "en"),
        ("This is [work]", "en"),
        ("So this is a [wet sock]", "en"),
        ("This is a [wet sock]", "pt"),
        ("Isto é [fé]", "pt"),
        ("Das ist ein [Haus]", "de"),
    ],
)
def test_a_sentence_of_another_shape_is_not_lengthened(marked, language):
    assert lengthen(short(marked), language) is None


def test_an_article_that_does_not_agree_is_kept_as_published():
    assert lengthen(Target("This is an sour test", 11, 20), "en").text == "This is what an sour test is supposed to be"
