"""From answers to judgments: a simulated crowd whose truth is known, and small cases worked out by hand."""

import numpy as np
import polars as pl
import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.make.judgments.answers import ANNOTATIONS, Answers
from idioprobe.make.judgments.filters import CONSTANT, FAILED, Filter
from idioprobe.make.judgments.judge import Beside, changes, judge
from idioprobe.make.judgments.ratings import Thresholds
from idioprobe.stats.agreement import krippendorff_alpha
from tests.make.judgments.crowd import crowd


def answers(*rows, check=None):
    """Rows of annotator, expression, sentence, score and paraphrases."""
    full = [(a, e, "en", s, score, None, None, list(p), check and check.get(a)) for a, e, s, score, *p in rows]
    return Answers(pl.DataFrame(full, schema=ANNOTATIONS, orient="row"))


def error(judged, truth):
    """How far sentence ratings are from the truth, on average."""
    whole = judged.ratings.filter(target="expression")
    return np.mean(
        [abs(mean - truth[e, s]) for e, s, mean in whole.select("expression", "sentence", "mean").iter_rows()]
    )


@pytest.fixture(scope="module")
def simulated():
    return crowd(share=0.8)


@pytest.fixture(scope="module")
def judged(simulated):
    return judge(simulated[0], Filter(min_agreement=0.2), resamples=50)


def test_ratings_come_near_the_truth_and_nearer_without_the_unreliable(simulated, judged):
    said, truth = simulated
    assert error(judged, truth) < 0.12
    assert error(judged, truth) < error(judge(said, resamples=10), truth)


def test_with_more_annotators_they_come_nearer():
    errors = [error(judge(made, resamples=10), truth) for made, truth in (crowd(n, 0, seed=4) for n in (5, 20, 120))]
    assert errors[0] > errors[1] > errors[2]


def test_those_who_answer_at_random_are_found_and_named(judged):
    random = {f"p{n:03}" for n in range(20)}
    removed = set(judged.removed["annotator"])
    assert set(judged.annotators.sort("rho")["annotator"][:20]) == random, "all others agree better"
    assert len(random & removed) >= 17
    assert removed <= random
    assert set(judged.removed["removed"]) == {"ρ below 0.2"}
    kept = judged.annotators.filter(pl.col("removed").is_null())
    assert len(kept) + len(removed) == 200
    assert not set(judged.counted["annotator"]) & removed


def test_agreement_rises_without_them_and_before_is_kept(judged):
    def alpha(table):
        return table.filter(annotators="all", target="expression", metric="ordinal").row(0, named=True)

    assert alpha(judged.agreement)["alpha"] > alpha(judged.agreement_before)["alpha"] + 0.05
    assert alpha(judged.agreement)["ci_low"] < alpha(judged.agreement)["alpha"] < alpha(judged.agreement)["ci_high"]
    assert alpha(judged.agreement)["band"] in ("moderate", "substantial")
    assert set(judged.agreement["annotators"]) == {"all", "two", "three"}
    assert set(judged.agreement["target"]) == {"expression", "verb"}


def at_random(seed, annotators=10, share=1.0):
    """Answers that nobody thought about."""
    rng = np.random.default_rng(seed)
    units = [(a, f"e {e}", s) for a in range(annotators) for e in range(20) for s in (1, 2, 3)]
    return answers(*((f"p{a}", e, s, float(rng.integers(6))) for a, e, s in units if rng.random() < share))


@pytest.mark.parametrize("least", [0.0, 0.2])
def test_no_choice_of_annotators_makes_agreement_of_random_answers(least):
    found, claimed = [], 0
    for seed in range(12):
        said = at_random(seed, annotators=30, share=0.5)
        table = judge(said, Filter(min_agreement=least), resamples=100).agreement.filter(metric="ordinal")
        assert set(table.filter(annotators="all")["held_out"]) <= {True}
        found += table.filter(annotators="all")["alpha"].drop_nulls().to_list()
        claimed += (table["ci_low"] > 0).sum()
    assert np.mean(found) < 0.03, "those who were chosen would have .07 and .16"
    assert claimed <= 2, "a few of 36 intervals miss 0 by chance"


