"""What stands in a cell: a number that was known beforehand, a dash, or nothing."""

import json
from statistics import fmean, stdev

import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import make_table
from idioprobe.core.errors import ConfigError
from tests.report.tables.small import (
    CLASSES,
    COUNT,
    DISTANT,
    FRAMES,
    NEIGHBOURS,
    OVERLAPPING,
    PLACES,
    cells,
    in_out,
    mean_rho_token,
    of_models,
    order,
    rho,
    similarity,
    table,
    texts,
    token_mean,
    tokens,
)
from tests.support import changed

TYPE = [0.5 * i for i in range(COUNT)]


def with_p(result, measure, p, **where):
    """The result as if it had nothing but the correlations of one measure, some with this p."""
    here = pl.all_horizontal(*(pl.col(column) == value for column, value in where.items()))
    own = result.summary.filter(pl.col("measure") == measure)
    return changed(result, summary=own.with_columns(p=pl.when(here).then(p).otherwise("p")))


class TestCorrelations:
    def test_each_place_and_unit_has_its_own_order(self, maker):
        target, sentence = texts(table(maker, "H3")), texts(table(maker, "H2"))
        shown = [target["P_Syn", place, "alpha"] for place in ("EN-Nat", "EN-Neut", "PT-Nat", "PT-Neut")]
        assert shown == ["1.00", "0.90", "-1.00", "-0.90"]
        assert sentence["P_Syn", "EN-Nat", "alpha"] == "-1.00"
        assert sentence["P_Syn", "PT-Neut", "alpha"] == "0.90"
        assert target["P_Syn", "EN-Neut", "vectors.txt"] == "0.90"
        assert target["P_Syn", "PT-Nat", "vectors.txt"] == ""
        assert f"{rho('en', 'neut', TYPE):.2f}" == "0.90"

    def test_what_is_not_significant_is_a_dash_with_its_number_behind_it(self, maker):
        cell = cells(table(maker, "H3"))["P_Rand", "EN-Nat", "alpha"]
        assert cell.text == "-"
        assert cell.value == pytest.approx(1 - 6 * 54 / 504)
        assert cell.p > 0.05
        assert cell.n == COUNT

    def test_what_is_undefined_is_empty_and_said_to_be(self, maker):
        grid = table(maker, "H3")
        cell = cells(grid)["P_WordsSyn", "EN-Nat", "alpha"]
        assert (cell.text, cell.value) == ("", None)
        assert any(note.startswith("Missing from") for note in grid.notes)

    def test_a_table_without_gaps_says_nothing_of_gaps(self, one):
        assert not any(note.startswith("Missing from") for note in table(one, "H5").notes)

    def test_the_thesis_takes_each_sentences_own_rating(self, maker):
        shown = texts(table(maker, "V5.7"))
        assert shown["EN-Nat", "P1", "alpha", "NC"] == f"{mean_rho_token('en'):.2f}"
        assert shown["PT-Nat", "P1", "alpha", "Sent"] == f"{mean_rho_token('pt', 'sentence'):.2f}"

    def test_and_for_neutral_sentences_the_published_mean_over_sentences(self, maker):
        expected = rho("en", "neut", DISTANT)
        assert cells(table(maker, "V5.7"))["EN-Neutral", "P1", "alpha", "NC"].value == pytest.approx(expected)

    def test_or_where_none_is_published_the_mean_of_the_ratings_at_hand(self, contextual):
        of_synonyms = contextual.summary.filter(pl.col("measure") == "sim_syn")
        without = of_synonyms.filter(pl.col("rating").ne_missing("token_mean"))
        shown = texts(make_table("V5.7", changed(contextual, summary=without)))
        assert shown["EN-Neutral", "P1", "alpha", "NC"] == f"{rho('en', 'neut', NEIGHBOURS):.2f}"

    def test_both_granularities_of_the_same_similarities(self, maker):
        found = {" ".join(key): cell for key, cell in cells(table(maker, "VB.4")).items()}
        shown = {key: cell.text for key, cell in found.items()}
        assert shown["EN-Nat Type alpha NC"] == "1.00"
        assert shown["EN-Nat Token alpha NC"] == f"{mean_rho_token('en'):.2f}"
        assert shown["EN-NeuShort Type alpha NC"] == "0.90"
        assert found["EN-NeuShort Token alpha NC"].value == pytest.approx(rho("en", "neut", DISTANT))

    def test_classes_are_taken_apart(self, maker):
        idiomatic = [i for i in range(COUNT) if CLASSES[i] == "NC"]
        pairs = [(similarity("en", f"nat{s}", "syn", i), tokens(i, s)) for i in idiomatic for s in (1, 2, 3)]
        expected = spearmanr(*zip(*pairs, strict=True))
        cell = cells(table(maker, "V6.2"))["I", "EN-Nat", "alpha", "NC"]
        assert cell.n == 9
        assert cell.value == pytest.approx(expected.statistic)
        assert (cell.text == "-") == (expected.pvalue > 0.05)

    def test_expressions_that_share_a_word_with_their_synonym_are_left_out(self, maker):
        kept = [i for i in range(COUNT) if i not in OVERLAPPING]
        cell = cells(table(maker, "V5.3"))["EN-Neutral", "alpha", "NC"]
        ranks = order("en", "neut")
        expected = spearmanr([ranks[i] for i in kept], [token_mean(i) for i in kept])
        assert cell.n == len(kept)
        assert cell.value == pytest.approx(expected.statistic)
        assert cells(table(maker, "H14"))["A_Syn|WordsSyn", "EN-Nat", "alpha"].n == len(kept)

    def test_out_of_context_there_is_one_value_per_expression(self, maker):
        cell = cells(table(maker, "V5.5"))["EN", "alpha"]
        assert cell.n == COUNT
        assert cell.text == f"{spearmanr(range(COUNT), DISTANT).statistic:.2f}"

    def test_in_and_out_of_context_is_about_contextual_models(self, maker):
        shown = texts(table(maker, "G1-4"))
        assert shown["EN-NAT", "alpha"] == f"{spearmanr(TYPE, [in_out(i) for i in range(COUNT)]).statistic:.2f}"
        assert ("EN-NAT", "vectors.txt") not in shown

    def test_sentence_length_goes_with_sentence_similarity(self, maker):
        pairs = [
            (similarity("en", place, "syn", i, "sentence"), len(FRAMES[place].format("a b").split()))
            for i in range(COUNT)
            for place in PLACES["nat"]
        ]
        cell = cells(table(maker, "H4"))["P_Syn", "EN-Nat", "alpha"]
        assert cell.value == pytest.approx(spearmanr(*zip(*pairs, strict=True)).statistic, abs=1e-6)
        assert cell.text == "-"
        assert cell.n == 3 * COUNT

    def test_naturalistic_and_neutral_sentences_of_the_same_expression(self, maker):
        pairs = [
            (similarity("en", place, "syn", i), similarity("en", "neut", "syn", i))
            for i in range(COUNT)
            for place in PLACES["nat"]
        ]
        shown = texts(table(maker, "VB.2"))
        assert shown["EN", "P1", "alpha", "NC"] == f"{spearmanr(*zip(*pairs, strict=True)).statistic:.2f}"


