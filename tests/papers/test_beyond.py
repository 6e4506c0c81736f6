"""Analyses that the papers give in their text or figures."""

from dataclasses import replace

import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from idioprobe.papers.beside.grids import reported_grid
from idioprobe.papers.reported import load_reported
from tests.report.tables.small import (
    COUNT,
    PLACES,
    Planned,
    cells,
    only,
    run,
    similarity,
    table,
    texts,
    vectors,
)
from tests.support import changed, close_to


class TestModels:
    def test_a_model_agrees_with_itself_and_with_one_of_the_same_order(self, maker):
        shown = texts(table(maker, "H-models"))
        for place in ("EN-Nat", "EN-Neut"):
            assert shown["P_Syn", place, "NC", "alpha", "alpha"] == "1.00"
            assert shown["P_Syn", place, "NC", "alpha", "vectors.txt"] == "1.00"

    def test_items_are_paired_by_name(self, maker):
        cell = cells(table(maker, "H-models"))["A_Syn|Rand", "EN-Nat", "NC", "alpha", "vectors.txt"]
        mine, other = [], []
        for i in range(COUNT):
            for place in PLACES["nat"]:
                syn, rand = (similarity("en", place, role, i) for role in ("syn", "rand"))
                mine.append(syn - rand)
                other.append(0.5 * syn - rand)
        assert cell.n == 3 * COUNT
        assert cell.value == pytest.approx(spearmanr(mine, other).statistic, abs=0.02)

    def test_what_is_constant_is_empty(self, maker):
        cell = cells(table(maker, "H-models"))["P_WordsSyn", "EN-Nat", "NC", "alpha", "vectors.txt"]
        assert (cell.text, cell.value, cell.n) == ("", None, 3 * COUNT)

    def test_a_place_that_one_model_lacks_has_no_row_for_it(self, maker):
        rows = {row.labels for row in table(maker, "H-models").rows}
        assert ("P_Syn", "PT-Nat", "NC", "alpha") in rows
        assert ("P_Syn", "PT-Nat", "NC", "vectors.txt") not in rows

    def test_all_sentences_and_languages_come_first(self, maker):
        found = cells(table(maker, "H-models"))
        assert found["P_Rand", "all", "NC", "alpha", "alpha"].n == 2 * 4 * COUNT
        assert found["P_Rand", "all", "NC", "alpha", "vectors.txt"].n == 4 * COUNT

    def test_unit_and_condition_narrow_it(self, maker):
        grid = table(maker, "H-models", units=("sentence",), conditions=("neut",))
        assert {row.labels[1:3] for row in grid.rows} == {(p, "Sent") for p in ("all", "EN-Neut", "PT-Neut")}
        assert cells(grid)["P_Rand", "all", "Sent", "alpha", "alpha"].n == 2 * COUNT

    def test_one_model_is_not_enough(self, contextual):
        with pytest.raises(ConfigError, match="name the results of two or more"):
            make_table("H-models", contextual)


