"""Rogue dimensions: what few coordinates do to a cosine, and what is left without them."""

import json

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate, load_result
from idioprobe.suites.pairs.rogue import contributions, standardise, top_dimensions
from tests.suites.world import FILLERS, beaver, cosines, dataset, encoder, expression, item, scored
from tests.support import close_to


def drawn(*shape, around=(1.0,)):
    """Numbers that are the same in every test."""
    return np.random.default_rng(7).normal(size=shape) + np.array(around)


ROWS = drawn(12, 6, around=[2.0])
NAMES = [f"big cat{i}" for i in range(4)]

# z-scores.


def standardised(rows, dimensions=None):
    made = rows.copy()
    standardise(made, dimensions)
    return made


def test_a_standardised_dimension_has_mean_zero_and_spread_one():
    made = standardised(ROWS)
    assert made.mean(axis=0) == pytest.approx(np.zeros(6), abs=1e-12)
    assert made.std(axis=0) == pytest.approx(np.ones(6))


def test_only_the_dimensions_that_are_named_are_standardised():
    made = standardised(ROWS, np.array([4, 1]))
    assert made[:, [1, 4]] == pytest.approx(standardised(ROWS)[:, [1, 4]])
    assert np.array_equal(made[:, [0, 2, 3, 5]], ROWS[:, [0, 2, 3, 5]])


def test_a_dimension_in_which_all_are_equal_becomes_zero():
    assert standardised(np.array([[0.1, 1.0], [0.1, 3.0], [0.1, 2.0]]))[:, 0].tolist() == [0.0, 0.0, 0.0]


# What a dimension contributes.


def test_of_two_vectors_each_dimensions_share_is_its_part_of_their_cosine():
    rows = np.array([[1.0, 2.0, 2.0], [4.0, 2.0, 4.0]])
    # Products of the unit vectors: (2, 2, 4) / 9, and their sum is the cosine 8/9.
    assert contributions(rows, 0) == pytest.approx([0.25, 0.25, 0.5])


def test_among_equal_vectors_it_is_the_square_of_the_unit_vectors_coordinate():
    rows = np.tile([3.0, 4.0], (5, 1)) * np.arange(1.0, 6.0)[:, None]
    assert contributions(rows, 0) == pytest.approx([0.36, 0.64])


def test_over_many_vectors_random_pairs_come_near_all_pairs():
    unit = ROWS / np.linalg.norm(ROWS, axis=1, keepdims=True)
    products = unit.sum(axis=0) ** 2 - (unit**2).sum(axis=0)
    assert contributions(ROWS, 0) == pytest.approx(products / products.sum(), abs=0.01)


def test_shares_add_up_to_one_and_follow_from_the_seed():
    one, same, other = (contributions(ROWS, seed) for seed in (3, 3, 4))
    assert one.sum() == pytest.approx(1.0)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_no_vector_is_compared_with_itself():
    """With itself a vector along an axis would share that axis; with the other it shares nothing there."""
    rows = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    assert contributions(rows, 0) == pytest.approx([0.0, 0.0, 1.0])


def test_a_vector_of_zeros_does_not_hide_what_the_others_share():
    rows = np.vstack([ROWS, np.zeros(6)])
    assert contributions(rows, 0) == pytest.approx(contributions(ROWS, 0))


def test_orthogonal_vectors_and_one_alone_have_no_cosine_to_share():
    assert np.isnan(contributions(np.array([[1.0, 0.0], [0.0, 1.0]]), 0)).all()
    assert np.isnan(contributions(np.array([[1.0, 2.0]]), 0)).all()


def test_the_top_dimensions_are_those_of_the_largest_shares_ties_by_their_number():
    shares = np.array([0.1, 0.4, 0.1, 0.3, 0.1])
    assert top_dimensions(shares, 3).tolist() == [1, 3, 0]
    assert top_dimensions(shares, 99).tolist() == [1, 3, 0, 2, 4]


# In a run.


