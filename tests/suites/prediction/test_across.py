"""What changes across the sentences of an expression, in the model and for annotators."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import evaluate
from idioprobe.core.tables import SIMILARITIES
from idioprobe.suites.prediction.across import across_scores, annotator_distances
from idioprobe.suites.prediction.measures import MEASURES
from tests.suites.world import dataset, expression, item, rating, summed
from tests.support import HandmadeEncoder, close_to, exact_p

PAIRS = [(1, 2), (1, 3), (2, 3)]
EXPRESSIONS = dataset([], [expression("dry run")]).expressions
VECTORS = {1: (0.0, 0.0, 0.0), 2: (3.0, 4.0, 0.0), 3: (0.0, 0.0, 1.0)}
"""Annotators' means of expression, head and modifier: distances 5, 1 and the root of 26."""


def across(cosines, unit="sentence", name="dry run"):
    """Similarities of sentences by their numbers."""
    rows = [
        (f"en/{name}/nat{a}", name, "en", "nat", a, "across", "original", b, unit, "mean", False, "cosine", value)
        for (a, b), value in cosines.items()
    ]
    return pl.DataFrame(rows, schema=SIMILARITIES, orient="row")


def annotated(vectors, name="dry run"):
    targets = ("expression", "head", "modifier")
    return [rating(name, x, s, target=t) for s, v in vectors.items() for t, x in zip(targets, v, strict=True)]


def scores(cosines, vectors=VECTORS, unit="sentence"):
    ratings = dataset([], [], annotated(vectors)).ratings
    found, dropped = across_scores(across(cosines, unit), ratings, MEASURES, EXPRESSIONS)
    return found["value"].to_list(), dropped.select("what", "reason").rows()


# Annotators' vectors.


def test_annotators_distances_are_euclidean():
    distances = annotator_distances({s: np.array(v) for s, v in VECTORS.items()})
    assert distances == pytest.approx({(1, 2): 5.0, (1, 3): 1.0, (2, 3): np.sqrt(26)})


def test_sentences_that_are_near_for_both_agree_which_is_a_negative_correlation():
    """A distance falls where a cosine rises."""
    assert scores({(1, 2): 0.5, (1, 3): 0.9, (2, 3): 0.1}) == ([pytest.approx(-1.0)], [])
    assert scores({(1, 2): 0.5, (1, 3): 0.1, (2, 3): 0.9}) == ([pytest.approx(1.0)], [])


@pytest.mark.parametrize("cosines", [(0.9, 0.5, 0.1), (0.2, 0.2, 0.7), (0.3, 0.8, 0.8)])
def test_it_is_spearmans_rho_over_the_three_pairs(cosines):
    expected = spearmanr([5, 1, np.sqrt(26)], cosines).statistic
    assert scores(dict(zip(PAIRS, cosines, strict=True)))[0] == pytest.approx([expected])


def test_where_all_distances_are_equal_there_is_no_rho_and_the_expression_is_listed():
    """An equilateral triangle of judgments."""
    vectors = {1: (1.0, 0.0, 0.0), 2: (0.0, 1.0, 0.0), 3: (0.0, 0.0, 1.0)}
    listed = [("measure across_annotators", "all distances or all cosines are equal")]
    assert scores({(1, 2): 0.5, (1, 3): 0.9, (2, 3): 0.1}, vectors) == ([], listed)


def test_so_it_is_where_all_cosines_are_equal():
    listed = [("measure across_annotators", "all distances or all cosines are equal")]
    assert scores(dict.fromkeys(PAIRS, 0.5)) == ([], listed)


@pytest.mark.parametrize(
    ("cosines", "vectors"),
    [
        ({(1, 2): 0.5}, VECTORS),
        (dict(zip(PAIRS, (0.1, 0.5, 0.9), strict=True)), {s: VECTORS[s] for s in (1, 2)}),
        (dict(zip(PAIRS, (0.1, 0.5, 0.9), strict=True)), {1: VECTORS[1]}),
    ],
    ids=["two sentences", "two annotated", "one annotated"],
)
def test_two_sentences_are_too_few_and_the_expression_is_listed(cosines, vectors):
    listed = [("measure across_annotators", "fewer than 3 pairs of sentences")]
    assert scores(cosines, vectors) == ([], listed)


