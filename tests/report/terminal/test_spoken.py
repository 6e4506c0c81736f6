"""What a run of a model that answers in words prints."""

import io

import pytest

from idioprobe.report.terminal.answer import show_briefly
from idioprobe.report.terminal.console import PlainConsole
from idioprobe.report.terminal.run import show
from tests.report.words.speaking import refusing, spoken


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def printed(result, do=show, **options):
    out = io.StringIO()
    do(result, PlainConsole(file=out, width=80), **options)
    return out.getvalue()


def test_both_ways_to_answer_are_told(cache):
    text = printed(spoken(cache))
    assert "Asked in words, talker " in text
    assert "By the likelihood of its answers, talker " in text
    assert "of all options it takes the synonym" in text
    assert "idiom score in words  generated" in text
    assert "Shown: the view" not in text
    assert "No linguistic prediction" not in text


def test_everything_has_every_measure_of_answers(cache):
    text = printed(spoken(cache), everything=True)
    assert "talker on tiny (en), naturalistic sentences, what models write" in text
    assert "qa_consistency_pair" in text


def test_one_of_several_models_has_a_line_for_each_way(cache):
    text = " ".join(printed(spoken(cache), show_briefly).split())
    assert text.count("Idiom score in words 0 % (en; n = ") == 2


def test_only_refusals_still_say_something(cache):
    text = printed(spoken(cache, refusing, name="refuser", ways=("generated",)))
    assert "refuser" in text
    assert "100 %" in text
