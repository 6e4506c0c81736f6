"""In and out of context: which stimuli are compared, and with what."""

import numpy as np
import pytest

from idioprobe import build_dataset, evaluate, read_lexicon
from idioprobe.data.lexicon.read import Lexicon
from tests.suites.world import at, dataset, encoder, expression, item, scored
from tests.support import HandmadeEncoder, close_to

LEXICON = """
language = "en"
[[expression]]
expression = "gold mine #pl:gold mines"
synonym = "money maker #pl:money makers"
sentences = [
  "He found a [gold mine] here.",
  "Two [gold mines] were sold.",
  "[Gold mine] owners met.",
]
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(LEXICON, encoding="utf-8")
    lexicon = read_lexicon(path)
    assert isinstance(lexicon, Lexicon)
    return build_dataset(lexicon).dataset


def run(data, tmp_path, alone, inside):
    """`alone` maps a form out of context to its vector, `inside` gives that of a sentence's target."""

    def vector(request):
        is_alone = request.text == request.target
        return alone.get(request.text, at(0.0)) if is_alone else inside(request.text)

    return evaluate(HandmadeEncoder(vector), data, units=("target",), cache_dir=tmp_path / "cache", resamples=100)


def test_out_of_context_is_the_expression_as_written_in_that_sentence(tmp_path, mine):
    alone = {"gold mine": at(0.9), "gold mines": at(0.5), "Gold mine": at(0.3)}
    result = run(mine, tmp_path, alone, lambda _: at(1.0))
    assert scored(result, "ctx_in_out") == close_to([0.9, 0.5, 0.3])
    assert scored(result, "ctx_in_out", condition="neut") == close_to([0.9])
    assert scored(result, "ctx_in_out", condition="neut_long") == close_to([0.9])


def test_natural_sentences_are_compared_with_the_short_neutral_one(tmp_path, mine):
    neutral = mine.stimuli.filter(condition="neut", role="original")["text"].item()
    long = mine.stimuli.filter(condition="neut_long", role="original")["text"].item()
    levels = {neutral: at(1.0), long: np.array([0.0, 0.0, 1.0])}
    natural = mine.stimuli.filter(condition="nat", role="original").sort("sentence")["text"]
    levels |= {text: at(level) for text, level in zip(natural, (0.9, 0.8, 0.7), strict=True)}
    result = run(mine, tmp_path, {}, lambda text: levels.get(text, at(0.1)))
    assert scored(result, "ctx_nat_neut") == close_to([0.9, 0.8, 0.7])
    for condition in ("neut", "neut_long", "none"):
        assert scored(result, "ctx_nat_neut", condition=condition) == []


def test_the_synonym_out_of_context_is_a_measure_of_the_condition_none_alone(tmp_path, mine):
    result = run(mine, tmp_path, {"gold mine": at(1.0), "money maker": at(0.6)}, lambda _: at(1.0))
    assert scored(result, "out_syn", condition="none") == close_to([0.6])
    assert result.scores.filter(measure="out_syn")["condition"].unique().to_list() == ["none"]
    assert result.scores.filter(condition="none")["measure"].unique().to_list() == ["out_syn"]


def test_context_measures_exist_for_targets_only(tmp_path):
    rows = [
        *item({"original": "gold mine", "syn": "goldmine"}),
        *item({"original": "gold mine", "syn": "goldmine"}, condition="neut", sentence=None, frame="It is {}."),
        *item({"original": "gold mine", "syn": "goldmine"}, condition="none", sentence=None, frame="{}"),
    ]
    vectors = {"gold mine": at(1.0), "goldmine": at(0.5), "It is gold mine.": at(1.0), "It is goldmine.": at(0.2)}
    result = evaluate(encoder(vectors), dataset(rows, [expression("gold mine")]), cache_dir=tmp_path, resamples=100)
    by_unit = {unit: set(result.scores.filter(unit=unit)["measure"]) for unit in ("target", "sentence")}
    assert by_unit["target"] - by_unit["sentence"] >= {"ctx_in_out", "ctx_nat_neut", "out_syn"}
    assert by_unit["sentence"] >= {"sim_syn", "sim_syn_z", "sim_syn_ztop"}


def test_an_expression_without_a_neutral_sentence_has_no_natural_against_neutral(tmp_path):
    rows = [
        *item({"original": "gold mine", "syn": "goldmine"}),
        *item({"original": "dry run", "syn": "test"}),
        *item({"original": "dry run", "syn": "test"}, condition="neut", sentence=None),
    ]
    vectors = {"gold mine": at(1.0), "goldmine": at(0.5), "dry run": at(1.0), "test": at(0.2)}
    data = dataset(rows, [expression("gold mine"), expression("dry run")])
    result = evaluate(encoder(vectors), data, cache_dir=tmp_path, resamples=100)
    assert result.scores.filter(measure="ctx_nat_neut")["expression"].to_list() == ["dry run"]