class TestThresholds:
    @pytest.mark.parametrize(("p", "text"), [(0.05, "1.00"), (0.0501, "-")])
    def test_the_bound_itself_is_significant(self, contextual, p, text):
        changed = with_p(contextual, "sim_syn", p, condition="nat", language="en")
        assert texts(make_table("H3", changed))["P_Syn", "EN-Nat", "alpha"] == text

    @pytest.mark.parametrize(("p", "shown"), [(0.001, True), (0.002, False)])
    def test_one_table_is_stricter(self, contextual, p, shown):
        changed = with_p(contextual, "sim_syn", p, statistic="rho_length", language="en")
        assert (texts(make_table("G1-5", changed))["EN", "P1", "alpha"] != "-") is shown
        assert texts(make_table("V5.8", changed))["EN", "P1", "alpha"] != "-"
        assert any("p > 0.001" in note for note in make_table("G1-5", changed).notes)

    @pytest.mark.parametrize(
        ("p", "text", "italic"),
        [(0.01, "0.90", False), (0.011, "0.90", True), (0.05, "0.90", True), (0.06, "-", False)],
    )
    def test_one_table_sets_the_less_certain_in_italics(self, contextual, p, text, italic):
        changed = with_p(contextual, "pred_out", p, statistic="rho_type", language="en", condition="nat", rating="type")
        cell = cells(make_table("G2-5", changed))["English", "alpha", "NC_out", "type level", "pred"]
        assert (cell.text, cell.italic) == (text, italic)


