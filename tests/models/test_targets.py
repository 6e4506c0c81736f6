"""Whatever the text and the spans of a target in it: its vector is the mean over the subwords of all of them."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.elmo.encoder import ElmoEncoder, split
from idioprobe.models.registry import load_encoder
from idioprobe.models.static.encoder import StaticEncoder
from tests.models import tiny
from tests.models import vectorfiles as write
from tests.models.elmo import bilm
from tests.support import needed_module, same_vectors

WORDS = ["the", "eager", "beaver", "isn't", "well-known", "café", "blanket,", "avô", "tea", "(wet)"]
HARD = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@st.composite
def targets(draw):
    """A text, and spans in it that are sorted and apart but may cut words in two."""
    text = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8)))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=8)))
    return text, tuple(zip(cuts[::2], cuts[1::2], strict=False))


def inside_of(text, spans):
    """The characters of a target; spaces at the edges of a span belong to none, as tokenizers put them into a word."""
    found = set()
    for start, end in spans:
        written = [at for at in range(start, end) if not text[at].isspace()]
        found |= set(range(written[0], written[-1] + 1)) if written else set()
    return found


def means(offsets, vectors, text, spans):
    """The mean of the vectors whose characters are part of the target; None where there are none."""
    inside = inside_of(text, spans)
    chosen = [vector for (a, b), vector in zip(offsets, vectors, strict=True) if inside & set(range(a, b))]
    return np.mean(chosen, axis=0) if chosen else None


def check(encoder, view, target, expected):
    text, spans = target
    vectors, failed, _ = tiny.gather(encoder.encode([text], {text: [spans]}, [view], None))
    if expected is None:
        assert list(failed[view]) == [Request(text, spans)]
    else:
        same_vectors(vectors[view][Request(text, spans)], expected)


@pytest.mark.parametrize("family", ["bert", "gpt2", "t5"])
@settings(max_examples=25, deadline=None, suppress_health_check=HARD)
@given(target=targets())
def test_of_hidden_states(family, model_folder, target):
    folder = model_folder(family)
    hand = tiny.by_hand(folder, target[0])
    offsets = [(0, 0) if special else at for at, special in zip(hand.offsets, hand.special, strict=True)]
    expected = means(offsets, hand.states[-4:].mean(axis=0), *target)
    check(tiny.shared_encoder(folder), View("target", "mean", "last4"), target, expected)


@pytest.fixture(scope="module")
def sentence_model(tmp_path_factory):
    """A model of sentence-transformers."""
    library = needed_module("sentence_transformers")
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    place = tmp_path_factory.mktemp("st")
    modules = [Transformer(str(tiny.build("bert", place / "plain"))), Pooling(tiny.WIDTH, pooling_mode="mean")]
    folder = str(place / "st")
    library.SentenceTransformer(modules=modules, device="cpu").save_pretrained(folder, create_model_card=False)
    return load_encoder(f"st:{folder}", device="cpu"), library.SentenceTransformer(folder, device="cpu")


@settings(max_examples=25, deadline=None, suppress_health_check=HARD)
@given(target=targets())
def test_of_token_embeddings_of_sentence_transformers(sentence_model, target):
    encoder, library = sentence_model
    tokens = library.encode(target[0], output_value="token_embeddings").float().cpu().numpy()
    offsets = library.tokenizer(target[0], return_offsets_mapping=True)["offset_mapping"]
    check(encoder, View("target", "native", ""), target, means(offsets, tokens, *target))


@pytest.fixture(scope="module")
def elmo(tmp_path_factory):
    """A small ELMo, and the same in numpy."""
    arrays = bilm.weights(bilm.OPTIONS)
    folder = bilm.write(tmp_path_factory.mktemp("elmo") / "tiny", bilm.OPTIONS, arrays)
    return ElmoEncoder(folder, device="cpu"), bilm.ByHand(bilm.OPTIONS, arrays)


@settings(max_examples=25, deadline=None, suppress_health_check=HARD)
@given(target=targets())
def test_of_words_in_elmo(elmo, target):
    encoder, hand = elmo
    sentence = split(target[0])
    states = hand.states(sentence.words)[-1][1:-1]
    check(encoder, View("target", "mean", "-1"), target, means(sentence.offsets[1:-1], states, *target))


@settings(max_examples=50, deadline=None, suppress_health_check=HARD)
@given(target=targets())
def test_of_static_vectors(tmp_path_factory, target):
    path = tmp_path_factory.mktemp("static") / "vectors.txt"
    known = {word.strip(",()"): np.eye(len(WORDS))[i] for i, word in enumerate(WORDS)}
    path.write_bytes(write.glove([(word, row.tolist()) for word, row in known.items()]))
    text, places, at = target[0], [], 0
    for word in text.split(" "):
        bare = word.strip(",()")
        start = at + word.index(bare)
        places.append((start, start + len(bare), known[bare]))
        at += len(word) + 1
    expected = means([(a, b) for a, b, _ in places], [row for _, _, row in places], *target)
    check(StaticEncoder(path), View("target", "mean", ""), target, expected)
