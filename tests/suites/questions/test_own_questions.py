"""Questions of a user's own file as the suite asks them."""

import pytest

from idioprobe import load_dataset
from idioprobe.data.questions.read import read_questions
from idioprobe.suites.base import Settings
from idioprobe.suites.questions.asking import ask

OWN = """
language = "en"

[[idiom]]
expression = "paper tiger"
question = "If the rival is a paper tiger, should we {a} or {b}?"
literal = "keep it dry"
idiomatic = "stay calm"

[[idiom]]
expression = "paper tiger"
question = "What would you do if you met a paper tiger?"

[[idiom]]
expression = "in a pickle"
question = "If I am in a pickle, am I {a} or {b}?"
idiomatic = "in trouble"
literal = "in a jar"
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    data = load_dataset("starter").select(["en"], ["nat"], None)
    settings = Settings(
        languages=("en",), conditions=("nat",), units=("answer",), questions=read_questions(["en"], path)
    )
    return ask(data, settings).table.filter(view="generated")


def test_two_answers_are_offered_in_either_order(asked):
    assert [prompt.splitlines()[-1] for prompt in asked.filter(kind="idiom")["prompt"]] == [
        "If the rival is a paper tiger, should we stay calm or keep it dry?",
        "If the rival is a paper tiger, should we keep it dry or stay calm?",
    ]


def test_one_that_leaves_the_answer_open_is_asked_as_it_is(asked):
    [prompt] = asked.filter(kind="free")["prompt"]
    assert prompt.splitlines()[-1] == "What would you do if you met a paper tiger?"


def test_one_about_an_expression_that_the_dataset_lacks_is_not_asked(asked):
    assert "in a pickle" not in asked["expression"].to_list()
