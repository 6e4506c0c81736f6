"""Tables 5 and 6 of the ACL paper, and its third experiment: a user's annotations and counts."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import evaluate, make_table
from idioprobe.core.errors import ConfigError
from idioprobe.core.requests import Request, parse_spans
from idioprobe.core.tables import EXPRESSIONS, NO_COUNTS, NOUN_COMPOUND, RATINGS, STIMULI
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header
from idioprobe.make.enrich import with_annotations, with_association
from idioprobe.papers.beside.compare import compare_with_reported
from idioprobe.papers.reported import load_reported
from idioprobe.report.tables.fill import Options
from tests.report.tables.small import Planned, cells, table, texts, turned, write_rows
from tests.support import close_to

NAMES = ("red tape", "night owl", "tea cup", "car key", "gold mine", "sea dog", "fish tank", "book end")
CLASSES = ("NC", "NC", "NC", "PC", "C", "C", "C", "C")
APART = (0.1, 0.3, 0.2, 0.4, 0.5, 0.7, 0.6, 0.8)
"""How far an expression's sentences are turned away from the first, in radians times `TURNS`."""
TURNS = {1: 0, 2: 1, 3: 3}
FREQUENCY = (8, 7, 6, 5, 4, 3, 2, 1)


def angle(i, sentence):
    return APART[i] * TURNS[sentence] / 2


@pytest.fixture(scope="module")
def predicted():
    stimuli, expressions, ratings = [], [], []
    for i, name in enumerate(NAMES):
        modifier, head = name.split()
        components = modifier_and_head(name, modifier, head)
        expressions.append((name, "en", components, NOUN_COMPOUND, CLASSES[i], False, *NO_COUNTS))
        ratings.append((name, "en", None, "expression", "type", float(i), None, None))
        for sentence in (1, 2, 3):
            text = f"In {sentence} we saw {name} ."
            start = text.index(name)
            item = (f"en/{name}/nat{sentence}", name, "en", "nat", sentence, "original", 0)
            stimuli.append((*item, text, f"{start}:{start + len(name)}", False))
        for role, word in (("original", name), ("modifier", modifier), ("head", head)):
            stimuli.append((f"en/{name}/none", name, "en", "none", None, role, 0, word, f"0:{len(word)}", False))
    return Dataset(
        Header(name="predicted", labelling="hand"),
        pl.DataFrame(stimuli, schema=STIMULI, orient="row"),
        pl.DataFrame(expressions, schema=EXPRESSIONS, orient="row"),
        pl.DataFrame(ratings, schema=RATINGS, orient="row"),
    )


def annotated(i, sentence):
    """Means of expression, head and modifier: in every sentence as far from the others as the vectors are turned."""
    return (1.0 + APART[i] * TURNS[sentence] / 2, 2.0, 3.0)


@pytest.fixture(scope="module")
def result(predicted, tmp_path_factory):
    folder = tmp_path_factory.mktemp("prediction")
    rows = [(name, "en", s, *annotated(i, s)) for i, name in enumerate(NAMES) for s in (1, 2, 3)]
    path = write_rows(folder / "means.csv", ("expression", "language", "sentence", "score", "head", "modifier"), rows)
    counts = write_rows(
        folder / "counts.csv",
        ("expression", "frequency", "ppmi"),
        [(name.upper(), FREQUENCY[i], i % 2) for i, name in enumerate(NAMES)],
    )
    full = with_association(with_annotations(predicted, path), counts)
    targets, sentences = {}, {}
    for row in predicted.stimuli.iter_rows(named=True):
        i = NAMES.index(row["expression"])
        turn = np.cos(angle(i, row["sentence"] or 1) if row["condition"] == "nat" else 0.05 * i)
        key = Request(row["text"], parse_spans(row["spans"]))
        targets[key] = sentences[row["text"]] = turned(turn)
    return evaluate(
        Planned((targets, sentences)),
        full,
        suites=("prediction",),
        conditions=("nat",),
        cache_dir=folder,
        resamples=100,
    )


