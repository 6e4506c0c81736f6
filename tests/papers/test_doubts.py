"""What is said about doubtful cells is true of the data; what is not doubted does not have the fault."""

import polars as pl
import pytest

from idioprobe.models.known import known_model
from idioprobe.papers.registry import all_papers
from idioprobe.papers.reported import load_reported
from idioprobe.papers.tables import find_table

DOUBTS = [doubt for paper in all_papers().values() for doubt in paper.doubts]
SLICE = ["model", "language", "condition"]


def level(table, measure, statistic="mean"):
    return load_reported(table).filter(measure=measure, statistic=statistic).select(*SLICE, "value")


def side_by_side(*columns):
    first, *rest = (frame.rename({"value": name}) for name, frame in columns)
    for frame in rest:
        first = first.join(frame, on=SLICE)
    return first.drop_nulls()


@pytest.mark.parametrize("doubt", DOUBTS, ids=lambda doubt: f"{doubt.table} {doubt.reason[:30]}")
def test_each_is_about_cells_that_are_there(doubt):
    cells = load_reported().filter(doubt.condition())
    assert len(cells)
    readable = cells.filter(cells["state"] != "unreadable")
    assert readable["doubt"].is_not_null().all()
    assert cells.filter(state="unreadable")["doubt"].is_null().all()


def scaled():
    """Sim_R in table 8, and what equation 5 makes of the similarities there, with the most that rounding explains."""
    cells = load_reported("H8").filter(statistic="mean")
    wide = cells.pivot(on="measure", index=["expression", "model"], values="value")
    rand = pl.col("sim_rand")
    out = []
    for scaled_measure, similarity in (("simr_syn", "sim_syn"), ("simr_words", "sim_words")):
        expected = (pl.col(similarity) - rand) / (1 - rand)
        rounding = 0.005 + 0.005 * (1 + (1 - pl.col(similarity)) / (1 - rand)) / (1 - rand)
        part = wide.select(
            "expression", "model", off=(expected - pl.col(scaled_measure)).abs(), rounding=rounding
        ).drop_nulls()
        out.append(part)
    return pl.concat(out)


def test_scaled_similarities_follow_from_their_equation_for_llama2_only():
    off = scaled().with_columns(wrong=pl.col("off") > 2 * pl.col("rounding") + 0.02)
    wrong = set(off.filter("wrong")["model"])
    (doubt,) = (d for d in DOUBTS if d.table == "H8" and "simr_syn" in d.where["measure"])
    assert any("seven models, all but Llama2" in note for note in find_table("H8").notes)
    assert wrong == set(doubt.where["model"])
    assert "Llama2" not in wrong
    assert len(off.filter(model="Llama2")) == 10


def test_one_similarity_in_table_8_is_impossible_for_its_model():
    mean, sd = (
        load_reported("H11")
        .filter(model="DistilBERT ML", measure="sim_comp", language="en", condition="nat", statistic=s)["value"]
        .item()
        for s in ("mean", "sd")
    )
    cell = load_reported("H8").filter(
        expression="eternal rest", model="DistilBERT ML", measure="sim_comp", statistic="mean"
    )
    assert round((mean - cell["value"].item()) / sd) == 55
    others = load_reported("H8").filter(model="DistilBERT ML", measure="sim_comp", statistic="mean")
    others = others.filter(others["doubt"].is_null())
    assert (others["value"].drop_nulls() - mean).abs().max() < 3 * sd


def test_greymatter_in_table_8_is_not_the_lowest_affinity_that_the_text_gives():
    cell = load_reported("H8").filter(expression="grey matter", model="BERT", measure="aff_syn_words", statistic="mean")
    assert cell["value"].item() == -0.23


def test_random_words_in_portuguese_sentences_repeat_the_words_synonyms():
    for statistic in ("mean", "sd"):
        both = side_by_side(
            ("rand", level("H11", "sim_rand", statistic)), ("words", level("H11", "sim_words", statistic))
        )
        same = (both["rand"] - both["words"]).abs() < 0.0015
        repeated = (both["language"] == "pt") & (both["condition"] == "nat")
        assert same.filter(repeated).all()
        assert same.filter(~repeated).sum() <= 3