def test_a_sentence_whose_head_was_not_rated_has_no_vector():
    ratings = [r for r in annotated(VECTORS) if not (r[2] == 3 and r[3] == "head")]
    table = dataset([], [], ratings).ratings
    found, dropped = across_scores(across({(1, 2): 0.5, (1, 3): 0.9, (2, 3): 0.1}), table, MEASURES, EXPRESSIONS)
    assert found.is_empty()
    assert dropped["reason"].to_list() == ["fewer than 3 pairs of sentences"]


def test_without_annotators_there_is_nothing_to_compare_with_and_nothing_to_list():
    of_types = dataset([], [], [rating("dry run", 2.0), *(rating("dry run", 1.0 + s, s) for s in (1, 2, 3))]).ratings
    found, dropped = across_scores(across({(1, 2): 0.5, (1, 3): 0.9, (2, 3): 0.1}), of_types, MEASURES, EXPRESSIONS)
    assert found.is_empty()
    assert dropped.is_empty()


def test_a_dropped_expression_is_named_in_full():
    ratings = dataset([], [], annotated(VECTORS)).ratings
    (row,) = across_scores(across({(1, 2): 0.5}), ratings, MEASURES, EXPRESSIONS)[1].iter_rows(named=True)
    assert (row["item"], row["expression"], row["language"]) == ("en/dry run/nat", "dry run", "en")
    assert (row["condition"], row["sentence"], row["unit"], row["view"]) == ("nat", None, "sentence", "mean")


# The spread of the expression itself.


def test_the_spread_is_the_standard_deviation_of_the_three_cosines():
    found, dropped = scores({(1, 2): 0.5, (1, 3): 0.9, (2, 3): 0.1}, unit="target")
    assert found == close_to([0.4])
    assert dropped == []


def test_of_two_sentences_there_is_one_cosine_and_no_spread():
    listed = [("measure across_spread", "fewer than 3 pairs of sentences")]
    assert scores({(1, 2): 0.5}, unit="target") == ([], listed)


# From vectors.

ANGLES = {"dry run": (0, 60, 20), "old hat": (0, 10, 80), "red tape": (0, 50, 90), "big fish": (0, 33, 35)}
HUMAN = {"dry run": (1.0, 2.0, 3.0), "old hat": (1.0, 1.1, 1.2), "red tape": (0.0, 5.0, 2.0), "big fish": (2, 4, 4)}
NUMBERS = ("One", "Two", "Three")


def turned(degrees):
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees)), 0.0])


def cosine_pairs(name):
    angles = ANGLES[name]
    return [np.cos(np.radians(angles[a - 1] - angles[b - 1])) for a, b in PAIRS]


def run(tmp_path, names=tuple(ANGLES), sentences=3, lost=(), **options):
    """Each expression in sentences that turn its vector by a known angle; targets as whole sentences."""
    rows, ratings = [], []
    for name in names:
        for number in range(1, sentences + 1):
            fillers = {"original": name, "syn": f"syn of {name}"}
            rows += item(fillers, sentence=number, frame=f"{NUMBERS[number - 1]} {{}} .")
            ratings.append(rating(name, float(HUMAN[name][number - 1]), number))
            ratings += [rating(name, float(number), number, target=target) for target in ("head", "modifier")]

    def vector(request):
        word, rest = request.text.split(" ", 1)
        name = rest.removesuffix(" .").removeprefix("syn of ")
        if request.text in lost:
            return "out of reach"
        return turned(ANGLES[name][NUMBERS.index(word)] if name in ANGLES else 0)

    data = dataset(rows, [expression(name) for name in names], ratings)
    options = {"suites": ("prediction",), "resamples": 100, **options}
    return evaluate(HandmadeEncoder(vector), data, cache_dir=tmp_path, **options)


def values(result, measure):
    return dict(result.scores.filter(measure=measure).select("expression", "value").iter_rows())


def test_from_vectors_the_spread_is_that_of_the_expression_in_its_sentences(tmp_path):
    expected = {name: np.std(cosine_pairs(name), ddof=1) for name in ANGLES}
    assert values(run(tmp_path), "across_spread") == close_to(expected)


