"""fastText's own format: every word gets the vector that fastText itself would give it."""

import gzip

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.static.encoder import StaticEncoder
from idioprobe.models.static.fasttextfile import FastTextFile, bucket, ngrams
from idioprobe.models.static.wordvectors import open_vectors
from tests.models.static.fasttextbin import CBOW, SKIPGRAM, SUPERVISED, Model
from tests.models.tiny import gather, span
from tests.support import same_vectors

WORDS = ["the", "eager", "beaver", "Beaver", "café", "热狗", "</s>", "eager_beaver", "."]
UNSEEN = ["quokka", "beavers", "cafés", "热", "ñandú", "😀", "a", "well-known"]
TARGET, SENTENCE = View("target", "mean", ""), View("sentence", "mean", "")


@pytest.fixture
def path(tmp_path):
    """Where a model goes."""
    return tmp_path / "model.bin"


@pytest.fixture(params=[False, True], ids=["without an index", "with an index"])
def opened(path, tmp_path, request):
    """Opens the model, with or without a cache folder."""
    return lambda: open_vectors(path, "0" * 64, tmp_path / "cache" if request.param else None, pytest.fail)


# The n-grams of fastText 0.9.2 and their buckets, as its own get_subwords answers.
ANSWERS = {
    (3, 4, 2_000_000): {
        "café": {
            "<ca": 916747,
            "<caf": 1991831,
            "caf": 369661,
            "café": 454601,
            "afé": 960362,
            "afé>": 1966012,
            "fé>": 1609697,
        },
        "热狗": {"<热狗": 748367, "<热狗>": 174947, "热狗>": 848857},
    },
    (1, 2, 1000): {"ñu": {"<ñ": 483, "ñ": 921, "ñu": 308, "u": 648, "u>": 282}},
}


@pytest.mark.parametrize("options", ANSWERS)
def test_ngrams_and_their_buckets_are_those_of_fasttext(options):
    shortest, longest, buckets = options
    for word, expected in ANSWERS[options].items():
        found = ngrams(word.encode(), shortest, longest)
        assert {ngram.decode(): bucket(ngram, buckets) for ngram in found} == expected


@given(st.text(min_size=1, max_size=12), st.integers(0, 4), st.integers(0, 7))
@settings(deadline=None)
def test_ngrams_are_of_characters_and_not_of_bytes(word, shortest, longest):
    word = word.encode("utf-8", "ignore").decode()
    model = Model(["x"], shortest=shortest, longest=longest)
    expected = sorted(ngram.encode() for ngram in model.ngrams(word))
    assert sorted(ngrams(word.encode(), shortest, longest)) == expected


SHAPES = {
    "skip-gram": {"kind": SKIPGRAM},
    "CBOW": {"kind": CBOW, "shortest": 5, "longest": 5},
    "version 11": {"version": 11},
    "short n-grams": {"shortest": 1, "longest": 2},
    "any length from none": {"shortest": 0, "longest": 4},
    "no n-grams": {"shortest": 0, "longest": 0, "buckets": 0},
    "supervised": {"kind": SUPERVISED, "shortest": 0, "longest": 0, "buckets": 0, "labels": ["__label__x"]},
    "supervised with n-grams": {
        "kind": SUPERVISED,
        "shortest": 2,
        "longest": 3,
        "labels": ["__label__x", "__label__y"],
    },
}


@pytest.mark.parametrize("shape", SHAPES)
def test_words_and_unknown_words_have_the_mean_of_their_rows(path, opened, shape):
    model = Model(WORDS, **SHAPES[shape])
    model.write(path)
    source = opened()
    known, made = source.read([*WORDS, *UNSEEN]), source.from_subwords(UNSEEN)
    assert source.dimension == 5
    assert set(known) == set(WORDS)
    assert set(made) == {word for word in UNSEEN if model.vector(word) is not None}
    for word, vector in (known | made).items():
        assert vector.dtype == np.float32
        same_vectors(vector, model.vector(word))


@given(
    st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1), unique=True),
    st.integers(1, 6),
    st.integers(0, 3),
    st.integers(0, 6),
    st.integers(1, 40),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_vocabulary_is_read_back(path, words, dimension, shortest, longest, buckets):
    model = Model(words, dimension, buckets, shortest, longest)
    file = FastTextFile(model.write(path))
    rows = {word.decode(): row for word, row in file.entries()}
    assert list(rows) == words
    for word, vector in file.vectors(rows).items():
        same_vectors(vector, model.vector(word))


