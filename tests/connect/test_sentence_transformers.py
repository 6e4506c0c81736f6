"""The evaluator of sentence-transformers: its contract, and the same score as by every other door."""

import csv
import math
import sys

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, MissingExtraError
from tests.support import close_to, needed_module

needed_module("sentence_transformers")
needed_module("datasets")
torch = needed_module("torch")

from datasets import Dataset  # noqa: E402
from sentence_transformers import (  # noqa: E402
    SentenceTransformer,
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.base.evaluation import BaseEvaluator, SequentialEvaluator  # noqa: E402
from sentence_transformers.base.model_card import generate_model_card  # noqa: E402
from sentence_transformers.sentence_transformer.losses import TripletLoss  # noqa: E402
from transformers import TrainerCallback  # noqa: E402

from idioprobe.connect.sentence_transformers import IdiomEvaluator  # noqa: E402

SCORES = {"sentence": "sentence_score", "target": "idiom_score"}


@pytest.fixture
def evaluator(few_expressions):
    return IdiomEvaluator(few_expressions, resamples=100)


def test_the_score_is_that_of_evaluate_in_both_units(
    evaluator, sentence_model, sentence_folder, few_expressions, tmp_path
):
    found = evaluator(sentence_model)
    result = evaluate(f"st:{sentence_folder}", few_expressions, resamples=100, cache_dir=tmp_path)
    for headline in result.manifest.headline:
        name = SCORES[headline.unit]
        expected = headline.value, headline.ci_low, headline.ci_high
        assert (found[name], found[f"{name}_low"], found[f"{name}_high"]) == close_to(expected)
    means = result.summary.filter(statistic="mean", group="NC", measure="sim_rand", condition="nat")
    for unit, value in means.select("unit", "value").iter_rows():
        assert found["sim_rand" if unit == "sentence" else "sim_rand_target"] == close_to(value)


def test_it_keeps_the_contract(few_expressions, sentence_model, tmp_path):
    evaluator = IdiomEvaluator(few_expressions, name="few", resamples=100)
    assert isinstance(evaluator, BaseEvaluator)
    first = evaluator(sentence_model, str(tmp_path / "new"), epoch=0, steps=5)
    evaluator(sentence_model, str(tmp_path / "new"), epoch=1, steps=10)
    assert evaluator.primary_metric == "few_idiom_score"
    assert evaluator.greater_is_better
    assert all(key.startswith("few_") and isinstance(value, float) for key, value in first.items())
    with (tmp_path / "new/idiom_evaluation_few_results.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["epoch"], row["steps"]) for row in rows] == [("0", "5"), ("1", "10")]
    assert float(rows[0]["idiom_score"]) == close_to(first["few_idiom_score"])
    assert evaluator.get_config_dict()["dataset"] == "tiny"
    assert sentence_model.model_card_data.eval_results_dict[evaluator] == first
    assert "few_idiom_score" in generate_model_card(sentence_model)


def test_it_goes_with_others(evaluator, sentence_model):
    both = SequentialEvaluator([evaluator, evaluator])(sentence_model)
    assert both["sequential_score"] == both["idiom_score"]


def test_its_main_number_is_there_whatever_is_watched(few_expressions, sentence_model):
    sentences = IdiomEvaluator(few_expressions, units="sentence", resamples=100)
    one_more = IdiomEvaluator(few_expressions, measures=["sim_syn"], name="one", resamples=100)
    found = SequentialEvaluator([sentences, one_more])(sentence_model)
    assert (sentences.primary_metric, one_more.primary_metric) == ("sentence_score", "one_idiom_score")
    assert {sentences.primary_metric, one_more.primary_metric} <= set(found)


def test_a_model_that_gives_nan_has_nan_as_its_score(evaluator, sentence_model):
    with torch.no_grad():
        next(sentence_model.parameters()).fill_(math.nan)
    found = evaluator(sentence_model)
    for name in SCORES.values():
        assert all(math.isnan(found[f"{name}{end}"]) for end in ("", "_low", "_high"))


def test_all_expressions_have_numbers_of_their_own(few_expressions, sentence_model, tmp_path):
    found = IdiomEvaluator(few_expressions, idiomatic=False, resamples=100)(sentence_model)
    summary = evaluate(sentence_model, few_expressions, resamples=100, cache_dir=tmp_path).summary
    every = summary.filter(statistic="mean", measure="sim_rand", condition="nat", unit="target")
    expected = dict(every.select("group", "value").iter_rows())
    assert found["sim_rand_target"] == close_to(expected["NC"])
    assert found["sim_rand_all_target"] == close_to(expected["all"])
    assert expected["NC"] != expected["all"]


def test_texts_are_tokenized_once(evaluator, sentence_model, monkeypatch):
    first = evaluator(sentence_model)
    monkeypatch.setattr(type(sentence_model), "preprocess", lambda *_, **__: pytest.fail("tokenized again"))
    monkeypatch.setattr("idioprobe.models.st.sentencemodel.SentenceModel._has_tokens", lambda _self: True)
    assert evaluator(sentence_model) == first


def test_mistakes_are_named(few_expressions):
    with pytest.raises(ConfigError, match="`measures` pref_wrds: one of"):
        IdiomEvaluator(few_expressions, measures=["pref_wrds"])
    with pytest.raises(ConfigError, match="`languages` xx: tiny has en"):
        IdiomEvaluator(few_expressions, languages="xx")


@pytest.mark.slow
def test_the_real_model_has_one_score_by_every_door(minilm_folder, tmp_path):
    options = {"languages": "en", "limit": 8, "resamples": 100}
    model = SentenceTransformer(str(minilm_folder), device="cpu")
    by_evaluator = IdiomEvaluator(idiomatic=False, **options)(model)
    run = {**options, "conditions": "nat", "cache_dir": tmp_path}
    for given in ("st:all-MiniLM-L6-v2", model):
        for headline in evaluate(given, **run).manifest.headline:
            assert by_evaluator[SCORES[headline.unit]] == close_to(headline.value)


class Reporter(TrainerCallback):
    """Gets what Weights & Biases, TensorBoard and MLflow get."""

    def __init__(self):
        self.logged = []

    def on_log(self, *_state, logs, **_more):
        self.logged.append(dict(logs))


def test_it_chooses_the_best_model_in_the_trainer(evaluator, few_expressions, sentence_model, tmp_path):
    stimuli = few_expressions.stimuli.filter(condition="nat", sentence=1)
    texts = {role: stimuli.filter(role=role)["text"].to_list() for role in ("original", "syn", "words")}
    reporter = Reporter()
    trainer = SentenceTransformerTrainer(
        model=sentence_model,
        args=SentenceTransformerTrainingArguments(
            output_dir=str(tmp_path),
            num_train_epochs=3,
            learning_rate=0.001,
            eval_strategy="epoch",
            save_strategy="epoch",
            load_best_model_at_end=True,
            metric_for_best_model="eval_idiom_score",
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=Dataset.from_dict(texts),
        loss=TripletLoss(sentence_model),
        evaluator=evaluator,
        callbacks=[reporter],
    )
    trainer.train()
    seen = [logs["eval_idiom_score"] for logs in reporter.logged if "eval_idiom_score" in logs]
    assert len(seen) == 3
    assert trainer.state.best_metric == max(seen)
    assert evaluator(sentence_model)["idiom_score"] == close_to(max(seen))
    assert len(list(tmp_path.rglob("idiom_evaluation_results.csv"))) == 1


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "idioprobe.connect.sentence_transformers")
    monkeypatch.setitem(sys.modules, "sentence_transformers.base.evaluation", None)
    with pytest.raises(MissingExtraError, match=r"IdiomEvaluator needs sentence_transformers.*: (pip install|install)"):
        import idioprobe.connect.sentence_transformers  # noqa: F401
