"""Small folders in the layout of NCS: neutral sentences as published, naturalistic ones by substitution."""

import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.checks import CHECKS
from idioprobe.data.dataset import Header
from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.ncs.dataset import read_ncs
from tests.data.sources.folders import reference, write_csv, write_filled, write_ncs, write_nctti
from tests.embed.slow import scattered
from tests.support import HandmadeEncoder, with_ends

BEAVER = {
    "neutral sentence": "This is an eager beaver",
    "mwe synonym": "This is a hard worker",
    "head only": "This is a beaver",
    "modifier only": "This is an eager",
    "both synonyms": "This is a keen rodent",
}
SEA = {
    "neutral sentence": "Este é um alto mar .",
    "mwe synonym": "Este é um mar aberto .",
    "head only": "Este é um mar .",
    "modifier only": "Este é um alto .",
    "both synonyms": "Estes são grandes oceanos .",
}
ONE, TWO = "an eager beaver left .", "Two eager beavers ate ."


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


@pytest.fixture
def folder(tmp_path):
    """One English expression, with two sentences and a reference."""
    return write_ncs(
        tmp_path / "ncs", {"eager beaver": BEAVER}, [("eager beaver", "1,25", ONE, TWO, reference(3, at=7))]
    )


def read(folder, classes=()):
    return read_ncs(folder, dict(classes), Header(name="ncs"))


def by_role(data, column="text", **where):
    """What stands there by role, of items that have each role once."""
    rows = data.stimuli.filter(**where).select("role", column).rows()
    assert len(dict(rows)) == len(rows)
    return dict(rows)


def targets(data, **where):
    rows = with_ends(data.stimuli.filter(**where)).select("role", "text", "start", "end").iter_rows()
    return {role: text[start:end] for role, text, start, end in rows}


def test_the_three_files_of_the_neutral_condition_make_one_item(folder):
    assert targets(read(folder), condition="neut") == {
        "original": "eager beaver",
        "syn": "hard worker",
        "head": "beaver",
        "modifier": "eager",
        "words": "keen rodent",
    }


def test_a_full_stop_is_not_part_of_the_target(tmp_path):
    write_ncs(tmp_path, {"alto mar": SEA}, language="pt")
    data = read(tmp_path)
    assert targets(data, condition="neut") == {
        "original": "alto mar",
        "syn": "mar aberto",
        "head": "mar",
        "modifier": "alto",
        "words": "grandes oceanos",
    }
    assert by_role(data, condition="neut")["words"] == "Estes são grandes oceanos ."


def test_variants_of_naturalistic_sentences_are_made_by_substitution(folder):
    data = read(folder)
    assert by_role(data, item="en/eager beaver/nat1") == {
        "original": "an eager beaver left .",
        "syn": "a hard worker left .",
        "head": "a beaver left .",
        "modifier": "an eager left .",
        "words": "a keen rodent left .",
    }
    assert targets(data, item="en/eager beaver/nat2")["syn"] == "hard workers"


def test_what_was_made_is_marked_as_derived_and_what_is_published_is_not(folder):
    stimuli = read(folder).stimuli
    made = {
        condition: set(part.select("role", "derived").rows())
        for (condition,), part in stimuli.group_by("condition", maintain_order=True)
    }
    others = ("syn", "head", "modifier", "words")
    assert made["neut"] == {(role, False) for role in ("original", *others)}
    assert made["nat"] == {("original", False), *((role, True) for role in others)}
    assert made["neut_long"] == {(role, True) for role in ("original", *others)}
    assert made["none"] == {(role, True) for role in ("original", *others)}


def test_the_long_neutral_sentence_and_the_bare_expressions_follow_from_the_short_one(folder):
    data = read(folder)
    assert by_role(data, condition="neut_long")["syn"] == "This is what a hard worker is supposed to be"
    assert by_role(data, condition="none")["words"] == "keen rodent"