class TestRanks:
    def test_the_highest_affinity_comes_first_and_the_lowest_first_among_the_lowest(self, maker):
        shown = texts(table(maker, "H-ranks"))
        assert shown["EN-Nat", "highest", "1", "alpha"] == "music journalist (C) 0.40"
        assert shown["EN-Nat", "lowest", "1", "alpha"] == "front man (NC) -0.30"
        assert shown["PT-Nat", "highest", "1", "alpha"] == "centro comercial (NC) 0.40"
        assert ("EN-Nat", "highest", "9", "alpha") not in shown

    def test_classes_are_counted_at_both_ends_and_the_first_of_each_has_its_position(self, maker):
        """English affinities rise with the number of an expression: three C, two PC, three NC from the top."""
        shown = cells(table(maker, "H-ranks", top=4))
        assert shown["EN-Nat", "highest", "classes", "alpha"].text == "3 C / 1 PC / 0 NC"
        assert shown["EN-Nat", "lowest", "classes", "alpha"].text == "0 C / 1 PC / 3 NC"
        for label, position in (("PC", 4), ("NC", 6)):
            cell = shown["EN-Nat", f"first {label}", "position", "alpha"]
            assert (cell.value, cell.n) == (position, COUNT)
        assert shown["EN-Nat", "first NC", "position", "alpha"].text == "6: ghost town -0.10"
        assert shown["PT-Nat", "first NC", "position", "alpha"].value == 1

    def test_a_class_that_is_not_there_has_no_position(self, contextual):
        labels = pl.when(pl.col("class") == "PC").then(None).otherwise("class")
        without = changed(contextual, expressions=contextual.expressions.with_columns(labels.alias("class")))
        shown = texts(make_table("H-ranks", without))
        assert shown["EN-Nat", "first PC", "position", "alpha"] == "none"
        assert shown["EN-Nat", "highest", "classes", "alpha"] == "3 C / 0 PC / 3 NC / 2 no class"
        assert not any("()" in text for text in shown.values())

    def test_unit_condition_and_length_are_the_users(self, maker):
        grid = table(maker, "H-ranks", top=2, conditions=("neut",), units=("sentence",))
        assert {row.labels[0] for row in grid.rows} == {"EN-Neut", "PT-Neut"}
        assert {row.labels[2] for row in grid.rows} == {"1", "2", "classes", "position"}
        # In sentences the synonym is the farther, the nearer the expressions are.
        assert texts(grid)["EN-Neut", "highest", "1", "alpha"].startswith("eager beaver (NC)")
        assert "A_Syn|WordsSyn, sentence unit" in " ".join(grid.notes)

    def test_a_condition_that_it_does_not_have_is_refused(self, maker):
        for name in ("H-ranks", "H-models", "G1-top50"):
            with pytest.raises(ConfigError, match=f"`conditions` none: {name} has nat, neut"):
                table(maker, name, conditions=("none",))

    def test_two_units_have_no_common_ranking(self, maker):
        with pytest.raises(ConfigError, match="`units`: H-ranks ranks one at a time"):
            table(maker, "H-ranks", units=("sentence", "target"))

    def test_what_the_paper_says_of_bert_is_kept(self):
        kept = load_reported("H-ranks").filter(pl.col("statistic").is_in(["rank", "count"]))
        assert dict(kept.filter(statistic="rank").select("group", "value").iter_rows()) == {"PC": 16, "NC": 53}
        assert dict(kept.filter(statistic="count").select("group", "value").iter_rows()) == {"C": 1, "PC": 2, "NC": 7}
        shown = texts(reported_grid("H-ranks"))
        assert shown["EN-Nat", "first NC", "position", "BERT"] == "53: box office 0.24"
        assert shown["EN-Nat", "lowest", "classes", "BERT"] == "1 C / 2 PC / 7 NC"

    def test_a_place_that_nobody_has_is_not_ranked(self, static):
        rows = make_table("H-ranks", static).rows
        assert {row.labels[0] for row in rows} == {"EN-Nat", "EN-Neut"}


class TestTopFifty:
    def test_it_counts_synonyms_that_share_a_word(self, maker):
        shown = texts(table(maker, "G1-top50"))
        assert shown["EN-Nat", "alpha"] == "2 of 8"
        assert shown["PT-Nat", "vectors.txt"] == ""

    def test_as_many_as_the_user_says(self, maker):
        assert texts(table(maker, "G1-top50", top=3))["EN-Nat", "alpha"] == "1 of 3"

    def test_of_many_expressions_the_fifty_nearest_count(self, contextual):
        many = [
            {"item": f"en/{i}/nat1", "expression": f"c{i}", "language": "en", "condition": "nat", "value": i / 60}
            for i in range(60)
        ]
        scores = contextual.scores.head(1).select(pl.exclude("item", "expression", "language", "condition", "value"))
        row = scores.with_columns(measure=pl.lit("sim_syn"), unit=pl.lit("target"))
        scores = pl.concat([row.with_columns(pl.lit(v).alias(k) for k, v in one.items()) for one in many])
        expressions = contextual.expressions.head(1).drop("expression", "synonym_overlap")
        expressions = pl.concat(
            [
                expressions.with_columns(expression=pl.lit(f"c{i}"), synonym_overlap=pl.lit(i % 2 == 0))
                for i in range(60)
            ]
        )
        result = changed(
            contextual,
            scores=scores.select(contextual.scores.columns),
            expressions=expressions.select(contextual.expressions.columns),
        )
        assert texts(make_table("G1-top50", result))["EN-Nat", "alpha"] == "25 of 50"


