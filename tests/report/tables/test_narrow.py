"""Tables of some units and conditions, or of others than the paper's; of the top dimensions; of every layer."""

import polars as pl
import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from tests.report.tables.small import alpha, cells, mean_similarity, of_models, rho, run, table, texts
from tests.support import changed


def labels(grid, level):
    return list(dict.fromkeys(row.labels[level] for row in grid.rows))


class TestUnits:
    def test_what_the_paper_shows_of_targets_can_be_seen_of_sentences(self, one):
        plain, other = table(one, "H5"), table(one, "H5", units=("sentence",))
        assert other.title == "ρ of affinities with compositionality, sentence unit"
        assert texts(plain)["A_Syn|WordsSyn", "EN-Nat", "alpha"] == "1.00"
        assert texts(other)["A_Syn|WordsSyn", "EN-Nat", "alpha"] == "-1.00"
        assert "The unit is sentence, not the paper's." in other.notes
        assert not any(note.startswith("The unit is") for note in table(one, "H5", units=("target",)).notes)

    def test_a_table_of_both_keeps_one(self, one):
        assert labels(table(one, "H16", units=("target",)), 0) == ["NC"]
        assert {column[1] for column in table(one, "G1-2", units=("sentence",)).columns} == {"ρ Sent"}

    def test_one_at_a_time_where_a_table_has_one(self, one):
        with pytest.raises(ConfigError, match="`units` sentence,target: H5 is about one at a time; name one"):
            table(one, "H5", units=("sentence", "target"))

    def test_what_a_measure_does_not_have_is_named(self, one):
        with pytest.raises(ConfigError, match=r"G1-4 cannot be filled; .*: measures ctx_in_out in the sentence unit\."):
            table(one, "G1-4", units=("sentence",))

    def test_an_unknown_one_is_refused_with_those_there_are(self, one):
        with pytest.raises(ConfigError, match="`units` word: one of target, sentence"):
            table(one, "H5", units=("word",))


class TestConditions:
    def test_rows_of_other_conditions_go(self, one):
        assert labels(table(one, "H5", conditions=("neut",)), 1) == ["EN-Neut", "PT-Neut"]

    def test_a_model_s_own_columns_go_too(self, maker):
        columns = [labels[1:] for labels in table(maker, "G1-3", conditions=("nat",)).columns]
        assert columns[:2] == [("vectors.txt", "NAT/NEU"), ("alpha", "NAT")]

    def test_one_that_a_table_does_not_have_is_refused_with_those_it_has(self, one):
        with pytest.raises(ConfigError, match="`conditions` none: H5 has nat, neut"):
            table(one, "H5", conditions=("none",))

    @pytest.mark.parametrize("name", ["H5", "H10", "V5.7"])
    def test_other_neutral_sentences_than_the_papers_have_lines_of_their_own(self, contextual, name):
        short = contextual.summary.filter(condition="neut")
        long = short.with_columns(condition=pl.lit("neut_long"))
        both = changed(contextual, summary=pl.concat([contextual.summary, long]))
        made, before = (
            make_table(name, result, conditions=(condition,))
            for result, condition in ((both, "neut_long"), (contextual, "neut"))
        )
        named = str([made.columns, [row.labels for row in made.rows]])
        assert "EN-NeutLong" in named
        assert "EN-Neut'" not in named

        def values(grid):
            return [cell.value for row in grid.rows for cell in row.cells if not cell.reference]

        assert values(made) == values(before)

    def test_results_without_such_sentences_say_so(self, one):
        with pytest.raises(ConfigError, match="H10 cannot be filled; missing from these results: conditions neut_long"):
            table(one, "H10", conditions=("neut_long",))

    def test_where_there_is_nothing_to_choose_it_is_said(self, one):
        notes = table(one, "H-ratio", units=("target",), top=3).notes
        assert "Without effect on this table: `top`." in notes


