"""Tables of sentences: an expression with its synonyms, variants and similarities."""

from dataclasses import replace

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from idioprobe.data.registry import load_dataset
from idioprobe.papers.garcia2021_eacl.probed import PROBED_EN, PROBED_PT
from idioprobe.papers.garcia2021_eacl.tables import SHOWN
from idioprobe.papers.he2025.tables import FRONT_MAN
from idioprobe.report.tables.examples import shown_sentence
from idioprobe.report.tables.gather import Material
from tests.report.tables.small import FRAMES, table
from tests.support import changed


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
    assert [(labels[-1].replace("comp", "Comp"), cells[-1]) for labels, cells in rows] == [
        (label, frame.format(target)) for label, target in expected
    ]


def test_kinds_of_substitution_are_numbered_as_in_print(data):
    rows = written(make_table("H1", dataset=data))
    assert [tuple(cells[:2]) for _, cells in rows] == [
        *(("1", "Original"), ("2", "NC_Syn"), ("3", "NC_WordsSyn"), ("4", "NC_Comp"), ("", ""), ("5", "NC_Rand*")),
    ]


def test_what_was_made_here_is_marked(data):
    assert any("Made here" in note for note in make_table("H1", dataset=data).notes)
    published = replace(data, stimuli=data.stimuli.with_columns(derived=pl.lit(False)))
    assert not any("Made here" in note for note in make_table("H1", dataset=published).notes)


def test_without_a_naturalistic_sentence_the_neutral_one_is_shown(data):
    neutral = replace(data, stimuli=data.stimuli.filter(pl.col("condition") != "nat"))
    assert written(make_table("H1", dataset=neutral))[0] == (
        ("Original",),
        ["1", "Original", "This is [front man] ."],
    )


def test_results_carry_their_sentences(contextual, data):
    assert written(make_table("H1", contextual)) == written(make_table("H1", dataset=data))


def test_another_expression_can_be_named(data):
    rows = written(make_table("H1", dataset=data, expressions=["PÉ-frio"]))
    assert rows[0][1][-1] == "We saw [pé-frio] there ."


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


HEADINGS = {
    "V5.1": ("Naturalistic sentence", "NC", "NC_Syn", "NC_WordsSyn"),
    "G1-1": ("Naturalistic sentence", "NC", "NC_syn", "NC_synW"),
}


@pytest.mark.parametrize("name", ["V5.1", "G1-1"])
def test_five_expressions_with_one_sentence_each_which_comes_first(data, name):
    grid = make_table(name, dataset=data)
    assert grid.columns == tuple((heading,) for heading in HEADINGS[name])
    assert grid.stubs == 0
    rows = written(grid)
    assert [labels for labels, _ in rows] == [
        *(("field work",), ("ghost town",), ("close call",), ("eager beaver",), ("wet blanket",)),
    ]
    assert rows[3][1] == ["We saw [eager beaver] there .", "eager beaver", "en syn 1", "en words 1"]


def clued(stimuli, expression, item, clue):
    """With a word of the paper's sentence in one of an expression's sentences."""
    there = (pl.col("expression") == expression) & pl.col("item").str.ends_with(item)
    return stimuli.with_columns(pl.when(there).then(pl.col("text") + f" {clue} .").otherwise("text").alias("text"))


def with_clue(data, *clue):
    return replace(data, stimuli=clued(data.stimuli, *clue))


