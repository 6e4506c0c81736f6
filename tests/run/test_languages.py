"""Which languages a model is scored in, where the user leaves that open."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.report.page.boards import boards
from idioprobe.report.page.groups import group_results
from idioprobe.report.terminal.run import footnotes
from idioprobe.run.languages import models_for, not_made_words
from idioprobe.run.results import load_result
from tests.suites.world import FILLERS, at, dataset, expression, item
from tests.support import HandmadeEncoder


class Vocabulary(HandmadeEncoder):
    """Knows no word of the sentences in which a word of `lacks` occurs."""

    lacks = ()

    def unknown_words(self, texts):
        return Counter(w for text in texts for w in text.split() if any(word in text for word in self.lacks))


def run(tmp_path, *lacks, **options):
    rows = [*item(FILLERS), *item(FILLERS, language="pt", frame="Vimos {} ali.")]
    names = [expression("eager beaver"), expression("eager beaver", language="pt")]
    encoder = Vocabulary(lambda request: at(min(0.9, len(request.text) / 100)), name="glove")
    encoder.lacks = lacks
    notices = []
    result = evaluate(
        encoder, dataset(rows, names), cache_dir=tmp_path, resamples=100, notice=notices.append, **options
    )
    return result.manifest.dataset.languages, " ".join(notices)


def test_a_vocabulary_is_not_scored_in_a_language_of_which_it_lacks_the_words(tmp_path):
    languages, said = run(tmp_path, "Vimos")
    assert languages == ["en"]
    assert "knows less than 80% of the words in pt (0%): not scored (`languages` en,pt" in said


def test_unless_it_is_asked_for_or_knows_no_language_at_all(tmp_path):
    assert run(tmp_path, "Vimos", languages="en,pt")[0] == ["en", "pt"]
    assert run(tmp_path, "Vimos", "We")[0] == ["en", "pt"]


def test_nor_where_it_knows_the_words(tmp_path):
    assert run(tmp_path) == (["en", "pt"], "")


class Monolingual(HandmadeEncoder):
    """Knows English and nothing else."""

    @property
    def identity(self):
        return replace(super().identity, languages=frozenset({"en"}))


def run_english(tmp_path, *languages, **options):
    rows = [row for language in languages for row in item(FILLERS, language=language)]
    names = [expression("eager beaver", language=language) for language in languages]
    encoder = Monolingual(lambda request: at(min(0.9, len(request.text) / 100)), name="tiny")
    notices = []
    options = {"cache_dir": tmp_path, "resamples": 100, "notice": notices.append, **options}
    return evaluate(encoder, dataset(rows, names), **options), " ".join(notices)


def test_models_that_know_a_language_come_smallest_first():
    names = [model.name for model in models_for(["it"])]
    assert names == ["distilbert-base-multilingual-cased", "bert-base-multilingual-cased", "xlm-roberta-base"]
    english = [model.name for model in models_for(["en-GB"])]
    assert english[0] == "all-MiniLM-L6-v2"
    assert set(names) < set(english)


def test_who_knows_none_of_the_languages_is_told_which_models_do(tmp_path):
    with pytest.raises(ConfigError) as caught:
        run_english(tmp_path, "it")
    said = str(caught.value)
    assert said.startswith("tiny knows English (en); ")
    assert "the smallest first: distilbert-base-multilingual-cased, bert-base" in said
    assert "idioprobe run -d FOLDER -m distilbert-base-multilingual-cased" in said
    assert "`languages` it to score it anyway" in said


def test_a_language_that_is_left_out_has_models_too(tmp_path):
    result, said = run_english(tmp_path, "en", "it")
    assert result.manifest.dataset.languages == ["en"]
    assert result.manifest.not_made_for == []
    assert "does not know " in said
    assert "the smallest first: distilbert" in said


def test_a_forced_run_says_everywhere_that_the_model_was_not_made_for_it(tmp_path):
    result, said = run_english(tmp_path, "en", "it", languages="en,it")
    warning = not_made_words("tiny", ["it"])
    assert warning in said
    folder = result.save(tmp_path / "out")
    assert json.loads((folder / "run.json").read_text())["not_made_for"] == ["it"]
    assert warning in footnotes(load_result(folder), "native")
    notes = {board.facts["language"]: board.notes for board in boards(group_results([result])[0])}
    assert warning in notes["it"]
    assert warning not in notes["en"]
