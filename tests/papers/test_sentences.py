"""Tables of sentences: an expression with its synonyms, variants and similarities."""

from dataclasses import replace

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from tests.report.tables.small import FRAMES, table


def written(grid):
    return [(row.labels, [cell.text for cell in row.cells]) for row in grid.rows]


@pytest.mark.parametrize("name", ["H1", "V4.4"])
def test_a_naturalistic_sentence_with_every_substitution(data, name):
    rows = written(make_table(name, dataset=data))
    frame = FRAMES["nat1"]
    expected = [
        ("Original", "[front man]"),
        ("NC_Syn", "[en syn 0]"),
        ("NC_WordsSyn", "[en words 0]"),
        ("NC_Comp", "[man]"),
        ("NC_Comp", "[front]"),
        ("NC_Rand*", "[en rand 0]"),
    ]
    expected += [("W_Rand", "[en words_alt 0]")] if name == "V4.4" else []
    assert [(labels[-1].replace("comp", "Comp"), *cells) for labels, cells in rows] == [
        (label, frame.format(target)) for label, target in expected
    ]


def test_what_was_made_here_is_marked(data):
    assert any("Made here" in note for note in make_table("H1", dataset=data).notes)
    published = replace(data, stimuli=data.stimuli.with_columns(derived=pl.lit(False)))
    assert not any("Made here" in note for note in make_table("H1", dataset=published).notes)


def test_without_a_naturalistic_sentence_the_neutral_one_is_shown(data):
    neutral = replace(data, stimuli=data.stimuli.filter(pl.col("condition") != "nat"))
    assert written(make_table("H1", dataset=neutral))[0] == (("Original",), ["This is [front man] ."])


def test_results_carry_their_sentences(contextual, data):
    assert written(make_table("H1", contextual)) == written(make_table("H1", dataset=data))


def test_another_expression_can_be_named(data):
    rows = written(make_table("H1", dataset=data, expressions=["PÉ-frio"]))
    assert rows[0][1] == ["We saw [pé-frio] there ."]


def test_a_dataset_without_the_papers_expression_says_so(data):
    with pytest.raises(
        ConfigError, match=r"H1 is about no such; tiny has none of them; name others with `expressions`"
    ):
        make_table("H1", dataset=data, expressions=["no such"])


def test_six_expressions_by_class_with_three_sentences(data):
    rows = written(make_table("H7", dataset=data))
    assert [labels for labels, _ in rows] == [
        ("Compositional", "grey matter"),
        ("Compositional", ""),
        ("Compositional", ""),
        ("Idiomatic", "eager beaver"),
        ("Idiomatic", ""),
        ("Idiomatic", ""),
    ]
    assert rows[3][1] == ["en syn 1", "en words 1", "S1: We saw [eager beaver] there ."]
    assert rows[4][1] == ["", "", "S2: Today we all saw [eager beaver] there ."]


@pytest.mark.parametrize("name", ["V5.1", "G1-1"])
def test_five_expressions_with_one_sentence_each(data, name):
    grid = make_table(name, dataset=data)
    flat = [" ".join([*labels, *sorted(cells)]) for labels, cells in written(grid)]
    assert [row.labels[-1] for row in grid.rows] == [
        *("field work", "ghost town", "close call", "eager beaver", "wet blanket"),
    ]
    assert flat[3] == "eager beaver We saw [eager beaver] there . en syn 1 en words 1"


def test_an_expression_without_class_stands_all_the_same(data):
    bare = replace(data, expressions=data.expressions.with_columns(pl.lit(None, pl.String).alias("class")))
    assert written(make_table("H7", dataset=bare))[0][0] == ("", "grey matter")


def by_column(grid, row):
    """A row's cells by their column; a model's own similarity is the first of its columns."""
    found = {}
    for labels, cell in zip(grid.columns, row.cells, strict=True):
        name = " ".join(labels)
        found.setdefault(name.removesuffix(" sim"), cell)
    return found


class TestProbed:
    def row(self, grid, *labels):
        return by_column(grid, next(row for row in grid.rows if row.labels == labels))

    def test_each_probe_has_its_expressions_with_rating_filler_and_similarity(self, maker):
        grid = table(maker, "G1-6")
        assert [row.labels for row in grid.rows] == [("P1", "music journalist")]
        shown = self.row(grid, "P1", "music journalist")
        assert shown["Sentence"].text == "We saw [music journalist] there ."
        assert shown["HC"].text == "3.50"
        assert shown["Filler"].text == "en syn 7"
        assert shown["alpha"].text == "0.89"
        assert shown["vectors.txt"].text == "0.44"

    def test_portuguese_has_a_table_of_its_own(self, maker):
        grid = table(maker, "G1-7")
        elephant = self.row(grid, "P2", "elefante branco")
        assert (elephant["Filler"].text, elephant["alpha"].text) == ("elefante", "0.80")
        assert self.row(grid, "P3", "arma branca")["Filler"].text == "pt words 2"
        moon = self.row(grid, "P4", "lua nova")
        assert (moon["Filler"].text, moon["alpha"].text) == ("", f"{0.5 + 0.05 * 2:.2f}")

    def test_averages_are_over_the_sentences_of_each_condition(self, maker):
        shown = self.row(table(maker, "G1-7"), "P4", "lua nova")
        assert shown["alpha Avg NAT"].text == shown["alpha Avg NEU"].text == "0.60"
        assert (shown["alpha Avg NAT"].n, shown["alpha Avg NEU"].n) == (3, 1)

    def test_other_expressions_can_be_named(self, maker):
        rows = [row.labels for row in table(maker, "G1-6", expressions=("eager beaver",)).rows]
        assert rows == [(probe, "eager beaver") for probe in ("P1", "P2", "P3", "P4")]

    def test_a_model_that_knows_only_english_leaves_portuguese_empty(self, maker):
        grid = table(maker, "G1-7")
        assert {by_column(grid, row)["vectors.txt"].text for row in grid.rows} == {""}
