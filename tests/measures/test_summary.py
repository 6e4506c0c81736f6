"""Statistics over compounds: means, spreads, correlations, groups and the ratio."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe.measures.scores import SCORES
from idioprobe.measures.summary import Resampling, summarise
from tests.measures.world import at, beaver, compound, cosines, dataset, rating

COLUMNS = (
    "model,dataset,language,condition,unit,view,special_tokens,metric,labelling,group,measure,statistic,"
    "rating,value,n,ci_low,ci_high,p,method"
)
HOW = Resampling(resamples=400, seed=3)
NAMES = [f"compound {i}" for i in range(7)]
LABELS = ["NC", "NC", "NC", "PC", "PC", "C", "C"]
OVERLAPS = [False, False, False, False, None, True, False]
TYPE = dict(zip(NAMES, [0.4, 1.1, 0.2, 2.5, 2.5, 4.1, 3.7], strict=True))
RNG = np.random.default_rng(2)
# Unequal numbers of sentences, to tell a mean over sentences from one over compounds.
VALUES = {(name, s): float(RNG.uniform()) for i, name in enumerate(NAMES) for s in range(1, 2 + i % 3)}
TOKEN = {key: float(RNG.integers(0, 6)) for key in VALUES}


def table(values, measure="sim_syn", language="en"):
    rows = [
        (f"{language}/{name}/nat{s}", name, language, "nat", s, "target", "mean", False, "cosine", measure, v, None)
        for (name, s), v in values.items()
    ]
    return pl.DataFrame(rows, schema=SCORES, orient="row")


def compounds(labels=LABELS):
    known = zip(NAMES, labels, OVERLAPS, strict=True)
    return [compound(name, label=label, overlap=overlap) for name, label, overlap in known]


def summary(scores, ratings=(), labels=LABELS, how=HOW):
    data = dataset([], compounds(labels), ratings)
    return summarise(scores, data.compounds, data.ratings, how)


def row(found, measure, statistic, rating=None, group="all"):
    rows = found.filter(
        pl.col("rating").eq_missing(pl.lit(rating, pl.String)), measure=measure, statistic=statistic, group=group
    )
    assert len(rows) == 1
    return rows.row(0, named=True)


def of(values, names):
    return {key: v for key, v in values.items() if key[0] in names}


def means(values):
    names = sorted({name for name, _ in values})
    return names, [np.mean([v for (n, _), v in values.items() if n == name]) for name in names]


def resampled(values, statistic):
    """The statistic of every resample, with the compounds' sentences written out."""
    names = sorted({name for name, _ in values})
    for drawn in HOW.weights(len(names)):
        yield statistic(
            [
                v
                for name, times in zip(names, drawn, strict=True)
                for _ in range(int(times))
                for (n, _), v in values.items()
                if n == name
            ]
        )


def test_the_summary_has_the_columns_that_it_promises(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2))
    assert ",".join(result.summary.columns) == COLUMNS
    names = set(result.summary.select("model", "dataset", "labelling").unique().rows())
    assert names == {("handmade", "tiny", "hand")}


def test_means_and_spreads_go_over_sentences():
    found = summary(table(VALUES))
    values = list(VALUES.values())
    mean, sd = row(found, "sim_syn", "mean"), row(found, "sim_syn", "sd")
    assert (mean["value"], mean["n"]) == (pytest.approx(np.mean(values)), len(values))
    assert (sd["value"], sd["n"]) == (pytest.approx(np.std(values, ddof=1)), len(values))


def test_their_intervals_resample_compounds():
    found = summary(table(VALUES))
    for statistic, function in (("mean", np.mean), ("sd", lambda v: np.std(v, ddof=1))):
        line = row(found, "sim_syn", statistic)
        expected = np.percentile(list(resampled(VALUES, function)), [2.5, 97.5])
        assert (line["ci_low"], line["ci_high"]) == pytest.approx(tuple(expected))
        assert "95% percentile bootstrap over compounds, 400 resamples, seed 3" in line["method"]


def test_type_level_correlation_averages_a_compounds_sentences_first():
    found = row(summary(table(VALUES), [rating(n, r) for n, r in TYPE.items()]), "sim_syn", "rho_type", "type")
    names, averages = means(VALUES)
    expected = spearmanr(averages, [TYPE[n] for n in names])
    assert (found["value"], found["p"]) == pytest.approx((expected.statistic, expected.pvalue))
    assert found["n"] == len(NAMES)
    assert found["ci_low"] <= found["value"] <= found["ci_high"]
    assert "Spearman" in found["method"]


