"""Preferences go by order alone: which variant is the nearest, an expression counting once."""

import polars as pl
import pytest

from idioprobe import evaluate
from tests.suites.world import FILLERS, at, beaver, cosines, dataset, encoder, expression, item

NEAR = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=[0.9, 0.1, 0.2, 0.3, 0.4])


def value(result, measure, unit="target"):
    (found,) = result.scores.filter(measure=measure, unit=unit)["value"]
    return found


def test_the_synonym_is_nearer_than_words_and_components_and_than_four_of_five_random_words(tmp_path):
    result = beaver(tmp_path, NEAR)
    assert value(result, "pref_words") == value(result, "pref_comp") == 1
    assert value(result, "pref_rand") == pytest.approx(0.8)
    assert value(result, "pref_all") == 0
    assert value(result, "pref_all_chance") == pytest.approx(1 / 9)


def test_a_tie_counts_half_and_a_tie_of_three_a_third(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.7, head=0.7, modifier=0.1, words=0.7, rand=0.2))
    assert value(result, "pref_words") == value(result, "pref_comp") == 0.5
    assert value(result, "pref_all") == pytest.approx(1 / 3)


def test_the_nearest_component_counts_whichever_wins_among_targets(tmp_path):
    targets = cosines(syn=0.5, head=0.6, modifier=0.1, words=0.2, rand=0.2)
    sentences = cosines(syn=0.5, head=0.1, modifier=0.6, words=0.2, rand=0.2)
    rows = dataset(item(FILLERS), [expression("eager beaver")])
    result = evaluate(encoder(targets, sentences), rows, cache_dir=tmp_path, winner="target")
    assert value(result, "pref_comp", "sentence") == 0


def test_an_expression_counts_once_however_many_sentences_it_has(tmp_path):
    few = {role: FILLERS[role] for role in ("original", "syn", "words")}
    other = {"original": "gold mine", "syn": "goldmine", "words": "silver pit"}
    rows = [*(r for n in (1, 2, 3) for r in item(few, sentence=n)), *item(other)]
    vectors = cosines(syn=0.8, words=0.7) | {"gold mine": at(1.0), "goldmine": at(0.1), "silver pit": at(0.5)}
    names = [expression("eager beaver", label="NC"), expression("gold mine", label="NC")]
    result = evaluate(encoder(vectors), dataset(rows, names), cache_dir=tmp_path, resamples=100)
    row = result.summary.filter(measure="pref_words", statistic="mean", group="NC", unit="target")
    assert row.select("value", "n").row(0) == (0.5, 2)
    assert "over expressions" in row["method"][0]
    assert (
        result.summary.filter(pl.col("measure") == "pref_all_chance", pl.col("statistic") != "mean")
        .filter(pl.col("statistic").str.starts_with("rho"))
        .is_empty()
    )


def test_without_any_rival_nothing_is_preferred(tmp_path):
    few = {role: FILLERS[role] for role in ("original", "syn")}
    result = evaluate(encoder(NEAR), dataset(item(few), [expression("eager beaver")]), cache_dir=tmp_path)
    assert not set(result.scores["measure"]) & {"pref_words", "pref_comp", "pref_rand", "pref_all"}