def test_a_neutral_sentence_that_cannot_be_lengthened_is_listed(tmp_path):
    """Nothing is left out silently."""
    write_ncs(tmp_path, {"eager beaver": BEAVER | {"both synonyms": "This is keen rodent"}})
    data = read(tmp_path)
    assert targets(data, condition="neut")["words"] == "keen rodent"
    assert "words" not in targets(data, condition="neut_long")
    rows = data.flaws.filter(condition="neut_long").select("expression", "role", "flaw", "handling").rows()
    assert rows == [("eager beaver", "words", "the short sentence has another shape, no long one is made", "left out")]


def test_references_are_listed_as_left_out_and_the_remedy_is_in_the_notes(folder):
    data = read(folder)
    (row,) = data.flaws.iter_rows(named=True)
    assert (row["file"], row["item"], row["sentence"]) == ("input/sentids_en.csv", "en/eager beaver/nat3", 3)
    assert (row["flaw"], row["handling"]) == ("only a corpus reference is published", "left out")
    assert set(data.stimuli.filter(condition="nat")["sentence"]) == {1, 2}
    assert any("1 naturalistic sentences in en are corpus references" in note for note in data.header.notes)
    assert any("--corpus" in note for note in data.header.notes)


def test_references_that_were_filled_in_are_sentences_like_others(folder):
    write_filled(folder, ("eager beaver", 3, "http://example.org/a", 7, "the eager beaver slept ."))
    data = read(folder)
    assert data.flaws.is_empty()
    assert by_role(data, item="en/eager beaver/nat3")["syn"] == "the hard worker slept ."
    assert by_role(data, "derived", item="en/eager beaver/nat3")["original"] is False
    assert not any("corpus references" in note for note in data.header.notes)


def test_a_sentence_filled_in_for_another_reference_is_not_taken(folder):
    write_filled(folder, ("eager beaver", 3, "http://example.org/a", 8, "the eager beaver slept ."))
    assert len(read(folder).flaws) == 1


def test_an_empty_cell_is_not_called_a_reference(folder):
    write_ncs(folder, {"eager beaver": BEAVER}, [("eager beaver", "1,25", ONE, "", TWO)])
    data = read(folder)
    assert data.flaws.select("sentence", "flaw", "handling").rows() == [(2, "the cell is empty", "left out")]
    assert not any("corpus references" in note for note in data.header.notes)


def test_a_sentence_without_its_expression_is_left_out_and_listed(folder):
    write_ncs(folder, {"eager beaver": BEAVER}, [("eager beaver", "1,25", ONE, "Nobody left .", TWO)])
    data = read(folder)
    assert data.flaws.select("sentence", "flaw").rows() == [(2, "the expression does not occur in the sentence")]
    assert set(data.stimuli.filter(condition="nat")["sentence"]) == {1, 3}


def test_a_neutral_sentence_of_another_shape_is_left_out_and_listed(tmp_path):
    write_ncs(tmp_path, {"eager beaver": BEAVER | {"mwe synonym": "Behold the hard worker"}})
    data = read(tmp_path)
    assert "syn" not in targets(data, condition="neut")
    left = data.flaws.filter(handling="left out").select("file", "column", "role", "flaw").rows()
    assert left == [
        ("dataset/en/neutral/P1_sents.csv", "mwe synonym", "syn", "the sentence does not begin like a neutral one")
    ]


def test_a_neutral_sentence_with_another_expression_is_kept_and_listed(tmp_path):
    write_ncs(tmp_path, {"eager beaver": BEAVER | {"neutral sentence": "This is an eager beavers"}})
    data = read(tmp_path)
    assert targets(data, condition="neut")["original"] == "eager beavers"
    kept = data.flaws.filter(handling="kept as it is")
    assert set(kept["flaw"]) == {"the sentence has 'eager beavers'"}