def test_of_one_annotator_who_is_left_there_is_no_agreement():
    judged = judge(at_random(1, annotators=4), Filter(min_agreement=0.1), resamples=20)
    assert judged.counted["annotator"].n_unique() == 1
    assert judged.agreement.filter(annotators="all").is_empty()
    assert "One annotator is left: agreement needs two at least." in judged.notes


def test_few_are_found_before_anybody_is_removed_by_agreement():
    def few(judged):
        return judged.agreement.filter(pl.col("annotators") != "all").drop("held_out")

    said = at_random(0)
    chosen = judge(said, Filter(min_agreement=0.0), resamples=20)
    assert not chosen.removed.is_empty()
    assert few(chosen).equals(few(judge(said, resamples=20)))


def test_nothing_is_held_out_where_nobody_is_removed_by_agreement():
    rows = [(n, f"e {i}", 1, float(i % 6)) for n in "abc" for i in range(12)]
    for wanted in (Filter(), Filter(min_agreement=0.2), Filter(min_items=3)):
        assert not judge(answers(*rows), wanted, resamples=10).agreement["held_out"].any()


def test_ratings_before_and_after_are_told(judged):
    changed = changes(judged)
    assert (changed["n_before"] >= changed["n"]).all()
    assert changed["change"].abs().to_list() == sorted(changed["change"].abs(), reverse=True)


def test_alpha_of_all_is_krippendorffs_on_the_table_with_its_gaps():
    scores = {"a": (1, 2, 3, None), "b": (1, 3, 3, 5), "c": (None, 2, 4, 5)}
    rows = [(n, f"e {i}", 1, float(v)) for n, own in scores.items() for i, v in enumerate(own) if v is not None]
    found = judge(answers(*rows), resamples=20).agreement.filter(annotators="all")
    matrix = np.array([[np.nan if v is None else v for v in own] for own in scores.values()], dtype=float)
    for metric, alpha, n in found.select("metric", "alpha", "sentences").iter_rows():
        assert alpha == pytest.approx(krippendorff_alpha(matrix, metric))
        assert n == 4


def test_the_two_with_most_in_common_are_compared_on_what_both_saw():
    rows = [(n, f"e {i}", 1, float(i % 3)) for n in "ab" for i in range(6)]
    rows += [("c", "e 0", 1, 2.0), ("c", "e 9", 1, 2.0), ("a", "e 9", 1, 0.0)]
    two = judge(answers(*rows), resamples=20).agreement.filter(annotators="two", metric="ordinal").row(0, named=True)
    assert (two["members"], two["sentences"], two["alpha"], two["band"]) == (["a", "b"], 6, 1.0, "almost perfect")


def test_few_are_compared_on_what_all_of_them_scored():
    rows = [(n, f"e {i}", 1, float(i % 3)) for n in "abc" for i in range(6)]
    rows += [("a", "e 7", 1, 0.0), ("b", "e 7", 1, 2.0), ("c", "e 7", 1, None)]
    found = judge(answers(*rows), resamples=20).agreement.filter(metric="ordinal")
    counted = {who: (n, alpha) for who, n, alpha in found.select("annotators", "sentences", "alpha").iter_rows()}
    assert counted["three"] == (6, 1.0)
    assert counted["two"] == (
        7,
        pytest.approx(krippendorff_alpha(np.array([[0, 1, 2, 0, 1, 2, 0], [0, 1, 2, 0, 1, 2, 2.0]]))),
    )
    assert counted["all"][0] == 7


def test_one_annotator_is_told_that_agreement_needs_two():
    judged = judge(answers(("a", "e", 1, 3.0), ("a", "e", 2, 4.0)))
    assert judged.agreement.is_empty()
    assert judged.notes == ["There is one annotator, a: agreement needs two at least."]
    assert judged.ratings["mean"].to_list() == [3.0, 4.0]


def test_a_table_of_means_gives_ratings_and_says_what_it_lacks():
    judged = judge(answers((None, "e", 1, 3.0), (None, "e", 2, 4.0)))
    assert judged.expressions.select("mean", "n").row(0) == (3.5, None)
    assert "agreement, annotators and paraphrases need one row for each annotator" in judged.notes[0]