def test_the_ratio_is_of_means_within_each_class(maker):
    group = [i for i in range(COUNT) if i >= 5]
    scaled = {
        role: [
            (similarity("en", place, role, i) - similarity("en", place, "rand", i))
            / (1 - similarity("en", place, "rand", i))
            for i in group
            for place in PLACES["nat"]
        ]
        for role in ("syn", "words")
    }
    expected = sum(scaled["syn"]) / sum(scaled["words"])
    cell = cells(table(maker, "H-ratio"))["EN-Nat", "C", "alpha"]
    assert cell.value == close_to(expected)
    assert cell.n == len(group) * 3


@pytest.fixture(scope="module")
def two_views(data, tmp_path_factory):
    """English in two views; the wet blanket cannot be concatenated."""
    roles = data.stimuli.filter(pl.col("role").is_in(["original", "syn"]))
    english = only(replace(data, stimuli=roles), "en")
    return run(
        Planned(vectors(data), pools=("mean", "concat")),
        english,
        tmp_path_factory.mktemp("cache"),
        units=("target",),
        conditions=("nat",),
        views=("mean@last4", "concat@last4"),
    )


class TestConcatenation:
    def test_both_ways_are_measured_on_the_items_that_allow_both(self, two_views):
        found = cells(make_table("G1-concat", two_views))
        kept = [i for i in range(COUNT) if i != 5]
        expected = spearmanr([similarity("en", "nat2", "syn", i) for i in kept], kept).statistic
        for way in ("mean", "concat"):
            cell = found["EN-Nat", "P1", "alpha", way]
            assert cell.n == COUNT - 1
            assert cell.value == pytest.approx(expected)
            assert cell.text == "1.00"
        assert found["EN-Nat", "P1", "alpha", "n"].text == str(COUNT - 1)

    def test_places_that_were_not_run_are_empty(self, two_views):
        assert texts(make_table("G1-concat", two_views))["PT-Neut", "P1", "alpha", "mean"] == ""

    def test_it_needs_both_views(self, contextual):
        with pytest.raises(ConfigError, match=r"--view mean@last4,concat@last4"):
            make_table("G1-concat", contextual)


class TestContexts:
    """G1 §4.5, after averaging an expression's naturalistic sentences (§3.2)."""

    def scores(self, contextual):
        """P1 of the target, so that one sentence of each expression is far from the others, in an order of its own."""
        first = pl.col("item").str.ends_with("nat1") & (pl.col("measure") == "sim_syn")
        length = pl.col("expression").str.len_chars()
        return contextual.scores.with_columns(value=pl.when(first).then(10.0 - length).otherwise("value"))

    def test_naturalistic_sentences_are_averaged_for_each_expression(self, contextual):
        scores = self.scores(contextual)
        grid = make_table("G1-contexts", changed(contextual, scores=scores))
        own = scores.filter(measure="sim_syn", unit="target", language="en", view="mean@last4")
        nat, neut = (
            own.filter(condition=condition).group_by("expression").agg(pl.col("value").mean()).sort("expression")
            for condition in ("nat", "neut")
        )
        found = spearmanr(nat["value"], neut["value"])
        cell = cells(grid)["EN", "P1", "alpha", "NC"]
        assert (cell.n, cell.value) == (COUNT, pytest.approx(found.statistic))
        assert any(note.startswith("Over expressions") for note in grid.notes)
        assert "condition: nat, neut;" in grid.notes[0]

    def test_over_sentences_it_is_another_number(self, contextual):
        """As the thesis has it (table B.2)."""
        cell = cells(make_table("VB.2", contextual))["EN", "P1", "alpha", "NC"]
        assert cell.n == 3 * COUNT

    def test_it_takes_corrections_and_intervals_like_other_correlations(self, contextual):
        grid = make_table("G1-contexts", contextual, correction="holm", intervals=True)
        assert "[" in texts(grid)["EN", "P1", "alpha", "NC"]
        assert not any("Without effect" in note for note in grid.notes)

    def test_a_model_without_neutral_sentences_has_none(self, contextual):
        natural = pl.col("condition") == "nat"
        tables = {"scores": contextual.scores.filter(natural), "summary": contextual.summary.filter(natural)}
        with pytest.raises(
            ConfigError, match="G1-contexts cannot be filled; missing from these results: conditions neut"
        ):
            make_table("G1-contexts", changed(contextual, **tables))
