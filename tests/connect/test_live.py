"""Models in memory: the same numbers as by name, and never those of what a model was before."""

import sys

import numpy as np
import pytest

from idioprobe import check, compare, evaluate, worst_expressions
from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError
from idioprobe.models.live import as_model
from tests.support import close_to, needed_module

needed_module("sentence_transformers")

import torch  # noqa: E402
from transformers import AutoModel, AutoTokenizer, BertForMaskedLM  # noqa: E402


@pytest.fixture
def run(few_expressions, tmp_path):
    def run(model, **options):
        return evaluate(model, few_expressions, resamples=100, **{"cache_dir": tmp_path / "cache", **options})

    return run


def same_numbers(one, other):
    keys = ["item", "unit", "comparison", "role", "index"]
    both = one.similarities.join(other.similarities, on=keys, how="full", suffix="_b", coalesce=True)
    assert len(both) == len(one.similarities) == len(other.similarities)
    assert both["value"].to_list() == close_to(both["value_b"].to_list())
    assert [h.value for h in one.manifest.headline] == close_to([h.value for h in other.manifest.headline])


def nudge(model):
    with torch.no_grad():
        for weights in model.parameters():
            weights += 0.05 * torch.sin(torch.arange(weights.numel(), dtype=weights.dtype)).view_as(weights)


class TestSentenceTransformer:
    def test_it_has_the_numbers_that_it_has_by_name(self, run, sentence_model, sentence_folder):
        same_numbers(run(sentence_model), run(f"st:{sentence_folder}"))

    def test_it_is_given_back_as_it_was(self, run, sentence_model):
        sentence_model.train()
        sentence_model[0].model.eval()
        sentence_model.tokenizer.padding_side = "left"
        run(sentence_model)
        assert sentence_model.training
        assert not sentence_model[0].model.training
        assert sentence_model.tokenizer.padding_side == "left"
        sentence_model.encode(["a"])
        assert all(p.requires_grad for p in sentence_model.parameters())

    def test_the_same_model_meets_its_vectors_and_a_changed_one_does_not(self, run, sentence_model, tmp_path):
        first = run(sentence_model)
        assert run(sentence_model).manifest.counts.texts_embedded == 0
        nudge(sentence_model)
        changed = run(sentence_model)
        assert changed.manifest.model.fingerprint != first.manifest.model.fingerprint
        same_numbers(changed, run(sentence_model, cache_dir=tmp_path / "another"))
        assert changed.scores["value"].to_list() != first.scores["value"].to_list()

    @pytest.mark.parametrize(
        "change",
        [
            lambda model: setattr(model, "max_seq_length", 50),
            lambda model: setattr(model, "truncate_dim", 8),
            lambda model: setattr(model, "default_prompt_name", "query"),
            lambda model: model.tokenizer.add_tokens(["beaver!"]),
        ],
    )
    def test_whatever_decides_a_vector_is_in_the_fingerprint(self, sentence_model, change):
        before = as_model(sentence_model).identity.fingerprint
        assert as_model(sentence_model).identity.fingerprint == before
        change(sentence_model)
        assert as_model(sentence_model).identity.fingerprint != before

    def test_its_prompt_is_an_option_and_its_precision_is_none(self, run, sentence_model, sentence_folder):
        prompted = run(sentence_model, prompt_name="query")
        same_numbers(prompted, run(f"st:{sentence_folder}", prompt_name="query"))
        with pytest.raises(ConfigError, match="`revision` does not go with a model that is in memory"):
            run(sentence_model, revision="main")

    def test_every_entry_takes_it(self, few_expressions, sentence_model, sentence_folder, tmp_path):
        options = {"dataset": few_expressions, "resamples": 100, "cache_dir": tmp_path}
        board = compare(sentence_model, f"st:{sentence_folder}", **options).to_polars()
        assert len(board) == 2
        assert worst_expressions(evaluate(sentence_model, few_expressions, cache_dir=tmp_path, resamples=100), 2)

    def test_the_gate_runs_it_with_options_of_a_run(self, few_expressions, sentence_model, tmp_path):
        options = {"dataset": few_expressions, "resamples": 100, "cache_dir": tmp_path, "conditions": "nat"}
        gate = check(sentence_model, "idiom_score>=0", no_worse_than=sentence_model, **options)
        assert gate.exit_code == 0
        assert [one.difference for one in gate.checks] == [None, 0]

    def test_a_baseline_in_memory_is_run_as_the_result_was(self, few_expressions, sentence_model, tmp_path):
        result = evaluate(sentence_model, few_expressions, resamples=100, cache_dir=tmp_path, limit=13)
        assert check(result, no_worse_than=sentence_model, dataset=few_expressions, cache_dir=tmp_path).passed

    @pytest.mark.parametrize("wrap", [torch.compile, torch.nn.DataParallel])
    def test_its_wrapping_changes_nothing(self, run, sentence_model, wrap):
        same_numbers(run(wrap(sentence_model)), run(sentence_model))