def test_scores_of_types_have_a_decimal_comma_or_point(folder):
    write_ncs(folder, {"alto mar": SEA}, [("alto mar", "4.5", "o alto mar .", "", "")], language="pt")
    assert read(folder).ratings.select("expression", "language", "sentence", "rating", "mean").rows() == [
        ("eager beaver", "en", None, "type", 1.25),
        ("alto mar", "pt", None, "type", 4.5),
    ]


def test_an_expression_without_a_score_is_listed_and_left_out_of_correlations_only(folder):
    write_ncs(folder, {"eager beaver": BEAVER, "red tape": BEAVER}, [("eager beaver", "1,25", ONE, TWO, ONE)])
    data = read(folder)
    rows = data.flaws.filter(expression="red tape", handling="left out of correlations")
    assert rows.select("file", "flaw").rows() == [("input/sentids_en.csv", "no rating")]
    assert "red tape" in data.stimuli["expression"].to_list()


def test_files_that_are_missing_are_stated(tmp_path):
    write_ncs(tmp_path, {"eager beaver": BEAVER})
    (tmp_path / "dataset/en/neutral/P2_sents.csv").unlink()
    data = read(tmp_path)
    assert "dataset/en/neutral/P2_sents.csv is missing, so nothing from it is used." in data.header.notes
    assert "input/sentids_en.csv is not there: neither naturalistic sentences nor ratings in en." in data.header.notes
    assert set(targets(data, condition="neut")) == {"original", "syn", "words"}


def test_sentences_alone_are_a_dataset_of_originals(tmp_path):
    write_csv(
        tmp_path / "input" / "sentids_en.csv",
        [
            {
                "compound": "eager beaver",
                "compositionality": "1,25",
                "sentence1": ONE,
                "sentence2": TWO,
                "sentence3": ONE,
            }
        ],
    )
    data = read(tmp_path)
    assert set(data.stimuli["role"]) == {"original"}
    assert data.expressions.select("expression", "components").rows() == [("eager beaver", None)]


def test_a_folder_without_sentences_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="has the layout of NCS but none of its sentences"):
        read(tmp_path)


def test_a_file_without_a_column_lists_those_found(tmp_path):
    write_csv(tmp_path / "dataset/en/neutral/P1_sents.csv", [{"compound": "a b", "sentence": "x"}])
    with pytest.raises(
        DatasetError, match=r"P1_sents.csv: the column 'neutral sentence' is missing; found compound, s"
    ):
        read(tmp_path)


def test_classes_come_with_nctti_and_without_it_that_is_said(folder, tmp_path):
    alone = load_dataset("ncs", folder)
    assert alone.header.labelling == ""
    assert any("No classes: they come with NCTTI" in note for note in alone.header.notes)
    write_nctti(tmp_path / "nctti", [("Eager Beaver", "PC", 1, 1, 1, 1, "")])
    data = load_dataset("ncs", [folder, tmp_path])
    assert data.header.labelling == "CompScale"
    assert data.expressions["class"].to_list() == ["PC"]
    assert data.labellings.rows() == [("eager beaver", "en", "CompScale", "PC")]
    with pytest.raises(ConfigError, match="`labelling` ClassType: ncs has CompScale"):
        load_dataset("ncs", [folder, tmp_path], labelling="ClassType")


def test_what_is_read_is_a_dataset_as_any_other(folder, tmp_path):
    data = read(folder)
    assert [list(check(getattr(data, name))) for name, check in CHECKS.items()] == [[], [], []]
    result = evaluate(HandmadeEncoder(scattered), data, cache_dir=tmp_path / "cache", resamples=100)
    assert {"sim_syn", "sim_comp", "sim_words", "ctx_nat_neut", "out_syn"} <= set(result.scores["measure"])
    lost = result.dropped.filter(pl.col("reason").str.contains("corpus reference"))
    assert lost.select("item", "what").rows() == [("en/eager beaver/nat3", "stimulus")]