def test_from_vectors_annotators_are_compared_with_whole_sentences(tmp_path):
    result = run(tmp_path)
    expected = {}
    for name, means in HUMAN.items():
        vectors = {n: np.array([means[n - 1], n, n]) for n in (1, 2, 3)}
        distances = [np.linalg.norm(vectors[a] - vectors[b]) for a, b in PAIRS]
        if len(set(np.round(cosine_pairs(name), 9))) > 1 and len({round(d, 9) for d in distances}) > 1:
            expected[name] = spearmanr(distances, cosine_pairs(name)).statistic
    assert values(result, "across_annotators") == pytest.approx(expected)
    assert set(result.scores.filter(measure="across_annotators")["unit"]) == {"sentence"}
    assert set(result.scores.filter(measure="across_spread")["unit"]) == {"target"}


def test_over_expressions_their_mean_and_spread_are_reported(tmp_path):
    result = run(tmp_path)
    found = list(values(result, "across_annotators").values())
    mean, sd = (summed(result, "across_annotators", s, unit="sentence") for s in ("mean", "sd"))
    assert (mean["value"], mean["n"]) == (pytest.approx(np.mean(found)), len(found))
    assert sd["value"] == pytest.approx(np.std(found, ddof=1))


def test_the_models_spread_is_correlated_with_that_of_the_human_scores_and_with_nothing_else(tmp_path):
    result = run(tmp_path)
    line = summed(result, "across_spread", "rho_type", rating="token_sd")
    spreads = values(result, "across_spread")
    pairs = [spreads[n] for n in ANGLES], [np.std(HUMAN[n], ddof=1) for n in ANGLES]
    assert (line["value"], line["p"]) == pytest.approx((spearmanr(*pairs).statistic, exact_p(*pairs)))
    assert line["n"] == 4
    rows = result.summary.filter(pl.col("statistic").str.starts_with("rho"), group="all")
    assert rows.filter(measure="across_spread").select("statistic", "rating").rows() == [("rho_type", "token_sd")]
    assert rows.filter(measure="across_annotators").is_empty()


def test_no_other_measure_is_correlated_with_the_spread_of_human_scores(tmp_path):
    result = run(tmp_path, suites=("probes", "prediction"))
    assert set(result.summary.filter(rating="token_sd")["measure"]) == {"across_spread"}


def test_two_sentences_leave_every_expression_listed(tmp_path):
    result = run(tmp_path, names=("dry run", "old hat"), sentences=2)
    assert not {"across_spread", "across_annotators"} & set(result.scores["measure"])
    listed = result.dropped.select("expression", "unit", "what").rows()
    assert sorted(listed) == [
        (name, unit, f"measure across_{what}")
        for name in ("dry run", "old hat")
        for unit, what in (("sentence", "annotators"), ("target", "spread"))
    ]


def test_a_sentence_without_a_vector_is_listed_and_so_is_its_expression(tmp_path):
    result = run(tmp_path, lost={"Two dry run ."})
    assert "dry run" not in values(result, "across_spread")
    assert set(values(result, "across_spread")) == set(ANGLES) - {"dry run"}
    dropped = result.dropped.filter(expression="dry run", unit="target")
    assert "out of reach" in dropped["reason"].to_list()
    assert dropped.filter(what="measure across_spread")["reason"].to_list() == ["fewer than 3 pairs of sentences"]


@pytest.mark.parametrize(("unit", "measure"), [("target", "across_spread"), ("sentence", "across_annotators")])
def test_one_unit_alone_has_its_own(tmp_path, unit, measure):
    result = run(tmp_path, units=(unit,))
    assert {m for m in result.scores["measure"] if m.startswith("across")} == {measure}
    assert set(result.dropped["unit"]) <= {unit}


@pytest.mark.parametrize(("unit", "what"), [("target", "spread"), ("sentence", "annotators")])
def test_what_nobody_asked_for_is_not_listed_as_dropped(tmp_path, unit, what):
    """Targets are embedded all the same, as winners are chosen among them."""
    result = run(tmp_path, names=("dry run",), sentences=2, units=(unit,), suites=("probes", "prediction"))
    listed = result.dropped.filter(pl.col("what").str.starts_with("measure"))
    assert listed.select("unit", "what").rows() == [(unit, f"measure across_{what}")]


def test_the_probes_alone_compare_no_sentences_with_each_other(tmp_path):
    result = run(tmp_path, suites=("probes",))
    assert "across" not in result.similarities["comparison"].to_list()
    assert not [m for m in result.scores["measure"].unique() if m.startswith(("across", "pred"))]