def test_a_supervised_model_of_version_11_has_no_ngrams_whatever_it_says(path, opened):
    model = Model(WORDS, kind=SUPERVISED, version=11, labels=["__label__x"])
    model.write(path)
    assert opened().from_subwords(["quokka"]) == {}
    np.testing.assert_array_equal(opened().read(["eager"])["eager"], model.matrix[1])


def test_a_label_is_no_word(path, opened):
    Model(WORDS, kind=SUPERVISED, labels=["__label__x"]).write(path)
    assert opened().read(["__label__x"]) == {}


def test_only_the_rows_in_use_are_read(path, opened, monkeypatch):
    """Seven gigabytes are no trouble if a word costs its own rows and no more."""
    model = Model(WORDS, buckets=20_000, dimension=50)
    model.write(path)
    opened().read(["eager"])
    read = []
    means = FastTextFile.mean
    monkeypatch.setattr(FastTextFile, "mean", lambda self, file, rows: read.extend(rows) or means(self, file, rows))
    opened().read(["eager", "quokka"])
    assert read == [1, *(len(WORDS) + model.bucket(ngram) for ngram in sorted(model.ngrams("eager"), key=_place))]


def _place(ngram):
    return "<eager>".index(ngram), len(ngram)


# What a run makes of it.


@pytest.fixture
def encoder(path):
    """A model with n-grams, and what embeds with it."""
    model = Model(WORDS)
    model.write(path)
    return model, StaticEncoder(path)


def test_a_sentence_is_the_mean_of_its_words_known_or_not(encoder):
    model, made = encoder
    text = "the eager quokka."
    at = span(text, "eager quokka")
    vectors, _, _ = gather(made.encode([text], {text: [at]}, [TARGET, SENTENCE], 64))
    expected = np.mean([model.vector(w) for w in ("the", "eager", "quokka")], axis=0)
    same_vectors(vectors[SENTENCE][Request(text)], expected)
    expected = np.mean([model.vector(w) for w in ("eager", "quokka")], axis=0)
    same_vectors(vectors[TARGET][Request(text, at)], expected)


def test_a_target_in_parts_is_the_mean_of_its_words_known_or_made(encoder):
    model, made = encoder
    text = "the eager beaver met a quokka."
    at = span(text, "eager") + span(text, "quokka")
    vectors, _, _ = gather(made.encode([text], {text: [at]}, [TARGET], 64))
    same_vectors(vectors[TARGET][Request(text, at)], (model.vector("eager") + model.vector("quokka")) / 2)


def test_words_made_from_subwords_are_counted_apart_from_unknown_ones(path):
    Model(WORDS, shortest=4, longest=6).write(path)
    made, texts = StaticEncoder(path), ["the quokka met a quokka", "eager-wombat (beaver)!"]
    list(made.encode(texts, {}, [SENTENCE], 64))
    assert made.made_from_subwords(texts) == {"quokka": 2, "met": 1, "eager-wombat": 1}
    assert made.unknown_words(texts) == {"a": 1}
    requests = [request for text in texts for request in (Request(text), Request(text, ((0, 3),)))]
    assert made.lookup_counts(requests) == {"made_from_subwords": 4, "made_from_subwords_types": 3}


def test_what_was_made_from_subwords_is_remembered_when_nothing_is_computed_again(path):
    Model(WORDS).write(path)
    memory = {}
    list(StaticEncoder(path, memory=memory).encode(["the quokka"], {}, [SENTENCE], 64))
    assert StaticEncoder(path, memory=memory).made_from_subwords(["quokka, the quokka"]) == {"quokka": 2}


def test_a_word_that_is_known_in_lower_case_is_not_made_from_subwords(encoder):
    model, made = encoder
    vectors, _, _ = gather(made.encode(["EAGER"], {}, [SENTENCE], 64))
    same_vectors(vectors[SENTENCE][Request("EAGER")], model.vector("eager"))
    assert not made.made_from_subwords(["EAGER"])