def test_the_frequency_of_the_users_table_is_correlated(result):
    found = cells(make_table("G2-5", result))
    alone = [np.mean([np.cos(angle(i, s) - 0.05 * i) for s in (1, 2, 3)]) for i in range(len(NAMES))]
    cell = found["English", "alpha", "NC_out", "type level", "freq"]
    assert cell.value == pytest.approx(spearmanr(alone, FREQUENCY).statistic)
    assert cell.n == len(NAMES)
    token = found["English", "alpha", "NC_out", "token level", "freq"]
    assert token.n == 3 * len(NAMES)
    assert found["English", "alpha", "NC_out", "type level", "PP"].value is not None


def test_prediction_takes_the_ratings_of_the_papers_levels(result):
    found = cells(make_table("G2-5", result))
    values = [(np.cos(angle(i, s) - 0.05 * i), annotated(i, s)[0]) for i in range(len(NAMES)) for s in (1, 2, 3)]
    token = found["English", "alpha", "NC_out", "token level", "pred"]
    assert token.value == pytest.approx(spearmanr(*zip(*values, strict=True)).statistic, abs=0.02)


def test_without_portuguese_its_rows_are_empty_and_said_to_be(result):
    grid = make_table("G2-5", result)
    assert texts(grid)["Portuguese", "alpha", "NC_out", "type level", "pred"] == ""
    assert any("languages pt" in note for note in grid.notes)


def test_annotators_and_model_that_agree_in_every_expression_have_minus_one(result):
    found = cells(make_table("G2-6", result))
    for group, size in (("Total", 8), ("Idiomatic", 3), ("Composit.", 4)):
        cell = found["English", "alpha", group, "ave. ρ"]
        assert cell.text == "-1.000"
        assert cell.n == size
        assert found["English", "alpha", group, "StDev"].value == close_to(0)


def test_a_group_of_one_has_no_spread(result):
    found = cells(make_table("G2-6", result))
    assert found["English", "alpha", "Part. Comp.", "ave. ρ"].n == 1
    assert found["English", "alpha", "Part. Comp.", "StDev"].text == ""


def test_the_spread_of_three_cosines_goes_with_that_of_the_ratings(result):
    spreads = [
        np.std([np.cos(angle(i, a) - angle(i, b)) for a, b in combinations((1, 2, 3), 2)], ddof=1)
        for i in range(len(NAMES))
    ]
    human = [np.std([annotated(i, s)[0] for s in (1, 2, 3)], ddof=1) for i in range(len(NAMES))]
    cell = cells(make_table("G2-spread", result))["EN", "all", "alpha"]
    assert cell.value == pytest.approx(spearmanr(spreads, human).statistic)
    assert cell.text == "1.00"


def test_without_means_of_head_and_modifier_the_table_says_what_is_needed(contextual):
    with pytest.raises(
        ConfigError, match=r"G2-6 cannot be filled; missing from these results: .*across_annotators.*--annotations"
    ):
        make_table("G2-6", contextual)


def test_counts_are_asked_for_only_where_they_lack(result, one):
    def notes(grid):
        return " ".join(grid.notes)

    assert "--association" not in notes(make_table("G2-5", result))
    assert "ratings frequency, ppmi (idioprobe run --association FILE)" in notes(table(one, "G2-5"))


def test_a_caption_says_which_words_are_summed(one):
    caption = table(one, "G2-5").rests_on
    assert "the words that are summed are as the dataset lists them." in caption


class TestCordeiro:
    """The paper's table 5 ends with the best number of earlier work; a user's table has no number of others."""

    ROW = ("English", "Cordeiro et al. (2019) †")

    def test_it_is_not_in_a_table_of_the_users_models(self, one):
        grid = table(one, "G2-5")
        assert not any("Cordeiro" in label for row in grid.rows for label in row.labels)
        assert not any("reported" in note for note in grid.notes)

    def test_it_stands_once_beside_all_reported_models(self, one):
        grid = compare_with_reported(one, "G2-5", Options()).table
        assert [row.labels for row in grid.rows].count(self.ROW) == 1

    def test_the_portuguese_number_cannot_be_read(self):
        row = load_reported("G2-5").filter(pl.col("model") == "Cordeiro et al. (2019)", language="pt")
        assert set(row["state"]) == {"unreadable", "missing"}
