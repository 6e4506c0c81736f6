"""A run of the English starter on the real all-MiniLM-L6-v2 whose numbers are known.

The numbers were read off a run and, for `sim_syn` and `simr_words`, computed a second time
by the oracle of test_probes.py, as the last test does again. They change when the starter
set changes: run it again, compare with the oracle, and only then write new ones.
"""

from itertools import product
from statistics import fmean

import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import evaluate, load_dataset
from tests.oracles.test_probes import items_of, oracle, scaled

pytestmark = pytest.mark.slow

TOLERANCE = 1e-3
ROLES = {"meaning": ("syn",), "words": ("words", "words_alt"), "random": ("rand",)}
"""Comparisons whose similarities compete in a choice."""

# condition, unit, group, measure, statistic: value, n, interval
GOLDEN = [
    ("nat", "target", "all", "sim_syn", "mean", 0.5595, 36, 0.4559, 0.6587),
    ("nat", "target", "all", "sim_syn", "rho_type", 0.9165, 12, 0.7258, 0.9579),
    ("nat", "target", "all", "sim_comp", "mean", 0.8104, 36, 0.7836, 0.8370),
    ("nat", "target", "all", "sim_comp", "rho_type", 0.2957, 12, -0.3710, 0.8433),
    ("nat", "target", "all", "sim_words", "mean", 0.6734, 36, 0.6220, 0.7270),
    ("nat", "target", "all", "sim_rand", "mean", 0.3357, 36, 0.3101, 0.3643),
    ("nat", "target", "all", "aff_syn_words", "mean", -0.1140, 36, -0.2116, -0.0273),
    ("nat", "target", "all", "aff_syn_comp", "mean", -0.2510, 36, -0.3549, -0.1546),
    ("nat", "target", "all", "aff_syn_comp", "rho_type", 0.8870, 12, 0.6499, 0.9555),
    ("nat", "target", "all", "simr_syn", "mean", 0.3345, 36, 0.1801, 0.4873),
    ("nat", "target", "all", "simr_words", "mean", 0.5078, 36, 0.4309, 0.5882),
    ("nat", "target", "all", "simr_words", "rho_type", 0.3548, 12, -0.2406, 0.7574),
    ("nat", "target", "all", "simr_ratio", "mean", 0.6587, 36, 0.3682, 0.9205),
    ("nat", "target", "all", "ctx_in_out", "mean", 0.8818, 36, 0.8651, 0.8983),
    ("nat", "target", "all", "ctx_nat_neut", "mean", 0.9053, 36, 0.8941, 0.9169),
    ("nat", "target", "NC", "sim_syn", "mean", 0.3520, 12, None, None),
    ("nat", "target", "PC", "sim_syn", "mean", 0.5594, 12, None, None),
    ("nat", "target", "C", "sim_syn", "mean", 0.7670, 12, None, None),
    ("nat", "target", "no_overlap", "sim_syn", "mean", 0.5595, 36, 0.4559, 0.6587),
    ("nat", "target", "NC", "simr_ratio", "mean", 0.0176, 12, None, None),
    ("nat", "sentence", "all", "sim_syn", "mean", 0.9586, 36, 0.9481, 0.9678),
    ("nat", "sentence", "all", "sim_syn", "rho_type", 0.7687, 12, 0.2276, 0.9487),
    ("nat", "sentence", "all", "sim_comp", "mean", 0.9855, 36, 0.9831, 0.9877),
    ("nat", "sentence", "all", "aff_syn_comp", "mean", -0.0258, 36, -0.0358, -0.0172),
    ("nat", "sentence", "all", "simr_syn", "mean", 0.4053, 36, 0.2631, 0.5475),
    ("nat", "sentence", "all", "simr_words", "mean", 0.4631, 36, 0.3642, 0.5713),
    ("nat", "sentence", "all", "simr_words", "rho_type", 0.5026, 12, -0.0595, 0.8252),
    ("neut", "target", "all", "sim_syn", "mean", 0.5376, 12, 0.4313, 0.6422),
    ("neut", "target", "all", "ctx_in_out", "mean", 0.9436, 12, 0.9375, 0.9500),
    ("neut", "target", "all", "ctx_in_out", "rho_type", 0.9165, 12, 0.7063, 0.9579),
    ("neut", "target", "all", "simr_ratio", "mean", 0.6121, 12, 0.3169, 0.8808),
    ("neut_long", "sentence", "all", "sim_syn", "mean", 0.8787, 12, 0.8490, 0.9083),
    ("neut_long", "sentence", "all", "sim_rand", "mean", 0.8090, 12, 0.7921, 0.8234),
    ("neut_long", "sentence", "all", "aff_syn_words", "rho_type", 0.7096, 12, 0.1397, 0.9275),
    ("none", "target", "all", "out_syn", "mean", 0.5434, 12, 0.4359, 0.6488),
    ("nat", "target", "all", "idiom_gap", "mean", 0.4189, 36, 0.2245, 0.6238),
    ("nat", "target", "NC", "idiom_gap", "mean", 0.0138, 12, None, None),
    ("nat", "sentence", "all", "idiom_gap", "mean", 0.4122, 36, 0.2494, 0.6275),
    ("nat", "sentence", "NC", "idiom_gap", "mean", 0.0883, 12, None, None),
    ("nat", "target", "control", "aff_syn_rand", "mean", 0.5342, 36, 0.4752, 0.5988),
    ("nat", "sentence", "control", "aff_syn_rand", "mean", 0.0757, 36, 0.0625, 0.0904),
]


