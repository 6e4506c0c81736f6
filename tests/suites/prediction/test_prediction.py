"""Compositionality prediction: the expression against itself alone, and against the sum of its words."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import evaluate
from idioprobe.core.tables import NO_COUNTS
from idioprobe.run.config import make_config
from tests.suites.world import at, dataset, expression, item, rating, scored, summed
from tests.support import HandmadeEncoder, close_to, exact_p

FRAMES = {"nat": "We saw {} there.", "neut": "This is {}.", "neut_long": "This is what {} is.", "none": "{}"}


def stimuli(name, conditions=("nat", "none"), **more):
    """An expression in each condition; without context its words too."""
    modifier, head = name.split()
    rows = []
    for condition in conditions:
        fillers = {"original": name} | more
        if condition == "none":
            fillers |= {"head": head, "modifier": modifier}
        rows += item(fillers, condition=condition, sentence=1 if condition == "nat" else None, frame=FRAMES[condition])
    return rows


def run(tmp_path, inside, alone, data=None, **options):
    """`inside` has the vector of an expression in any sentence, `alone` that of an expression without one."""

    def vector(request):
        target = request.target
        return (alone if request.text == target else inside)[target]

    data = data or dataset(stimuli("dry run"), [expression("dry run")])
    options = {"suites": ("prediction",), "units": ("target",), "resamples": 100, **options}
    return evaluate(HandmadeEncoder(vector), data, cache_dir=tmp_path, **options)


ALONE = {"dry run": at(0.7), "run": np.array([1.0, 1.0, 0.0]), "dry": np.array([1.0, -1.0, 0.0])}


def test_the_expression_alone_is_compared_with_itself_in_its_sentence(tmp_path):
    result = run(tmp_path, {"dry run": at(1.0)}, ALONE)
    assert scored(result, "pred_out") == close_to([0.7])


def test_it_is_compared_with_the_sum_of_its_words_each_alone(tmp_path):
    """Either word is at 45 degrees; their sum points where the expression does."""
    result = run(tmp_path, {"dry run": at(1.0)}, ALONE)
    assert scored(result, "pred_out_comp") == close_to([1.0])


@pytest.mark.parametrize(("forms", "expected"), [("listed", [1.0, 1.0]), ("sentence", [0.0, 1.0])])
def test_its_words_are_those_that_are_listed_or_those_of_the_sentence(tmp_path, forms, expected):
    """A sentence that does not have all of the words takes those listed."""
    plural = item({"original": "dry runs", "head": "runs", "modifier": "dry"}, expression="dry run")
    half = item({"original": "dry runs", "head": "runs"}, sentence=2, expression="dry run")
    data = dataset([*plural, *half, *(row for row in stimuli("dry run") if "/none" in row[0])], [expression("dry run")])
    alone = ALONE | {"dry runs": at(0.7), "runs": np.array([-1.0, 2.0, 0.0])}
    result = run(tmp_path, {"dry runs": at(1.0)}, alone, data, component_forms=forms)
    assert scored(result, "pred_out_comp") == close_to(expected)
    assert scored(result, "pred_out") == close_to([0.7, 0.7])


@pytest.mark.parametrize(
    ("head", "modifier", "expected"),
    [
        ((1, 0, 0), (0, 1, 0), np.sqrt(0.5)),
        ((3, 0, 0), (0, 4, 0), 0.6),
        ((0, 1, 0), (0, 0, 1), 0.0),
        ((-2, 0, 0), (1, 0, 0), -1.0),
    ],
)
def test_a_longer_vector_counts_for_more_in_the_sum(tmp_path, head, modifier, expected):
    alone = ALONE | {"run": np.array(head, dtype=float), "dry": np.array(modifier, dtype=float)}
    assert scored(run(tmp_path, {"dry run": at(1.0)}, alone), "pred_out_comp") == close_to([expected])


def test_prediction_and_context_are_one_number_read_in_two_ways(tmp_path):
    data = dataset(stimuli("dry run", FRAMES), [expression("dry run")])
    result = run(tmp_path, {"dry run": at(1.0)}, ALONE, data, suites=("probes", "prediction"))
    for condition in ("nat", "neut", "neut_long"):
        assert scored(result, "pred_out", condition=condition) == scored(result, "ctx_in_out", condition=condition)
        assert scored(result, "pred_out_comp", condition=condition) == close_to([1.0])
    assert not result.scores.filter(pl.col("measure").str.starts_with("pred"), condition="none").height


def test_prediction_is_of_targets_alone(tmp_path):
    def vector(request):
        return at(0.5) if request.whole else at(1.0)

    data = dataset(stimuli("dry run"), [expression("dry run")])
    result = evaluate(HandmadeEncoder(vector), data, suites=("prediction",), cache_dir=tmp_path, resamples=100)
    assert set(result.scores["unit"]) == {"target"}


def test_a_run_has_it_only_where_it_is_asked_for(tmp_path):
    assert make_config({}).suites == ("probes",)
    assert make_config({"suites": "prediction,probes"}).suites == ("probes", "prediction")
    data = dataset(stimuli("dry run", syn="rehearsal"), [expression("dry run")])
    inside, alone = ({"dry run": at(1.0), "rehearsal": at(0.5)} for _ in range(2))
    result = run(tmp_path, inside, ALONE | alone, data, suites=("probes",))
    assert not [m for m in result.scores["measure"].unique() if m.startswith("pred")]


def test_only_what_a_suite_compares_is_embedded(tmp_path):
    data = dataset(stimuli("dry run", syn="rehearsal", rand="wet sock"), [expression("dry run")])
    encoder = HandmadeEncoder(lambda request: at(1.0 / len(request.text)))
    evaluate(encoder, data, suites=("prediction",), cache_dir=tmp_path, resamples=100)
    assert sorted(encoder.seen) == ["We saw dry run there.", "dry", "dry run", "run"]


# What is missing.


@pytest.mark.parametrize("lost", ["dry", "run"])
def test_a_word_without_a_vector_leaves_no_sum_and_is_listed(tmp_path, lost):
    result = run(tmp_path, {"dry run": at(1.0)}, ALONE | {lost: "every word is out of vocabulary"})
    assert scored(result, "pred_out_comp") == []
    assert scored(result, "pred_out") == close_to([0.7])
    (row,) = result.dropped.iter_rows(named=True)
    assert (row["item"], row["reason"]) == ("en/dry run/nat1", "every word is out of vocabulary")
    assert row["what"] == "components, alone"


def test_vectors_of_different_length_cannot_be_added(tmp_path):
    result = run(tmp_path, {"dry run": at(1.0)}, ALONE | {"dry": np.ones(6)})
    assert scored(result, "pred_out_comp") == []
    assert result.dropped["reason"].to_list() == ["vectors of different length (3 and 6) cannot be added"]


def test_words_that_cancel_each_other_out_have_no_direction(tmp_path):
    result = run(tmp_path, {"dry run": at(1.0)}, ALONE | {"dry": -ALONE["run"]})
    assert scored(result, "pred_out_comp") == []
    (row,) = result.dropped.iter_rows(named=True)
    assert (row["what"], "undefined" in row["reason"]) == ("pair out_comp", True)


def test_an_expression_whose_words_are_not_known_has_no_sum(tmp_path):
    rows = [*stimuli("dry run"), *item({"original": "ersatz"})]
    data = dataset(rows, [expression("dry run"), ("ersatz", "en", None, "noun-compound", None, False, *NO_COUNTS)])
    inside = {"dry run": at(1.0), "ersatz": at(1.0)}
    result = run(tmp_path, inside, ALONE | {"ersatz": at(0.2)}, data)
    assert result.scores.filter(measure="pred_out_comp")["expression"].to_list() == ["dry run"]
    assert len(result.scores.filter(measure="pred_out")) == 2


# What it is correlated with.

NAMES = ["dry run", "old hat", "red tape", "big fish", "hot dog", "long shot"]
LEVELS = [0.9, 0.1, 0.5, 0.3, 0.7, 0.2]
FREQUENCY = [5.0, 1.0, 2.0, 4.0, None, None]
PPMI = [1.0, 2.0, 3.0, 4.0, 2.5, 1.5]


@pytest.fixture
def several(tmp_path):
    """Six expressions whose similarity to themselves alone is known, with frequency, PPMI and ratings."""
    rows = [row for name in NAMES for row in stimuli(name, syn=f"syn of {name}")]
    ratings = [rating(name, float(n)) for n, name in enumerate(NAMES)]
    data = dataset(rows, [expression(name, label="C") for name in NAMES], ratings)
    known = data.expressions.with_columns(frequency=pl.Series(FREQUENCY), ppmi=pl.Series(PPMI))
    inside = dict.fromkeys((*NAMES, *(f"syn of {name}" for name in NAMES)), at(1.0))
    alone = dict(zip(NAMES, map(at, LEVELS), strict=True))
    alone |= {f"syn of {name}": at(0.5) for name in NAMES}
    alone |= {word: at(level) for name, level in zip(NAMES, LEVELS, strict=True) for word in name.split()}
    return run(tmp_path, inside, alone, replace(data, expressions=known), suites=("probes", "prediction"))


def test_it_is_correlated_with_frequency_and_association(several):
    for measure in ("pred_out", "pred_out_comp"):
        line = summed(several, measure, "rho_type", rating="ppmi")
        expected = spearmanr(LEVELS, PPMI)
        assert (line["value"], line["p"], line["n"]) == (
            pytest.approx(expected.statistic),
            pytest.approx(exact_p(LEVELS, PPMI)),
            6,
        )


def test_an_expression_of_unknown_frequency_is_left_out_and_n_says_so(several):
    line = summed(several, "pred_out", "rho_type", rating="frequency")
    assert line["value"] == pytest.approx(spearmanr(LEVELS[:4], FREQUENCY[:4]).statistic)
    assert line["n"] == 4


def test_sentence_by_sentence_it_is_too(several):
    assert summed(several, "pred_out", "rho_token", rating="ppmi")["value"] == pytest.approx(
        spearmanr(LEVELS, PPMI).statistic
    )


def test_so_is_every_measure_of_items(several):
    rated = several.summary.filter(pl.col("rating").is_in(["frequency", "ppmi"]), statistic="rho_type", group="all")
    for scale in ("frequency", "ppmi"):
        assert {"sim_syn", "out_syn", "pred_out", "pred_out_comp"} <= set(rated.filter(rating=scale)["measure"])
    assert several.summary.filter(rating="pmi").is_empty(), "no correlation with a number that is not there"


def test_it_predicts_a_positive_correlation_with_human_judgments(several):
    for measure in ("pred_out", "pred_out_comp"):
        (row,) = several.predictions.filter(measure=measure).iter_rows(named=True)
        assert (row["prediction"], row["statistic"], row["rating"]) == ("rho_positive", "rho_type", "type")
        assert row["value"] == pytest.approx(spearmanr(LEVELS, range(6)).statistic)