class TestCorrection:
    def p_values(self, contextual):
        """One p for each of the eight cells of H5, from 0.004 to 0.032."""
        summary = contextual.summary
        places = [
            (m, lang, c) for m in ("aff_syn_words", "aff_syn_rand") for lang in ("en", "pt") for c in ("nat", "neut")
        ]
        for number, (measure, language, condition) in enumerate(places, 1):
            here = (
                (pl.col("measure") == measure) & (pl.col("language") == language) & (pl.col("condition") == condition)
            )
            summary = summary.with_columns(p=pl.when(here).then(0.004 * number).otherwise("p"))
        summary = summary.filter(pl.col("measure").str.starts_with("aff"))
        return changed(contextual, summary=summary)

    def test_without_it_all_are_significant_and_the_note_says_so(self, contextual):
        grid = make_table("H5", self.p_values(contextual))
        assert "-" not in texts(grid).values()
        assert any(note.endswith("not corrected.") for note in grid.notes)

    def test_holm_multiplies_the_smallest_by_all_the_next_by_one_less(self, contextual):
        grid = make_table("H5", self.p_values(contextual), correction="holm")
        stepped = [0.004 * number * (8 - number + 1) for number in range(1, 9)]
        expected = [max(stepped[: i + 1]) for i in range(8)]
        found = [cell.p for cell in cells(grid).values()]
        assert found == pytest.approx(expected)
        assert [cell.text == "-" for cell in cells(grid).values()] == [p > 0.05 for p in expected]
        assert any("after holm over the table's cells" in note for note in grid.notes)

    def test_benjamini_hochberg_multiplies_by_the_number_over_the_rank(self, contextual):
        grid = make_table("H5", self.p_values(contextual), correction="bh")
        assert [cell.p for cell in cells(grid).values()] == pytest.approx([0.032] * 8)
        assert "-" not in texts(grid).values()

    def test_empty_cells_do_not_count_as_tests(self, one):
        grid = table(one, "H3", correction="holm")
        plain = cells(table(one, "H3"))
        tested = [cell.p for cell in plain.values() if cell.p is not None]
        largest = max(tested)
        assert len(tested) == 12
        assert max(cell.p for cell in cells(grid).values() if cell.p is not None) >= largest
        assert cells(grid)["P_WordsSyn", "EN-Nat", "alpha"].text == ""

    def test_an_unknown_one_is_refused(self, contextual):
        with pytest.raises(ConfigError, match="bonferroni: one of holm, bh"):
            make_table("H5", contextual, correction="bonferroni")