class TestThePapersOwnSentence:
    def test_is_shown_wherever_it_is_among_those_of_the_expression(self, data):
        grid = make_table("V5.1", dataset=with_clue(data, "wet blanket", "nat2", "No Wonder"))
        assert written(grid)[4][1][0] == "Today we all saw [wet blanket] there . No Wonder ."

    def test_so_are_its_minimal_pairs(self, data):
        rows = written(make_table("H1", dataset=with_clue(data, "front man", "nat3", "Catholic")))
        assert rows[1][1][-1] == "On Monday we all saw [en syn 0] over there again . Catholic ."

    def test_where_it_is_absent_another_one_is_said_to_be_shown(self, data):
        there = with_clue(with_clue(data, "wet blanket", "nat2", "no wonder"), "ghost town", "nat1", "deserted")
        assert make_table("G1-1", dataset=there).notes[-1] == (
            "The paper's sentence is not at hand, another one is shown: field work, close call, eager beaver."
        )

    def test_nothing_is_said_of_expressions_that_the_user_names(self, data):
        assert make_table("G1-1", dataset=data, expressions=["grey matter"]).notes[1:] == (
            "The sentences are those of tiny.",
        )

    @pytest.mark.published
    @pytest.mark.parametrize(
        ("expression", "sentence"),
        [("centro comercial", 2), ("arma branca", 3), ("mar aberto", 3), ("gato-pingado", 1), ("pé-frio", 3)],
    )
    def test_is_found_in_ncimp(self, shared_data, expression, sentence):
        data = load_dataset("ncimp", shared_data / "ncimp")
        clues = {name: clue for group in PROBED_PT.values() for name, clue in group.items()}
        material = Material(data.name, data.stimuli, data.expressions, data.ratings)
        shown = shown_sentence(material, "pt", expression, clues[expression])
        assert shown.the_papers
        assert shown.item == f"pt/{expression}/nat{sentence}"

    @pytest.mark.published
    def test_every_clue_fits_one_sentence_at_most(self, shared_data):
        """Of the English sentences only a part is at hand; of the Portuguese ones each clue has its own."""
        data = load_dataset("ncimp", [shared_data / "ncimp", shared_data / "ncimp-en-public"])
        texts = data.stimuli.filter(pl.col("role") == "original", pl.col("condition") == "nat")
        for language, groups in (("en", (*PROBED_EN.values(), SHOWN, FRONT_MAN)), ("pt", PROBED_PT.values())):
            for expression, clue in ((name, clue) for group in groups for name, clue in group.items()):
                own = texts.filter(pl.col("language") == language, pl.col("expression") == expression)["text"]
                found = own.str.to_lowercase().str.contains(clue, literal=True).sum()
                assert found == 1 if language == "pt" else found <= 1, expression


def test_an_expression_without_class_stands_all_the_same(data):
    bare = replace(data, expressions=data.expressions.with_columns(pl.lit(None, pl.String).alias("class")))
    assert written(make_table("H7", dataset=bare))[0][0] == ("", "grey matter")


class TestProbed:
    """Tables 6 and 7 of Garcia et al. (EACL 2021): a block for each probe, with columns of its own."""

    def row(self, grid, *labels):
        found = next(row for row in grid.rows if row.labels == labels)
        return {" ".join(filter(None, column)): cell for label, column, cell in grid.cells() if label == found.labels}

    def test_each_probe_has_its_expressions_with_rating_filler_and_similarity(self, maker):
        grid = table(maker, "G1-6")
        assert "rating: type" in grid.notes[0]
        assert [row.labels for row in grid.rows] == [("P1", "music journalist")]
        shown = self.row(grid, "P1", "music journalist")
        assert {name: cell.text for name, cell in shown.items()} == {
            "Sentence": "We saw [music journalist] there .",
            "HC": "3.50",
            "NC_syn": "en syn 7",
            "alpha sim P1": "0.89",
            "vectors.txt sim P1": "0.44",
        }

    def test_portuguese_has_a_table_of_its_own(self, maker):
        grid = table(maker, "G1-7")
        elephant = self.row(grid, "P2", "elefante branco")
        assert (elephant["w_i"].text, elephant["alpha sim P2"].text) == ("elefante", "0.80")
        assert self.row(grid, "P3", "arma branca")["NC_synW"].text == "pt words 2"

    def test_the_fourth_probe_has_averages_over_sentences_and_contextual_models_only(self, maker):
        shown = self.row(table(maker, "G1-7"), "P4", "lua nova")
        assert list(shown) == ["Sentence", "HC", "alpha sim in-out", "alpha Avg NAT", "alpha Avg NEU"]
        assert {shown[f"alpha {name}"].text for name in ("sim in-out", "Avg NAT", "Avg NEU")} == {"0.60"}
        assert (shown["alpha Avg NAT"].n, shown["alpha Avg NEU"].n) == (3, 1)

    def test_without_a_contextual_model_there_is_no_fourth_probe(self, static):
        grid = make_table("G1-6", static, expressions=["eager beaver"])
        assert [row.labels[0] for row in grid.rows] == ["P1", "P2", "P3"]
        assert grid.notes[-1] == "P4 is about contextual models; none is among these."

    def test_other_expressions_can_be_named(self, maker):
        rows = [row.labels for row in table(maker, "G1-6", expressions=("eager beaver",)).rows]
        assert rows == [(probe, "eager beaver") for probe in ("P1", "P2", "P3", "P4")]

    def test_a_model_that_knows_only_english_leaves_portuguese_empty(self, maker):
        grid = table(maker, "G1-7")
        texts = {cell.text for _, column, cell in grid.cells() if column[0] == "vectors.txt"}
        assert texts == {""}

    def test_the_sentence_is_the_papers(self, contextual):
        there = changed(contextual, stimuli=clued(contextual.stimuli, "arma branca", "nat3", "foices"))
        shown = self.row(make_table("G1-7", there), "P3", "arma branca")
        assert shown["Sentence"].text == "On Monday we all saw [arma branca] over there again . foices ."
