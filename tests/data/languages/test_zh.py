"""Chinese: no spaces between words, and no forms."""

import re

import pytest

from tests.data.languages.building import build, random_texts, texts

LEXICON = """
language = "zh"

[[expression]]
expression = "碰钉子"
type = "verb-object"
class = "NC"
verb = "碰"
object = "钉子"
synonym = "失败"
synonym2 = "[遭到]拒绝"
verb_synonyms = ["摸"]
object_synonyms = ["图钉"]
sentences = ["他昨天又[碰钉子]了。", "他终于[碰]了[钉子]。"]

[[expression]]
expression = "纸老虎"
type = "noun-compound"
class = "NC"
modifier = "纸"
head = "老虎"
synonym = "懦夫"
modifier_synonyms = ["布"]
head_synonyms = ["狮子"]
sentences = ["他不过是[纸老虎]。"]
"""


@pytest.fixture(scope="module")
def chinese(tmp_path_factory):
    return build(tmp_path_factory.mktemp("zh"), LEXICON)


@pytest.mark.parametrize(
    ("expression", "role", "condition", "expected"),
    [
        ("碰钉子", "syn", "nat", ["他昨天又失败了。", "他终于失败了。"]),
        ("碰钉子", "syn2", "nat", ["他昨天又遭到拒绝了。", "他终于遭到了拒绝。"]),
        ("碰钉子", "words", "nat", ["他昨天又摸图钉了。", "他终于摸了图钉。"]),
        ("碰钉子", "syn", "neut", ["他们想要失败。"]),
        ("纸老虎", "syn", "nat", ["他不过是懦夫。"]),
        ("纸老虎", "words", "nat", ["他不过是布狮子。"]),
        ("纸老虎", "words", "neut", ["这是布狮子。"]),
    ],
)
def test_replacements_take_the_form_and_the_place_of_the_expression(chinese, expression, role, condition, expected):
    assert texts(chinese, expression, role, condition) == expected


def test_every_sentence_has_its_random_replacements_without_markup(chinese):
    assert set(chinese.stimuli.filter(role="rand")["item"]) == set(chinese.stimuli["item"])
    assert [text for text in random_texts(chinese) if re.search(r"[\[\]{}#|/]|\s\s", text)] == []
