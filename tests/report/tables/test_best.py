"""The best of a table is bold, and so is what cannot be told from it; where no direction is better, nothing is."""

import numpy as np
import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.report.tables.best import better
from idioprobe.report.tables.render import to_markdown
from tests.papers.test_beside import compared
from tests.report.tables.small import cells, table
from tests.support import changed

BOLD = "Bold marks the best model and those that cannot be told from it"


def bold(grid):
    return {key for key, cell in cells(grid).items() if cell.bold}


@pytest.mark.parametrize(
    ("measure", "statistic", "group", "expected"),
    [
        ("sim_syn", "mean", "all", "higher"),
        ("sim_rand", "mean", "all", "lower"),
        ("sim_comp", "mean", "all", None),
        ("sim_syn", "mean", "C", None),
        ("sim_syn", "sd", "all", None),
        ("sim_comp", "rho_type", "all", "higher"),
        ("aff_syn_words", "rho_type", "no_overlap", "lower"),
        ("sim_syn", "rho_type", "all", None),
        ("simr_ratio", "mean", "all", None),
    ],
)
def test_the_measure_says_which_direction_is_better(measure, statistic, group, expected):
    assert better({"measure": measure, "statistic": statistic, "group": group}) == expected


def test_the_better_of_two_levels_is_bold(maker):
    grid = table(maker, "H11")
    found = bold(grid)
    assert ("P_Syn", "alpha", "EN-Nat", "mean") in found
    assert ("P_Syn", "vectors.txt", "EN-Nat", "mean") not in found
    assert not any(key[0] in ("P_Comp", "P_WordsSyn") or key[3] == "std" for key in found)
    assert any(note.startswith(BOLD) for note in grid.notes)


def test_equal_models_are_both_bold(maker):
    found = bold(table(maker, "H11"))
    assert {("P_Rand", name, "EN-Nat", "mean") for name in ("alpha", "vectors.txt")} <= found


def test_one_that_cannot_be_told_from_the_best_is_bold_too(contextual):
    noise = np.random.default_rng(0).normal(0, 0.5, len(contextual.scores))
    noisy = contextual.scores.with_columns(value=pl.col("value") + pl.Series(noise))
    mean = noisy.filter(
        language="en", condition="nat", unit="target", view="mean@last4", measure="sim_syn", expression="front man"
    )
    assert len(mean)
    other = changed(contextual, scores=noisy, info=contextual.info | {"digits": "0123abcd"})
    lower = pl.when(pl.col("measure") == "sim_syn").then(pl.col("value") - 0.001).otherwise(pl.col("value"))
    summary = contextual.summary.with_columns(value=lower)
    found = bold(make_table("H11", [contextual, changed(other, summary=summary)]))
    assert len({key[1] for key in found if key[::2] == ("P_Syn", "EN-Nat")}) == 2


def test_one_model_alone_is_not_the_best(one):
    grid = table(one, "H11")
    assert not bold(grid)
    assert not any(note.startswith("Bold") for note in grid.notes)


def test_a_correlation_is_best_in_the_predicted_direction(maker):
    grid = table(maker, "H5")
    assert {key[0] for key in bold(grid)} == {"A_Syn|WordsSyn"}
    assert any("in the direction that linguistics predicts" in note for note in grid.notes)


def test_beside_reported_numbers_nothing_is_bold(contextual):
    assert not bold(compared(contextual, "H11").table)


def test_it_is_bold_in_markdown(maker):
    assert "| P_Syn | alpha | **0.550** |" in to_markdown(table(maker, "H11"))