@pytest.mark.parametrize(("affinity", "second"), [("aff_syn_words", "sim_words"), ("aff_syn_rand", "sim_rand")])
def test_mean_affinities_are_averages_over_both_units(affinity, second):
    table = side_by_side(
        ("affinity", level("H12", affinity)),
        *((f"{unit}_syn", level(name, "sim_syn")) for unit, name in (("sentence", "H10"), ("target", "H11"))),
        *((f"{unit}_other", level(name, second)) for unit, name in (("sentence", "H10"), ("target", "H11"))),
    )
    repeated = (table["language"] == "pt") & (table["condition"] == "nat") & (second == "sim_rand")
    table = table.filter(~repeated)
    target = table["target_syn"] - table["target_other"]
    sentence = table["sentence_syn"] - table["sentence_other"]
    assert len(table) >= 8
    assert ((target + sentence) / 2 - table["affinity"]).abs().max() < 0.0016
    assert (target - table["affinity"]).abs().max() > 0.03


def test_scaled_similarity_without_overlap_repeats_the_affinity_in_english():
    keys = [*SLICE]
    affinity = load_reported("H14").filter(measure="aff_syn_rand")
    both = affinity.join(load_reported("H15").filter(measure="simr_syn"), on=keys, suffix="_scaled")
    differs = both.filter(pl.col("printed") != pl.col("printed_scaled"))
    assert differs.filter(language="en").select("model", "condition").rows() == [("Llama2", "nat")]
    assert differs.filter(language="pt").height > 8


def test_affinity_without_overlap_repeats_the_synonym_probe_in_the_thesis():
    both = load_reported("V5.3").join(load_reported("V6.4"), on=["row", "column"], suffix="_affinity")
    same = both["printed"] == both["printed_affinity"]
    assert same.filter(both["row"] != "PT-Neutral").all()
    assert not same.filter(both["row"] == "PT-Neutral").any()
    rows = {row: part["printed"].to_list() for (row,), part in load_reported("V6.4").group_by("row")}
    assert rows["PT-Neutral"] == rows["EN-Neutral"]
    static = load_reported("V5.2").join(load_reported("V6.3"), on=["row", "column"], suffix="_affinity")
    assert (static["printed"] != static["printed_affinity"]).any()


def test_the_text_of_the_thesis_gives_another_highest_value_than_its_table():
    elmo = load_reported("V5.13").filter(model="ELMo", condition="nat").sort("value")
    assert elmo["expression"][0] == "close call"
    assert elmo["value"].max() < 0.77


def test_affinities_that_are_not_the_difference_of_their_similarities_are_marked_and_no_others():
    def of(table):
        part = load_reported(table).filter(state="value", statistic="mean")
        static = pl.col("column").str.to_uppercase()
        return part.select("expression", "doubt", "value", at=static.str.replace_all(" ", ""))

    wrong = {}
    for affinity, other in (("V6.7", "V5.11"), ("V6.10", "V5.10")):
        keys = ["expression", "at"]
        both = of(affinity).join(of("V5.9"), on=keys, suffix="_syn").join(of(other), on=keys, suffix="_other")
        assert len(both) > 20
        off = (both["value_syn"] - both["value_other"] - both["value"]).abs() > 0.015 + 1e-9
        assert (off == both["doubt"].is_not_null()).all()
        assert both.filter(off)["doubt_syn"].is_not_null().all()
        wrong[affinity] = set(both.filter(off).select(keys).rows())
    eager = ("eager beaver", "GLOVE/NAT/NEU")
    assert wrong == {"V6.7": {eager, ("close call", "ELMO/NAT"), ("ghost town", "ELMO/NEU")}, "V6.10": {eager}}


def test_minilm_is_half_as_large_as_it_is_said_to_be():
    said = load_reported("W2").filter(model="S-BERT", measure="dimension")["value"].item()
    assert known_model("all-MiniLM-L6-v2").dimension * 2 == said


