"""What `data validate` says can be measured, can be."""

import io

from idioprobe.report.terminal.console import PlainConsole
from idioprobe.report.terminal.datasets import show_dataset
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
