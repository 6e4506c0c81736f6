"""NCTTI as a dataset: small folders in its layout, paraphrases put into its sentences."""

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.checks import CHECKS
from idioprobe.data.dataset import Header
from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.nctti.dataset import read_nctti_dataset
from tests.data.sources.folders import reference, write_filled, write_nctti
from tests.embed.slow import scattered
from tests.support import HandmadeEncoder

ONE, TWO = "an eager beaver left .", "two Eager beavers ate ."
BEAVER = ("eager beaver", "NC", "0,5", 1, 1.5, "2,25", "hard worker;hard worker; busy bee ;workaholic")


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


@pytest.fixture
def folder(tmp_path):
    return write_nctti(tmp_path / "nctti", [BEAVER], [("Eager Beaver", ONE, TWO, reference(3, at=7))])


def read(folder):
    return read_nctti_dataset(folder, Header(name="nctti"))


def texts(data, **where):
    return dict(data.stimuli.filter(**where).select("role", "text").iter_rows())


def test_two_paraphrases_of_the_type_are_its_synonyms(folder):
    data = read(folder)
    assert texts(data, item="en/eager beaver/nat1") == {
        "original": "an eager beaver left .",
        "syn": "a hard worker left .",
        "syn2": "a busy bee left .",
    }
    assert texts(data, item="en/eager beaver/nat2")["syn"] == "two Hard workers ate ."


def test_the_one_given_most_often_comes_first_and_among_equals_the_first_listed(tmp_path):
    given = "gold mine;Money maker;moneymaker;steady income;moneymaker;money maker; MONEYMAKER"
    cow = ("cash cow", "NC", 1, 1, 1, 1, given)
    bee = ("busy bee", "NC", 1, 1, 1, 1, "worker;drone;drone;worker")
    sentences = [("cash cow", "a cash cow left .", "", ""), ("busy bee", "a busy bee left .", "", "")]
    data = read(write_nctti(tmp_path, [cow, bee], sentences))
    alone = texts(data, expression="cash cow", condition="none")
    assert (alone["syn"], alone["syn2"]) == ("moneymaker", "Money maker")
    alone = texts(data, expression="busy bee", condition="none")
    assert (alone["syn"], alone["syn2"]) == ("worker", "drone")


def test_what_was_made_is_marked_as_derived(folder):
    rows = read(folder).stimuli.select("condition", "role", "derived").unique().rows()
    assert {(c, r) for c, r, derived in rows if not derived} == {("nat", "original")}
    assert {c for c, _, _ in rows} == {"nat", "none"}


def test_paraphrases_of_single_sentences_are_not_the_types(tmp_path):
    write_nctti(tmp_path, [(*BEAVER[:-1], "")], [("eager beaver", ONE, TWO, TWO)])
    path = tmp_path / "data" / "data_en.tsv"
    path.write_text(path.read_text().rstrip("\t\n") + "\t\tzealot\t\t\n")
    assert set(read(tmp_path).stimuli.filter(condition="nat")["role"]) == {"original"}


def test_english_expressions_end_in_their_head_and_portuguese_ones_begin_with_it(folder):
    write_nctti(folder, [("alto-mar", "PC", 3, 3, 3, 3, "")], [("alto-mar", "no alto-mar", "", "")], language="pt")
    data = read(folder)
    assert data.expressions.select("expression", "components").rows() == [
        ("eager beaver", "modifier:eager; head:beaver"),
        ("alto-mar", "head:alto; modifier:mar"),
    ]
    assert texts(data, item="pt/alto-mar/none") == {"original": "alto-mar", "head": "alto", "modifier": "mar"}
    assert any("told by their position" in note for note in data.header.notes)


def test_an_expression_that_is_not_two_words_has_no_components_and_is_listed(tmp_path):
    write_nctti(tmp_path, [("mother of pearl", "PC", 3, 3, 3, 3, "")], [("mother of pearl", "mother of pearl", "", "")])
    data = read(tmp_path)
    assert texts(data, condition="none") == {"original": "mother of pearl"}
    assert data.expressions.select("components").rows() == [(None,)]
    row = data.flaws.filter(flaw="not two words: no components to add up")
    assert row.select("file", "expression", "handling").rows() == [("data/data_en.tsv", "mother of pearl", "left out")]


