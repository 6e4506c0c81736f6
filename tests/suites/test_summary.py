"""Statistics over expressions: means, spreads, correlations, groups and the ratio."""

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import LENGTHS, SCORES
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import MEASURES
from idioprobe.suites.predictions import judge
from idioprobe.suites.summary import summarise
from idioprobe.suites.thresholds import Thresholds
from tests.embed.slow import scattered
from tests.suites.world import at, beaver, cosines, dataset, expression, item, rating, summed
from tests.support import HandmadeEncoder, close_to, exact_p

COLUMNS = (
    "model,dataset,language,condition,unit,view,special_tokens,metric,labelling,group,measure,statistic,"
    "rating,value,n,ci_low,ci_high,p,method"
)
VIEW = ("mean", False, "cosine")
HOW = Resampling(resamples=400, seed=3)
NAMES = [f"expression {i}" for i in range(7)]
LABELS = ["NC", "NC", "NC", "PC", "PC", "C", "C"]
OVERLAPS = [False, False, False, False, None, True, False]
TYPE = dict(zip(NAMES, [0.4, 1.1, 0.2, 2.5, 2.5, 4.1, 3.7], strict=True))
RNG = np.random.default_rng(2)
# Unequal numbers of sentences, to tell a mean over sentences from one over expressions.
VALUES = {(name, s): float(RNG.uniform()) for i, name in enumerate(NAMES) for s in range(1, 2 + i % 3)}
TOKEN = {key: float(RNG.integers(0, 6)) for key in VALUES}


def table(values, measure="sim_syn", language="en", *, condition="nat", unit="target"):
    """Scores by expression and sentence."""
    rows = [
        (f"{language}/{name}/{condition}{s or ''}", name, language, condition, s, unit, *VIEW, measure, v, None)
        for (name, s), v in values.items()
    ]
    return pl.DataFrame(rows, schema=SCORES, orient="row")


def expressions(labels=LABELS):
    known = zip(NAMES, labels, OVERLAPS, strict=True)
    return [expression(name, label=label, overlap=overlap) for name, label, overlap in known]


def summary(scores, ratings=(), labels=LABELS, how=HOW, lengths=MappingProxyType({}), overlaps=MappingProxyType({})):
    data = dataset([], expressions(labels), ratings)
    return summarise(MEASURES, scores, data.expressions, data.ratings, how, lengths, overlaps=overlaps)


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
    """The statistic of every resample, with the expressions' sentences written out."""
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


def test_their_intervals_resample_expressions():
    found = summary(table(VALUES))
    for statistic, function in (("mean", np.mean), ("sd", lambda v: np.std(v, ddof=1))):
        line = row(found, "sim_syn", statistic)
        expected = np.percentile(list(resampled(VALUES, function)), [2.5, 97.5])
        assert (line["ci_low"], line["ci_high"]) == pytest.approx(tuple(expected))
        assert "95% percentile bootstrap over expressions, 400 resamples, seed 3" in line["method"]


def test_type_level_correlation_averages_an_expressions_sentences_first():
    found = row(summary(table(VALUES), [rating(n, r) for n, r in TYPE.items()]), "sim_syn", "rho_type", "type")
    names, averages = means(VALUES)
    expected = spearmanr(averages, [TYPE[n] for n in names])
    p = exact_p(averages, [TYPE[n] for n in names])
    assert (found["value"], found["p"]) == pytest.approx((expected.statistic, p))
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


def test_sentence_ratings_make_an_expressions_average_rating():
    ratings = [rating(n, r, s) for (n, s), r in TOKEN.items()]
    found = row(summary(table(VALUES), ratings), "sim_syn", "rho_type", "token_avg")
    _, averages = means(VALUES)
    _, average_ratings = means(TOKEN)
    assert found["value"] == pytest.approx(spearmanr(averages, average_ratings).statistic)


def test_without_ratings_expressions_are_ranked_by_class_from_idiomatic_to_compositional():
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
    expression_level = {"type", "token_avg", "class_rank"}
    assert {r for s, r in kinds if s == "rho_type"} == expression_level
    assert {r for s, r in kinds if s == "rho_token"} == expression_level | {"token"}