class TestLevels:
    def test_means_and_spreads_are_over_sentences(self, maker):
        values = [similarity("en", place, "syn", i) for i in range(COUNT) for place in PLACES["nat"]]
        shown = texts(table(maker, "H11"))
        assert shown["P_Syn", "alpha", "EN-Nat", "mean"] == f"{fmean(values):.3f}"
        assert shown["P_Syn", "alpha", "EN-Nat", "std"] == f"{stdev(values):.3f}"
        halved = [0.5 * value for value in values]
        assert shown["P_Syn", "vectors.txt", "EN-Nat", "mean"] == f"{fmean(halved):.3f}"

    def test_levels_are_never_dashes(self, maker):
        for name in ("H10", "H11", "H12", "H13", "H-ratio"):
            assert "-" not in texts(table(maker, name)).values()

    def test_intervals_stand_beside_the_numbers(self, contextual, one):
        row = contextual.summary.filter(
            measure="sim_syn", statistic="mean", group="all", unit="target", condition="nat", language="en"
        ).row(0, named=True)
        grid = table(one, "H11", intervals=True)
        expected = f"{row['value']:.3f} [{row['ci_low']:.3f}, {row['ci_high']:.3f}]"
        assert texts(grid)["P_Syn", "alpha", "EN-Nat", "mean"] == expected
        assert any("95 % bootstrap intervals over expressions" in note for note in grid.notes)

    def test_a_dash_has_no_interval(self, one):
        shown = texts(table(one, "H3", intervals=True))
        assert shown["P_Rand", "EN-Nat", "alpha"] == "-"
        assert shown["P_Syn", "EN-Nat", "alpha"] == "1.00 [1.00, 1.00]"


class TestExpressions:
    def test_an_expression_has_the_mean_of_its_sentences_and_their_spread(self, maker):
        shown = texts(table(maker, "H8"))
        assert shown["eager beaver", "P_Syn", "alpha"] == "0.30 (0.01)"
        assert shown["eager beaver", "P_Comp", "alpha"] == "0.80"
        assert shown["grey matter", "A_Syn|WordsSyn", "alpha"] == "0.30 (0.01)"

    def test_the_position_of_the_winner_is_shown_where_the_sentences_agree(self, maker):
        shown = texts(table(maker, "G1-3"))
        assert shown["eager beaver", "P2", "alpha", "NAT"] == "0.80(2)"
        assert shown["field work", "P2", "alpha", "NAT"] == "0.70"
        assert shown["field work", "P2", "alpha", "NEU"] == "0.70(2)"
        assert shown["eager beaver", "P1", "alpha", "NEU"] == "0.20"

    def test_in_portuguese_the_head_comes_first(self, contextual):
        winners = contextual.scores.filter(measure="sim_comp", unit="target", language="pt", condition="neut")
        assert set(winners["winner"]) == {1}

    def test_a_static_model_has_one_column_a_contextual_one_two(self, maker):
        columns = table(maker, "V5.9").columns
        assert columns == (("vectors.txt", "Nat/Neu"), ("alpha", "Nat"), ("alpha", "Neu"))

    def test_without_naturalistic_sentences_a_static_model_has_the_neutral_one(self, static):
        neutral = changed(static, scores=static.scores.filter(pl.col("condition") != "nat"))
        shown = texts(make_table("V5.9", neutral))
        assert shown["eager beaver", "vectors.txt", "Nat/Neu"] == "0.10"

    def test_other_expressions_can_be_named_whatever_their_case(self, one):
        grid = table(one, "V5.9", expressions=("Music Journalist", "front man"))
        assert [row.labels for row in grid.rows] == [("music journalist",), ("front man",)]
        assert texts(grid)["music journalist", "alpha", "Nat"] == "0.90"

    def test_expressions_that_the_data_does_not_have_are_named(self, one):
        with pytest.raises(ConfigError, match=r"V5\.9 is about no such; tiny has none of them.*`expressions`"):
            table(one, "V5.9", expressions=("no such",))


