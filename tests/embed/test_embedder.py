"""From requests to stored vectors: each text once, and never again."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.core.encoder import Facts
from idioprobe.core.errors import ConfigError, StoreError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed import embedder
from idioprobe.embed.embedder import NOT_FINITE, finite, gathering, plan_views
from tests.embed.slow import make_encoder, run, scattered
from tests.suites.world import FILLERS, at, beaver, cosines, dataset, encoder, expression, item, scored
from tests.support import HandmadeEncoder, close_to

KNOWN = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)


class Watch:
    """Progress that remembers what it was told."""

    def __init__(self):
        self.told, self.done = None, 0

    def start(self, total, stored):
        self.told = (total, stored)

    def advance(self, texts):
        self.done += texts

    def stage(self, name):
        pass


class Forbidden(HandmadeEncoder):
    """A model that must not be loaded."""

    def facts(self):
        raise AssertionError("the model was loaded")

    def encode(self, *_):
        raise AssertionError("something was embedded")


def test_every_distinct_text_is_embedded_once(tmp_path):
    encoder = make_encoder()
    result = run(tmp_path, encoder)
    assert len(encoder.seen) == len(set(encoder.seen)) == result.info["counts"]["texts"]
    originals = result.stimuli.filter(pl.col("role").is_in(["original", "syn", "rand", "words", "head", "modifier"]))
    in_sentences = originals.filter(pl.col("condition") != "none")
    assert set(in_sentences["text"]) <= set(encoder.seen)


def test_texts_of_roles_that_no_measure_compares_are_not_embedded(tmp_path):
    encoder = make_encoder()
    result = run(tmp_path, encoder)
    unused = set(result.stimuli.filter(role="modifier_alt")["text"])
    used = set(result.stimuli.filter(pl.col("role") != "modifier_alt")["text"])
    assert unused - used
    assert not (unused - used) & set(encoder.seen)


def test_two_expressions_in_the_same_words_share_a_vector(tmp_path):
    rows = [*item(FILLERS), *item(FILLERS, expression="a twin")]
    model = encoder(KNOWN)
    evaluate(model, dataset(rows, [expression("eager beaver"), expression("a twin")]), cache_dir=tmp_path)
    assert len(model.seen) == len(set(model.seen)) == 10 + 1


def test_one_text_with_two_targets_is_embedded_once_and_has_two_vectors(tmp_path):
    text = "a cat met a cat"
    rows = [
        ("i1", "first", "en", "nat", 1, "original", 0, text, "2:5", False),
        ("i1", "first", "en", "nat", 1, "syn", 0, "a tom met a cat", "2:5", False),
        ("i2", "second", "en", "nat", 1, "original", 0, text, "12:15", False),
        ("i2", "second", "en", "nat", 1, "syn", 0, "a cat met a tom", "12:15", False),
    ]

    def vector(request):
        if request.text == text:
            return at({(): 1.0, ((2, 5),): 0.9, ((12, 15),): 0.4}[request.spans])
        return at(1.0)

    model = HandmadeEncoder(vector)
    result = evaluate(model, dataset(rows, [expression("first"), expression("second")]), cache_dir=tmp_path)
    assert model.seen.count(text) == 1
    assert scored(result, "sim_syn") == close_to([0.9, 0.4])


def test_a_second_run_neither_loads_the_model_nor_embeds(tmp_path):
    first = run(tmp_path)
    again = run(tmp_path, Forbidden(None, name="scattered"))
    assert again.scores.equals(first.scores)
    assert again.summary.equals(first.summary)
    assert again.info["counts"]["texts_embedded"] == 0
    assert again.info["counts"]["texts_from_store"] == first.info["counts"]["texts"]


def test_numbers_from_the_store_are_exactly_those_computed(tmp_path):
    assert run(tmp_path / "one").similarities.equals(run(tmp_path / "other").similarities)


def test_why_a_text_has_no_vector_is_remembered_too(tmp_path):
    first = beaver(tmp_path, {**KNOWN, "hard worker": "too long for this model"})
    model = Forbidden(None, name="handmade")
    data = dataset(item(FILLERS), [expression("eager beaver", label="NC")])
    again = evaluate(model, data, cache_dir=tmp_path, resamples=100)
    assert set(first.dropped["reason"]) == {"too long for this model"}
    assert again.dropped.equals(first.dropped)
    assert again.scores.equals(first.scores)


def test_more_expressions_cost_only_the_new_texts(tmp_path):
    small = run(tmp_path, limit=1)
    encoder = make_encoder()
    large = run(tmp_path, encoder, limit=2)
    assert len(encoder.seen) == large.info["counts"]["texts_embedded"] < large.info["counts"]["texts"]
    assert not set(encoder.seen) & set(small.stimuli.filter(role="original")["text"])
    assert large.scores.equals(run(tmp_path / "new", limit=2).scores)


def test_progress_is_told_what_is_stored_and_what_is_left(tmp_path):
    watch, again = Watch(), Watch()
    total = run(tmp_path, progress=watch).info["counts"]["texts"]
    run(tmp_path, progress=again)
    assert (watch.told, watch.done) == ((total, 0), total)
    assert (again.told, again.done) == ((0, total), 0)


class Stopped(HandmadeEncoder):
    """Ctrl-C comes after the first batch, long before anything is written."""

    def encode(self, *given):
        yield next(super().encode(*given))
        raise KeyboardInterrupt


def test_a_run_that_is_stopped_leaves_all_that_was_made(tmp_path):
    stopped, model = Stopped(scattered, name="scattered"), make_encoder()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, stopped, batch_tokens=160)
    counts = run(tmp_path, model).info["counts"]
    assert counts["texts_from_store"] == len(stopped.seen) == 10
    assert not set(model.seen) & set(stopped.seen)


class Failing:
    """A store that cannot be written to; counts who tries."""

    def __init__(self):
        self.tried = 0

    def write(self, rows):
        self.tried += len(list(rows)) > 0
        raise StoreError("the disk is full")


def test_what_cannot_be_written_is_tried_once():
    store, view, request = Failing(), View("sentence", "mean", ""), Request("a")
    with pytest.raises(StoreError, match="full"), gathering(store, {view: 1}, {view: {request}}, 0) as take:
        take([(view, (request, scattered(request)))])
    assert store.tried == 1


@pytest.mark.parametrize(("seconds", "writes"), [(0, [2, 1]), (60, [3])])
def test_what_costs_money_is_written_at_once_and_the_rest_together(seconds, writes):
    view, requests, written = View("sentence", "mean", ""), [Request(text) for text in "abc"], []
    lacking = {view: set(requests)}
    store = SimpleNamespace(write=lambda rows: written.append(len(list(rows))))
    with gathering(store, {view: 1}, lacking, seconds) as take:
        for part in (requests[:2], requests[2:]):
            take([(view, (request, scattered(request))) for request in part])
    assert (written, lacking) == (writes, {view: set()})


@pytest.mark.parametrize(("writing", "writes"), [(0.0, [6, 5, 5, 4]), (2.0, [6, 14]), (30.0, [6, 14])])
def test_what_takes_long_to_write_is_written_more_seldom(monkeypatch, writing, writes):
    now, written = [0.0], []
    monkeypatch.setattr(embedder, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def write(rows):
        written.append(len(list(rows)))
        now[0] += writing

    view, requests = View("sentence", "mean", ""), [Request(str(number)) for number in range(20)]
    with gathering(SimpleNamespace(write=write), {view: 1}, {view: set(requests)}, 5) as take:
        for request in requests:
            take([(view, (request, scattered(request)))])
            now[0] += 1
    assert written == writes


def test_no_more_is_gathered_than_fits_in_memory(monkeypatch):
    monkeypatch.setattr(embedder, "GATHERED_BYTES", 100)
    view, requests, written = View("sentence", "mean", ""), [Request(text) for text in "abcde"], []
    store = SimpleNamespace(write=lambda rows: written.append(len(list(rows))))
    with gathering(store, {view: 1}, {view: set(requests)}, 60) as take:
        for request in requests:
            take([(view, (request, np.zeros(15, np.float32)))])
    assert written == [2, 2, 1]


def test_only_vectors_that_are_not_finite_are_none():
    huge, bad = np.full(4, 3e38, np.float32), np.array([1, np.nan, 2], np.float32)
    assert finite(huge) is huge
    assert finite(bad) is finite(np.array([np.inf, 1], np.float32)) is NOT_FINITE


# Which views can be made.

BERT = Facts(states=7, dimension=4, pools=("mean", "max", "cls"))
API = Facts(states=0, dimension=4, units=("sentence",), pools=("mean",))


def plan(facts, *written, units=("target", "sentence")):
    notices = []
    return plan_views(facts, written, units, special_tokens=False, notice=notices.append), notices


def test_all_layers_are_one_view_each():
    views, _ = plan(BERT, "mean@all", units=("target",))
    assert views == [View("target", "mean", str(layer)) for layer in range(7)]


def test_the_first_special_token_is_a_view_of_sentences_only():
    views, notices = plan(BERT, "cls@-1")
    assert views == [View("sentence", "cls", "-1")]
    assert notices == []


def test_a_unit_or_pooling_that_a_model_lacks_is_named_and_left_out():
    views, notices = plan(API, "mean", "max")
    assert views == [View("sentence", "mean", "")]
    assert any("no target unit" in n for n in notices)
    assert any("cannot pool by max" in n for n in notices)


def test_when_no_view_is_left_it_is_an_error_that_says_what_there_is():
    with pytest.raises(ConfigError, match=r"cls@-1.*target.*mean, max, cls"):
        plan(BERT, "cls@-1", units=("target",))


def test_a_view_asked_for_twice_is_made_once():
    views, _ = plan(BERT, "mean@last4", "mean@last4:mean", units=("sentence",))
    assert len(views) == 1