def run(tmp_path, vectors, names=NAMES, *, extra=(), sentences=None, **options):
    """Expressions in one sentence each, with vectors of the original and of its synonym."""
    rows = [row for name in names for row in item({"original": name, "syn": f"syn of {name}"})]
    targets = {name: vectors[i][0] for i, name in enumerate(names)}
    targets |= {f"syn of {name}": vectors[i][1] for i, name in enumerate(names)}
    data = dataset([*rows, *extra], [expression(name) for name in names])
    return evaluate(encoder(targets, sentences), data, cache_dir=tmp_path, resamples=100, **options)


SHARED = np.array([[[10, 1, 0], [10, 0, 1]], [[10, -1, 0], [10, 0, -1]]], dtype=float)


def test_a_coordinate_that_all_vectors_share_makes_them_alike_until_it_is_standardised(tmp_path):
    result = run(tmp_path, SHARED, NAMES[:2], rogue=1)
    assert scored(result, "sim_syn") == close_to([100 / 101] * 2)
    # Without the first coordinate, original and synonym are at right angles.
    assert scored(result, "sim_syn_z") == close_to([0.0, 0.0])
    assert scored(result, "sim_syn_ztop") == close_to([0.0, 0.0])


def test_the_result_names_the_dimensions_and_their_shares(tmp_path):
    result = run(tmp_path, SHARED, NAMES[:2], rogue=2)
    rows = {row["unit"]: row for row in result.manifest.findings["rogue"]}
    assert set(rows) == {"target", "sentence"}
    assert rows["target"]["dimensions"][0] == 0
    assert len(rows["target"]["dimensions"]) == len(rows["target"]["shares"]) == 2
    assert rows["target"]["shares"][0] == pytest.approx(1.0, abs=0.02)
    assert (rows["target"]["language"], rows["target"]["condition"], rows["target"]["view"]) == ("en", "nat", "mean")


@pytest.mark.parametrize("top", [1, 2, 5])
def test_both_follow_the_definition_for_any_vectors(tmp_path, top):
    vectors = drawn(4, 2, 5, around=(3, 0, 0, 1, 0))
    result = run(tmp_path, vectors, rogue=top)
    flat = vectors.astype(np.float32).astype(float).reshape(8, 5)
    (found,) = (row["dimensions"] for row in result.manifest.findings["rogue"] if row["unit"] == "target")
    assert len(found) == top
    for measure, dimensions in (("sim_syn_z", range(5)), ("sim_syn_ztop", found)):
        made = flat.copy()
        for d in dimensions:
            made[:, d] = (flat[:, d] - flat[:, d].mean()) / flat[:, d].std()
        expected = [a @ b / np.linalg.norm(a) / np.linalg.norm(b) for a, b in made.reshape(4, 2, 5)]
        assert scored(result, measure) == close_to(expected)


def test_with_all_dimensions_at_the_top_the_two_are_one(tmp_path):
    result = run(tmp_path, drawn(4, 2, 3), rogue=3)
    assert scored(result, "sim_syn_ztop") == close_to(scored(result, "sim_syn_z"))


def test_the_scale_of_a_dimension_is_nothing_once_it_is_standardised(tmp_path):
    vectors = drawn(4, 2, 4)
    one = run(tmp_path / "one", vectors)
    other = run(tmp_path / "other", vectors * [1, 100, 1, 1])
    assert scored(one, "sim_syn_z") == close_to(scored(other, "sim_syn_z"))
    assert scored(one, "sim_syn") != pytest.approx(scored(other, "sim_syn"), abs=1e-2)