class TestRating:
    def test_with_the_rating_of_sentences_they_are_correlated(self, one, contextual):
        grid = table(one, "H5", rating="token")
        there = contextual.summary.filter(
            language="en", condition="nat", unit="target", group="all", measure="aff_syn_words", view="mean@last4"
        )
        expected = there.filter(statistic="rho_token", rating="token").row(0, named=True)
        cell = cells(grid)["A_Syn|WordsSyn", "EN-Nat", "alpha"]
        assert (cell.value, cell.n) == (expected["value"], 3 * COUNT)
        assert "The rating is token, not the paper's, so that ρ is over sentences." in grid.notes

    def test_neutral_sentences_have_no_rating_of_their_own(self, one):
        grid = table(one, "H5", rating="token")
        assert texts(grid)["A_Syn|WordsSyn", "EN-Neut", "alpha"] == ""
        assert grid.notes[-1] == "Missing from these results: rating token of the conditions neut."

    def test_another_rating_takes_the_place_of_the_papers(self, one):
        grid = table(one, "H3", rating="token_mean")
        assert texts(grid)["P_Syn", "EN-Nat", "alpha"] == f"{rho('en', 'nat', DISTANT):.2f}"
        assert any(note == "The rating is token_mean, not the paper's." for note in grid.notes)

    def test_the_class_rank_is_one_of_them(self, one):
        ranks = [("NC", "PC", "C").index(label) for label in CLASSES]
        grid = table(one, "H3", rating="class_rank")
        assert texts(grid)["P_Syn", "EN-Nat", "alpha"] == f"{rho('en', 'nat', ranks):.2f}"


class TestFamilies:
    @pytest.mark.parametrize(("name", "family"), [("V5.2", "static"), ("V5.3", "contextual"), ("H16", "contextual")])
    def test_a_table_of_one_family_refuses_the_other(self, contextual, static, name, family):
        other = contextual if family == "static" else static
        with pytest.raises(ConfigError, match=f"{name} is about {family} models; the results are of"):
            make_table(name, other)

    def test_two_models_of_a_family_stand_side_by_side(self, contextual):
        own = contextual.summary.filter(pl.col("measure") == "sim_syn", pl.col("unit") == "target")
        english = own.filter(pl.col("language") == "en")
        info = contextual.info | {"model": contextual.info["model"] | {"name": "org/beta"}, "digits": "0123abcd"}
        pair = [changed(contextual, summary=own), changed(contextual, summary=english, info=info)]
        grid = make_table("H3", pair)
        assert of_models(grid)[1] == [("alpha",), ("beta",)]
        shown = texts(grid)
        assert shown["P_Syn", "EN-Nat", "beta"] == "1.00"
        assert shown["P_Syn", "PT-Nat", "beta"] == ""

    def test_the_same_model_twice_is_told_apart_by_its_configuration(self, contextual):
        own = changed(contextual, summary=contextual.summary.filter(pl.col("measure") == "sim_syn"))
        again = changed(own, info=own.info | {"digits": "0123abcd"})
        labels = [column[0] for column in make_table("H3", [own, again]).columns]
        assert labels[0].endswith(f"alpha {contextual.info['digits'][:4]}")
        assert labels[1].endswith("alpha 0123")

    def test_the_same_result_twice_counts_once(self, contextual):
        assert of_models(make_table("H3", [contextual, contextual]))[1] == [("alpha",)]


class TestOfCells:
    def test_every_cell_goes_into_a_table_of_its_own(self, maker):
        grid = table(maker, "H5")
        long = grid.to_polars()
        assert len(long.filter(~pl.col("reference"))) == 16
        first = long.row(0, named=True)
        assert (first["row"], first["column"], first["text"]) == ("A_Syn|WordsSyn / EN-Nat", "alpha", "1.00")
        assert json.dumps(long.to_dicts())

    def test_notes_say_what_the_numbers_rest_on(self, maker):
        notes = table(maker, "H5").notes
        assert notes[0] == (
            "dataset: tiny; labelling: hand; language: en, pt; condition: nat, neut; rating: type; "
            "random words by: mean; view: mean@last4, mean; metric: cosine."
        )
        assert "The number of values (n) is 8." in notes
