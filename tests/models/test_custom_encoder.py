"""A class of one's own with an identity, facts and `encode` is a model like any other."""

import hashlib

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate, load_dataset
from idioprobe.core.requests import Request
from tests.support import TOLERANCE, HandmadeEncoder, close_to

PAIR = ["item", "comparison", "role", "index", "unit"]


def by_words(request: Request):
    """Different for different targets and sentences, and the same whenever asked."""
    shown = request.text if request.whole else request.target
    seed = int.from_bytes(hashlib.sha256(shown.encode()).digest()[:4], "big")
    return np.random.default_rng(seed).normal(size=3) + 1


@pytest.fixture(scope="module")
def starter():
    """The starter set, read once."""
    return load_dataset("starter")


@pytest.fixture
def score(tmp_path, starter):
    """Scores an encoder on a few expressions of the starter set."""

    def run(encoder, **options):
        return evaluate(encoder, starter, **{"cache_dir": tmp_path, "limit": 2, "resamples": 100, **options})

    return run


def test_a_model_that_tells_nothing_apart_finds_every_pair_identical(score):
    result = score(HandmadeEncoder(lambda _: np.array([1.0, 2.0, 2.0])))
    values = result.similarities["value"]
    assert len(values) > 0
    assert values.to_list() == close_to([1.0] * len(values))


def test_a_model_of_ones_own_is_scored_in_both_units_and_named_in_the_result(score):
    result = score(HandmadeEncoder(by_words, name="mine"))
    assert set(result.scores["unit"]) == {"target", "sentence"}
    assert set(result.similarities["view"]) == {"mean"}
    assert result.info["model"]["name"] == "mine"
    assert set(result.summary["model"]) == {"mine"}
    assert result.similarities["value"].is_between(-1 - TOLERANCE, 1 + TOLERANCE).all()


def test_each_text_is_embedded_once_and_never_again(score):
    first = HandmadeEncoder(by_words)
    one = score(first)
    assert len(first.seen) == len(set(first.seen)) == one.info["counts"]["texts_embedded"] > 0
    second = HandmadeEncoder(by_words)
    other = score(second)
    assert second.seen == []
    assert other.info["counts"]["texts_from_store"] == len(first.seen)
    assert one.scores.equals(other.scores)


def test_another_model_does_not_get_the_stored_vectors_of_the_first(score):
    score(HandmadeEncoder(by_words, name="one"))
    other = HandmadeEncoder(by_words, name="other")
    score(other)
    assert other.seen


@pytest.mark.parametrize("batch_tokens", [1, 100_000])
def test_the_size_of_a_batch_does_not_change_a_score(score, tmp_path, batch_tokens):
    one = score(HandmadeEncoder(by_words))
    other = score(HandmadeEncoder(by_words), batch_tokens=batch_tokens, cache_dir=tmp_path / "other")
    assert one.scores.equals(other.scores)


def test_a_model_is_scored_in_the_languages_it_knows(score):
    notices = []
    result = score(HandmadeEncoder(by_words, languages=frozenset({"en"})), notice=notices.append)
    assert set(result.scores["language"]) == {"en"}
    assert any("pt" in notice for notice in notices)


def test_what_it_cannot_embed_is_dropped_with_its_reason(score):
    refused = HandmadeEncoder(lambda r: "out of luck" if r.whole and r.text[0] in "ATO" else by_words(r))
    result = score(refused)
    lost = result.dropped.filter(pl.col("reason").str.contains("out of luck"))
    assert len(lost) == len(result.dropped) > 0
    assert set(lost["unit"]) == {"sentence"}
    whole = score(HandmadeEncoder(by_words, name="all")).similarities
    assert result.similarities.filter(unit="target").equals(whole.filter(unit="target"))
    missing = whole.filter(unit="sentence").join(result.similarities, on=PAIR, how="anti", nulls_equal=True)
    assert len(missing) == len(whole) - len(result.similarities) > 0
    stimuli = set(lost.select("item", "role").iter_rows())
    for item, role in missing.select("item", "role").iter_rows():
        assert stimuli & {(item, role), (item, "original"), (item, "syn")}
