"""When a paraphrase is one that people gave."""

import numpy as np
import pytest

from idioprobe.suites.questions.matching import matches, matches_exactly
from idioprobe.suites.questions.scores import nearest


@pytest.mark.parametrize(
    ("answer", "given", "language"),
    [
        ("hard worker", "hard worker", "en"),
        ("Hard Worker", "hard worker", "en"),
        ("a hard-worker", "hard worker", "en"),
        ("hard workers", "hard worker", "en"),
        ("hard worker", "hard workers", "en"),
        ("to die", "die", "en"),
        ("o azarado", "azarado", "pt"),
        ("azarados", "azarado", "pt"),
        ("der Pechvogel", "Pechvogel", "de"),
    ],
)
def test_case_articles_hyphens_and_number_make_no_difference(answer, given, language):
    assert matches([answer], ["something else", given], language)


@pytest.mark.parametrize("answer", ["worker", "very hard worker", "hard workings", ""])
def test_other_words_do(answer):
    assert not matches([answer], ["hard worker"], "en")


def test_in_the_very_words_a_plural_is_another():
    assert matches_exactly(["Hard worker."], ["hard worker"])
    assert not matches_exactly(["hard workers", "a hard worker"], ["hard worker"])


def test_the_nearest_of_all_pairs_counts():
    vectors = {"a": [1.0, 0.0], "b": [0.0, 2.0], "c": [3.0, 4.0], "unknown": [np.nan, np.nan]}

    def similar(texts):
        return np.array([vectors[text] for text in texts], dtype=np.float32)

    assert nearest(["a", "b"], ["c"], similar) == pytest.approx(0.8)
    assert nearest(["a", "unknown"], ["c"], similar) == pytest.approx(0.6)
    assert nearest(["unknown"], ["c"], similar) is None
