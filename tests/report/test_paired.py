"""The paired difference of two models says better and worse where the measure has a direction."""

import polars as pl
import pytest

from idioprobe.report.paired import paired_grid
from idioprobe.suites.paired import HIGHER, LOWER, PAIRED, TIED


def verdict(measure, said, statistic="mean"):
    row = {"language": "en", "condition": "nat", "unit": "target", "group": "all", "measure": measure}
    row |= {"statistic": statistic, "a": 0.5, "b": 0.4, "difference": -0.001, "ci_low": -0.002, "ci_high": 0.1}
    row |= {"verdict": said, "n": 9, "expressions": 9, "only_a": 0, "only_b": 0, "method": "mean; resampled"}
    cells = paired_grid(("A", "B"), pl.DataFrame([row], schema=PAIRED)).rows[0].cells
    return cells[4].text, cells[4].tone, [cell.text for cell in cells[2:4]]


@pytest.mark.parametrize(
    ("measure", "said", "expected"),
    [
        ("sim_syn", HIGHER, ("A better", "better")),
        ("sim_syn", LOWER, ("A worse", "worse")),
        ("sim_rand", HIGHER, ("A worse", "worse")),
        ("sim_words", HIGHER, ("A higher", "")),
        ("sim_syn", TIED, ("≈", "")),
    ],
)
def test_the_verdict_goes_by_the_direction_of_the_measure(measure, said, expected):
    assert verdict(measure, said)[:2] == expected


def test_correlations_are_higher_or_lower():
    assert verdict("sim_syn", LOWER, "rho_type")[0] == "A lower"


def test_what_rounds_to_nothing_has_no_sign():
    assert verdict("sim_syn", TIED)[2] == ["0.00", "[0.00, 0.10]"]
