"""The best layer is chosen on half of the expressions and scored on the other half."""

import polars as pl
import pytest

from idioprobe.core.tables import EXPRESSIONS
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.headline import Headline
from idioprobe.suites.layers import best_of, halves, sweeps
from tests.support import close_to

HOW = Resampling(200, 3)
NAMES = [f"expression {i:02}" for i in range(16)]
ONE, OTHER = ({NAMES[i] for i in half} for half in halves(16, HOW.seed))


def scores(view, values, unit="sentence", language="en"):
    """By expression, the value of each of its sentences."""
    rows = [
        (f"{name}/nat{i}", name, language, "nat", unit, view, "pref_words", value)
        for name, own in values.items()
        for i, value in enumerate(own)
    ]
    columns = ("item", "expression", "language", "condition", "unit", "view", "measure", "value")
    return pl.DataFrame(rows, schema=list(columns), orient="row")


def constant(view, value, **more):
    return scores(view, {name: [value] for name in NAMES}, **more)


LUCKY = scores("mean@1", {name: [1.0 if name in ONE else 0.0] for name in NAMES})


def test_luck_on_the_half_that_chooses_does_not_count_in_the_score():
    best = best_of([constant("mean@0", 0.5), LUCKY, constant("mean@2", 0.75)], HOW)
    assert (best.view, best.value, best.chosen_on, best.scored_on) == ("mean@1", 0.0, 8, 8)
    assert (best.ci_low, best.ci_high) == (0.0, 0.0)


def test_the_half_that_scores_does_not_choose():
    unlucky = scores("mean@1", {name: [1.0 if name in OTHER else 0.0] for name in NAMES})
    assert best_of([constant("mean@0", 0.5), unlucky], HOW).view == "mean@0"


def test_an_expression_counts_once_however_many_sentences_it_has():
    first, *others = sorted(ONE)
    many = {name: [0.0] for name in NAMES} | {first: [1.0] * 100} | {name: [0.25] for name in others}
    best = best_of([constant("mean@0", 0.5), scores("mean@1", many)], HOW)
    assert best.view == "mean@0"


def test_expressions_that_a_layer_does_not_have_do_not_count():
    some = scores("mean@1", {name: [1.0] for name in NAMES[:6]})
    best = best_of([constant("mean@0", 0.5), some], HOW)
    assert (best.view, best.chosen_on, best.scored_on, best.value) == ("mean@1", 3, 3, 1.0)
    assert best.ci_low is None


def test_layers_that_are_as_good_are_named():
    best = best_of([constant("mean@0", 0.5), constant("mean@1", 0.5), constant("mean@2", 0.25)], HOW)
    assert (best.view, best.equals) == ("mean@0", ("mean@1",))


def test_one_expression_cannot_choose_and_be_scored():
    single = [scores(view, {"one": [1.0]}) for view in ("mean@0", "mean@1")]
    assert best_of(single, HOW) is None


@pytest.mark.parametrize("count", [2, 5, 16, 33])
def test_halves_are_random_but_the_same_for_a_seed(count):
    one, other = halves(count, seed=7)
    assert sorted([*one, *other]) == list(range(count))
    assert len(one) - len(other) in (0, 1)
    assert (one, other) == halves(count, seed=7)


def test_other_seeds_make_other_halves():
    assert len({tuple(sorted(halves(16, seed)[0])) for seed in range(10)}) == 10


def headline(view, unit="sentence", language="en"):
    place = (language, view, unit, "nat", "all", "pref_words")
    return Headline("idiom score", *place, 0.5, None, None, n=16, chance=0.5)


def test_languages_and_units_have_a_best_layer_each_and_one_layer_is_no_sweep():
    views = ("mean@0", "mean@1")
    told = [
        *(headline(view, unit) for view in views for unit in ("sentence", "target")),
        headline("mean@0", language="pt"),
    ]
    values = {("mean@0", "sentence"): 0.1, ("mean@1", "sentence"): 0.2, ("mean@0", "target"): 0.4}
    values["mean@1", "target"] = 0.3
    made = pl.concat(constant(view, value, unit=unit) for (view, unit), value in values.items())
    found = list(sweeps(told, made, pl.DataFrame(schema=EXPRESSIONS), HOW))
    assert [(sweep.first.unit, sweep.best.view, sweep.best.value) for sweep in found] == [
        ("sentence", "mean@1", close_to(0.2)),
        ("target", "mean@0", close_to(0.4)),
    ]