def test_each_language_condition_and_unit_is_standardised_by_itself(tmp_path):
    vectors = drawn(4, 2, 3)
    elsewhere = {"original": "pé frio", "syn": "azarado"}
    extra = [
        *item(elsewhere, language="pt"),
        *item({"original": NAMES[0], "syn": "s"}, condition="neut", sentence=None, frame="We saw {} there."),
    ]
    far = {"pé frio": np.array([100.0, -7, 3]), "azarado": np.array([90.0, 5, 5]), "s": np.array([-50.0, 0, 9])}
    names = {name: vectors[i][0] for i, name in enumerate(NAMES)}
    names |= {f"syn of {name}": vectors[i][1] for i, name in enumerate(NAMES)}
    sentences = {target: vector * [1, -3, 2] + 1 for target, vector in (names | far).items()}
    rows = [row for name in NAMES for row in item({"original": name, "syn": f"syn of {name}"})]
    expressions = [expression(name) for name in NAMES]
    alone = evaluate(encoder(names), dataset(rows, expressions), cache_dir=tmp_path / "alone", resamples=100)
    beside = evaluate(
        encoder(names | far, sentences),
        dataset([*rows, *extra], [*expressions, expression("pé frio", language="pt")]),
        cache_dir=tmp_path / "beside",
        resamples=100,
    )
    for measure in ("sim_syn_z", "sim_syn_ztop"):
        english = beside.scores.filter(measure=measure, unit="target", condition="nat", language="en").sort("item")
        assert english["value"].to_list() == close_to(scored(alone, measure))
    slices = {(row["language"], row["condition"], row["unit"]) for row in beside.manifest.findings["rogue"]}
    assert slices == {
        (*s, unit) for s in (("en", "nat"), ("en", "neut"), ("pt", "nat")) for unit in ("target", "sentence")
    }


def test_random_words_and_components_take_no_part_in_it(tmp_path):
    known = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)
    whole = beaver(tmp_path / "whole", known)
    data = dataset(item({role: FILLERS[role] for role in ("original", "syn")}), [expression("eager beaver")])
    few = evaluate(encoder(known), data, cache_dir=tmp_path / "few", resamples=100)
    assert scored(whole, "sim_syn_z") == close_to(scored(few, "sim_syn_z"))


def test_another_metric_is_taken_of_the_standardised_vectors(tmp_path):
    vectors = drawn(4, 2, 3)
    result = run(tmp_path, vectors, metric="euclidean")
    flat = standardised(vectors.astype(np.float32).astype(float).reshape(8, 3)).reshape(4, 2, 3)
    expected = [1 / (1 + np.linalg.norm(a - b)) for a, b in flat]
    assert scored(result, "sim_syn_z") == close_to(expected)


# What cannot be standardised.


def test_vectors_of_several_lengths_cannot_be_standardised_together_and_are_listed(tmp_path):
    vectors = [(np.ones(3), np.array([1.0, 2, 3])), (np.ones(6), np.arange(6.0))]
    result = run(tmp_path, vectors, NAMES[:2])
    assert len(scored(result, "sim_syn")) == 2
    assert scored(result, "sim_syn_z") == scored(result, "sim_syn_ztop") == []
    lost = result.dropped.filter(unit="target")
    assert set(lost["what"]) == {"pair syn_z", "pair syn_ztop"}
    assert set(lost["reason"]) == {"dimensions can be standardised only over vectors of one length"}


def test_a_pair_that_standardising_leaves_nothing_of_is_listed_with_that_reason(tmp_path):
    """One expression whose synonym has its very vector: every dimension is constant."""
    result = beaver(tmp_path, cosines(syn=1.0, head=0.6, modifier=0.5, words=0.7, rand=0.2))
    assert scored(result, "sim_syn") == close_to([1.0])
    assert scored(result, "sim_syn_z") == []
    reasons = result.dropped.filter(pl.col("what").str.starts_with("pair syn_z"), unit="target")["reason"]
    assert len(reasons) > 0
    assert reasons.str.contains("vector of zeros").all()


def test_a_result_without_a_cosine_to_share_is_still_plain_json(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.0, head=0.6, modifier=0.5, words=0.7, rand=0.2))
    folder = result.save(tmp_path / "out")

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    json.loads((folder / "run.json").read_text(encoding="utf-8"), parse_constant=refuse)
    assert load_result(folder).info == result.info


def test_a_vector_of_zeros_does_not_hide_the_rogue_dimensions(tmp_path):
    vectors = np.array([[[0, 1, 9], [1, 0, 9]], [[0, -1, 9], [-1, 0, 9]], [[0, 0, 0], [0, 1, 9]]], dtype=float)
    result = run(tmp_path, vectors, NAMES[:3], rogue=1)
    (found,) = (row["dimensions"] for row in result.manifest.findings["rogue"] if row["unit"] == "target")
    assert found == [2]
