"""Texts that begin alike: grouped, read once, and the same numbers as without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.views import View
from idioprobe.models.hf.prefixes import group_by_prefix, shared
from tests.models import tiny
from tests.support import same_vectors

TEXTS = [
    "The old mill had a lame duck in it.",
    "The old mill had a weak leader in it.",
    "The old mill had a duck in it.",
    "The old mill had a crippled goose in it and nobody knew.",
    "We saw it.",
    "We saw it there.",
    "x",
]
VIEWS = [
    View("target", "mean", "last4"),
    View("sentence", "mean", "last4"),
    View("sentence", "last", "-1"),
    View("sentence", "wmean", "-1"),
]

sequences = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=8), min_size=1, max_size=20)


@given(sequences)
def test_every_text_is_in_one_group_and_shares_what_the_group_says(texts):
    groups = group_by_prefix(texts, 64)
    assert sorted(i for group in groups for i in group.members) == list(range(len(texts)))
    for group in groups:
        first = texts[group.members[0]]
        assert all(shared(first, texts[i]) >= group.prefix for i in group.members)
        assert all(len(texts[i]) > group.prefix for i in group.members)


@given(sequences)
def test_a_group_never_computes_more_tokens_than_a_batch_may_have(texts):
    for group in group_by_prefix(texts, 16):
        longest = max(len(texts[i]) for i in group.members)
        cost = group.prefix + len(group.members) * (longest - group.prefix)
        assert cost <= 16 or len(group.members) == 1


def test_three_variants_of_a_sentence_read_its_beginning_once():
    texts = [[1, 2, 3, 4, 5, 9], [1, 2, 3, 4, 6], [1, 2, 3, 4, 7, 9]]
    groups = group_by_prefix(texts, 100)
    assert [(set(g.members), g.prefix) for g in groups] == [({0, 1, 2}, 4)]


def spans():
    return {text: [tiny.span(text, "duck")] for text in TEXTS if "duck" in text}


def vectors(encoder, batch_tokens=None):
    return tiny.gather(encoder.encode(TEXTS, spans(), VIEWS, batch_tokens))[0]


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_a_decoder_gives_the_same_numbers_whether_beginnings_are_read_once_or_not(family, tmp_path):
    encoder = tiny.encoder(tiny.build(family, tmp_path / family))
    loaded = encoder.load()
    assert loaded.reuses_prefixes
    once = vectors(encoder)
    small = vectors(encoder, batch_tokens=16)
    loaded.reuses_prefixes = False
    plain = vectors(encoder)
    for view in VIEWS:
        assert plain[view].keys() == once[view].keys() == small[view].keys()
        for request, expected in plain[view].items():
            same_vectors(once[view][request], expected)
            same_vectors(small[view][request], expected)


@pytest.mark.parametrize("family", ["bert", "roberta", "t5", "modernbert", "distilbert"])
def test_an_encoder_reads_every_text_whole(family, tmp_path):
    assert not tiny.encoder(tiny.build(family, tmp_path / family)).load().reuses_prefixes
