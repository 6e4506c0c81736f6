"""The callback for transformers.Trainer: measured when the trainer evaluates, logged as all else that it logs."""

import sys

import pytest
import torch

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, MissingExtraError
from tests.support import close_to, needed_module

transformers = needed_module("transformers")
needed_module("accelerate")

from idioprobe.connect.transformers import IdiomCallback  # noqa: E402
from tests.connect.conftest import RANDOM, keep_apart  # noqa: E402
from tests.connect.test_sentence_transformers import Reporter  # noqa: E402


class Texts(torch.utils.data.Dataset):
    """Texts whose words are to be told again."""

    def __init__(self, tokenizer, texts):
        made = tokenizer(texts, padding=True, return_tensors="pt")
        self.rows = [{"input_ids": ids, "labels": ids} for ids in made["input_ids"]]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, at):
        return self.rows[at]


@pytest.fixture
def trained(model_folder, few_expressions, tmp_path):
    def trained(callback, processing=True, **arguments):
        folder = model_folder("bert")
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        model = transformers.BertForMaskedLM.from_pretrained(folder)
        keep_apart(model.bert, tokenizer, "".join(RANDOM))
        rows = Texts(tokenizer, few_expressions.stimuli["text"].to_list()[:16])
        reporter = Reporter()
        trainer = transformers.Trainer(
            model=model,
            args=transformers.TrainingArguments(
                output_dir=str(tmp_path),
                num_train_epochs=2,
                learning_rate=0.01,
                report_to="none",
                disable_tqdm=True,
                **arguments,
            ),
            train_dataset=rows,
            eval_dataset=rows if arguments.get("eval_strategy") else None,
            processing_class=tokenizer if processing else None,
            callbacks=[reporter, callback],
        )
        trainer.train()
        return trainer, reporter, (model, tokenizer)

    return trained


def test_it_logs_at_each_evaluation_and_chooses_the_best_model(trained, few_expressions, tmp_path):
    best = {
        "load_best_model_at_end": True,
        "metric_for_best_model": "eval_idiom_score",
        "save_strategy": "epoch",
    }
    callback = IdiomCallback(few_expressions, resamples=100)
    trainer, reporter, pair = trained(callback, eval_strategy="epoch", **best)
    seen = [logs["eval_idiom_score"] for logs in reporter.logged if "eval_idiom_score" in logs]
    assert len(seen) == 2
    assert trainer.state.best_metric == max(seen)
    result = evaluate(pair, few_expressions, resamples=100, cache_dir=tmp_path / "cache")
    by_unit = {one.unit: one.value for one in result.manifest.headline}
    found = trainer.evaluate()
    assert found["eval_sentence_score"] == close_to(by_unit["sentence"])
    assert found["eval_idiom_score"] == close_to(by_unit["target"]) == close_to(max(seen))


def test_where_the_trainer_never_evaluates_it_measures_each_epoch(trained, few_expressions):
    _, reporter, _ = trained(IdiomCallback(few_expressions, name="few", resamples=100))
    assert sum("eval_few_idiom_score" in logs for logs in reporter.logged) == 2


def test_it_asks_for_the_tokenizer(trained, few_expressions):
    with pytest.raises(ConfigError, match=r"give Trainer\(processing_class=…\)"):
        trained(IdiomCallback(few_expressions, resamples=100), processing=False)


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "idioprobe.connect.transformers")
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtraError, match=r"IdiomCallback needs transformers: (pip install|install)"):
        import idioprobe.connect.transformers  # noqa: F401