MEAN = dict(zip(NAMES, [3.0, 1.0, 2.0, 2.5, 0.5, 4.0, 3.5], strict=True))


def published_mean(name, mean):
    """An expression's mean over sentences as published, which need not be that of its sentences."""
    return (name, "en", None, "expression", "token_mean", mean, None, None)


def test_a_published_mean_over_sentences_is_a_rating_of_its_own():
    ratings = [published_mean(n, m) for n, m in MEAN.items()] + [rating(n, r, s) for (n, s), r in TOKEN.items()]
    found = summary(table(VALUES), ratings)
    names, averages = means(VALUES)
    line = row(found, "sim_syn", "rho_type", "token_mean")
    assert line["value"] == pytest.approx(spearmanr(averages, [MEAN[n] for n in names]).statistic)
    assert line["n"] == len(NAMES)
    _, of_sentences = means(TOKEN)
    assert row(found, "sim_syn", "rho_type", "token_avg")["value"] == pytest.approx(
        spearmanr(averages, of_sentences).statistic
    )


def test_at_token_level_every_sentence_has_its_expressions_published_mean():
    found = row(
        summary(table(VALUES), [published_mean(n, m) for n, m in MEAN.items()]), "sim_syn", "rho_token", "token_mean"
    )
    assert found["value"] == pytest.approx(spearmanr(list(VALUES.values()), [MEAN[n] for n, _ in VALUES]).statistic)
    assert found["n"] == len(VALUES)


def test_a_published_mean_is_not_the_types_rating():
    found = summary(table(VALUES), [published_mean(n, m) for n, m in MEAN.items()])
    assert set(found["rating"].drop_nulls()) == {"token_mean", "class_rank"}


@pytest.mark.parametrize(
    ("kinds", "chosen"),
    [
        (("type", "token_mean", "token"), "type"),
        (("token_mean", "token"), "token_mean"),
        (("token",), "token_avg"),
        ((), "class_rank"),
    ],
)
def test_a_prediction_is_decided_on_the_types_rating_else_on_the_published_mean(kinds, chosen):
    given = {
        "type": [rating(n, v) for n, v in TYPE.items()],
        "token_mean": [published_mean(n, m) for n, m in MEAN.items()],
        "token": [rating(n, v, s) for (n, s), v in TOKEN.items()],
    }
    scores = table(VALUES, "sim_comp")
    found = judge(MEASURES, scores, summary(scores, [r for kind in kinds for r in given[kind]]), Thresholds(), HOW)
    assert found.filter(prediction="rho_positive")["rating"].to_list() == [chosen]


def test_ratings_of_a_component_are_not_the_expressions():
    found = summary(table(VALUES), [rating(n, r, target="head") for n, r in TYPE.items()])
    assert "type" not in found["rating"].to_list()


def test_ratings_of_another_language_are_not_this_ones():
    found = summary(table(VALUES), [rating(n, r, language="pt") for n, r in TYPE.items()])
    assert "type" not in found["rating"].to_list()


def test_expressions_without_a_rating_are_left_out_of_the_correlation_and_n_says_so():
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
def test_a_class_is_its_expressions_alone(group):
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


def test_a_class_without_expressions_has_no_rows():
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


def test_its_spread_is_that_of_the_resamples_of_expressions():
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
    assert line["value"] == close_to(0.6 / 0.5)
    assert at(0.6) @ at(1.0) == pytest.approx(0.6)


# Sentence length.

LENGTH = {key: 5 + (3 * i) % 11 for i, key in enumerate(VALUES)}


def lengths_of(lengths=LENGTH):
    return {f"en/{name}/nat{s}": length for (name, s), length in lengths.items()}


def test_sentence_similarity_is_correlated_with_sentence_length():
    line = row(summary(table(VALUES, unit="sentence"), lengths=lengths_of()), "sim_syn", "rho_length")
    expected = spearmanr(list(VALUES.values()), list(LENGTH.values()))
    assert (line["value"], line["p"]) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert line["n"] == len(VALUES)
    assert line["rating"] is None