class TestFilters:
    rows = tuple((n, f"e {i}", 1, float(i % 6)) for n in "abc" for i in range(12))

    def removed(self, more, wanted, check=None):
        judged = judge(answers(*self.rows, *more, check=check), wanted, resamples=10)
        return dict(judged.removed.select("annotator", "removed").iter_rows())

    def test_who_failed_the_checks_goes_unless_they_are_kept(self):
        assert self.removed((), Filter(), {"b": False, "a": True}) == {"b": FAILED}
        assert self.removed((), Filter(keep_failed=True), {"b": False}) == {}

    def test_who_answered_too_little_goes(self):
        assert self.removed([("d", "e 0", 1, 0.0)], Filter(min_items=2)) == {"d": "1 of 2 items"}

    def test_one_score_throughout_is_no_judgment(self):
        same = [("d", f"e {i}", 1, 3.0) for i in range(12)]
        assert self.removed(same, Filter(min_agreement=0.2)) == {"d": CONSTANT}
        assert self.removed(same, Filter()) == {}
        assert self.removed(same[:9], Filter(min_agreement=0.2)) == {}

    def test_nobody_is_left(self):
        with pytest.raises(DatasetError, match="All 3 annotators are removed"):
            judge(answers(*self.rows), Filter(min_items=99))


class TestRatings:
    rows = (
        ("a", "brass ring", 1, 0.0),
        ("b", "brass ring", 1, 1.0),
        ("a", "brass ring", 2, 1.0),
        ("b", "brass ring", 2, 0.0),
        ("a", "brass ring", 3, 5.0),
        ("b", "brass ring", 3, 4.0),
    )

    def test_an_expressions_rating_is_the_mean_of_its_sentences_means(self):
        uneven = (*self.rows, ("c", "brass ring", 3, 3.0))
        row = judge(answers(*uneven), resamples=10).expressions.row(0, named=True)
        assert row["mean"] == pytest.approx((0.5 + 0.5 + 4) / 3)
        assert (row["median"], row["n"], row["sentences"]) == (1.0, 7, 3)

    def test_the_sentence_that_departs_is_found(self):
        first = judge(answers(*self.rows), resamples=10).departures.row(0, named=True)
        assert (first["expression"], first["sentence"], first["difference"]) == ("brass ring", 3, 4.0)
        # Variances of the means are 1/4 each, and the others' mean is over two of them.
        assert first["standard_error"] == pytest.approx((0.25 + 0.5 / 4) ** 0.5)

    def test_classes_are_suggested_by_thresholds_that_are_stated(self):
        judged = judge(answers(*self.rows), resamples=10)
        assert judged.expressions["suggested"].to_list() == ["PC"]
        assert str(judged.thresholds) == "NC below 1.67, C above 3.33, PC between"
        other = judge(
            answers(*self.rows), thresholds=Thresholds(2, 3), beside=Beside("d", {}, {("en", "brass ring"): "C"})
        )
        assert other.expressions.select("suggested", "class").row(0) == ("NC", "C")

    def test_type_and_token_level_correlate_by_the_same_answers_or_the_datasets(self):
        rows = [("a", f"e {i}", s, float(i)) for i in range(5) for s in (1, None)]
        own = judge(answers(*rows), resamples=20).type_token[0]
        assert (own.rho, own.n, own.source) == (pytest.approx(1), 5, "the same answers")
        token = [row for row in rows if row[2] is not None]
        types = {("en", f"e {i}"): -float(i) for i in range(5)}
        other = judge(answers(*token), beside=Beside("mine", types), resamples=20).type_token[0]
        assert (other.rho, other.source) == (pytest.approx(-1), "mine")


def test_paraphrases_of_the_type_level_are_of_the_type():
    rows = [(n, "e", None, 1.0, "bluff") for n in "ab"] + [("a", "e", 1, 1.0, "rare")]
    counted = judge(answers(*rows), resamples=10).paraphrases
    assert counted.select("paraphrase", "level", "frequency").rows() == [("bluff", "type", 2), ("rare", None, 1)]
