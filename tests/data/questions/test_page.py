"""The page about questions says what files may have, and its example is one."""

import re

import pytest

from idioprobe.data.questions.read import read_questions
from idioprobe.data.questions.slots import SLOTS
from tests.test_docs import ROOT

PAGE = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
ENGLISH = read_questions(["en"])["en"]


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    return read_questions(["en"], path)["en"]


def test_the_example_is_read(own):
    assert own.wordings["pair"].ask.startswith("Someone wrote:")
    assert own.wordings["choice"] == ENGLISH.wordings["choice"]
    assert [idiom.is_choice for idiom in own.idioms] == [True, False]
    assert own.idioms[0].written == "If the new rival is a paper tiger, should we keep it dry or stay calm?"


def test_the_placeholders_of_every_wording_are_listed():
    rows = [line.split("|")[1:-1] for line in PAGE.splitlines() if re.match(r"\| `\w+`.*\{", line)]
    listed = {
        name: (re.findall(r"\{(\w+)\}", ask), re.findall(r"\{(\w+)\}", open_))
        for names, ask, open_ in rows
        for name in re.findall(r"`(\w+)`", names)
    }
    assert set(listed) == set(SLOTS)
    for name, slots in SLOTS.items():
        ask, open_ = listed[name]
        assert ask == [*slots.ask, *slots.optional]
        assert open_ == ([] if slots.open is None or name == "rating" else [*slots.open])


def test_the_prompts_that_are_shown_are_those_that_are_asked():
    prompts = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    asked = {name: ENGLISH.wordings[name].ask.splitlines()[-1] for name in ("pair", "rating")}
    assert [prompt.splitlines()[-1] for prompt in prompts[1:]] == list(asked.values())
    instruction, question = prompts[0].strip().split("\n\n")
    assert instruction == ENGLISH.wordings["idiom"].instruction
    assert question in {idiom.asked(first) for idiom in ENGLISH.idioms for first in ("idiomatic", "literal")}


def test_the_numbers_of_questions_are_those_that_ship():
    asked = read_questions(["en", "pt", "de", "es"])
    en, pt, de, es = (sum(not idiom.source for idiom in questions.idioms) for questions in asked.values())
    assert f"{en} are in English, {pt} in Portuguese, {de} each in German and Spanish" in " ".join(PAGE.split())
    assert de == es