def test_a_combining_accent_makes_no_other_ngrams(encoder):
    model, made = encoder
    vectors, _, _ = gather(made.encode(["nandu\u0301"], {}, [SENTENCE], 64))
    same_vectors(vectors[SENTENCE][Request("nandu\u0301")], model.vector("nandú"))


@pytest.mark.parametrize(("casing", "spelling"), [("fallback", "Quokka"), ("exact", "Quokka"), ("lower", "quokka")])
def test_ngrams_are_those_of_the_spelling_that_the_casing_asks_for(encoder, path, casing, spelling):
    model, _ = encoder
    vectors, _, _ = gather(StaticEncoder(path, casing=casing).encode(["Quokka"], {}, [SENTENCE], 64))
    same_vectors(vectors[SENTENCE][Request("Quokka")], model.vector(spelling))


def test_an_unknown_hyphenated_word_is_its_parts_each_found_or_made(encoder):
    model, made = encoder
    text = "a well-eager beaver"
    at = span(text, "eager")
    vectors, _, _ = gather(made.encode([text], {text: [at]}, [TARGET], 64))
    same_vectors(vectors[TARGET][Request(text, at)], model.vector("eager"))


def test_unknown_punctuation_is_not_made_from_subwords(path):
    model = Model(["eager"], shortest=1)
    model.write(path)
    vectors, _, _ = gather(StaticEncoder(path).encode(["(eager)"], {}, [SENTENCE], 64))
    same_vectors(vectors[SENTENCE][Request("(eager)")], model.vector("eager"))


def test_an_entry_made_from_subwords_is_no_multiword_entry(encoder, path):
    model, _ = encoder
    made, text = StaticEncoder(path, mwe_tokens=True, mwe_missing="words"), "eager beaver, keen quokka"
    spans = {text: [span(text, "eager beaver"), span(text, "keen quokka")]}
    vectors, _, _ = gather(made.encode([text], spans, [TARGET], 64))
    first, second = (vectors[TARGET][Request(text, at)] for at in spans[text])
    same_vectors(first, model.vector("eager_beaver"))
    same_vectors(second, (model.vector("keen") + model.vector("quokka")) / 2)
    assert made.multiword_entries(["eager beaver", "keen quokka"]) == {"eager beaver": True, "keen quokka": False}


# What is refused.


@pytest.mark.parametrize(
    "options", [{"quantized": True}, {"pruned": {3: 0}}, {"pruned": {3: 0, 9: 1}, "quantized": True}]
)
def test_a_quantized_model_is_refused_with_what_to_do(path, opened, options):
    Model(WORDS, **options).write(path)
    with pytest.raises(ModelError, match=r"quantized.*print-word-vectors model\.bin"):
        opened().read(["the"])


def test_a_packed_model_is_refused_with_what_to_do(path):
    path.write_bytes(gzip.compress(Model(WORDS).raw()))
    with pytest.raises(ModelError, match="gunzip -k"):
        StaticEncoder(path).facts()


def test_a_version_that_is_not_known_is_refused(path):
    Model(WORDS, version=13).write(path)
    with pytest.raises(ModelError, match=r"version 13.*\.vec"):
        StaticEncoder(path).facts()


RAW = Model(WORDS, buckets=3, dimension=2, labels=["__label__x"]).raw()


@given(st.integers(4, len(RAW) - 1))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_model_cut_anywhere_is_an_error(path, kept):
    path.write_bytes(RAW[:kept])
    with pytest.raises(ModelError, match="get the file again"):
        list(FastTextFile(path).entries())


@given(st.integers(8, len(RAW) - 1), st.integers(1, 255))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_byte_is_an_error_of_ours_or_another_number_but_no_crash(path, at, change):
    path.write_bytes(RAW[:at] + bytes([RAW[at] ^ change]) + RAW[at + 1 :])
    try:
        file = FastTextFile(path)
        rows = {word.decode("utf-8", "surrogateescape"): row for word, row in file.entries()}
        file.vectors({word: row for word, row in rows.items() if word.isascii()})
    except ModelError:
        pass


def test_numbers_that_are_none_are_an_error_where_they_are_used(path, opened):
    model = Model(WORDS, longest=0)
    model.matrix[1, 2] = np.nan
    model.write(path)
    assert set(opened().read(["the"])) == {"the"}
    with pytest.raises(ModelError, match="'eager' holds NaN"):
        opened().read(["eager"])
