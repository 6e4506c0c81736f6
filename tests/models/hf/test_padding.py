"""Text-embedding models made of decoders, whose tokenizers pad on the left, or have no token to pad with."""

import json

import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from tests.models import tiny
from tests.support import needed_module, same_vectors

needed_module("sentence_transformers")

TEXTS = [*tiny.SENTENCES, "eager beaver"]
SPANS = {
    text: [tiny.span(text, target)]
    for text, target in zip(TEXTS, ("beaver", "avô", "wet", "fish", "eager"), strict=True)
}
TARGET, SENTENCE = View("target", "native", ""), View("sentence", "native", "")


@pytest.fixture(scope="module", params=["gpt2", "llama", "qwen3"])
def decoder(request):
    return request.param


@pytest.fixture(params=["left", "right"])
def folder(request, decoder, tmp_path):
    """A decoder under sentence-transformers, pooled by its last token, without a token to pad with."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    plain = tiny.build(decoder, tmp_path / "plain")
    path = plain / "tokenizer_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "padding_side": request.param}))
    modules = [Transformer(str(plain)), Pooling(tiny.WIDTH, pooling_mode="lasttoken")]
    SentenceTransformer(modules=modules, device="cpu").save_pretrained(str(tmp_path / "st"), create_model_card=False)
    return tmp_path / "st"


@pytest.mark.parametrize("batch_tokens", [1, 100_000])
def test_sentence_and_target_are_those_of_one_text_alone(folder, batch_tokens):
    encoder = load_encoder(f"st:{folder}", device="cpu")
    found, failed, _ = tiny.gather(encoder.encode(TEXTS, SPANS, [TARGET, SENTENCE], batch_tokens))
    assert not any(failed.values())
    for text in TEXTS:
        hand = tiny.by_hand(folder, text)
        (at,) = SPANS[text]
        same_vectors(found[SENTENCE][Request(text)], hand.states[-1][-1])
        expected = hand.states[-1][hand.target(at)].mean(axis=0)
        same_vectors(found[TARGET][Request(text, at)], expected)
