"""Mean against median judgments (G1 §3.1)."""

import pytest
from scipy.stats import spearmanr

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from idioprobe.papers.beside.grids import reported_grid
from tests.report.tables.small import cells, texts, write_rows

HEADER = ("annotator", "expression", "language", "sentence", "score", "head")
SCORES = {
    "front man": ((0, 0, 5), (1, 1, 1)),
    "ghost town": ((1, 2, 2), (0, 1, 2)),
    "close call": ((3, 3, 1), (2, 2, 5)),
    "field work": ((4, 5, 5), (5, 5, 4)),
}
"""By expression the scores of three annotators in two sentences."""


@pytest.fixture(scope="module")
def raw(tmp_path_factory):
    rows = [
        (f"a{who}", name, "en", number, score, 5 - score)
        for name, sentences in SCORES.items()
        for number, scores in enumerate(sentences, 1)
        for who, score in enumerate(scores)
    ]
    return write_rows(tmp_path_factory.mktemp("raw") / "raw.csv", HEADER, rows)


def middle(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def expected(groups):
    return spearmanr([sum(g) / len(g) for g in groups], [middle(g) for g in groups]).statistic


def test_the_correlation_is_over_expressions_and_over_sentences(raw):
    found = cells(make_table("G1-median", annotations=raw))
    pooled = [one + other for one, other in SCORES.values()]
    apart = [scores for sentences in SCORES.values() for scores in sentences]
    for level, groups in (("per expression", pooled), ("per sentence", apart)):
        cell = found["EN", level, "NC"]
        assert cell.value == pytest.approx(expected(groups))
        assert cell.n == len(groups)
    assert found["EN", "per expression", "NC"].value < 1
    assert found["EN", "per expression", "Head"].value == pytest.approx(expected([[5 - s for s in g] for g in pooled]))
    assert ("EN", "per expression", "Modifier") not in found


def test_without_annotators_there_is_no_median(tmp_path):
    means = write_rows(tmp_path / "means.csv", HEADER[1:], [("front man", "en", 1, 2.5, 1)])
    with pytest.raises(ConfigError, match=r"G1-median needs a raw table .*means\.csv holds means"):
        make_table("G1-median", annotations=means)
    with pytest.raises(ConfigError, match=r"G1-median needs a raw table of annotations"):
        make_table("G1-median")


def test_the_papers_own_are_kept():
    assert texts(reported_grid("G1-median")) == {
        ("EN", "per expression", "NC"): "0.98",
        ("PT", "per expression", "NC"): "0.96",
    }
