"""Vectors of tiny random models equal those worked out by hand, one text at a time, with transformers alone."""

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from tests.models.tiny import FAMILIES, LAYERS, SENTENCES, WIDTH, by_hand, encoder, gather, shared_encoder, span
from tests.support import apart, close_to, same_vectors

TARGET = View("target", "mean", "last4")
SENTENCE = View("sentence", "mean", "last4")
WITH_SPECIAL = View("sentence", "mean", "last4", special_tokens=True)
VIEWS = (TARGET, SENTENCE, WITH_SPECIAL)

TEXTS = (*SENTENCES, "eager beaver", "beaver", "tea, the beaver and the cafe\u0301")
SPANS = {
    SENTENCES[0]: [span(SENTENCES[0], "eager beaver"), span(SENTENCES[0], "eager beaver", 2), ((0, 3),)],
    SENTENCES[1]: [
        span(SENTENCES[1], "café"),
        span(SENTENCES[1], "coração partido"),
        (*span(SENTENCES[1], "café"), *span(SENTENCES[1], "partido")),
    ],
    SENTENCES[2]: [span(SENTENCES[2], "wet blanket"), span(SENTENCES[2], "blanket", 2)],
    SENTENCES[3]: [span(SENTENCES[3], "silver spoon")],
    "eager beaver": [((0, 12),), ((0, 2), (2, 5), (6, 12))],
    TEXTS[-1]: [span(TEXTS[-1], "cafe\u0301")],
}


def cosine(a, b):
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@pytest.fixture(scope="module")
def encoded(family, model_folder):
    """All texts and targets through one encoder."""
    return gather(shared_encoder(model_folder(family)).encode(TEXTS, SPANS, VIEWS, 64))


def test_a_target_is_the_mean_of_its_subwords_over_the_last_four_layers(family, model_folder, encoded):
    vectors, failed, _ = encoded
    assert not any(failed.values())
    assert set(vectors[TARGET]) == {Request(text, at) for text, spans in SPANS.items() for at in spans}
    for request, vector in vectors[TARGET].items():
        hand = by_hand(model_folder(family), request.text)
        tokens = hand.target(request.spans)
        same_vectors(vector, hand.states[-4:].mean(axis=0)[tokens].mean(axis=0))


def test_a_sentence_is_the_mean_of_its_subwords_without_special_tokens(family, model_folder, encoded):
    for text in TEXTS:
        hand = by_hand(model_folder(family), text)
        expected = hand.states[-4:].mean(axis=0)[hand.words()].mean(axis=0)
        same_vectors(encoded[0][SENTENCE][Request(text)], expected)


def test_special_tokens_are_part_of_the_mean_when_asked_for(family, model_folder, encoded):
    before, after = FAMILIES[family].brackets
    for text in TEXTS:
        hand = by_hand(model_folder(family), text)
        assert hand.special.sum() == before + after
        expected = hand.states[-4:].mean(axis=(0, 1))
        vector = encoded[0][WITH_SPECIAL][Request(text)]
        same_vectors(vector, expected)
        if before + after:
            assert apart(vector, encoded[0][SENTENCE][Request(text)]) > 1e-3


@pytest.mark.parametrize("batch_tokens", [1, 64, 100_000])
def test_the_size_of_a_batch_does_not_change_a_vector(family, model_folder, encoded, batch_tokens):
    vectors, failed, texts = gather(shared_encoder(model_folder(family)).encode(TEXTS, SPANS, VIEWS, batch_tokens))
    assert texts == len(TEXTS)
    assert not any(failed.values())
    for view in VIEWS:
        assert set(vectors[view]) == set(encoded[0][view])
        for request, vector in vectors[view].items():
            assert cosine(vector, encoded[0][view][request]) == close_to(1)
            same_vectors(vector, encoded[0][view][request])


def test_the_order_of_the_texts_does_not_change_a_vector(family, model_folder, encoded):
    vectors, _, _ = gather(shared_encoder(model_folder(family)).encode(TEXTS[::-1], SPANS, VIEWS, 100_000))
    for view in VIEWS:
        for request, vector in vectors[view].items():
            same_vectors(vector, encoded[0][view][request])


def test_the_same_word_in_two_places_has_two_vectors(encoded):
    first, second = (Request(SENTENCES[0], at) for at in SPANS[SENTENCES[0]][:2])
    assert cosine(encoded[0][TARGET][first], encoded[0][TARGET][second]) < 0.9999


def test_one_forward_pass_serves_every_layer(family, model_folder):
    views = [View("sentence", "mean", str(layer)) for layer in range(LAYERS + 1)]
    vectors, _, _ = gather(shared_encoder(model_folder(family)).encode(TEXTS[:1], {}, views, 64))
    hand = by_hand(model_folder(family), TEXTS[0])
    for layer, view in enumerate(views):
        expected = hand.states[layer][hand.words()].mean(axis=0)
        same_vectors(vectors[view][Request(TEXTS[0])], expected)


