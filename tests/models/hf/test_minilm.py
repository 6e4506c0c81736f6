"""The real weights of all-MiniLM-L6-v2, against the library that they were published for."""

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.known import KNOWN_MODELS
from idioprobe.models.registry import load_encoder
from tests.models.tiny import by_hand, gather, span
from tests.support import needed_module, same_vectors

pytestmark = pytest.mark.slow

TEXTS = (
    "He is an eager beaver.",
    "eager beaver",
    "The eager beaver met another eager beaver, and both of them were glad that the day was so long.",
    "O café do avô é um coração partido \U0001f9ab",
)


@pytest.fixture(scope="module")
def minilm():
    """The model by its name."""
    return load_encoder("hf:all-MiniLM-L6-v2", device="cpu")


def test_the_registry_tells_the_truth_about_it(minilm):
    facts, known = minilm.facts(), KNOWN_MODELS[0]
    assert (facts.states, facts.dimension) == (known.layers + 1, known.dimension) == (7, 384)
    assert facts.max_tokens == 512
    assert minilm.identity.languages == {"en"}


def test_the_mean_of_all_tokens_is_the_vector_that_sentence_transformers_gives(minilm, minilm_folder):
    library = needed_module("sentence_transformers")
    expected = library.SentenceTransformer(str(minilm_folder), device="cpu").encode(list(TEXTS))
    view = View("sentence", "mean", "-1", special_tokens=True)
    vectors, failed, _ = gather(minilm.encode(TEXTS, {}, [view], 4096))
    assert not any(failed.values())
    for text, vector in zip(TEXTS, expected, strict=True):
        made = vectors[view][Request(text)]
        same_vectors(made / np.linalg.norm(made), vector / np.linalg.norm(vector))


def test_targets_equal_those_worked_out_by_hand(minilm, minilm_folder):
    view = View("target", "mean", "last4")
    at = {TEXTS[0]: [span(TEXTS[0], "eager beaver")], TEXTS[2]: [span(TEXTS[2], "eager beaver", n) for n in (1, 2)]}
    vectors, _, _ = gather(minilm.encode([TEXTS[0], TEXTS[2]], at, [view], 4096))
    assert len(vectors[view]) == 3
    for request, vector in vectors[view].items():
        hand = by_hand(minilm_folder, request.text)
        tokens = hand.target(request.spans)
        same_vectors(vector, hand.states[-4:].mean(axis=0)[tokens].mean(axis=0))
