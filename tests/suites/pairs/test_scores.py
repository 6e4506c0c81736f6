"""Measures of one item, from vectors made by hand."""

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import NO_COUNTS, NOUN_COMPOUND
from idioprobe.data.components import modifier_and_head
from tests.suites.world import FILLERS, at, beaver, cosines, dataset, encoder, expression, item, scored
from tests.support import close_to

RAND = [0.1, 0.2, 0.3, 0.4, 0.0]
KNOWN = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=RAND)


def test_a_synonym_that_equals_the_original_scores_one(tmp_path):
    result = beaver(tmp_path, cosines(syn=1.0, head=0.6, modifier=0.5, words=0.7, rand=0.2))
    assert scored(result, "sim_syn") == close_to([1.0])
    assert scored(result, "simr_syn") == close_to([1.0])


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("sim_syn", 0.8),
        ("sim_comp", 0.6),
        ("sim_words", 0.7),
        ("sim_rand", 0.2),
        ("aff_syn_words", 0.1),
        ("aff_syn_rand", 0.6),
        ("aff_syn_comp", 0.2),
        ("simr_syn", 0.6 / 0.8),
        ("simr_words", 0.5 / 0.8),
    ],
)
def test_vectors_made_by_hand_give_values_known_in_advance(tmp_path, measure, expected):
    result = beaver(tmp_path, KNOWN)
    for unit in ("target", "sentence"):
        assert scored(result, measure, unit=unit) == close_to([expected])


def test_random_words_are_averaged_over_all_five(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=[1, 1, 0, 0, 0.5]))
    assert scored(result, "sim_rand") == close_to([0.5])
    rows = result.similarities.filter(comparison="rand", unit="target").sort("index")
    assert rows["value"].to_list() == close_to([1, 1, 0, 0, 0.5])


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("sim_rand", 0.4),
        ("sim_syn_rand", 0.8 * 0.4 + 0.6 * np.sqrt(1 - 0.4**2)),
        ("aff_syn_rand", 0.4),
        ("simr_syn", 0.4 / 0.6),
        ("simr_words", 0.3 / 0.6),
        ("sim_syn", 0.8),
        ("aff_syn_words", 0.1),
    ],
)
def test_the_nearest_random_word_can_stand_for_all(tmp_path, measure, expected):
    result = beaver(tmp_path, KNOWN, random_by="max")
    for unit in ("target", "sentence"):
        assert scored(result, measure, unit=unit) == close_to([expected])


def test_further_word_synonyms_stay_averaged_where_the_nearest_random_word_counts(tmp_path):
    data = dataset(item({**FILLERS, "words_alt": ["glad rat", "apt mouse"]}), [expression("eager beaver")])
    vectors = {**KNOWN, "glad rat": at(0.2), "apt mouse": at(0.6)}
    result = evaluate(encoder(vectors), data, cache_dir=tmp_path, resamples=100, random_by="max")
    assert scored(result, "sim_words_alt") == close_to([0.4])


def test_the_synonym_is_compared_with_random_words_too(tmp_path):
    expected = np.mean([0.8 * r + 0.6 * np.sqrt(1 - r**2) for r in RAND])
    assert scored(beaver(tmp_path, KNOWN), "sim_syn_rand") == close_to([expected])


def test_further_word_synonyms_are_averaged(tmp_path):
    fillers = {**FILLERS, "words_alt": ["glad rat", "apt mouse"]}
    data = dataset(item(fillers), [expression("eager beaver")])
    vectors = {**KNOWN, "glad rat": at(0.2), "apt mouse": at(0.6)}
    result = evaluate(encoder(vectors), data, cache_dir=tmp_path, resamples=100)
    assert scored(result, "sim_words_alt") == close_to([0.4])
    assert scored(result, "sim_words") == close_to([0.7])


def test_the_scaled_similarity_of_what_is_as_far_as_random_words_is_zero(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.3, head=0.6, modifier=0.5, words=0.3, rand=0.3))
    assert scored(result, "simr_syn") == close_to([0.0])
    assert scored(result, "simr_words") == close_to([0.0])


def test_without_room_above_random_words_an_item_leaves_the_scaled_measures_and_is_listed(tmp_path):
    crowded = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=1 - 5e-7)
    roomy = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)
    result = beaver(tmp_path, crowded, roomy)
    assert scored(result, "simr_syn") == scored(result, "simr_words") == []
    assert scored(result, "sim_rand") == close_to([1.0])
    assert scored(result, "simr_syn", unit="sentence") == close_to([0.75])
    (row,) = result.dropped.iter_rows(named=True)
    assert (row["item"], row["unit"]) == ("en/eager beaver/nat1", "target")
    assert "simr_syn" in row["what"]
    assert "1e-06" in row["reason"]
    assert result.info["counts"]["dropped"] == 1