def test_token_level_correlation_takes_every_sentence_with_its_own_rating():
    found = row(
        summary(table(VALUES), [rating(n, r, s) for (n, s), r in TOKEN.items()]), "sim_syn", "rho_token", "token"
    )
    expected = spearmanr(list(VALUES.values()), [TOKEN[key] for key in VALUES])
    assert (found["value"], found["p"]) == pytest.approx((expected.statistic, expected.pvalue))
    assert found["n"] == len(VALUES)


def test_sentence_ratings_make_a_compounds_average_rating():
    ratings = [rating(n, r, s) for (n, s), r in TOKEN.items()]
    found = row(summary(table(VALUES), ratings), "sim_syn", "rho_type", "token_avg")
    _, averages = means(VALUES)
    _, average_ratings = means(TOKEN)
    assert found["value"] == pytest.approx(spearmanr(averages, average_ratings).statistic)


def test_without_ratings_compounds_are_ranked_by_class_from_idiomatic_to_compositional():
    found = summary(table(VALUES))
    names, averages = means(VALUES)
    ranks = [{"NC": 0, "PC": 1, "C": 2}[LABELS[NAMES.index(n)]] for n in names]
    assert row(found, "sim_syn", "rho_type", "class_rank")["value"] == pytest.approx(
        spearmanr(averages, ranks).statistic
    )
    assert set(found["rating"].drop_nulls()) == {"class_rank"}


def test_all_ratings_that_exist_are_reported():
    both = [rating(n, r) for n, r in TYPE.items()] + [rating(n, r, s) for (n, s), r in TOKEN.items()]
    found = summary(table(VALUES), both).filter(group="all")
    kinds = set(found.filter(pl.col("rating").is_not_null()).select("statistic", "rating").rows())
    compound_level = {"type", "token_avg", "class_rank"}
    assert {r for s, r in kinds if s == "rho_type"} == compound_level
    assert {r for s, r in kinds if s == "rho_token"} == compound_level | {"token"}


def test_ratings_of_a_component_are_not_the_compounds():
    found = summary(table(VALUES), [rating(n, r, target="head") for n, r in TYPE.items()])
    assert "type" not in found["rating"].to_list()


def test_ratings_of_another_language_are_not_this_ones():
    found = summary(table(VALUES), [rating(n, r, language="pt") for n, r in TYPE.items()])
    assert "type" not in found["rating"].to_list()


def test_compounds_without_a_rating_are_left_out_of_the_correlation_and_n_says_so():
    some = dict(list(TYPE.items())[:4])
    found = row(summary(table(VALUES), [rating(n, r) for n, r in some.items()]), "sim_syn", "rho_type", "type")
    names, averages = means(of(VALUES, some))
    assert found["n"] == 4
    assert found["value"] == pytest.approx(spearmanr(averages, [some[n] for n in names]).statistic)


def test_a_constant_measure_has_no_correlation_and_the_row_says_so_with_its_n():
    found = row(summary(table(dict.fromkeys(VALUES, 0.5))), "sim_syn", "rho_type", "class_rank")
    assert (found["value"], found["p"], found["ci_low"], found["ci_high"]) == (None, None, None, None)
    assert found["n"] == len(NAMES)


@pytest.mark.parametrize("group", ["NC", "PC", "C"])
def test_a_class_is_its_compounds_alone(group):
    found = summary(table(VALUES), [rating(n, r) for n, r in TYPE.items()])
    members = [n for n, label in zip(NAMES, LABELS, strict=True) if label == group]
    assert row(found, "sim_syn", "mean", group=group)["value"] == pytest.approx(
        np.mean(list(of(VALUES, members).values()))
    )
    assert row(found, "sim_syn", "rho_type", "type", group=group)["n"] == len(members)
    assert "class_rank" not in found.filter(group=group)["rating"].to_list()


