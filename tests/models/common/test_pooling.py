"""Every pooling and every combination of layers, checked with numpy."""

from dataclasses import replace

import numpy as np
import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.core.requests import Request
from idioprobe.core.views import COMBINATIONS, NATIVE, SENTENCE_POOLS, STATE_POOLS, View
from idioprobe.embed.embedder import plan_views
from tests.models.tiny import SENTENCES, WIDTH, by_hand, gather, shared_encoder, span
from tests.support import same_vectors

TEXTS = SENTENCES
SPANS = {text: [] for text in TEXTS} | {
    SENTENCES[0]: [
        span(SENTENCES[0], "eager beaver", 2),
        span(SENTENCES[0], "another"),
        span(SENTENCES[0], "eager") + span(SENTENCES[0], "beaver", 2),
    ],
    SENTENCES[2]: [span(SENTENCES[2], "sugar daddy"), span(SENTENCES[2], "wet blanket"), ((0, 1),)],
}
TOKEN_POOLS = [pool for pool in STATE_POOLS if pool not in SENTENCE_POOLS]
LAYER_SETS = {"last4": [-4, -3, -2, -1], "-1+0": [-1, 0], "2": [2], "3+1+2": [3, 1, 2]}


def pooled(rows, how):
    """What a pooling does, in numpy."""
    weights = np.arange(1, len(rows) + 1)[:, None]
    return {
        "mean": lambda: rows.mean(axis=0),
        "max": lambda: rows.max(axis=0),
        "min": lambda: rows.min(axis=0),
        "sum": lambda: rows.sum(axis=0),
        "mean+max": lambda: np.concatenate([rows.mean(axis=0), rows.max(axis=0)]),
        "first": lambda: rows[0],
        "last": lambda: rows[-1],
        "wmean": lambda: (rows * weights).sum(axis=0) / weights.sum(),
        "concat": lambda: rows.ravel(),
        "cls": lambda: rows[0],
        "cls+sep": lambda: rows[0] + rows[-1],
    }[how]()


def combined(states, layers, how):
    """What a combination of layers does, in numpy: (tokens, features)."""
    picked = [states[layer] for layer in LAYER_SETS[layers]]
    return {
        "mean": lambda: np.mean(picked, axis=0),
        "sum": lambda: np.sum(picked, axis=0),
        "concat": lambda: np.concatenate(picked, axis=-1),
    }[how]()


def every_view(pools, unit, *, special_tokens=False):
    return [
        View(unit, pool, layers, combine, special_tokens)
        for pool in pools
        for layers in LAYER_SETS
        for combine in COMBINATIONS
    ]


@pytest.fixture(scope="module", params=["bert", "gpt2"])
def run(request, model_folder):
    """An encoder and its oracle."""
    folder = model_folder(request.param)
    return shared_encoder(folder), {text: by_hand(folder, text) for text in TEXTS}


@pytest.fixture(scope="module")
def vectors(run):
    """All views of all texts, from one pass."""
    views = every_view(TOKEN_POOLS, "target") + every_view(TOKEN_POOLS, "sentence")
    views += every_view(TOKEN_POOLS, "sentence", special_tokens=True)
    made, failed, _ = gather(run[0].encode(TEXTS, SPANS, views, 100_000))
    assert not any(failed.values())
    return made


@pytest.mark.parametrize("combine", COMBINATIONS)
@pytest.mark.parametrize("layers", LAYER_SETS)
@pytest.mark.parametrize("pool", TOKEN_POOLS)
def test_targets_and_sentences_are_pooled_as_numpy_would(run, vectors, pool, layers, combine):
    target, sentence = View("target", pool, layers, combine), View("sentence", pool, layers, combine)
    whole = replace(sentence, special_tokens=True)
    for text, hand in run[1].items():
        hidden = combined(hand.states, layers, combine)
        expected = {(sentence, Request(text)): hand.words(), (whole, Request(text)): list(range(len(hidden)))}
        expected |= {(target, Request(text, at)): hand.target(at) for at in SPANS[text]}
        for (view, request), tokens in expected.items():
            same_vectors(vectors[view][request], pooled(hidden[tokens], pool))


@pytest.mark.parametrize("special_tokens", [False, True])
@pytest.mark.parametrize("pool", sorted(SENTENCE_POOLS))
def test_cls_is_the_first_token_and_sep_the_last(model_folder, pool, special_tokens):
    folder, views = model_folder("bert"), every_view([pool], "sentence", special_tokens=special_tokens)
    made, _, _ = gather(shared_encoder(folder).encode(TEXTS, {}, views, 100_000))
    for text in TEXTS:
        for view in views:
            hidden = combined(by_hand(folder, text).states, view.layers, view.combine)
            same_vectors(made[view][Request(text)], pooled(hidden, pool))


def test_concatenated_layers_are_as_wide_as_all_of_them(run):
    made, _ = run
    view = View("target", "mean", "last4", "concat")
    vectors, _, _ = gather(made.encode(TEXTS, SPANS, [view], 64))
    assert {vector.shape for vector in vectors[view].values()} == {(4 * WIDTH,)}


def test_concatenated_subwords_are_as_long_as_the_target_has_subwords(run):
    made, hands = run
    view = View("target", "concat", "-1")
    vectors, _, _ = gather(made.encode(TEXTS, SPANS, [view], 64))
    for request, vector in vectors[view].items():
        tokens = hands[request.text].target(request.spans)
        assert vector.shape == (len(tokens) * WIDTH,)


def test_a_single_subword_is_the_same_vector_under_every_pooling_that_averages_or_picks(run):
    made, hands = run
    text, at = SENTENCES[2], ((0, 1),)
    (token,) = hands[text].target(at)
    views = [View("target", pool, "-1") for pool in TOKEN_POOLS if pool != "mean+max"]
    vectors, _, _ = gather(made.encode([text], {text: [at]}, views, 64))
    for view in views:
        same_vectors(vectors[view][Request(text, at)], hands[text].states[-1][token])


def test_a_plain_transformer_has_no_pooling_of_its_authors(run):
    """Only text-embedding models are used as published; here the view is refused, not tried."""
    facts = run[0].facts()
    assert NATIVE not in facts.pools
    with pytest.raises(ConfigError, match="native"):
        plan_views(facts, ("native",), ("sentence",), special_tokens=False, notice=lambda _: None)


def test_an_unknown_pooling_is_refused():
    import torch

    from idioprobe.models.common.pooling import pool

    with pytest.raises(ValueError, match="unknown pooling"):
        pool(torch.zeros(1, 2, 3), torch.ones(1, 2), "median")
