"""ε controlled for frequency, in other distances, and correlated with human ratings."""

import numpy as np
import polars as pl
import pytest
import wordfreq
from scipy.stats import linregress, spearmanr

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.stats.bootstrap import resample_weights
from idioprobe.stats.signedrank import signed_rank
from idioprobe.suites.epsilon.control import adjusted, slope, slope_draws
from tests.embed.slow import scattered
from tests.suites.world import dataset, expression, item, rating
from tests.support import HandmadeEncoder, exact_p

WORDS = {
    "eager beaver": ["keen beaver", "avid beaver", "zealous beaver", "happy beaver"],
    "hot dog": ["warm dog", "torrid dog", "boiling dog"],
    "old hat": ["aged hat", "ancient hat", "new hat"],
    "red tape": ["scarlet tape", "crimson tape", "blue tape"],
}


@pytest.fixture
def data():
    rows = [
        r for n, alt in WORDS.items() for s in (1, 2) for r in item({"original": n, "modifier_alt": alt}, sentence=s)
    ]
    ratings = [rating(name, float(i)) for i, name in enumerate(WORDS)]
    ratings += [rating(name, i + s / 10, s) for i, name in enumerate(WORDS) for s in (1, 2)]
    return dataset(rows, [expression(name, label="NC") for name in WORDS], ratings)


def measured(data, tmp_path, **options):
    encoder = HandmadeEncoder(lambda r: scattered(r) + 0.1)
    return evaluate(encoder, data, cache_dir=tmp_path, suites="epsilon", units="sentence", resamples=100, **options)


def row(result, measure, statistic, **where):
    (found,) = result.summary.filter(measure=measure, statistic=statistic, group="all", **where).iter_rows(named=True)
    return found


def pairs_of(result):
    pairs = result.table("epsilon").with_columns(difference=pl.col("eps_idiom") - pl.col("eps_base"))
    return pairs.with_columns(gap=pl.col("zipf_word") - pl.col("zipf_other"))


def test_every_pair_has_the_frequency_of_the_two_words_in_which_it_differs(data, tmp_path):
    for word, other, one, two in (
        measured(data, tmp_path).table("epsilon").select("word", "other", "zipf_word", "zipf_other").iter_rows()
    ):
        assert one == pytest.approx(wordfreq.zipf_frequency(word, "en"), abs=0.01)
        assert two == pytest.approx(wordfreq.zipf_frequency(other, "en"), abs=0.01)


def test_matching_tests_the_pairs_of_like_frequency(data, tmp_path):
    result = measured(data, tmp_path)
    near = pairs_of(result).filter(pl.col("gap").abs() <= 0.5)
    expected = signed_rank(np.round(near["difference"].to_numpy(), 10))
    found = row(result, "epsilon_matched", "effect_percent")
    assert 0 < len(near) < len(result.table("epsilon"))
    assert (found["value"], found["p"], found["n"]) == pytest.approx(
        (expected.effect_percent, expected.p, expected.n), abs=1e-9
    )


def test_regression_tests_what_frequency_does_not_predict(data, tmp_path):
    result = measured(data, tmp_path)
    pairs = pairs_of(result)
    line = linregress(pairs["gap"], pairs["difference"])
    expected = signed_rank(np.round((pairs["difference"] - line.slope * pairs["gap"]).to_numpy(), 10))
    found = row(result, "epsilon_adjusted", "effect_percent")
    assert (found["value"], found["p"]) == pytest.approx((expected.effect_percent, expected.p), abs=1e-6)
    assert row(result, "epsilon_adjusted", "slope")["value"] == pytest.approx(line.slope)


def test_an_effect_that_is_all_frequency_is_gone_after_regression():
    gaps = np.random.default_rng(1).normal(1, 1, 200)
    noise = np.random.default_rng(2).normal(0, 0.1, 200)
    differences = 0.5 * gaps + noise - noise.mean()
    assert signed_rank(differences).p < 1e-6
    assert signed_rank(adjusted(differences, gaps)).p > 0.05