def test_without_overlap_leaves_out_synonyms_that_share_a_word_and_those_not_known_not_to():
    found = summary(table(VALUES))
    members = [n for n, overlap in zip(NAMES, OVERLAPS, strict=True) if overlap is False]
    line = row(found, "sim_syn", "mean", group="no_overlap")
    assert line["value"] == pytest.approx(np.mean(list(of(VALUES, members).values())))
    assert line["n"] == len(of(VALUES, members))


def test_a_class_without_compounds_has_no_rows():
    found = summary(table(VALUES), labels=["NC"] * 3 + ["PC"] * 4)
    assert set(found["group"]) == {"all", "NC", "PC", "no_overlap"}


def test_one_item_has_a_mean_but_no_spread():
    found = summary(table({(NAMES[0], 1): 0.5}))
    assert row(found, "sim_syn", "mean")["value"] == 0.5
    assert found.filter(statistic="sd").is_empty()


def test_the_order_of_rows_changes_nothing():
    ratings = [rating(n, r) for n, r in TYPE.items()]
    shuffled = table(VALUES).sample(fraction=1, shuffle=True, seed=5)
    keys = ["group", "measure", "statistic", "rating"]
    one, other = (summary(t, ratings).sort(keys) for t in (table(VALUES), shuffled))
    for column in ("value", "ci_low", "ci_high", "p"):
        assert other[column].to_list() == pytest.approx(one[column].to_list(), abs=1e-12)


def test_another_seed_moves_intervals_and_nothing_else():
    ratings = [rating(n, r) for n, r in TYPE.items()]
    one, other = (summary(table(VALUES), ratings, how=Resampling(400, seed)) for seed in (1, 2))
    apart = ["ci_low", "ci_high", "method"]
    assert one.drop(apart).equals(other.drop(apart))
    assert not one["ci_low"].equals(other["ci_low"])


# The ratio of the scaled similarities.

ABOVE = {key: 0.5 + v / 4 for key, v in VALUES.items()}
BELOW = {key: 0.7 - v / 2 for key, v in VALUES.items()}


def ratio(above, below):
    return summary(pl.concat([table(above, "simr_syn"), table(below, "simr_words")]))


def test_the_ratio_is_one_of_means_and_not_a_mean_of_ratios():
    line = row(ratio(ABOVE, BELOW), "simr_ratio", "mean")
    means = [np.mean(list(side.values())) for side in (ABOVE, BELOW)]
    assert line["value"] == pytest.approx(means[0] / means[1])
    assert line["value"] != pytest.approx(np.mean([ABOVE[k] / BELOW[k] for k in ABOVE]), rel=1e-4)
    assert "contains 0" not in line["method"]


def test_its_spread_is_that_of_the_resamples_of_compounds():
    found = ratio(ABOVE, BELOW)
    draws = np.array(list(resampled(ABOVE, np.mean))) / np.array(list(resampled(BELOW, np.mean)))
    line = row(found, "simr_ratio", "mean")
    assert (line["ci_low"], line["ci_high"]) == pytest.approx(tuple(np.percentile(draws, [2.5, 97.5])))
    assert row(found, "simr_ratio", "sd")["value"] == pytest.approx(draws.std(ddof=1))


def test_a_denominator_that_may_be_zero_is_flagged():
    around_zero = {key: (-1) ** i * 0.1 + 0.01 for i, key in enumerate(VALUES)}
    found = ratio(ABOVE, around_zero).filter(measure="simr_ratio", group="all")
    assert found["method"].str.contains("denominator's interval contains 0").all()


def test_a_denominator_of_exactly_zero_gives_no_ratio():
    line = row(ratio(ABOVE, dict.fromkeys(VALUES, 0.0)), "simr_ratio", "mean")
    assert line["value"] is None
    assert "contains 0" in line["method"]


def test_by_class_the_ratio_is_that_of_the_class():
    line = row(ratio(ABOVE, BELOW), "simr_ratio", "mean", group="NC")
    members = [n for n, label in zip(NAMES, LABELS, strict=True) if label == "NC"]
    means = [np.mean(list(of(side, members).values())) for side in (ABOVE, BELOW)]
    assert line["value"] == pytest.approx(means[0] / means[1])


def test_ratio_from_vectors(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2))
    line = row(result.summary.filter(unit="target", condition="nat"), "simr_ratio", "mean")
    assert line["value"] == pytest.approx(0.6 / 0.5, abs=1e-5)
    assert at(0.6) @ at(1.0) == pytest.approx(0.6)
