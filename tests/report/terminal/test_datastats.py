"""The figures of a dataset, on one that can be counted by hand."""

import io
import json
from dataclasses import replace

import polars as pl
import pytest
from rich.console import Console

from idioprobe.core.tables import FLAWS, LABELLINGS
from idioprobe.data.registry import folders_of, load_dataset
from idioprobe.report.terminal.datastats import SHOWN_NAMES, dataset_stats, show_stats
from tests.data.sources.folders import BEAVER, BEAVER_SENTENCE, ncimp_row, rated, write_natural, write_neutral
from tests.data.sources.folders import write_ratings as write_sheet
from tests.suites.world import FILLERS, dataset, expression, item, rating


@pytest.fixture
def data():
    owl = FILLERS | {"original": "night owl"}
    sea = FILLERS | {"original": "alto mar"}
    return dataset(
        [
            *item(FILLERS, frame="We saw {} there ."),
            *item(FILLERS, sentence=2, frame="{} left ."),
            *item(owl, condition="neut", sentence=None, frame="This is {}"),
            *item({"original": "night owl", "syn": "late bird"}, condition="none", sentence=None, frame="{}"),
            *item(sea, language="pt", frame="Vi {} ."),
        ],
        [
            expression("eager beaver", label="NC", overlap=True),
            expression("night owl", label="PC"),
            expression("alto mar", language="pt", overlap=None),
        ],
        [rating("eager beaver", 1.0), rating("night owl", 2.0), rating("eager beaver", 4.0, 1)],
    )


def shown(stats, width=140):
    console = Console(width=width, file=io.StringIO())
    show_stats(stats, console)
    return console.file.getvalue()


def test_all_of_it_is_json(data):
    stats = dataset_stats(data)
    assert json.loads(json.dumps(stats)) == stats
    assert (stats["name"], stats["labelling"]) == ("tiny", "hand")


def test_expressions_are_counted_by_language(data):
    assert dataset_stats(data)["expressions"] == {"en": 2, "pt": 1}


def test_stimuli_are_counted_by_condition_and_role_in_their_usual_order(data):
    rows = dataset_stats(data)["stimuli"]
    assert rows[0] == {
        "language": "en",
        "condition": "nat",
        "role": "original",
        "items": 2,
        "stimuli": 2,
        "derived": 0,
    }
    english = [(row["condition"], row["role"]) for row in rows if row["language"] == "en"]
    assert english[:3] == [("nat", "original"), ("nat", "syn"), ("nat", "words")]
    assert english[-1] == ("none", "syn")
    (random,) = [row for row in rows if (row["language"], row["role"]) == ("pt", "rand")]
    assert (random["items"], random["stimuli"]) == (1, 5)


def test_derived_stimuli_are_counted(data):
    derived = replace(data, stimuli=data.stimuli.with_columns(derived=pl.col("role") == "syn"))
    rows = {(r["language"], r["condition"], r["role"]): r["derived"] for r in dataset_stats(derived)["stimuli"]}
    assert rows["en", "nat", "syn"] == 2
    assert rows["en", "nat", "original"] == 0


def test_lengths_are_of_original_sentences_in_tokens(data):
    rows = {(row["language"], row["condition"]): row for row in dataset_stats(data)["sentence_length"]}
    natural = rows["en", "nat"]
    assert (natural["sentences"], natural["mean"], natural["min"], natural["max"]) == (2, 5.0, 4, 6)
    assert natural["sd"] == pytest.approx(2**0.5)
    assert rows["en", "neut"]["sd"] is None
    assert ("en", "none") not in rows


def test_what_stays_of_a_sentence_is_the_share_outside_its_target(data):
    rows = {(r["language"], r["condition"]): r["share"] for r in dataset_stats(data)["context_overlap"]}
    assert rows["en", "nat"] == pytest.approx((4 / 6 + 2 / 4) / 2)
    assert rows["en", "neut"] == pytest.approx(0.5)
    assert rows["pt", "nat"] == pytest.approx(0.5)


def test_overlap_is_counted_where_it_is_known(data):
    assert dataset_stats(data)["synonym_overlap"] == [{"language": "en", "sharing": 1, "expressions": 2}]


def test_classes_are_counted_with_those_that_have_none(data):
    assert dataset_stats(data)["classes"] == [
        {"labelling": "hand", "language": "en", "NC": 1, "PC": 1, "C": 0, "without": 0},
    ]


