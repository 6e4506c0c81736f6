"""Idiom scores in a model card."""

import json
from dataclasses import replace

import pytest
import yaml

from idioprobe import evaluate, load_dataset
from idioprobe.connect.modelcard import eval_results, snippet, write_card
from idioprobe.core.errors import ConfigError
from tests.support import needed_module


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = load_dataset("starter").select(["en"], ["nat"], 24)
    return evaluate("reference:words", data, cache_dir=tmp_path_factory.mktemp("store"), resamples=100)


def test_the_hub_reads_the_fields_of_the_card(result):
    repocard = needed_module("huggingface_hub.repocard")
    card = repocard.ModelCard(snippet([result], "me/idioms"))
    found = {(one.dataset_name, one.metric_args["unit"]): one for one in card.data.eval_results}
    for score in result.manifest.headline:
        one = found[("starter (en)", score.unit)]
        assert one.metric_value == pytest.approx(score.value, abs=1e-6)
        assert (one.metric_args["n"], one.dataset_type) == (score.n, "me/idioms")
        assert one.metric_args["ci_low"] == score.ci_low
    assert "| starter | en | sentence score |" in card.text


def test_the_hub_reads_the_file_of_evaluation_results(result, tmp_path):
    written = write_card([result], tmp_path / "card", "me/idioms")
    assert [path.name for path in written] == ["model-card.md", "idioprobe_starter.yaml"]
    told = yaml.safe_load(written[1].read_text(encoding="utf-8"))
    assert told == json.loads(json.dumps(eval_results([result], "me/idioms")))
    entries = needed_module("huggingface_hub").parse_eval_result_entries(told)
    assert {entry.task_id for entry in entries} == {"en_sentence", "en_target"}
    assert all(entry.dataset_id == "me/idioms" and "interval" in entry.notes for entry in entries)


def test_the_card_of_a_model_that_answers_says_what_was_asked(result):
    manifest = result.manifest
    asked = [score for score in manifest.headline if score.unit == "sentence"]
    asked = [replace(score, unit="answer", measure="qa_pref_words") for score in asked]
    answered = replace(result, manifest=manifest.model_copy(update={"headline": asked}))
    told = snippet([answered])
    assert 'type: "text-generation"' in told
    assert "asked which of two replacements keeps the meaning" in told
    assert "offered the meaning" not in told
    assert "asked which" not in snippet([result])


def test_a_card_is_about_one_model(result, tmp_path):
    other = evaluate("reference:whole", load_dataset("starter"), limit=6, cache_dir=tmp_path, resamples=100)
    with pytest.raises(ConfigError, match="one model; these are"):
        snippet([result, other])
    with pytest.raises(ConfigError, match="OWNER/NAME"):
        snippet([result], "idioms")