def test_sentence_similarity_is_correlated_with_the_words_that_a_pair_shares():
    shares = {key: 0.5 + ((5 * i) % 7) / 20 for i, key in enumerate(VALUES)}
    known = pl.DataFrame({"item": [f"en/{name}/nat{s}" for name, s in shares], "overlap": list(shares.values())})
    found = summary(table(VALUES, unit="sentence"), overlaps={"syn": known})
    line = row(found, "sim_syn", "rho_overlap")
    expected = spearmanr(list(VALUES.values()), list(shares.values()))
    assert (line["value"], line["p"]) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert line["n"] == len(VALUES)
    assert summary(table(VALUES), overlaps={"syn": known}).filter(statistic="rho_overlap").is_empty()


def test_its_interval_resamples_expressions_too():
    line = row(summary(table(VALUES, unit="sentence"), lengths=lengths_of()), "sim_syn", "rho_length")
    pairs = {key: (VALUES[key], LENGTH[key]) for key in VALUES}
    draws = [spearmanr(*zip(*drawn, strict=True)).statistic for drawn in resampled(pairs, list)]
    assert (line["ci_low"], line["ci_high"]) == pytest.approx(tuple(np.nanpercentile(draws, [2.5, 97.5])))


@pytest.mark.parametrize(("condition", "unit"), [("nat", "target"), ("neut", "sentence"), ("neut_long", "sentence")])
def test_targets_and_neutral_sentences_have_no_length_to_speak_of(condition, unit):
    scores = table(VALUES, condition=condition, unit=unit)
    lengths = dict.fromkeys(scores["item"], 1.0) | dict(zip(scores["item"], LENGTH.values(), strict=True))
    assert summary(scores, lengths=lengths).filter(statistic="rho_length").is_empty()


def test_items_of_unknown_length_are_left_out_and_n_says_so():
    known = dict(list(LENGTH.items())[:6])
    line = row(summary(table(VALUES, unit="sentence"), lengths=lengths_of(known)), "sim_syn", "rho_length")
    assert line["n"] == 6
    assert line["value"] == pytest.approx(spearmanr([VALUES[k] for k in known], list(known.values())).statistic)


SENTENCES = ["a {} , b .", "{} .", "one two three {} four five six .", "a {} ."]
TALL = ["big cat", "red hat", "old dog", "wet fox"]


def in_sentences():
    """Four expressions in sentences of 5, 3, 9 and 4 white-space tokens, punctuation and expression included."""
    rows = [
        row
        for name, frame in zip(TALL, SENTENCES, strict=True)
        for row in item({"original": name, "syn": f"{name} indeed", "rand": "x"}, frame=frame)
    ]
    return dataset(rows, [expression(name) for name in TALL])


def length_correlation(result, lengths):
    scores = dict(result.scores.filter(measure="sim_syn", unit="sentence").select("item", "value").iter_rows())
    line = summed(result, "sim_syn", "rho_length", unit="sentence")
    assert line["n"] == len(lengths)
    assert line["value"] == pytest.approx(spearmanr([scores[i] for i in lengths], list(lengths.values())).statistic)


def test_length_counts_white_space_tokens_punctuation_included(tmp_path):
    result = evaluate(HandmadeEncoder(scattered), in_sentences(), cache_dir=tmp_path, resamples=100)
    length_correlation(result, {f"en/{name}/nat1": n for name, n in zip(TALL, (5, 3, 9, 4), strict=True)})


def test_length_can_be_the_one_that_the_dataset_publishes(tmp_path):
    published = {f"en/{name}/nat1": n for name, n in zip(TALL, (2, 9, 1, 5), strict=True)}
    table = pl.DataFrame(list(published.items()), schema=LENGTHS, orient="row")
    data = replace(in_sentences(), lengths=table)
    result = evaluate(HandmadeEncoder(scattered), data, length="dataset", cache_dir=tmp_path, resamples=100)
    length_correlation(result, published)
    other = evaluate(HandmadeEncoder(scattered), data, cache_dir=tmp_path, resamples=100)
    assert other.info["digits"] != result.info["digits"]
    assert other.scores.equals(result.scores)