def test_ratings_are_of_the_type_and_of_each_sentence(folder):
    assert read(folder).ratings.select("sentence", "target", "rating", "mean").rows() == [
        (None, "expression", "type", 0.5),
        (1, "expression", "token", 1.0),
        (2, "expression", "token", 1.5),
        (3, "expression", "token", 2.25),
    ]


def test_a_score_that_is_missing_is_listed_and_left_out_of_correlations_only(tmp_path):
    write_nctti(tmp_path, [(*BEAVER[:2], "", 1, "", 2, "hard worker")], [("eager beaver", ONE, TWO, TWO)])
    data = read(tmp_path)
    assert data.ratings.select("sentence", "rating").rows() == [(1, "token"), (3, "token")]
    missing = data.flaws.filter(handling="left out of correlations").select("file", "flaw", "sentence").rows()
    assert missing == [("data/data_en.tsv", "no type rating", None), ("data/data_en.tsv", "no token rating", 2)]
    assert set(data.stimuli.filter(condition="nat")["sentence"]) == {1, 2, 3}


def test_references_are_listed_as_left_out(folder):
    data = read(folder)
    assert data.flaws.select("file", "item", "sentence", "flaw", "handling").rows() == [
        ("data/sentids_en.csv", "en/eager beaver/nat3", 3, "only a corpus reference is published", "left out")
    ]
    assert any("1 naturalistic sentences in en are corpus references" in note for note in data.header.notes)


def test_filled_sentences_take_their_place(folder):
    write_filled(folder, ("eager beaver", 3, "http://example.org/a", 7, "the eager beaver slept ."))
    data = read(folder)
    assert data.flaws.is_empty()
    assert texts(data, item="en/eager beaver/nat3") == {
        "original": "the eager beaver slept .",
        "syn": "the hard worker slept .",
        "syn2": "the busy bee slept .",
    }


def test_sentences_of_an_expression_that_has_no_scores_are_listed_not_lost(folder):
    write_nctti(folder, [BEAVER], [("eager beaver", ONE, TWO, ONE), ("red tape", "the red tape .", "", "")])
    data = read(folder)
    assert set(data.stimuli["expression"]) == set(data.expressions["expression"]) == {"eager beaver"}
    assert "red tape" in data.flaws.filter(handling="left out")["expression"].to_list()


def test_classes_are_comp_scale_and_no_other(folder):
    data = load_dataset("nctti", folder, labelling="CompScale")
    assert data.header.labelling == "CompScale"
    assert data.labellings.rows() == [("eager beaver", "en", "CompScale", "NC")]
    with pytest.raises(ConfigError, match="`labelling` ClassType: nctti has CompScale"):
        load_dataset("nctti", folder, labelling="ClassType")


def test_scores_without_sentences_are_no_dataset(tmp_path):
    write_nctti(tmp_path, [BEAVER])
    with pytest.raises(DatasetError, match=r"has NCTTI's scores but no sentence; data/sentids_en\.csv"):
        read(tmp_path)


def test_a_language_without_sentences_is_stated(folder):
    write_nctti(folder, [("alto mar", "PC", 3, 3, 3, 3, "")], language="pt")
    assert "data/sentids_pt.csv is not there: no sentences in pt." in read(folder).header.notes


def test_what_is_read_is_a_dataset_as_any_other(folder, tmp_path):
    data = read(folder)
    assert [list(check(getattr(data, name))) for name, check in CHECKS.items()] == [[], [], []]
    result = evaluate(
        HandmadeEncoder(scattered), data, suites=("prediction",), cache_dir=tmp_path / "cache", resamples=100
    )
    assert set(result.scores["measure"]) == {"pred_out", "pred_out_comp"}
    assert result.dropped.filter(what="measure across_spread")["reason"].to_list() == [
        "fewer than 3 pairs of sentences"
    ]