def test_every_labelling_is_counted(data):
    both = pl.DataFrame(
        [("eager beaver", "en", "one", "NC"), ("night owl", "en", "one", "C"), ("eager beaver", "en", "two", "C")],
        schema=LABELLINGS,
        orient="row",
    )
    rows = dataset_stats(replace(data, labellings=both))["classes"]
    assert [(r["labelling"], r["NC"], r["C"], r["without"]) for r in rows] == [("one", 1, 1, 0), ("two", 0, 1, 1)]


def test_ratings_are_counted_by_kind(data):
    rows = {r["rating"]: (r["ratings"], r["expressions"], r["mean"]) for r in dataset_stats(data)["ratings"]}
    assert rows == {"type": (2, 2, 1.5), "token": (1, 1, 4.0)}


def test_flaws_are_grouped_and_long_lists_cut(data):
    names = [f"c{i}" for i in range(SHOWN_NAMES + 3)]
    flaws = pl.DataFrame(
        [("a.csv", "x", None, name, "en", None, None, None, None, "no rating", "left out") for name in names],
        schema=FLAWS,
        orient="row",
    )
    stats = dataset_stats(replace(data, flaws=flaws))
    (flaw,) = stats["flaws"]
    assert (flaw["count"], flaw["expressions"]) == (SHOWN_NAMES + 3, names)
    assert "c5 and 3 more" in " ".join(shown(stats).split())


def test_every_figure_is_shown_with_a_heading(data):
    said = shown(dataset_stats(data))
    for heading in (
        "tiny: stimuli",
        "Sentence length (white-space tokens)",
        "Synonym shares a word",
        "Expressions by class",
        "Ratings",
    ):
        assert heading in said
    assert "Files" not in said
    assert "Flaws" not in said


def test_names_are_text_and_not_markup(data):
    odd = data.header.model_copy(update={"labelling": "[/x]", "notes": ["[red]note"]})
    said = shown(dataset_stats(replace(data, header=odd)))
    assert "[/x]" in said
    assert "[red]note" in said


def test_a_dataset_with_nothing_but_sentences_has_figures(data):
    bare = replace(
        data,
        ratings=data.ratings.head(0),
        expressions=data.expressions.with_columns(
            pl.lit(None, pl.String).alias("class"), pl.lit(None, pl.Boolean).alias("synonym_overlap")
        ),
    )
    stats = dataset_stats(bare)
    assert (stats["classes"], stats["ratings"], stats["synonym_overlap"]) == ([], [], [])
    assert "Expressions by class" not in shown(stats)


class TestPublished:
    @pytest.fixture
    def folders(self, tmp_path, monkeypatch):
        """NCIMP in two folders: the neutral sentences here, a naturalistic one there."""
        monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))
        first, second = tmp_path / "first", tmp_path / "second"
        write_neutral(first, ncimp_row("eager beaver", BEAVER))
        write_sheet(first, rated("eager beaver", shown="NN"))
        write_natural(second, 1, ncimp_row("eager beaver", BEAVER_SENTENCE))
        return [first, second]

    def test_each_file_stands_as_it_is_in_the_first_folder_that_has_it(self, folders):
        data = load_dataset("ncimp", folders)
        stats = dataset_stats(data, folders_of("ncimp", folders))
        states = {row["file"]: row["state"] for row in stats["files"]}
        assert states["dataset/EN/neutral.csv"] == "changed"
        assert states["dataset/EN/naturalistics_examplesent1.csv"] == "unverified"
        assert states["dataset/PT/neutral.csv"] == "missing"

    def test_changed_files_are_flaws_and_missing_ones_notes(self, folders):
        stats = dataset_stats(load_dataset("ncimp", folders), folders_of("ncimp", folders))
        flaws = {(flaw["file"], flaw["flaw"]): flaw["handling"] for flaw in stats["flaws"]}
        assert flaws["dataset/EN/neutral.csv", "the checksum is not the published file's"] == "kept as it is"
        assert "dataset/PT/neutral.csv is missing, so nothing from it is used." in stats["notes"]

    def test_both_labellings_of_the_sheet_are_counted(self, folders):
        stats = dataset_stats(load_dataset("ncimp", folders), folders)
        assert {(row["labelling"], row["NC"], row["PC"]) for row in stats["classes"]} == {
            ("ClassType", 1, 0),
            ("ClassToken", 0, 1),
        }


def test_two_spaces_do_not_make_a_token(data):
    wide = replace(data, stimuli=data.stimuli.with_columns(text=pl.col("text").str.replace(" ", "  ")))
    assert dataset_stats(wide)["sentence_length"] == dataset_stats(data)["sentence_length"]