def test_a_sentence_whose_length_is_not_published_is_left_out(tmp_path):
    published = {f"en/{name}/nat1": n for name, n in zip(TALL[:3], (2, 9, 1), strict=True)}
    table = pl.DataFrame(list(published.items()), schema=LENGTHS, orient="row")
    data = replace(in_sentences(), lengths=table)
    result = evaluate(HandmadeEncoder(scattered), data, length="dataset", cache_dir=tmp_path, resamples=100)
    length_correlation(result, published)


def test_a_dataset_without_lengths_of_its_own_says_so_before_the_model_works(tmp_path):
    model = HandmadeEncoder(scattered)
    with pytest.raises(ConfigError, match="`length` dataset: tiny has no sentence lengths of its own"):
        evaluate(model, in_sentences(), length="dataset", cache_dir=tmp_path, resamples=100)
    assert model.seen == []


# Natural against neutral sentences.

NEUTRAL = {(name, None): float(v) for name, v in zip(NAMES, np.random.default_rng(5).uniform(size=7), strict=True)}


def test_natural_sentences_are_correlated_with_the_neutral_one_of_their_expression():
    scores = pl.concat([table(VALUES), table(NEUTRAL, condition="neut")])
    found = summary(scores).filter(condition="nat")
    line = row(found, "sim_syn", "rho_neut")
    expected = spearmanr(list(VALUES.values()), [NEUTRAL[n, None] for n, _ in VALUES])
    assert (line["value"], line["p"]) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert line["n"] == len(VALUES)
    members = [n for n, label in zip(NAMES, LABELS, strict=True) if label == "NC"]
    assert row(found, "sim_syn", "rho_neut", group="NC")["n"] == len(of(VALUES, members))


def test_the_neutral_sentence_is_the_short_one_of_the_same_measure_and_unit():
    others = [
        table(NEUTRAL, condition="neut_long"),
        table(NEUTRAL, condition="neut", unit="sentence"),
        table(NEUTRAL, "sim_words", condition="neut"),
    ]
    assert summary(pl.concat([table(VALUES), *others])).filter(statistic="rho_neut").is_empty()


def test_neutral_sentences_are_not_correlated_with_themselves():
    found = summary(pl.concat([table(VALUES), table(NEUTRAL, condition="neut")]))
    assert set(found.filter(statistic="rho_neut")["condition"]) == {"nat"}


def test_an_expression_without_a_neutral_sentence_is_left_out():
    few = {key: v for key, v in NEUTRAL.items() if key[0] != NAMES[2]}
    line = row(
        summary(pl.concat([table(VALUES), table(few, condition="neut")])).filter(condition="nat"), "sim_syn", "rho_neut"
    )
    assert line["n"] == len([n for n, _ in VALUES if n != NAMES[2]])


# Before and after rogue dimensions are standardised.


@pytest.mark.parametrize("measure", ["sim_syn_z", "sim_syn_ztop"])
def test_what_is_standardised_is_correlated_with_what_was_before_over_items(measure):
    after = {key: (v - 0.5) ** 2 for key, v in VALUES.items()}
    line = row(summary(pl.concat([table(VALUES), table(after, measure)])), measure, "rho_plain")
    expected = spearmanr(list(after.values()), list(VALUES.values()))
    assert (line["value"], line["p"]) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue))
    assert line["n"] == len(VALUES)


def test_an_item_that_could_not_be_standardised_is_left_out_of_that():
    after = dict(list(VALUES.items())[1:])
    line = row(summary(pl.concat([table(VALUES), table(after, "sim_syn_z")])), "sim_syn_z", "rho_plain")
    assert (line["value"], line["n"]) == (pytest.approx(1.0), len(VALUES) - 1)


def test_no_other_measure_is_correlated_with_what_was_before():
    scores = pl.concat([table(VALUES), table(VALUES, "sim_words"), table(VALUES, "sim_syn_z")])
    assert set(summary(scores).filter(statistic="rho_plain")["measure"]) == {"sim_syn_z"}
