"""From vectors to similarities, without a model and without a store."""

import numpy as np
import pytest

from idioprobe.core.answers import Failure
from idioprobe.core.views import View
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.plan import for_roles, minimal_pairs
from idioprobe.suites.pairs.similarities import compare
from tests.suites.world import FILLERS, at, dataset, expression, item
from tests.support import close_to

TARGET = View("target", "mean", "last4")
SENTENCE = View("sentence", "mean", "last4")


def compared(vectors, comparisons=(pair.SYN,), view=TARGET, metric="cosine", fillers=None):
    """`vectors` by the target's words; sentences have that of their target."""
    data = dataset(item(fillers or FILLERS), [expression("eager beaver")])
    pairs, places = minimal_pairs(data.stimuli, comparisons)
    words = [request.target for request in places.requests["target"]]
    known = {
        request: vectors[word]
        for request, word in zip(places.requests[view.unit], words, strict=True)
        if word in vectors
    }
    return compare(pairs, places, comparisons, view, lambda _: known, metric)


@pytest.mark.parametrize("view", [TARGET, SENTENCE])
def test_the_cosine_is_that_of_the_vectors(view):
    done = compared({"eager beaver": at(1.0), "hard worker": at(0.25)}, view=view)
    assert done.similarities["value"].to_list() == close_to([0.25])
    assert done.similarities["unit"].to_list() == [view.unit]
    assert done.dropped.is_empty()


def test_a_comparison_of_targets_has_no_sentence_unit():
    assert compared({"eager beaver": at(1.0)}, (pair.IN_OUT,), SENTENCE).similarities.is_empty()


def test_a_failure_is_listed_once_with_its_reason():
    vectors = {"eager beaver": Failure("too long"), "hard worker": at(0.5), "beaver": at(0.1)}
    done = compared(vectors, for_roles((pair.SYN, pair.COMPONENT), ["head"]))
    assert done.similarities.is_empty()
    assert done.dropped.select("role", "what", "reason").rows() == [("original", "stimulus", "too long")]


def test_what_was_never_answered_is_listed_too():
    done = compared({"eager beaver": at(1.0)})
    assert done.dropped.select("role", "reason").rows() == [("syn", "the model returned no vector")]


def test_vectors_of_different_length_are_not_compared():
    done = compared({"eager beaver": at(1.0), "hard worker": np.ones(5, np.float32)})
    assert done.dropped["reason"].to_list() == ["vectors of different length (3 and 5)"]


def test_a_vector_of_zeros_has_no_cosine():
    done = compared({"eager beaver": at(1.0), "hard worker": np.zeros(3, np.float32)})
    assert done.dropped["reason"].to_list() == ["the similarity is undefined (a vector of zeros)"]


def test_equal_vectors_are_equally_similar_in_every_row():
    random = dict.fromkeys(FILLERS["rand"], at(0.3))
    done = compared({"eager beaver": at(1.0), **random}, (pair.RAND,))
    assert done.similarities["value"].n_unique() == 1


EVERY = (pair.SYN, pair.RAND, pair.SYN_RAND, pair.SYN_Z, pair.SYN_ZTOP, pair.IN_OUT)


def asked_in_parts(at_once):
    """The comparison, and how many requests were asked for at a time; every second random word has no vector."""
    data = dataset(item(FILLERS), [expression("eager beaver")])
    pairs, places = minimal_pairs(data.stimuli, EVERY)
    rng, asked = np.random.default_rng(0), []
    known = {r: rng.normal(size=4).astype(np.float32) for r in places.requests["target"]}
    for request in places.requests["target"]:
        if request.target in FILLERS["rand"][::2]:
            known[request] = Failure("too long")

    def answers(requests):
        asked.append(len(requests))
        return {request: known[request] for request in requests}

    return compare(pairs, places, EVERY, TARGET, answers, "cosine", at_once=at_once), asked


@pytest.mark.parametrize("at_once", [1, 2, 3, 1000])
def test_how_many_pairs_are_compared_at_once_changes_nothing(at_once):
    done, _ = asked_in_parts(at_once)
    whole, _ = asked_in_parts(1000)
    assert done.similarities.equals(whole.similarities)
    assert len(whole.dropped) > 1
    assert done.dropped.equals(whole.dropped)
    assert done.rogue == whole.rogue


def test_only_the_vectors_of_some_pairs_are_asked_for_at_once():
    _, asked = asked_in_parts(1)
    assert max(asked) == 2


def test_vectors_that_fit_into_memory_are_asked_for_once():
    _, asked = asked_in_parts(1000)
    assert len(asked) == 1
