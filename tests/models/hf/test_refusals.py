"""What cannot be embedded fails with its reason, and nothing else is affected."""

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from tests.models.tiny import FAMILIES, SENTENCES, gather, shared_encoder, span
from tests.support import same_vectors

TARGET = View("target", "mean", "last4")
SENTENCE = View("sentence", "mean", "last4")
VIEWS = (TARGET, SENTENCE)
TEXT = SENTENCES[0]
SPAN = span(TEXT, "eager beaver", 2)
LIMITED = [name for name, family in FAMILIES.items() if family.max_tokens]


def commas(folder, tokens):
    """A text of so many tokens."""
    from transformers import AutoTokenizer

    text = "," * (tokens + 1 - len(AutoTokenizer.from_pretrained(folder)(",")["input_ids"]))
    assert len(AutoTokenizer.from_pretrained(folder)(text)["input_ids"]) == tokens
    return text


@pytest.mark.parametrize("limited", LIMITED)
def test_a_text_as_long_as_the_model_takes_is_embedded_and_one_longer_is_not(model_folder, limited):
    folder, limit = model_folder(limited), FAMILIES[limited].max_tokens
    fits, too_long = commas(folder, limit), commas(folder, limit + 1)
    texts, spans = [too_long, TEXT, fits], {too_long: [((0, 1),), ((2, 3),)], TEXT: [SPAN], fits: [((0, 1),)]}
    vectors, failed, count = gather(shared_encoder(folder).encode(texts, spans, VIEWS, 64))
    reason = f"text of {limit + 1} tokens is longer than the model takes ({limit})"
    assert count == 3
    assert failed[TARGET] == {Request(too_long, ((0, 1),)): reason, Request(too_long, ((2, 3),)): reason}
    assert failed[SENTENCE] == {Request(too_long): reason}
    assert set(vectors[TARGET]) == {Request(TEXT, SPAN), Request(fits, ((0, 1),))}
    assert set(vectors[SENTENCE]) == {Request(TEXT), Request(fits)}
    alone, _, _ = gather(shared_encoder(folder).encode([TEXT], {TEXT: [SPAN]}, VIEWS, 64))
    for view in VIEWS:
        for request, vector in alone[view].items():
            same_vectors(vectors[view][request], vector)
            assert np.isfinite(vectors[view][request]).all()


def test_a_model_without_a_limit_takes_a_long_text(model_folder):
    text = "," * 700
    vectors, failed, _ = gather(shared_encoder(model_folder("t5")).encode([text], {}, [SENTENCE], 64))
    assert Request(text) in vectors[SENTENCE]
    assert not failed.get(SENTENCE)


def test_a_span_of_white_space_alone_has_no_vector(family, model_folder):
    text = "the  eager beaver met"
    white, target = ((3, 5),), span(text, "eager beaver")
    vectors, failed, _ = gather(shared_encoder(model_folder(family)).encode([text], {text: [white, target]}, VIEWS, 64))
    assert list(failed[TARGET]) == [Request(text, white)]
    assert "no token" in failed[TARGET][Request(text, white)]
    assert list(vectors[TARGET]) == [Request(text, target)]
    assert list(vectors[SENTENCE]) == [Request(text)]


def test_white_space_at_the_edges_of_a_span_brings_no_neighbour_in(family, model_folder):
    ((start, end),) = span(TEXT, "eager beaver")
    spans = {TEXT: [((start - a, end + b),) for a, b in ((0, 0), (1, 0), (0, 1), (1, 1))]}
    vectors, _, _ = gather(shared_encoder(model_folder(family)).encode([TEXT], spans, [TARGET], 64))
    for request, vector in vectors[TARGET].items():
        same_vectors(vector, vectors[TARGET][Request(TEXT, ((start, end),))], where=str(request))


@pytest.mark.parametrize("at", [((5, 5),), ((len(TEXT), len(TEXT) + 4),), ((900, 910),), ((9, 5),)])
def test_a_span_that_is_empty_or_outside_the_text_has_no_vector(family, model_folder, at):
    vectors, failed, _ = gather(shared_encoder(model_folder(family)).encode([TEXT], {TEXT: [at, SPAN]}, VIEWS, 64))
    assert list(failed[TARGET]) == [Request(TEXT, at)]
    assert list(vectors[TARGET]) == [Request(TEXT, SPAN)]


@pytest.mark.parametrize("batch_tokens", [1, 100_000])
def test_an_empty_text_has_no_vector_and_leaves_its_batch_alone(family, model_folder, batch_tokens):
    texts, spans = ["", TEXT], {"": [((0, 0),)], TEXT: [SPAN]}
    vectors, failed, count = gather(shared_encoder(model_folder(family)).encode(texts, spans, VIEWS, batch_tokens))
    assert count == 2
    assert list(failed[SENTENCE]) == [Request("")]
    assert list(failed[TARGET]) == [Request("", ((0, 0),))]
    assert np.isfinite(vectors[SENTENCE][Request(TEXT)]).all()
    assert np.isfinite(vectors[TARGET][Request(TEXT, SPAN)]).all()


def test_several_failures_in_one_text_do_not_hide_each_other(model_folder):
    text = "the \t eager beaver \u200b met"
    spans = {text: [((3, 4),), ((3, 6),), span(text, "\u200b"), span(text, "met")]}
    vectors, failed, _ = gather(shared_encoder(model_folder("bert")).encode([text], spans, VIEWS, 64))
    assert set(failed[TARGET]) == {Request(text, at) for at in spans[text][:3]}
    assert set(vectors[TARGET]) == {Request(text, spans[text][3])}


def test_nothing_asked_is_nothing_done(model_folder):
    assert list(shared_encoder(model_folder("bert")).encode([], {}, VIEWS, 64)) == []


def test_a_text_without_a_target_has_a_sentence_vector_only(model_folder):
    vectors, failed, _ = gather(shared_encoder(model_folder("bert")).encode([TEXT], {}, VIEWS, 64))
    assert list(vectors[SENTENCE]) == [Request(TEXT)]
    assert not vectors.get(TARGET)
    assert not any(failed.values())