class TestTransformers:
    @pytest.mark.parametrize("kind", [AutoModel, BertForMaskedLM], ids=["plain", "with a head"])
    def test_a_model_with_its_tokenizer_has_the_numbers_that_it_has_by_name(self, run, model_folder, kind):
        folder = model_folder("bert")
        model, tokenizer = kind.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
        model.train()
        same_numbers(run((model, tokenizer)), run(f"hf:{folder}"))
        assert model.training

    @pytest.mark.parametrize("name", ["llama", "t5"])
    def test_decoders_and_two_sided_models_too(self, run, model_folder, name):
        folder = model_folder(name)
        pair = AutoModel.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
        same_numbers(run(pair), run(f"hf:{folder}"))

    def test_a_model_that_was_measured_can_still_be_trained(self, run, model_folder):
        folder = model_folder("llama")
        model, tokenizer = AutoModel.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
        run((model, tokenizer))
        model(**tokenizer(["a b"], return_tensors="pt")).last_hidden_state.sum().backward()
        assert model.get_input_embeddings().weight.grad is not None

    def test_what_is_missing_is_named(self, run, model_folder):
        folder = model_folder("bert")
        with pytest.raises(ModelError, match=r"needs its tokenizer; give \(model, tokenizer\)"):
            run(AutoModel.from_pretrained(folder))
        with pytest.raises(ModelError, match="is no model; a model is a name, a SentenceTransformer"):
            run(AutoTokenizer.from_pretrained(folder))
        with pytest.raises(ModelError, match="type int is no model"):
            run(3)


class Letters:
    """Counts letters, with a weight for each that may change."""

    def __init__(self, made=np.asarray):
        self.weights, self.made = dict.fromkeys("abcdefghijklmnopqrstuvwxyz ", 1.0), made

    def encode(self, texts):
        assert isinstance(texts, list)
        rows = [[w * text.lower().count(letter) for letter, w in self.weights.items()] for text in texts]
        return self.made(rows)


class TestAnyObject:
    @pytest.mark.parametrize("made", [np.asarray, list, torch.tensor, lambda rows: [torch.tensor(r) for r in rows]])
    def test_it_has_sentences_and_nothing_else(self, run, made):
        result = run(Letters(made))
        assert set(result.scores["unit"]) == {"sentence"}
        same_numbers(result, run(Letters()))

    def test_one_weight_that_no_probe_shows_is_enough_to_be_another_model(self, run, tmp_path):
        model = Letters()
        model.weights["k"] = 0.0
        first = run(model)
        model.weights["k"] = 5.0
        changed = run(model)
        assert changed.scores["value"].to_list() != first.scores["value"].to_list()
        assert changed.manifest.counts.texts_from_store == 0
        same_numbers(changed, run(model, cache_dir=tmp_path / "another"))

    def test_what_it_returns_has_to_be_vectors(self, run):
        with pytest.raises(ModelError, match=r"Letters.encode\(list of texts\) returns an array of shape \(27,\)"):
            run(Letters(lambda rows: np.asarray(rows)[0]))


def test_without_torch_the_extra_is_named(sentence_model, monkeypatch):
    monkeypatch.delitem(sys.modules, "idioprobe.models.st.live", raising=False)
    monkeypatch.setitem(sys.modules, "idioprobe.models.st.sentencemodel", None)
    with pytest.raises(MissingExtraError, match=r"needs .*: (pip install|install)"):
        as_model(sentence_model)
