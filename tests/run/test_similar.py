"""A model of sentences beside the one that answers, which compares paraphrases with people's."""

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from tests.suites.questions.said import COUNT, Speaker, idioms_file, many, number_of


@pytest.fixture
def vectors(tmp_path):
    """Words of synonyms point one way, all other words the other."""
    path = tmp_path / "words.txt"
    synonyms = [f"{word}{i} 0.0 1.0" for i in range(COUNT) for word in ("syn", "thing")]
    path.write_text("\n".join([*synonyms, "something 1.0 0.0", "else 1.0 0.0"]) + "\n", encoding="utf-8")
    return f"static:{path}"


def answered(tmp_path, say, **options):
    asked = {"suites": ("questions",), "questions": idioms_file(tmp_path), "cache_dir": tmp_path, "resamples": 100}
    return evaluate(Speaker(say), many(), **asked, **options)


def level(result, measure):
    rows = result.summary.filter(measure=measure, statistic="mean", group="all")
    return rows["value"][0] if len(rows) else None


def test_the_nearest_paraphrase_counts(tmp_path, vectors):
    def half(question):
        return "something" if number_of(question) % 2 else f"something else, syn{number_of(question)}"

    result = answered(tmp_path, half, paraphrases_by=vectors)
    assert level(result, "qa_paraphrase_sim") == 0.5
    assert level(result, "qa_paraphrase") == 0


def test_paraphrases_whose_words_it_does_not_know_are_left_out(tmp_path, vectors):
    def partly(question):
        return "unheard" if number_of(question) else "syn0"

    assert level(answered(tmp_path, partly, paraphrases_by=vectors), "qa_paraphrase_sim") == 1


def test_without_such_a_model_there_is_no_such_measure(tmp_path, vectors):
    def say(_):
        return "something"

    plain, compared = answered(tmp_path, say), answered(tmp_path, say, paraphrases_by=vectors)
    assert level(plain, "qa_paraphrase_sim") is None
    assert plain.manifest.digits != compared.manifest.digits


def test_a_model_that_answers_in_words_cannot_compare(tmp_path):
    with pytest.raises(ConfigError, match="paraphrases_by"):
        answered(tmp_path, lambda _: "A", paraphrases_by="chat:openai:gpt")
