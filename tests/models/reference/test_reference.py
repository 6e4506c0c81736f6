"""Models whose numbers are known in advance: chance, word by word, and the ideal."""

import hashlib

import numpy as np
import polars as pl
import pytest

from idioprobe import build_dataset, evaluate, load_dataset, read_lexicon
from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Request, parse_spans
from idioprobe.core.views import View
from idioprobe.models.reference.encoder import drawn
from idioprobe.models.reference.reading import plain_units, read_stimuli
from idioprobe.models.registry import load_encoder
from tests.suites.world import dataset, expression
from tests.support import close_to

EAGER = [0.901106324, 0.151762199, -0.754815011]
UNITS = {"target", "sentence"}

LEXICON = """expression,class,modifier,head,synonym,modifier_synonyms,head_synonyms,sentence1,sentence2
lame duck #pl:lame ducks,NC,lame,duck #pl:ducks,unwanted weak leader #an #pl:unwanted weak leaders,\
crippled; unsteady #an,old goose #an #pl:old geese; drake,\
He was a lame duck by May.,The lame ducks were voted out.
car key,C,car,key #pl:keys,ignition tool #an,auto #an; motor vehicle,opener #an; latchkey,\
She lost the car key again.,A car key lay there.
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Synonyms of several words, articles that change, and a plural."""
    path = tmp_path_factory.mktemp("lexicon") / "small.csv"
    path.write_text(LEXICON, encoding="utf-8")
    return build_dataset(read_lexicon(path, "en")).dataset


def measured(model, data, tmp_path, measure):
    result = evaluate(f"reference:{model}", data, cache_dir=tmp_path, resamples=100)
    scores = result.scores.filter(pl.col("measure") == measure)
    assert set(scores["unit"]) == UNITS
    assert set(scores["condition"]) == {"nat", "neut", "neut_long"}
    return scores["value"].to_numpy()


SAME = [("words", "sim_words"), ("words", "sim_words_alt"), ("whole", "sim_syn")]


@pytest.mark.parametrize(("model", "measure"), SAME)
def test_what_a_model_takes_for_the_same_has_similarity_1(model, measure, small, tmp_path):
    assert measured(model, small, tmp_path, measure) == close_to(1.0)


def vectors(model, data):
    """The vectors of all texts and targets of a dataset."""
    targets = {}
    for text, spans in data.stimuli.select("text", "spans").unique().iter_rows():
        targets.setdefault(text, []).append(parse_spans(spans))
    views = [View("target", "mean", ""), View("sentence", "mean", "")]
    found = {}
    for encoded in load_encoder(f"reference:{model}", dataset=data).encode(sorted(targets), targets, views, None):
        assert not any(encoded.failed.values())
        found |= {request: vector for rows in encoded.vectors.values() for request, vector in rows}
    return found


@pytest.mark.parametrize(
    ("model", "roles"), [("words", ["words", "words_alt", "modifier_alt", "head_alt"]), ("whole", ["syn"])]
)
def test_in_the_starter_set_too(model, roles):
    data = load_dataset("starter")
    found = vectors(model, data)
    rows = data.stimuli.select("item", "role", "text", "spans")
    originals = {item: place for item, role, *place in rows.iter_rows() if role == "original"}
    variants = rows.filter(pl.col("role").is_in(roles)).drop("role").rows()
    assert len(variants) >= 984
    for item, *place in variants:
        for asked in (lambda text, _: Request(text), lambda text, spans: Request(text, parse_spans(spans))):
            np.testing.assert_array_equal(found[asked(*place)], found[asked(*originals[item])])


def test_word_by_word_a_synonym_of_the_whole_is_as_far_as_random_words(tmp_path):
    options = {"cache_dir": tmp_path, "resamples": 100, "limit": 20, "units": ("target",)}
    result = evaluate("reference:words", "starter", **options)
    means = dict(result.scores.group_by("measure").agg(pl.col("value").mean()).iter_rows())
    assert abs(means["sim_syn"]) < 0.1
    assert abs(means["sim_rand"]) < 0.1
    assert means["ctx_in_out"] == close_to(1)


def test_chance_is_near_0_everywhere(tmp_path):
    result = evaluate("reference:random", "starter", cache_dir=tmp_path, resamples=100, limit=20)
    values = result.similarities["value"].to_numpy()
    assert abs(values.mean()) < 0.01
    assert np.abs(values).max() < 0.3


