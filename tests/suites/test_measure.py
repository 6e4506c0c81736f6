"""A measure is one declaration, and one that cannot be computed cannot be declared."""

from dataclasses import replace

import pytest

from idioprobe.suites.catalogue import BY_NAME, MEASURES, SUITES
from idioprobe.suites.measure import HIGH, LOW, Measure, can_run, comparisons_of, missing_roles
from idioprobe.suites.pairs.comparisons import RAND, SYN

WORDS = {"title": "t", "definition": "d", "written": "w", "source": "s"}


def test_a_measure_without_a_formula_cannot_be_made():
    with pytest.raises(TypeError, match="formula"):
        Measure(name="sim_new", **WORDS)


def test_nor_one_whose_formula_computes_nothing():
    with pytest.raises(TypeError, match="sim_new: its formula is not a function"):
        Measure(name="sim_new", formula="cos(a, b)", **WORDS)


def test_every_measure_says_what_it_is_and_where_it_comes_from():
    for measure in MEASURES:
        assert all((measure.title, measure.definition, measure.written, measure.source)), measure.name
        assert measure.better in ("higher", "lower", None)


def test_names_are_those_of_one_measure_each():
    assert len(BY_NAME) == len(MEASURES)
    assert {measure.name for suite in SUITES.values() for measure in suite.measures} <= set(BY_NAME)


def test_suites_are_found_in_their_order():
    orders = [suite.order for suite in SUITES.values()]
    assert orders == sorted(orders)
    assert {"probes", "prediction", "epsilon"} <= set(SUITES)


def test_an_ideal_of_a_class_goes_before_that_of_all():
    measure = replace(BY_NAME["simr_words"], ideal=HIGH)
    assert measure.ideal_of() == measure.ideal_of("C") == HIGH
    assert measure.ideal_of("NC") == LOW
    assert BY_NAME["pred_out"].ideal_of("NC") is None


def test_comparisons_are_needed_once():
    assert comparisons_of([BY_NAME["sim_syn"], BY_NAME["aff_syn_rand"], BY_NAME["sim_rand"]]) == (SYN, RAND)


def test_what_a_measure_lacks_is_named():
    roles = {"nat": {"original", "syn"}, "none": {"head"}}
    assert missing_roles(BY_NAME["aff_syn_rand"], "nat", roles) == {"rand"}
    assert missing_roles(BY_NAME["ctx_nat_neut"], "nat", roles) == {"neutral"}
    assert missing_roles(BY_NAME["pred_out_comp"], "nat", roles) == {"modifier alone"}
    assert can_run(BY_NAME["sim_syn"], "nat", roles)
    assert not can_run(BY_NAME["sim_syn"], "none", {"none": {"original", "syn"}})
