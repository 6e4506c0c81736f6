"""When a linguistic prediction holds, at and around every line."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe import evaluate
from idioprobe.core.tables import PREDICTIONS, SCORES, SUMMARY
from idioprobe.stats.resampling import Resampling
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.catalogue import BY_NAME, MEASURES
from idioprobe.suites.measure import can_run
from idioprobe.suites.predictions import decide, judge, rule
from idioprobe.suites.summary import DENOMINATOR_FLAG, NEGATIVE_FLAG
from idioprobe.suites.thresholds import Thresholds
from tests.suites.world import FILLERS, at, beaver, cosines, dataset, encoder, expression, item, rating
from tests.support import HandmadeEncoder, close_to

KINDS = ("rho_zero", "rho_positive", "rho_negative", "level_one", "level_zero", "above")
NAN = float("nan")

BOUNDARIES = [
    ("rho_zero", -0.2, 0.2, "holds"),
    ("rho_zero", -0.1, 0.15, "holds"),
    ("rho_zero", -0.1, 0.21, "undecided"),
    ("rho_zero", -0.21, 0.1, "undecided"),
    ("rho_zero", -0.9, 0.9, "undecided"),
    ("rho_zero", 0.2, 0.5, "undecided"),
    ("rho_zero", 0.201, 0.5, "fails"),
    ("rho_zero", -0.5, -0.201, "fails"),
    ("rho_zero", -0.5, -0.2, "undecided"),
    ("rho_positive", 0.001, 0.5, "holds"),
    ("rho_positive", 0.0, 0.5, "undecided"),
    ("rho_positive", -0.1, 0.5, "undecided"),
    ("rho_positive", -0.5, 0.0, "undecided"),
    ("rho_positive", -0.5, -0.001, "fails"),
    ("rho_negative", -0.5, -0.001, "holds"),
    ("rho_negative", -0.5, 0.0, "undecided"),
    ("rho_negative", -0.5, 0.1, "undecided"),
    ("rho_negative", 0.0, 0.5, "undecided"),
    ("rho_negative", 0.001, 0.5, "fails"),
    ("level_one", 0.901, 0.99, "holds"),
    ("level_one", 0.9, 0.99, "undecided"),
    ("level_one", 0.8, 0.95, "undecided"),
    ("level_one", 0.5, 0.899, "fails"),
    ("level_zero", -0.1, 0.1, "holds"),
    ("level_zero", 0.05, 0.11, "undecided"),
    ("level_zero", 0.11, 0.3, "fails"),
    ("level_zero", -0.3, -0.11, "fails"),
    ("above", 0.001, 0.5, "holds"),
    ("above", 0.0, 0.5, "undecided"),
    ("above", -0.2, 0.5, "undecided"),
    ("above", -0.2, -0.1, "fails"),
]


@pytest.mark.parametrize(("kind", "low", "high", "verdict"), BOUNDARIES)
def test_the_interval_decides(kind, low, high, verdict):
    assert decide(kind, low, high, Thresholds()) == verdict


@pytest.mark.parametrize(("low", "high", "verdict"), [(1.1, 2, "holds"), (0.5, 2, "undecided"), (0.5, 0.9, "fails")])
def test_above_may_start_from_another_floor(low, high, verdict):
    assert decide("above", low, high, Thresholds(), floor=1.0) == verdict


@pytest.mark.parametrize("kind", KINDS)
def test_without_an_interval_nothing_is_decided(kind):
    assert decide(kind, NAN, NAN, Thresholds()) == "undecided"


@pytest.mark.parametrize(
    ("kind", "interval", "thresholds"),
    [
        ("rho_zero", (-0.3, 0.3), Thresholds(rho_zero=0.35)),
        ("level_one", (0.75, 0.85), Thresholds(level_one=0.7)),
        ("level_zero", (-0.2, 0.2), Thresholds(level_zero=0.25)),
    ],
)
def test_thresholds_can_be_set(kind, interval, thresholds):
    assert decide(kind, *interval, Thresholds()) != "holds"
    assert decide(kind, *interval, thresholds) == "holds"


@given(st.sampled_from(KINDS), st.floats(-2, 2), st.floats(0, 1), st.floats(0, 1))
def test_a_narrower_interval_never_turns_a_verdict_around(kind, low, width, shrink):
    high = low + width
    wide = decide(kind, low, high, Thresholds())
    middle = (low + high) / 2
    inner = (max(low, middle + (low - middle) * shrink), min(high, middle + (high - middle) * shrink))
    assert wide == "undecided" or decide(kind, *inner, Thresholds()) == wide


@given(st.floats(-1, 1), st.floats(0, 1))
def test_positive_and_negative_mirror_each_other(low, width):
    high = low + width
    assert decide("rho_positive", low, high, Thresholds()) == decide("rho_negative", -high, -low, Thresholds())


@pytest.mark.parametrize(
    ("kind", "number"), [("rho_zero", "0.33"), ("level_one", "0.77"), ("level_zero", "0.05"), ("rho_positive", "0")]
)
def test_the_rule_is_shown_with_its_threshold(kind, number):
    assert number in rule(kind, Thresholds(rho_zero=0.33, level_one=0.77, level_zero=0.05))


# In a run.

NAMES = [f"word{i} thing{i}" for i in range(8)]


def world(syn, words=0.5, rand=0.1, label="NC", compositional=None):
    """Eight expressions; each argument is one cosine for all or a list of one per expression."""
    rows, expressions, ratings, vectors = [], [], [], {}
    for i, name in enumerate(NAMES):
        fillers = {"original": name, "syn": f"syn{i}", "words": f"words{i}", "rand": f"rand{i}"}
        rows += item(fillers)
        expressions.append(expression(name, label=label))
        levels = {"syn": syn, "words": words, "rand": rand}
        vectors[name] = at(1.0)
        vectors |= {fillers[role]: at(v if np.isscalar(v) else v[i]) for role, v in levels.items()}
        if compositional:
            ratings.append(rating(name, compositional[i]))
    return dataset(rows, expressions, ratings), encoder(vectors)


def verdict(result, measure, prediction, unit="target", condition="nat"):
    rows = result.predictions.filter(measure=measure, prediction=prediction, unit=unit, condition=condition)
    assert len(rows) == 1, rows
    return rows.row(0, named=True)


def judged(tmp_path, made, **options):
    data, model = made
    return evaluate(model, data, cache_dir=tmp_path, resamples=200, **options)


def test_a_model_that_knows_its_idioms_meets_the_orders(tmp_path):
    result = judged(tmp_path, world(syn=0.95, words=0.5, rand=0.1))
    for measure, prediction in [
        ("sim_syn", "level_one"),
        ("sim_syn", "above sim_words"),
        ("sim_syn", "above sim_rand"),
        ("sim_words", "above sim_rand"),
        ("aff_syn_words", "above 0"),
        ("simr_ratio", "above 1"),
    ]:
        assert verdict(result, measure, prediction)["verdict"] == "holds", (measure, prediction)
    assert verdict(result, "simr_words", "level_zero")["verdict"] == "fails"
    assert result.predictions.columns == list(PREDICTIONS)


def test_a_model_that_prefers_the_words_fails_them(tmp_path):
    result = judged(tmp_path, world(syn=0.3, words=0.9, rand=0.1))
    assert verdict(result, "sim_syn", "level_one")["verdict"] == "fails"
    assert verdict(result, "sim_syn", "above sim_words")["verdict"] == "fails"
    assert verdict(result, "aff_syn_words", "above 0")["verdict"] == "fails"


def test_an_order_is_decided_on_the_paired_difference(tmp_path):
    # Far apart between expressions, and yet the synonym is a little closer in every one.
    words = np.linspace(0.1, 0.9, 8)
    result = judged(tmp_path, world(syn=(words + 0.02).tolist(), words=words.tolist()))
    line = verdict(result, "sim_syn", "above sim_words")
    assert line["verdict"] == "holds"
    assert (line["value"], line["ci_low"], line["ci_high"]) == close_to((0.02, 0.02, 0.02))
    assert (line["statistic"], line["n"]) == ("mean_difference", 8)


def test_predictions_about_idiomatic_expressions_need_some(tmp_path):
    result = judged(tmp_path, world(syn=0.9, label="C"))
    assert result.predictions.filter(group="NC").is_empty()


def test_correlations_are_decided_on_the_type_rating_where_there_is_one(tmp_path):
    words = np.linspace(0.2, 0.8, 8).tolist()
    result = judged(tmp_path, world(syn=0.9, words=words, compositional=list(range(8))))
    line = verdict(result, "sim_words", "rho_positive")
    assert (line["rating"], line["value"], line["verdict"]) == ("type", pytest.approx(1.0), "holds")
    assert verdict(result, "aff_syn_words", "rho_negative")["verdict"] == "holds"


def test_thresholds_of_a_run_are_those_given(tmp_path):
    made = world(syn=0.8)
    strict, lax = (judged(tmp_path, made, thresholds={"level_one": level}) for level in (0.9, 0.7))
    assert verdict(strict, "sim_syn", "level_one")["verdict"] == "fails"
    assert verdict(lax, "sim_syn", "level_one")["verdict"] == "holds"
    assert "0.7" in verdict(lax, "sim_syn", "level_one")["rule"]
    assert strict.info["digits"] != lax.info["digits"]
    assert strict.summary.equals(lax.summary)


def test_a_neutral_sentence_should_change_the_expression_less_than_a_natural_one(tmp_path):
    rows, expressions, vectors = [], [], {}
    for i, name in enumerate(NAMES):
        loud = name.upper()
        rows += item({"original": name, "syn": "s"}, expression=name)
        rows += item({"original": loud, "syn": "s"}, condition="neut", sentence=None, expression=name)
        expressions.append(expression(name))
        vectors |= {name: at(1.0), loud: at(1.0), ("alone", name): at(0.5 + i / 100), ("alone", loud): at(0.8)}

    def vector(request):
        target = request.text if request.whole else request.target
        return vectors.get(("alone", target) if request.text == target else target, at(0.9))

    result = judged(tmp_path, (dataset(rows, expressions), HandmadeEncoder(vector)))
    line = verdict(result, "ctx_in_out", "above condition nat", condition="neut")
    assert line["value"] == close_to(0.3 - 0.035)
    assert (line["n"], line["verdict"]) == (8, "holds")
    assert result.predictions.filter(measure="ctx_in_out", condition="nat").is_empty()


def test_every_prediction_of_a_run_carries_its_interval_n_and_rule(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2))
    assert (
        result.predictions.select("value", "n", "ci_low", "ci_high", "rule", "verdict").null_count().row(0) == (0,) * 6
    )
    assert result.predictions.filter(pl.col("ci_low") > pl.col("ci_high")).is_empty()


# The catalogue against MEASURES.md.


def test_the_catalogue_predicts_what_the_papers_predict():
    expected = {
        "sim_syn": ["rho_zero"],
        "sim_comp": ["rho_positive"],
        "sim_words": ["rho_positive"],
        "sim_words_alt": ["rho_positive"],
        "sim_rand": ["rho_zero"],
        "sim_syn_rand": ["rho_zero"],
        "out_syn": ["rho_zero"],
        "aff_syn_words": ["rho_negative"],
        "aff_syn_rand": ["rho_zero"],
        "aff_syn_comp": ["rho_negative"],
        "simr_syn": ["rho_zero"],
        "simr_words": ["rho_positive"],
        "pred_out": ["rho_positive"],
        "pred_out_comp": ["rho_positive"],
    }
    for name, kinds in expected.items():
        assert [p.kind for p in BY_NAME[name].predictions if p.kind.startswith("rho")] == kinds
    levels = {name for name in expected if any(p.kind == "level_one" for p in BY_NAME[name].predictions)}
    assert levels == {"sim_syn", "aff_syn_rand", "simr_syn"}


def test_what_can_run_follows_from_the_roles():
    roles = set(FILLERS)
    assert can_run(BY_NAME["simr_words"], "nat", {"nat": roles})
    assert not can_run(BY_NAME["simr_words"], "nat", {"nat": roles - {"rand"}, "neut": roles})
    assert not can_run(BY_NAME["sim_comp"], "nat", {"nat": roles - {"head"}})
    assert can_run(BY_NAME["out_syn"], "none", {"none": {"original", "syn"}})
    assert not can_run(BY_NAME["sim_syn"], "none", {"none": roles})
    assert can_run(BY_NAME["ctx_in_out"], "neut", {"neut": {"original"}})
    assert can_run(BY_NAME["ctx_nat_neut"], "nat", {"nat": {"original"}, "neut": {"original"}})
    assert not can_run(BY_NAME["ctx_nat_neut"], "nat", {"nat": {"original"}})
    assert can_run(BY_NAME["pred_out_comp"], "nat", {"nat": {"original"}, "none": {"head", "modifier"}})
    assert not can_run(BY_NAME["pred_out_comp"], "nat", {"nat": {"original", "head", "modifier"}, "none": {"head"}})
    assert can_run(BY_NAME["across_spread"], "nat", {"nat": {"original"}})
    assert not can_run(BY_NAME["across_spread"], "neut", {"neut": {"original"}})


def test_a_ratio_over_what_may_be_zero_decides_nothing():
    flagged = summary_of_one_ratio(f"ratio of means; {DENOMINATOR_FLAG}")
    negative = summary_of_one_ratio(f"ratio of means; {NEGATIVE_FLAG}")
    sound = summary_of_one_ratio("ratio of means")
    tables = (flagged, negative, sound)
    verdicts = [judge(MEASURES, NO_SCORES, table, Thresholds(), Resampling())["verdict"].to_list() for table in tables]
    assert verdicts == [["undecided"], ["undecided"], ["holds"]]


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_levels_are_judged_only_where_a_level_means_something(tmp_path, metric):
    result = judged(tmp_path, world(syn=0.8, words=0.7), metric=metric)
    levels = {"level_one", "level_zero"} & set(result.predictions["prediction"])
    assert bool(levels) == (metric in ("cosine", "spearman"))


def test_one_expression_has_no_interval_and_decides_nothing(tmp_path):
    result = judged(tmp_path, world(syn=0.8, words=0.7), limit=1)
    assert result.summary["ci_low"].null_count() == len(result.summary)
    assert result.predictions.is_empty()


NO_SCORES = pl.DataFrame(schema=SCORES)


def summary_of_one_ratio(method):
    slice_ = {"language": "en", "condition": "nat", "unit": "target", "view": "mean", "special_tokens": False}
    numbers = {"statistic": "mean", "rating": None, "value": 3.0, "n": 9, "ci_low": 2.0, "ci_high": 4.0, "p": None}
    row = {**slice_, "metric": "cosine", "group": "NC", "measure": "simr_ratio", **numbers, "method": method}
    return pl.DataFrame([row], schema={name: SUMMARY[name] for name in row})
