"""What is said of a dataset: what can be measured can be, and what it will be correlated with."""

import io
from dataclasses import replace

import polars as pl
import pytest
from rich.console import Console

from idioprobe.data.folder import read_folder
from idioprobe.report.terminal.console import PlainConsole
from idioprobe.report.terminal.datasets import show_dataset, show_expression
from tests.run.parted import write_parted
from tests.suites.world import FILLERS, dataset, expression, item, rating

NAME = "eager beaver"


def shown(data):
    out = io.StringIO()
    show_dataset(data, PlainConsole(file=out, width=5000))
    able, *unable = (line for line in out.getvalue().splitlines() if "easures for en" in line or "Not for en" in line)
    return able, "".join(unable)


def sentences(count, condition="nat"):
    return [row for i in range(1, count + 1) for row in item(FILLERS, sentence=i, condition=condition)]


def rated(count, *targets):
    return [rating(NAME, 2.0, i, target=target) for i in range(1, count + 1) for target in targets]


def test_what_needs_judgments_of_sentences_is_not_promised_without_them():
    able, unable = shown(dataset(sentences(3), [expression(NAME)], rated(3, "expression")))
    assert "across_annotators" not in able
    assert "across_annotators (ratings of sentences for expression, head, modifier)" in unable
    assert "across_spread (nat)" in able


def test_with_them_it_is():
    able, _ = shown(dataset(sentences(3), [expression(NAME)], rated(3, "expression", "head", "modifier")))
    assert "across_annotators (nat)" in able


def test_what_is_measured_over_sentences_needs_some():
    able, unable = shown(dataset(sentences(2), [expression(NAME)], rated(2, "expression", "head", "modifier")))
    assert "across" not in able
    assert "across_annotators (3 sentences of an expression, rated)" in unable
    assert "across_spread (3 sentences of an expression)" in unable


def test_a_condition_that_is_not_there_is_named():
    _, unable = shown(dataset(sentences(1), [expression(NAME)]))
    assert "out_syn (expressions without a sentence)" in unable
    _, unable = shown(dataset(sentences(1, "neut"), [expression(NAME)]))
    assert "ctx_nat_neut (a sentence)" in unable
    assert "()" not in unable


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


def test_each_part_of_an_expression_is_marked_where_it_stands(tmp_path):
    out = io.StringIO()
    show_expression(read_folder(write_parted(tmp_path / "parted")), "give up", PlainConsole(file=out, width=500))
    assert "She [gave] the whole idea [up]." in out.getvalue()
    assert "She [abandoned] the whole idea." in out.getvalue()