def test_they_run_like_any_model(tmp_path):
    result = evaluate("reference:whole", "starter", cache_dir=tmp_path, resamples=100, limit=2)
    assert result.folder(tmp_path).name.startswith("reference--whole-")
    assert result.info["views"] == ["mean"]
    assert result.info["model"]["contextual"] is False
    assert result.info["dataset"]["languages"] == ["de", "en", "es", "pt"]
    assert result.dropped.is_empty()


def test_the_dataset_is_a_part_of_what_the_model_is(small):
    names = ("random", "words", "whole")
    made = [load_encoder(f"reference:{n}", dataset=data) for n in names for data in (small, load_dataset("starter"))]
    assert len({encoder.identity.fingerprint for encoder in made}) == len(made)
    assert [encoder.facts().contextual for encoder in made] == [True, True, False, False, False, False]


def test_vectors_are_the_same_on_every_machine():
    """Written down once, from SHAKE-256 of the name; no generator of random numbers can change them."""
    np.testing.assert_allclose(drawn("eager")[:3], EAGER, atol=1e-9)
    raw = hashlib.shake_256(b"eager").digest(8)
    assert drawn("eager")[1] == int.from_bytes(raw[4:], "little", signed=True) / 2**31


def test_a_text_without_words_has_no_vector(small):
    view = View("sentence", "mean", "")
    (encoded,) = load_encoder("reference:words", dataset=small).encode(["?!"], {}, [view], None)
    assert encoded.failed[view] == [(Request("?!"), "the text has no token")]


def test_texts_without_spaces_go_by_characters():
    assert plain_units("他是黑羊。") == ("他", "是", "黑", "羊")
    assert plain_units("He saw sheep.") == ("he", "saw", "sheep")


PARTED = [
    ("original", "She gave the whole idea up.", "4:8 24:26"),
    ("words", "She handed the whole idea upward.", "4:10 26:32"),
    ("syn", "She abandoned the whole idea.", "4:13"),
]


@pytest.fixture
def parted():
    """An expression in two parts, its words replaced, and a synonym in one part."""
    rows = [("i", "give up", "en", "nat", 1, role, 0, text, spans, False) for role, text, spans in PARTED]
    return dataset(rows, [expression("give up")])


@pytest.mark.parametrize(("model", "same", "other"), [("words", "words", "syn"), ("whole", "syn", "words")])
def test_an_expression_in_parts_is_read_like_any_other(parted, model, same, other):
    found = vectors(model, parted)
    for whole in (True, False):
        by_role = {role: found[Request(text, () if whole else parse_spans(spans))] for role, text, spans in PARTED}
        np.testing.assert_array_equal(by_role["original"], by_role[same])
        assert not np.array_equal(by_role["original"], by_role[other])


def test_word_by_word_it_is_the_mean_of_the_words_of_all_its_parts(parted):
    found = vectors("words", parted)
    expected = (drawn("gave") + drawn("up")) / 2
    np.testing.assert_array_equal(found[Request(PARTED[0][1], ((4, 8), (24, 26)))], expected.astype(np.float32))


def test_by_chance_one_span_is_what_it_was_in_05_and_two_are_something_else(parted):
    text, view = "a lame duck", View("target", "mean", "")
    targets = [((2, 11),), ((2, 6), (7, 11)), ((2, 6),)]
    model = load_encoder("reference:random", dataset=parted)
    (encoded,) = model.encode([text], {text: targets}, [view], None)
    made = [vector for _, vector in encoded.vectors[view]]
    np.testing.assert_array_equal(made[0], drawn("(2, 11)\0a lame duck").astype(np.float32))
    assert len({vector.tobytes() for vector in made}) == 3


def test_a_text_of_two_items_fits_both():
    """A phrase that stands for two expressions: both are equal to it, and so to each other."""
    rows = [
        ("a", "one two", "original", "one two"),
        ("a", "one two", "words", "ein zwei"),
        ("b", "eins zwo", "original", "eins zwo"),
        ("b", "eins zwo", "words", "ein zwei"),
    ]
    stimuli = pl.DataFrame(
        [
            {"item": i, "expression": e, "language": "de", "role": r, "text": t, "spans": f"0:{len(t)}"}
            for i, e, r, t in rows
        ]
    )
    readings = read_stimuli(stimuli, whole=False)
    assert len({readings.units(text, ((0, len(text)),)) for _, _, _, text in rows}) == 1


@pytest.mark.parametrize(
    ("name", "message"), [("chance", "one of random, words, whole"), ("words", "made for a dataset")]
)
def test_what_cannot_be_made_says_so(name, message):
    with pytest.raises(ModelError, match=message):
        load_encoder(f"reference:{name}")