def test_an_item_that_leaves_the_scaled_measures_of_a_unit_nobody_asked_for_is_not_listed(tmp_path):
    crowded = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=1 - 5e-7)
    roomy = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)
    assert beaver(tmp_path, crowded, roomy, units=("sentence",)).dropped.is_empty()


def test_dot_products_are_not_scaled(tmp_path):
    result = beaver(tmp_path, {k: 2 * v for k, v in KNOWN.items()}, metric="dot")
    assert scored(result, "sim_syn") == close_to([3.2])
    assert scored(result, "aff_syn_words") == close_to([0.4])
    assert not [m for m in result.summary["measure"].unique() if m.startswith("simr")]


@pytest.mark.parametrize("metric", ["cosine", "euclidean", "manhattan", "spearman"])
def test_bounded_metrics_are_scaled(tmp_path, metric):
    result = beaver(tmp_path, {**KNOWN, "hard worker": at(1.0)}, metric=metric)
    assert scored(result, "sim_syn") == close_to([1.0])
    assert scored(result, "simr_syn") == close_to([1.0])
    assert set(result.scores["metric"]) == {metric}


def test_euclidean_closeness_by_hand(tmp_path):
    result = beaver(tmp_path, {**KNOWN, "hard worker": np.array([1.0, 2.0, 2.0])}, metric="euclidean")
    assert scored(result, "sim_syn") == close_to([1 / (1 + np.sqrt(8))])


# Which component is the nearer one.

HEAD_NEAR = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)
MODIFIER_NEAR = cosines(syn=0.8, head=0.3, modifier=0.4, words=0.7, rand=0.2)


def test_each_unit_has_its_own_nearer_component(tmp_path):
    result = beaver(tmp_path, HEAD_NEAR, MODIFIER_NEAR)
    assert scored(result, "sim_comp") == close_to([0.6])
    assert scored(result, "sim_comp", unit="sentence") == close_to([0.4])
    assert scored(result, "sim_comp", column="winner") == [2]
    assert scored(result, "sim_comp", unit="sentence", column="winner") == [1]


def test_affinity_over_the_component_takes_the_target_units_winner_in_the_sentence_too(tmp_path):
    result = beaver(tmp_path, HEAD_NEAR, MODIFIER_NEAR)
    assert scored(result, "aff_syn_comp") == close_to([0.2])
    assert scored(result, "aff_syn_comp", unit="sentence") == close_to([0.5])


def test_it_does_so_when_only_the_sentence_unit_is_asked_for(tmp_path):
    result = beaver(tmp_path, HEAD_NEAR, MODIFIER_NEAR, units=("sentence",))
    assert set(result.scores["unit"]) == {"sentence"}
    assert scored(result, "aff_syn_comp", unit="sentence") == close_to([0.5])


def test_where_a_target_is_lost_no_winner_is_made_up_and_the_loss_is_listed(tmp_path):
    lost = {**HEAD_NEAR, "eager": "out of reach"}
    for units in (("target", "sentence"), ("sentence",)):
        result = beaver(tmp_path, lost, MODIFIER_NEAR, units=units)
        assert scored(result, "aff_syn_comp", unit="sentence") == []
        assert scored(result, "sim_comp", unit="sentence") == close_to([0.4])
        assert result.dropped.filter(unit="target", role="modifier")["reason"].to_list() == ["out of reach"]


def test_a_model_without_a_target_unit_takes_the_sentences_own_winner(tmp_path):
    made = encoder(HEAD_NEAR, MODIFIER_NEAR)
    plain = made.facts()
    made.facts = lambda: type(plain)(0, 3, units=("sentence",), pools=("mean",))
    data = dataset(item(FILLERS), [expression("eager beaver")])
    notices = []
    result = evaluate(made, data, cache_dir=tmp_path, resamples=100, notice=notices.append)
    assert scored(result, "aff_syn_comp", unit="sentence") == close_to([0.4])
    assert set(result.scores["unit"]) == {"sentence"}
    assert "no target unit" in notices[0]


