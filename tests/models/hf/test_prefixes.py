"""Texts that begin alike: as trees where that pays, and the same numbers as without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.views import View
from idioprobe.models.common.passes.tree import Tree
from idioprobe.models.hf import transformer
from idioprobe.models.hf.prefixes import MOST_TIMES, USUAL_COST, Group, grouped, pays, plan, token_cost
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
    View("sentence", "concat", "-1"),
]
VARIANTS = [[1, 2, 3, 4, 5, 9], [1, 2, 3, 4, 6], [1, 2, 3, 4, 7, 9]]

sequences = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=8), min_size=1, max_size=20)


@given(sequences)
def test_every_text_is_in_one_group_that_knows_how_many_tokens_it_saves(texts):
    groups = grouped(texts, 16)
    assert sorted(i for group in groups for i in group.members) == list(range(len(texts)))
    for group in groups:
        tree = Tree()
        for i in group.members:
            tree.add(texts[i])
        assert group.tokens == len(tree)
        assert group.whole == sum(len(texts[i]) for i in group.members)
        assert len(tree) <= 16


def test_a_text_that_is_too_long_for_a_tree_is_one_of_its_own():
    assert [group.members for group in grouped([[1] * 9, [1, 2], [1, 2, 3]], 4)] == [(0,), (1, 2)]


def test_what_is_read_out_of_a_tree_is_bounded_too():
    chain = [[1] * (n + 1) for n in range(64)]
    for group in grouped(chain, 64):
        assert len(group.members) * max(len(chain[i]) for i in group.members) <= MOST_TIMES * 64


def test_three_variants_of_a_sentence_read_its_beginning_once():
    (group,) = grouped(VARIANTS, 100)
    assert group == Group((0, 1, 2), tokens=9, whole=17)
    assert pays(group)


def test_texts_that_share_nothing_are_read_whole():
    (group,) = grouped([[1, 2], [3, 4]], 100)
    assert not pays(group)
    assert not pays(Group((0,), 5, 500)), "one text shares nothing, whatever is said of it"


@pytest.mark.parametrize(("shared", "whole", "expected"), [(1.0, 2.0, 0.85), (2.0, 2.0, 1.7), (4.0, 2.0, 3.4)])
def test_what_a_token_costs_follows_from_the_time_of_either_way(shared, whole, expected):
    assert token_cost(shared, whole, Group((0, 1), tokens=10, whole=17)) == pytest.approx(expected)


def test_a_tree_that_took_longer_than_its_texts_is_not_used():
    group = Group((0, 1), tokens=10, whole=17)
    assert pays(group, token_cost(1.9, 2.0, group))
    assert not pays(group, token_cost(2.1, 2.0, group))


@given(sequences, st.floats(0.5, 3))
def test_a_plan_has_every_text_once_whatever_a_token_costs(texts, cost):
    shared = [group for group in grouped(texts, 16) if pays(group, cost)]
    planned = list(plan(texts, shared, 32))
    assert sorted(i for one in planned for i in one.members) == list(range(len(texts)))
    assert [one.members for one in planned if one.shares] == [group.members for group in shared]


def spans():
    return {text: [tiny.span(text, "duck")] for text in TEXTS if "duck" in text}


def vectors(encoder, batch_tokens=None):
    return tiny.gather(encoder.encode(TEXTS, spans(), VIEWS, batch_tokens))[0]


def assert_same(found, expected):
    for view in VIEWS:
        assert found[view].keys() == expected[view].keys()
        for request, vector in expected[view].items():
            same_vectors(found[view][request], vector)


@pytest.fixture(params=["gpt2", "llama"])
def decoder(request, tmp_path):
    return tiny.encoder(tiny.build(request.param, tmp_path / request.param))


@pytest.fixture
def trees(decoder, monkeypatch):
    """How many texts each tree has that the decoder reads."""
    loaded, seen = decoder.load(), []
    read = loaded.states_of_tree
    monkeypatch.setattr(loaded, "states_of_tree", lambda texts: seen.append(len(texts)) or read(texts))
    return seen


def test_a_decoder_gives_the_same_numbers_whether_beginnings_are_read_once_or_not(decoder, trees):
    loaded = decoder.load()
    assert loaded.reuses_prefixes
    once = vectors(decoder)
    assert sum(trees) > 1
    small = vectors(decoder, batch_tokens=16)
    loaded.reuses_prefixes = False
    trees.clear()
    plain = vectors(decoder)
    assert trees == []
    assert_same(once, plain)
    assert_same(small, plain)


@pytest.mark.parametrize("cost", [0.1, USUAL_COST, 100.0])
def test_what_was_measured_decides_the_way_and_no_number(decoder, trees, cost, monkeypatch):
    expected = vectors(decoder)
    before = sum(trees)
    trees.clear()
    monkeypatch.setattr(transformer, "TREE_TOKENS", {"cpu": 24})
    monkeypatch.setattr(transformer, "TRIED_FROM", 1)
    monkeypatch.setattr(transformer, "token_cost", lambda *_: cost)
    assert_same(vectors(decoder), expected)
    assert before
    assert len(trees) == 1 if cost == 100.0 else len(trees) > 1, "one is tried in any case"


def test_texts_longer_than_what_a_token_sees_are_read_whole(decoder, trees, monkeypatch):
    expected = vectors(decoder)
    assert trees
    trees.clear()
    monkeypatch.setattr(transformer, "attention_window", lambda _: 2)
    assert_same(vectors(decoder), expected)
    assert trees == []


@pytest.mark.parametrize("family", ["bert", "roberta", "t5", "modernbert", "distilbert"])
def test_an_encoder_reads_every_text_whole(family, tmp_path):
    assert not tiny.encoder(tiny.build(family, tmp_path / family)).load().reuses_prefixes
