"""What is said of a dataset: what its measures will be correlated with."""

import io
from dataclasses import replace

import polars as pl
import pytest
from rich.console import Console

from idioprobe.report.terminal.datasets import show_dataset
from tests.suites.world import FILLERS, dataset, expression, item, rating


def told(ratings=(), label=None, **counts):
    data = dataset(item(FILLERS), [expression("eager beaver", label=label)], ratings)
    known = data.expressions.with_columns(**{name: pl.lit(value) for name, value in counts.items()})
    console = Console(file=io.StringIO(), width=200)
    show_dataset(replace(data, expressions=known), console)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"ratings": [rating("eager beaver", 1.0)]}, "correlated with the ratings."),
        ({"label": "NC"}, "correlated with the class rank (NC 0, PC 1, C 2)."),
        ({"label": "NC", "ppmi": 3.0}, "correlated with the class rank (NC 0, PC 1, C 2), and ppmi."),
        ({"frequency": 7.0, "ppmi": 3.0}, "without classes either, measures are correlated with frequency, ppmi only."),
        ({"average_frequency": 7.0}, "without ratings or classes there are no correlations, only levels."),
    ],
)
def test_it_says_what_correlations_are_against(given, expected):
    assert expected in told(**given)