def test_the_winner_can_be_chosen_among_targets_for_both_units(tmp_path):
    result = beaver(tmp_path, HEAD_NEAR, MODIFIER_NEAR, winner="target")
    assert scored(result, "sim_comp") == close_to([0.6])
    assert scored(result, "sim_comp", unit="sentence") == close_to([0.3])
    assert scored(result, "sim_comp", unit="sentence", column="winner") == [2]


@pytest.mark.parametrize(
    ("name", "language", "head", "modifier", "position"),
    [
        ("pé frio", "pt", "pé", "frio", 1),
        ("alto mar", "pt", "mar", "alto", 2),
        ("Gold mine", "en", "mine", "gold", 2),
        ("solo sol", "pt", "solo", "sol", 1),
        ("sol solo", "pt", "solo", "sol", 2),
        ("ex libris", "en", None, None, None),
    ],
    ids=["head first", "modifier first", "capital", "head begins like its modifier", "and the reverse", "no parts"],
)
def test_the_winners_position_is_its_place_in_the_expression(tmp_path, name, language, head, modifier, position):
    fillers = {"original": name, "syn": "s", "rand": "r"}
    fillers |= {"head": head, "modifier": modifier} if head else {}
    row = (name, language, modifier_and_head(name, modifier, head), NOUN_COMPOUND, None, False, *NO_COUNTS)
    data = dataset(item(fillers, language=language), [row])
    vectors = {name: at(1.0), "s": at(0.9), "r": at(0.0), head: at(0.6), modifier: at(0.5)}
    result = evaluate(encoder(vectors), data, cache_dir=tmp_path, resamples=100)
    assert scored(result, "sim_comp", column="winner") == ([position] if position else [])


# What is missing.


def test_a_stimulus_without_a_vector_is_listed_once_and_only_its_measures_go(tmp_path):
    result = beaver(tmp_path, {**KNOWN, "hard worker": "every word is out of vocabulary"}, KNOWN)
    (row,) = result.dropped.iter_rows(named=True)
    assert (row["role"], row["unit"], row["reason"]) == ("syn", "target", "every word is out of vocabulary")
    assert scored(result, "sim_syn") == scored(result, "aff_syn_words") == scored(result, "sim_syn_rand") == []
    assert scored(result, "sim_words") == close_to([0.7])
    assert scored(result, "sim_syn", unit="sentence") == close_to([0.8])


def test_one_random_filler_that_is_missing_leaves_the_mean_of_the_others(tmp_path):
    result = beaver(tmp_path, {**KNOWN, "old bike": "unknown"}, KNOWN)
    assert scored(result, "sim_rand") == close_to([0.25])
    assert result.dropped.select("role", "index").rows() == [("rand", 4)]


def test_a_vector_of_zeros_has_no_cosine_and_is_listed(tmp_path):
    result = beaver(tmp_path, {**KNOWN, "keen rodent": np.zeros(3)}, KNOWN)
    (row,) = result.dropped.filter(what="pair words").iter_rows(named=True)
    assert "undefined" in row["reason"]
    assert scored(result, "simr_words") == []


def test_vectors_of_different_length_are_not_compared_but_listed(tmp_path):
    result = beaver(tmp_path, {**KNOWN, "keen rodent": np.ones(6)}, KNOWN)
    dropped = result.dropped.filter(what="pair words")
    assert dropped["reason"].to_list() == ["vectors of different length (3 and 6)"]
    assert scored(result, "sim_words") == []


def test_a_measure_whose_roles_are_absent_has_no_rows(tmp_path):
    few = {role: FILLERS[role] for role in ("original", "syn")}
    result = evaluate(encoder(KNOWN), dataset(item(few), [expression("eager beaver")]), cache_dir=tmp_path)
    measured = set(result.scores["measure"])
    assert measured >= {"sim_syn", "sim_syn_z", "sim_syn_ztop", "ctx_in_out"}
    assert not {name for name in measured if {"words", "rand", "comp"} & set(name.split("_"))}


def test_an_original_alone_makes_no_minimal_pair_worth_scoring(tmp_path):
    data = dataset(item({"original": "eager beaver"}), [expression("eager beaver")])
    with pytest.raises(DatasetError):
        evaluate(encoder({"eager beaver": "nothing known"}), data, cache_dir=tmp_path)


def test_every_score_names_its_view_and_metric(tmp_path):
    result = beaver(tmp_path, KNOWN)
    assert set(result.scores.select("view", "metric", "special_tokens").unique().rows()) == {("mean", "cosine", False)}
    assert result.scores["value"].is_finite().all()
    assert result.scores.filter(pl.col("winner").is_not_null())["measure"].unique().to_list() == ["sim_comp"]
