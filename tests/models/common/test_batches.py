"""Batches by a budget of tokens."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from idioprobe.models.common.batches import token_batches

lengths = st.lists(st.integers(1, 600), max_size=80)


@given(lengths, st.integers(1, 5000))
def test_every_text_is_in_one_batch_and_only_once(sizes, budget):
    batches = list(token_batches(sizes, budget))
    assert sorted(i for batch in batches for i in batch) == list(range(len(sizes)))
    assert all(batches)


@given(lengths, st.integers(1, 5000))
def test_a_padded_batch_is_within_the_budget_unless_it_is_a_single_text(sizes, budget):
    for batch in token_batches(sizes, budget):
        assert len(batch) == 1 or max(sizes[i] for i in batch) * len(batch) <= budget


@given(lengths, st.integers(1, 5000))
def test_the_longest_texts_come_first(sizes, budget):
    seen = [sizes[i] for batch in token_batches(sizes, budget) for i in batch]
    assert seen == sorted(sizes, reverse=True)


@given(lengths, st.integers(1, 5000))
def test_no_batch_could_have_taken_the_next_text(sizes, budget):
    batches = list(token_batches(sizes, budget))
    for batch, _ in pairwise(batches):
        assert max(sizes[i] for i in batch) * (len(batch) + 1) > budget


def test_no_text_makes_no_batch():
    assert list(token_batches([], 10)) == []