@pytest.fixture(scope="module")
def result(minilm_folder, tmp_path_factory):
    assert minilm_folder.is_dir()
    cache = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("idioprobe.data.controls.load.SHIPPED", ("en", "pt"))
        return evaluate("hf:all-MiniLM-L6-v2", "starter", types="noun-compound", limit=12, cache_dir=cache)


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: "-".join(row[:5]))
def test_the_number_is_what_it_was(result, row):
    condition, unit, group, measure, statistic, *expected = row
    found = result.summary.filter(
        condition=condition, unit=unit, group=group, measure=measure, statistic=statistic
    ).select("value", "n", "ci_low", "ci_high")
    assert len(found) == 1
    assert found.row(0) == pytest.approx(tuple(expected), abs=TOLERANCE)


def test_so_are_the_counts(result):
    counts = {key: result.info["counts"][key] for key in ("expressions", "items", "dropped")}
    assert counts == {"expressions": 12, "items": 72, "dropped": 0}
    assert len(result.scores.filter(measure="sim_syn")) == 120


def test_the_model_is_the_one_that_was_published(result):
    weights = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    assert result.info["model"]["weights_sha256"] == weights
    assert result.info["config"]["views"] == ["mean@last4"]


@pytest.mark.parametrize("unit", ["target", "sentence"])
def test_the_oracle_has_the_same_numbers(result, minilm_folder, unit):
    model = oracle(str(minilm_folder))
    found = {"sim_syn": {}, "simr_words": {}}
    for item in items_of(result.stimuli.filter(pl.col("condition") == "nat")).values():
        roles, name = item["roles"], item["expression"]
        original = roles["original"][0]
        random = fmean(model.similarity(unit, original, filler) for filler in roles["rand"])
        words = model.similarity(unit, original, roles["words"][0])
        found["sim_syn"].setdefault(name, []).append(model.similarity(unit, original, roles["syn"][0]))
        found["simr_words"].setdefault(name, []).append(scaled(words, random))
    expressions = load_dataset("starter").expressions.filter(language="en")
    ranks = {c: {"NC": 0, "PC": 1, "C": 2}[label] for c, label in expressions.select("expression", "class").iter_rows()}
    golden = {row[3:5]: row[5] for row in GOLDEN if row[:3] == ("nat", unit, "all")}
    for measure, values in found.items():
        mean = fmean(v for several in values.values() for v in several)
        rho = spearmanr([fmean(v) for v in values.values()], [ranks[c] for c in values]).statistic
        assert golden[measure, "mean"] == pytest.approx(mean, abs=TOLERANCE)
        assert golden[measure, "rho_type"] == pytest.approx(rho, abs=TOLERANCE)


def choice_net(result, unit):
    """The net choice of idiomatic expressions, counted triple by triple, and how many expressions have one."""
    idioms = result.expressions.filter(pl.col("class") == "NC")["expression"].implode()
    rows = result.similarities.filter(pl.col("expression").is_in(idioms), unit=unit, language="en", condition="nat")
    by_expression = {}
    for (expression, _), item in rows.group_by("expression", "item"):
        near = {
            name: item.filter(pl.col("comparison").is_in(kinds))["value"].to_list() for name, kinds in ROLES.items()
        }
        triples = list(product(near["meaning"], near["words"], near["random"]))
        wins = [
            ((meaning == max(triple)) - (random == max(triple))) / triple.count(max(triple))
            for triple in triples
            for meaning, _, random in [triple]
        ]
        by_expression.setdefault(expression, []).append(fmean(wins))
    return fmean(map(fmean, by_expression.values())), len(by_expression)


def test_the_score_as_published_is_what_triples_counted_one_by_one_give(minilm_folder, tmp_path):
    assert minilm_folder.is_dir()
    result = evaluate("all-MiniLM-L6-v2", "starter", types="noun-compound", limit=12, cache_dir=tmp_path)
    scores = {score.unit: (score.value, score.n) for score in result.manifest.headline if score.language == "en"}
    for unit in ("target", "sentence"):
        assert scores[unit] == (pytest.approx(choice_net(result, unit)[0]), choice_net(result, unit)[1])
    assert [(record.name, record.headline[1].value) for record in result.manifest.references[1:]] == [
        ("words", 0),
        ("whole", 1),
    ]