def test_some_totals_across_sentences_are_not_those_of_their_classes():
    sizes = {"en": {"NC": 103, "PC": 88, "C": 89}, "pt": {"NC": 60, "PC": 60, "C": 60}}
    made, printed = {}, {}
    means = load_reported("G2-6").filter(statistic="mean")
    for (model, language), part in means.group_by("model", "language"):
        values = dict(part.select("group", "value").iter_rows())
        weighted = [values[group] * size for group, size in sizes[language].items()]
        made[model, language] = sum(weighted) / sum(sizes[language].values())
        printed[model, language] = values["all"]
    wrong = {key for key in made if abs(made[key] - printed[key]) > 0.0015}
    assert wrong == {("ELMO", "en"), ("GLOVE", "en"), ("DBERT", "pt"), ("SBERT", "pt")}
    assert round(made["ELMO", "en"], 3) == printed["GLOVE", "en"] == 0.016
    assert round(made["GLOVE", "en"], 3) == printed["ELMO", "en"] == 0.006
    assert (round(made["DBERT", "pt"], 3), round(made["SBERT", "pt"], 3)) == (0.025, 0.006)


def test_a_static_model_is_the_same_in_a_neutral_sentence_as_alone():
    alone = load_reported("V5.5").select("model", "language", "value", "doubt")
    neutral = load_reported("V5.6").filter(measure="sim_syn", condition="neut", unit="target")
    both = alone.join(neutral.select("model", "language", "value"), on=["model", "language"], suffix="_neutral")
    assert len(both) == 6
    assert both.filter(pl.col("value") != pl.col("value_neutral")).select("model", "language").rows() == [
        ("fastText", "en")
    ]
    without = load_reported("V5.4").join(
        load_reported("V5.2").filter(condition="neut", unit="target"), on=["model", "language"], suffix="_neutral"
    )
    assert (without["printed"] == without["printed_neutral"]).all()


def test_the_text_and_the_rule_differ_on_one_model_in_table_1():
    p = dict(load_reported("W1").filter(model="S-GPT", statistic="p").select("group", "value").iter_rows())
    assert p == {"C": 0.1, "PC": 0.0, "NC": 0.0}


def test_34_correlations_are_too_small_to_be_significant_at_their_n():
    """The p of scipy, of the largest number that rounds to the printed one, over as many expressions as there are."""
    from scipy.stats import t

    cells = load_reported().filter(source="he2025", statistic="rho_type", state="value")
    wrong = []
    for row in cells.iter_rows(named=True):
        n = {"en": 280, "pt": 180}[row["language"]]
        rho = abs(row["value"]) + 0.005
        p = 2 * t.sf(rho * ((n - 2) / (1 - rho**2)) ** 0.5, n - 2)
        too_small = "cannot have p" in (row["doubt"] or "")
        assert too_small == (p > 0.05), row
        wrong += [row["table"]] if too_small else []
    assert {name: wrong.count(name) for name in set(wrong)} == {"H2": 21, "H3": 8, "H6": 3, "H14": 1, "H15": 1}


def test_all_cells_with_random_words_in_them_are_marked_and_no_others():
    rows = load_reported().filter(source="he2025", state="value").drop_nulls("measure")
    marked = rows["doubt"].fill_null("").str.contains("nearest of the five random words")
    of_random = rows["measure"].is_in(["sim_rand", "aff_syn_rand", "simr_syn", "simr_words"])
    assert (marked == (of_random & (rows["table"] != "H8"))).filter(rows["table"] != "H8").all()
    assert marked.filter((rows["table"] == "H8") & (rows["measure"] == "sim_rand")).all()


def test_a_cell_may_be_doubted_for_two_reasons():
    cell = load_reported("H2").filter(model="GloVe", language="en", condition="nat", measure="sim_rand")["doubt"].item()
    assert "cannot have p" in cell
    assert "nearest of the five" in cell


def test_the_thesis_and_its_source_agree_in_the_table_and_not_in_the_text():
    both = load_reported("V4.1").join(load_reported("G2-1"), on=["row", "column"], suffix="_source")
    assert (both["printed"] == both["printed_source"]).all()
    doubted = both.filter(both["doubt"].is_not_null())
    assert sorted(doubted.select("row", "column").rows()) == [("NC", "Portuguese / 2"), ("NC", "Portuguese / 3")]
    assert round(5091 / 33) == 154 != round(5091 / 22)
    (remark,) = all_papers()["vieira2023"].remarks("V4.1")
    assert "22 annotators" in remark