class TestTop:
    def test_the_top_dimensions_are_another_reading_of_table_16(self, one, contextual):
        every, top, named = table(one, "H16"), table(one, "H16", top=3), table(one, "H16-top")
        assert [row.cells for row in top.rows] == [row.cells for row in named.rows]
        assert top.title == named.title == "ρ of P_Syn before and after standardising the top dimensions"
        assert any(note.startswith("The top dimensions are the 3 ") for note in named.notes)
        summary = contextual.summary.filter(
            measure="sim_syn_ztop", statistic="rho_plain", language="en", condition="nat", unit="target", group="all"
        )
        assert cells(named)["NC", "EN-Nat", "alpha"].value == summary["value"].item()
        assert any("H16-top" in note for note in every.notes)
        assert not any(note.startswith("All dimensions") for note in top.notes)

    def test_as_many_as_the_run_took(self, one):
        with pytest.raises(ConfigError, match=r"`top` 5: these results have the top 3 dimensions; .*--rogue 5"):
            table(one, "H16", top=5)
        with pytest.raises(ConfigError, match="`top` 0: a whole number from 1 on"):
            table(one, "H16", top=0)


@pytest.fixture(scope="module")
def layers(data, tmp_path_factory):
    views = ("mean@1", "mean@2", "mean@last4")
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"), views=views, languages=("en",))


class TestEveryView:
    def test_table_16_layer_by_layer(self, layers):
        grid = make_table("H16-layers", layers)
        assert of_models(grid)[0] == [("alpha", f"mean@{name}") for name in ("1", "2", "last4")]
        assert grid.columns[0] == ("Sent", "EN-Nat")

    def test_combinations_of_layers_stand_side_by_side(self, layers):
        grid = make_table("G1-layers", layers)
        assert [labels[1] for labels in of_models(grid)[1]] == ["mean@1", "mean@2", "mean@last4"]
        found = cells(grid)["EN-NAT", "P1", "NC", "alpha", "mean@2"]
        assert found.value == pytest.approx(rho("en", "nat", range(8)))
        assert mean_similarity("en", "syn", 7) > mean_similarity("en", "syn", 0)

    def test_from_python_names_may_be_written_as_on_the_command_line(self, layers):
        grid = make_table("G1-layers", layers, units="target", conditions="nat,neut")
        assert {row.labels[2] for row in grid.rows} == {"NC"}


class TestGroups:
    def test_a_table_of_all_can_be_seen_of_idiomatic_expressions(self, one, contextual):
        grid = table(one, "H10", groups=("NC",))
        assert grid.title == "Mean and standard deviation of similarities, sentence unit, idiomatic expressions"
        assert "The group is NC, not the paper's." in grid.notes
        expected = contextual.summary.filter(
            language="en", condition="nat", unit="sentence", group="NC", measure="sim_syn", statistic="mean"
        )
        assert cells(grid)["P_Syn", "alpha", "EN-Nat", "mean"].value == expected["value"].item()

    def test_a_title_about_overlap_does_not_stay(self, one):
        assert table(one, "H14", groups=("all",)).title == "ρ of affinities"
        assert table(one, "H5", groups=("no_overlap",)).title == (
            "ρ of affinities with compositionality, target unit, without expressions that share a word with their "
            "synonym"
        )

    def test_a_table_by_class_keeps_some(self, one):
        assert labels(table(one, "H-ratio", groups=("NC", "C")), 1) == ["C", "I"]

    def test_an_unknown_one_is_refused_with_those_there_are(self, one):
        with pytest.raises(ConfigError, match="`groups` idioms: one of all, C, PC, NC, no_overlap"):
            table(one, "H5", groups=("idioms",))

    def test_the_rank_of_classes_is_no_rating_within_one(self, one):
        with pytest.raises(ConfigError, match=r"H5 cannot be filled; .*: rating class_rank within NC\."):
            table(one, "H5", groups=("NC",), rating="class_rank")

    def test_from_python(self, contextual):
        assert make_table("H10", contextual, groups="NC").title.endswith("idiomatic expressions")