def test_the_slope_of_a_resample_is_that_of_its_rows():
    rng = np.random.default_rng(3)
    gaps, differences, ids = rng.normal(size=30), rng.normal(size=30), np.arange(30) % 7
    weights = resample_weights(7, 5, 0)
    expected = []
    for drawn in weights:
        rows = [i for cluster, times in enumerate(drawn) for i in np.flatnonzero(ids == cluster).tolist() * int(times)]
        expected.append(linregress(gaps[rows], differences[rows]).slope)
    assert slope_draws(differences, gaps, ids, weights) == pytest.approx(expected)
    assert slope(differences, np.ones(30)) == 0


def test_words_of_unknown_frequency_are_left_out_and_counted(data, tmp_path):
    renamed = data.stimuli.with_columns(pl.col("text").str.replace("zealous", "qqzzxv"))
    end = pl.col("text").str.len_chars() - len(" there.")
    spans = renamed.with_columns(spans=pl.format("{}:{}", pl.col("spans").str.split(":").list.first(), end))
    changed = dataset(spans.rows(), data.expressions.rows())
    result = measured(changed, tmp_path)
    known = result.table("epsilon").drop_nulls(["zipf_word", "zipf_other"])
    total = len(result.table("epsilon"))
    assert 0 < len(known) < total
    found = row(result, "epsilon_adjusted", "effect_percent")
    assert f"{len(known)} of {total} pairs have words of known frequency" in found["method"]


@pytest.mark.parametrize(
    ("metric", "distance"),
    [
        ("euclidean", lambda a, b: np.linalg.norm(a - b)),
        ("manhattan", lambda a, b: np.abs(a - b).sum()),
        ("spearman", lambda a, b: 1 - spearmanr(a, b).statistic),
    ],
)
def test_other_distances(data, tmp_path, metric, distance):
    seen = {}

    def vector(request):
        seen[request.text] = np.asarray(scattered(request) + 0.1, dtype=np.float32).astype(np.float64)
        return seen[request.text]

    result = evaluate(
        HandmadeEncoder(vector), data, cache_dir=tmp_path, suites="epsilon", units="sentence", metric=metric
    )
    for pair in result.table("epsilon").head(4).iter_rows(named=True):
        alone = distance(seen[pair["synonym"]], seen[pair["word"]])
        inside = distance(seen[pair["synonym_text"]], seen[pair["text"]])
        assert pair["distance_word_idiom"] == pytest.approx(alone, rel=1e-5)
        assert pair["eps_idiom"] == pytest.approx(inside / alone - 1, rel=1e-4)
    assert set(result.summary["metric"]) == {metric}


def test_a_dot_product_is_no_distance(data, tmp_path):
    with pytest.raises(ConfigError, match=r"`metric` dot has none; take cosine, euclidean, manhattan, spearman"):
        measured(data, tmp_path, metric="dot")


def test_the_difference_of_an_item_is_correlated_with_human_ratings(data, tmp_path):
    result = measured(data, tmp_path)
    pairs = pairs_of(result)
    items = pairs.group_by("expression", "sentence").agg(pl.col("difference").mean()).sort("expression", "sentence")
    order = {name: float(i) for i, name in enumerate(WORDS)}
    tokens = [order[n] + s / 10 for n, s in items.select("expression", "sentence").iter_rows()]
    by_token = row(result, "eps_difference", "rho_token", rating="token")
    assert (by_token["value"], by_token["n"]) == (pytest.approx(spearmanr(items["difference"], tokens).statistic), 8)
    means = items.group_by("expression", maintain_order=True).agg(pl.col("difference").mean())
    sides = means["difference"].to_list(), [order[n] for n in means["expression"]]
    by_type = row(result, "eps_difference", "rho_type", rating="type")
    assert (by_type["value"], by_type["p"]) == pytest.approx((spearmanr(*sides).statistic, exact_p(*sides)))
