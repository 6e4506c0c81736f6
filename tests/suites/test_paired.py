"""Two models on the same items, against resamples written out."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe.core.tables import EXPRESSIONS, RATINGS
from idioprobe.stats.bootstrap import resample_weights
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.paired import HIGHER, LOWER, PAIRED, TIED, UNDEFINED, compare_models

HOW = Resampling(resamples=200, seed=3)
NAMES = [f"expression {i:02}" for i in range(12)]
CLASS = ["NC", "PC", "C"]


def expressions():
    rows = [
        {"language": "en", "expression": name, "class": CLASS[i % 3], "synonym_overlap": i % 4 == 0}
        for i, name in enumerate(NAMES)
    ]
    return pl.DataFrame(rows, schema=EXPRESSIONS)


def ratings():
    rows = [
        {"language": "en", "expression": name, "rating": "type", "target": "expression", "mean": float((7 * i) % 12)}
        for i, name in enumerate(NAMES)
    ]
    return pl.DataFrame(rows, schema=RATINGS)


def scores(value, *, names=NAMES, sentences=(1, 2, 3), measure="sim_syn"):
    rows = [
        {
            "language": "en",
            "condition": "nat",
            "unit": "target",
            "measure": measure,
            "item": f"{name}/{sentence}",
            "expression": name,
            "sentence": sentence,
            "value": value(NAMES.index(name), sentence),
        }
        for name in names
        for sentence in sentences
    ]
    return pl.DataFrame(rows, schema_overrides={"sentence": pl.Int64})


RNG = np.random.default_rng(11)
NOISE = RNG.normal(size=(2, len(NAMES), 4))


def first(i, sentence):
    return 0.05 * ((7 * i) % 12) + 0.2 * NOISE[0, i, sentence]


def second(i, sentence):
    return 0.3 + 0.2 * NOISE[1, i, sentence]


def found(a, b, statistic, **options):
    table = compare_models(a, b, expressions(), ratings(), HOW, groups=("all",), **options)
    return table.filter(statistic=statistic).row(0, named=True)


def test_a_difference_of_levels_is_that_of_the_resampled_items():
    row = found(scores(first), scores(second), "mean")
    differences = np.array([[first(i, s) - second(i, s) for s in (1, 2, 3)] for i in range(len(NAMES))])
    assert row["difference"] == pytest.approx(differences.mean())
    assert row["a"] - row["b"] == pytest.approx(row["difference"])
    draws = [np.repeat(differences, w.astype(int), axis=0).mean() for w in resample_weights(12, 200, 3)]
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(np.percentile(draws, [2.5, 97.5])))
    assert (row["n"], row["expressions"]) == (36, 12)


def test_a_difference_of_correlations_is_that_of_the_resampled_expressions():
    row = found(scores(first), scores(second), "rho_type")
    means = [np.array([np.mean([f(i, s) for s in (1, 2, 3)]) for i in range(12)]) for f in (first, second)]
    gold = np.array([(7 * i) % 12 for i in range(12)], dtype=float)
    rhos = [spearmanr(m, gold).statistic for m in means]
    assert (row["a"], row["b"], row["difference"]) == pytest.approx((*rhos, rhos[0] - rhos[1]))
    draws = []
    for weights in resample_weights(12, 200, 3).astype(int):
        drawn = np.repeat(np.arange(12), weights)
        draws.append(np.subtract(*(spearmanr(m[drawn], gold[drawn]).statistic for m in means)))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(np.percentile(draws, [2.5, 97.5])))
    assert (row["rating"], row["n"]) == ("type", 12)


def test_a_model_cannot_be_told_apart_from_itself():
    table = compare_models(scores(first), scores(first), expressions(), ratings(), HOW)
    few = table.filter(pl.col("group").is_in(["C", "PC", "NC"]))
    assert set(table.join(few, on=table.columns, how="anti", nulls_equal=True)["verdict"]) == {TIED}
    assert set(few["verdict"]) == {UNDEFINED}, "a class of four expressions has no interval"
    assert table["difference"].abs().max() == 0


def test_a_constant_shift_is_certain_however_wide_the_spread():
    """Pairing: each model's own interval is far wider than the shift."""
    row = found(scores(first), scores(lambda i, s: first(i, s) - 0.001), "mean")
    assert row["verdict"] == HIGHER
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.001, 0.001))
    assert found(scores(lambda i, s: first(i, s) - 0.001), scores(first), "mean")["verdict"] == LOWER


def test_items_of_one_model_are_left_out_and_counted():
    less = scores(second, names=NAMES[:10], sentences=(2, 3))
    more = scores(first)
    row = found(more, less, "mean")
    assert (row["n"], row["expressions"], row["only_a"], row["only_b"]) == (20, 10, 16, 0)
    both = found(more.filter(pl.col("item").is_in(less["item"].to_list())), less, "mean")
    assert {k: v for k, v in both.items() if k != "only_a"} == {k: v for k, v in row.items() if k != "only_a"}
    assert found(less, more, "mean")["only_b"] == 16


def test_the_order_of_rows_changes_nothing():
    shuffled = scores(first).sample(fraction=1, shuffle=True, seed=5)
    assert found(shuffled, scores(second), "rho_type") == found(scores(first), scores(second), "rho_type")


def test_groups_are_those_of_the_summary():
    table = compare_models(scores(first), scores(second), expressions(), ratings(), HOW)
    assert table["group"].unique(maintain_order=True).to_list() == ["all", "C", "PC", "NC", "no_overlap"]
    sizes = dict(table.filter(statistic="mean").select("group", "expressions").iter_rows())
    assert sizes == {"all": 12, "C": 4, "PC": 4, "NC": 4, "no_overlap": 9}


def test_every_rating_is_correlated_on_demand():
    table = compare_models(
        scores(first), scores(second), expressions(), ratings(), HOW, groups=("all", "NC"), every_rating=True
    )
    kinds = set(table.filter(group="all").select("statistic", "rating").rows())
    types = {("rho_type", r) for r in ("type", "class_rank")}
    assert kinds == {("mean", None), *types, ("rho_token", "type"), ("rho_token", "class_rank")}
    assert "class_rank" not in set(table.filter(group="NC")["rating"])


def test_one_expression_has_no_interval():
    row = found(scores(first, names=NAMES[:1]), scores(second), "mean")
    assert (row["ci_low"], row["ci_high"], row["verdict"]) == (None, None, UNDEFINED)


def test_two_expressions_have_no_correlation_and_so_no_interval_of_one():
    row = found(scores(first, names=NAMES[:2]), scores(second, names=NAMES[:2]), "rho_type")
    assert row["n"] == 2
    assert [row[name] for name in ("a", "b", "difference", "ci_low", "ci_high")] == [None] * 5
    assert row["verdict"] == UNDEFINED


def test_measures_may_be_chosen_and_nothing_in_common_is_nothing():
    a = pl.concat([scores(first), scores(first, measure="sim_words")])
    table = compare_models(a, a, expressions(), ratings(), HOW, measures=("sim_words",))
    assert set(table["measure"]) == {"sim_words"}
    nothing = compare_models(scores(first), scores(first, measure="sim_words"), expressions(), ratings(), HOW)
    assert nothing.is_empty()
    assert dict(nothing.schema) == PAIRED
