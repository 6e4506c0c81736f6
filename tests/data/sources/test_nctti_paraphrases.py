"""All that people said for an expression counts as a synonym of theirs."""

import pytest

from idioprobe import load_dataset
from idioprobe.suites.questions.asking import ask
from tests.suites.questions.said import settings


@pytest.mark.published
def test_paraphrases_of_the_expression_and_of_the_sentence_are_people_s(shared_data):
    data = load_dataset("nctti", shared_data).select(["en"], ["nat"], None)
    asked = ask(data, settings()).table.filter(kind="paraphrase", expression="car park")
    by_sentence = dict(asked.select("sentence", "options").iter_rows())
    assert {"parking lot", "parking garage", "vehicle lot"} <= set(by_sentence[2])
    assert "garage" in by_sentence[1]
    assert "garage" not in by_sentence[2]