def test_a_model_knows_its_layers_its_width_and_its_limit(family, model_folder):
    facts = shared_encoder(model_folder(family)).facts()
    assert (facts.states, facts.dimension) == (LAYERS + 1, WIDTH)
    assert facts.max_tokens == FAMILIES[family].max_tokens
    assert facts.units == ("target", "sentence")


def test_cls_exists_only_where_a_text_begins_and_ends_with_a_special_token(family, model_folder):
    before, after = FAMILIES[family].brackets
    pools = shared_encoder(model_folder(family)).facts().pools
    assert ("cls" in pools) == bool(before)
    assert ("cls+sep" in pools) == bool(before and after)
    assert {"mean", "max", "min", "sum", "first", "last", "wmean", "concat"} <= set(pools)


def test_a_tokenizer_that_allows_less_than_the_model_sets_the_limit(own_folder):
    from transformers import AutoTokenizer

    AutoTokenizer.from_pretrained(own_folder, model_max_length=20).save_pretrained(own_folder)
    assert encoder(own_folder).facts().max_tokens == 20


def test_a_model_saved_with_its_language_model_head_has_the_same_vectors(model_folder, tmp_path):
    from transformers import AutoTokenizer, BertForMaskedLM

    folder = model_folder("bert")
    BertForMaskedLM.from_pretrained(folder).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    one, other = (gather(shared_encoder(f).encode(TEXTS, SPANS, VIEWS, 64))[0] for f in (folder, tmp_path))
    for request, vector in one[TARGET].items():
        same_vectors(vector, other[TARGET][request])


def test_an_encoder_saved_without_its_decoder_has_the_same_vectors(model_folder, tmp_path):
    """Sentence-T5 and its like are published that way."""
    from transformers import AutoTokenizer, T5EncoderModel

    folder = model_folder("t5")
    T5EncoderModel.from_pretrained(folder).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    one, other = (gather(shared_encoder(f).encode(TEXTS, SPANS, VIEWS, 64))[0] for f in (folder, tmp_path))
    for request, vector in one[TARGET].items():
        same_vectors(vector, other[TARGET][request])


def test_weights_in_several_files_are_one_model(model_folder, tmp_path):
    from transformers import AutoModel, AutoTokenizer

    folder = model_folder("bert")
    AutoModel.from_pretrained(folder).save_pretrained(tmp_path, max_shard_size="5KB")
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    assert len(list(tmp_path.glob("model-*.safetensors"))) > 1
    one, other = (gather(shared_encoder(f).encode(TEXTS, SPANS, VIEWS, 64))[0] for f in (folder, tmp_path))
    for request, vector in one[TARGET].items():
        same_vectors(vector, other[TARGET][request])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("family_name", ["bert", "gpt2"])
def test_half_precision_loads_and_stays_close_to_its_own_states(model_folder, dtype, family_name):
    folder = model_folder(family_name)
    vectors, failed, _ = gather(shared_encoder(folder, dtype=dtype).encode(TEXTS, SPANS, VIEWS, 1))
    assert not any(failed.values())
    for request, vector in vectors[TARGET].items():
        assert vector.dtype == np.float32
        hand = by_hand(folder, request.text, dtype)
        expected = hand.states[-4:].mean(axis=0)[hand.target(request.spans)].mean(axis=0)
        assert cosine(vector, expected) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("pool", ["mean", "wmean", "sum"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_pooling_many_tokens_loses_nothing_to_half_precision(model_folder, dtype, pool):
    """Counts above 256 do not exist in bfloat16, so weights must not be made of it."""
    folder, text = model_folder("roberta"), "the beaver, " * 150
    view = View("sentence", pool, "-1")
    vectors, _, _ = gather(shared_encoder(folder, dtype=dtype).encode([text], {}, [view], 1))
    hand = by_hand(folder, text, dtype)
    rows = hand.states[-1][hand.words()]
    weights = np.arange(1, len(rows) + 1) if pool == "wmean" else np.ones(len(rows))
    expected = weights @ rows / (1 if pool == "sum" else weights.sum())
    same_vectors(vectors[view][Request(text)], expected, tolerance=1e-3)


def test_the_model_is_loaded_when_it_is_first_needed_and_only_once(model_folder, monkeypatch):
    import transformers

    real, calls = transformers.AutoModel.from_pretrained, []
    monkeypatch.setattr(transformers.AutoModel, "from_pretrained", lambda *a, **k: calls.append(1) or real(*a, **k))
    made = encoder(model_folder("bert"))
    assert made.identity.family == "hf"
    assert not calls
    made.facts()
    list(made.encode(TEXTS, SPANS, VIEWS, 64))
    list(made.encode(TEXTS, SPANS, VIEWS, 64))
    assert len(calls) == 1
