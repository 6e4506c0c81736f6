"""Small folders in the layout of NCIMP, with the flaws that the published files have."""

import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.checks import CHECKS
from idioprobe.data.dataset import Header
from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.flaws import left_out
from idioprobe.data.sources.ncimp.dataset import read_ncimp
from idioprobe.run.config import make_config
from tests.data.sources.folders import (
    BEAVER,
    BEAVER_SENTENCE,
    SEA,
    SHEET,
    SHEET_COLUMNS,
    ncimp_row,
    rated,
    write_natural,
    write_nctti,
    write_neutral,
    write_ratings,
)
from tests.embed.slow import scattered
from tests.support import HandmadeEncoder, with_ends

EAGER = ncimp_row("eager beaver", BEAVER)
COURAGE = ncimp_row(
    "Dutch courage",
    {
        "compound noun": "[Dutch courage]",
        "neutral sentence": "This is a [Dutch courage]",
        "synonym for compound": "This is a [false bravery]",
        "compound noun head": "[courage]",
        "compound noun modifier": "[Dutch]",
    },
)


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


@pytest.fixture
def folder(tmp_path):
    """An English folder with one expression, all its files there."""
    folder = tmp_path / "ncimp"
    write_neutral(folder, EAGER)
    for number in (1, 2, 3):
        write_natural(folder, number, ncimp_row("eager beaver", BEAVER_SENTENCE))
    write_ratings(folder, rated("eager beaver"))
    return folder


def read(*folders, classes=(), labelling=None):
    return read_ncimp(folders, dict(classes), labelling, Header(name="ncimp"))


def written(data, **where):
    """The target of each stimulus, by role and index."""
    rows = with_ends(data.stimuli.filter(**where)).select("role", "index", "text", "start", "end").iter_rows()
    return {(role, index): text[start:end] for role, index, text, start, end in rows}


def texts(data, **where):
    return {(role, i): text for role, i, text in data.stimuli.filter(**where).select("role", "index", "text").rows()}


def flaws(data, *columns, **where):
    return data.flaws.filter(**where).select(columns).rows()


# Roles.


def test_the_columns_of_a_neutral_file_play_their_roles(folder):
    assert written(read(folder), condition="neut") == {
        ("original", 0): "eager beaver",
        ("syn", 0): "hard worker",
        ("words", 0): "keen rodent",
        ("head", 0): "beaver",
        ("modifier", 0): "eager",
        ("modifier_alt", 0): "keen beaver",
        ("head_alt", 0): "eager rodent",
        ("rand", 0): "wet sock",
    }


def test_the_target_of_the_neutral_sentence_is_tagged_under_another_name(tmp_path):
    row = EAGER | {"neutral sentence_tag": "[True, False, False, False, False]"}
    write_neutral(tmp_path, row)
    assert written(read(tmp_path), condition="neut", role="original") == {("original", 0): "eager beaver"}


def test_without_context_an_expression_is_itself_and_its_words(folder):
    data = read(folder)
    alone = {
        ("original", 0): "eager beaver",
        ("syn", 0): "hard worker",
        ("head", 0): "beaver",
        ("modifier", 0): "eager",
    }
    assert written(data, condition="none", derived=False) == alone
    assert written(data, condition="none", derived=True) == {("modifier_syn", 0): "keen", ("head_syn", 0): "rodent"}


def test_naturalistic_sentences_are_numbered_by_their_file(folder):
    write_natural(folder, 2, ncimp_row("eager beaver", {"original sentence": "Two [Eager beavers] ate ."}))
    data = read(folder)
    nat = data.stimuli.filter(condition="nat", role="original").select("item", "sentence", "text").rows()
    assert nat == [
        ("en/eager beaver/nat1", 1, "The eager beaver left ."),
        ("en/eager beaver/nat2", 2, "Two Eager beavers ate ."),
        ("en/eager beaver/nat3", 3, "The eager beaver left ."),
    ]
    assert written(data, condition="nat", sentence=2) == {("original", 0): "Eager beavers"}


def test_further_columns_have_their_index(tmp_path):
    more = {f"nc rand freq sentence{n}": f"This is a [dull knife{n}]" for n in range(1, 6)}
    more |= {f"nc rand sentence{n}": f"This is a [red tape{n}]" for n in range(1, 6)}
    more |= {f"both synonym alt{n}": f"This is a [glad rat{n}]" for n in range(1, 5)}
    more |= {f"modifier synonym alt{n}": f"This is a [glad{n} beaver]" for n in range(1, 5)}
    more |= {"synonym for compound2": "This is a [busy bee]", "modifier hypernym": "This is a [thing beaver]"}
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER | more))
    found = written(read(tmp_path), condition="neut")
    assert [found["rand", i] for i in range(5)] == [f"dull knife{n}" for n in range(1, 6)]
    assert [found["rand_nc", i] for i in range(5)] == [f"red tape{n}" for n in range(1, 6)]
    assert [found["words_alt", i] for i in range(4)] == [f"glad rat{n}" for n in range(1, 5)]
    assert [found["modifier_alt", i] for i in range(5)] == ["keen beaver", *(f"glad{n} beaver" for n in range(1, 5))]
    assert found["syn2", 0] == "busy bee"
    assert found["modifier_generic", 0] == "thing beaver"


def test_repeated_fillers_count_once_where_one_word_is_replaced(tmp_path):
    """The four alternatives of the files are two by two."""
    fillers = ["glad", "glad", "Glad", "apt"]
    more = {f"modifier synonym alt{n}": f"This is a [{word} beaver]" for n, word in enumerate(fillers, 1)}
    more |= {f"head synonym alt{n}": "This is an [eager rodent]" for n in range(1, 5)}
    more |= {f"nc rand freq sentence{n}": "This is a [wet sock]" for n in range(1, 6)}
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER | more))
    data = read(tmp_path)
    for condition in ("neut", "neut_long"):
        found = written(data, condition=condition)
        assert [v for (role, _), v in found.items() if role == "modifier_alt"] == [
            "keen beaver",
            "glad beaver",
            "apt beaver",
        ]
        assert [v for (role, _), v in found.items() if role == "head_alt"] == ["eager rodent"]
        assert len([role for role, _ in found if role == "rand"]) == 5
    alone = written(data, condition="none", derived=True)
    assert sorted(alone.values()) == ["apt", "glad", "keen", "rodent"]


def test_white_space_is_normalised_and_nothing_else(tmp_path):
    odd = ncimp_row("eager  beaver", BEAVER, neutral_sentence="  This is \t an eager   beaver ")
    write_neutral(tmp_path, odd)
    data = read(tmp_path)
    assert texts(data, condition="neut", role="original") == {("original", 0): "This is an eager beaver"}
    assert data.expressions["expression"].to_list() == ["eager beaver"]


# The long neutral sentence, and the plural.


def test_the_long_neutral_sentence_is_made_from_the_short_one_and_marked_as_derived(folder):
    long = read(folder).stimuli.filter(condition="neut_long")
    assert long["derived"].all()
    assert long.filter(role="original")["text"].to_list() == ["This is what an eager beaver is supposed to be"]
    assert long.filter(role="syn")["text"].to_list() == ["This is what a hard worker is supposed to be"]
    assert set(long["item"]) == {"en/eager beaver/neut_long"}


def test_what_the_files_have_is_not_marked_as_derived(folder):
    data = read(folder)
    assert not data.stimuli.filter(pl.col("condition").is_in(["nat", "neut", "neut_plural"]))["derived"].any()


def test_a_filler_whose_sentence_has_another_shape_is_listed_and_left_out_of_the_long_one_alone(tmp_path):
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER | {"synonym both": "This is [keen rodent]"}))
    data = read(tmp_path)
    assert ("words", 0) in written(data, condition="neut")
    assert ("words", 0) not in written(data, condition="neut_long")
    assert flaws(data, "role", "flaw", "handling", condition="neut_long") == [
        ("words", "the short sentence has another shape, no long one is made", "left out")
    ]


def test_plurals_are_a_condition_of_their_own_that_no_run_has_unless_asked(folder, tmp_path):
    data = read(folder)
    assert written(data, condition="neut_plural") == {("original", 0): "eager beavers"}
    assert "neut_plural" not in make_config({}).conditions
    result = evaluate(HandmadeEncoder(scattered), data, cache_dir=tmp_path, resamples=100)
    assert set(result.scores["condition"]) == {"nat", "neut", "neut_long", "none"}


def test_asked_for_they_are_scored(tmp_path):
    more = {"mwe synonym plural": "These are [hard workers]", "synonym both plural": "These are [keen rodents]"}
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER | more))
    data = read(tmp_path)
    assert written(data, condition="neut_plural") == {
        ("original", 0): "eager beavers",
        ("syn", 0): "hard workers",
        ("words", 0): "keen rodents",
    }


def test_the_column_for_the_plural_of_the_synonym_holds_that_of_the_second(tmp_path):
    more = {"synonym for compoundplural": "These are [busy bees]", "synonym for compound2 plural": "These are [bees]"}
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER | more))
    found = written(read(tmp_path), condition="neut_plural")
    assert (found["syn2", 0], found["syn2", 1]) == ("busy bees", "bees")


# Exchanged columns.


def test_exchanged_columns_of_head_and_modifier_are_put_right_and_listed(tmp_path):
    write_neutral(tmp_path, ncimp_row("alto mar", SEA), language="PT")
    sentence = {
        "original sentence": "No [alto mar] azul .",
        "original head only": "No [alto] azul .",
        "original modifier only": "No [mar] azul .",
        "synonym modifier": "No [alto oceano] azul .",
        "synonym head": "No [grande mar] azul .",
    }
    write_natural(tmp_path, 2, ncimp_row("alto mar", sentence), language="PT")
    data = read(tmp_path)
    assert written(data, condition="nat") == {
        ("original", 0): "alto mar",
        ("head", 0): "mar",
        ("modifier", 0): "alto",
        ("modifier_alt", 0): "grande mar",
        ("head_alt", 0): "alto oceano",
    }
    put_right = flaws(data, "file", "item", "role", "flaw", handling="put right")
    file, item = "dataset/PT/naturalistics_examplesent2.csv", "pt/alto mar/nat2"
    assert put_right == [
        (file, item, "head", "the columns for head and modifier are exchanged"),
        (file, item, "head_alt", "the columns for head_alt and modifier_alt are exchanged"),
    ]
    assert left_out(data.flaws.filter(item=item)).is_empty()


def test_exchanged_columns_of_a_neutral_file_are_too(tmp_path):
    crossed = SEA | {"modifier synonym": SEA["head synonym"], "head synonym": SEA["modifier synonym"]}
    write_neutral(tmp_path, ncimp_row("alto mar", crossed), language="PT")
    data = read(tmp_path)
    for condition in ("neut", "neut_long"):
        found = written(data, condition=condition)
        assert (found["modifier_alt", 0], found["head_alt", 0]) == ("grande mar", "alto oceano")
    assert flaws(data, "condition", "role", handling="put right") == [("neut", "head_alt")]
    assert written(data, condition="none", derived=True) == {("modifier_syn", 0): "grande", ("head_syn", 0): "oceano"}


def test_columns_that_are_right_are_left_alone(tmp_path):
    write_neutral(tmp_path, ncimp_row("alto mar", SEA), language="PT")
    data = read(tmp_path)
    assert flaws(data, "flaw", handling="put right") == []
    assert written(data, condition="neut")["head", 0] == "mar"
    assert data.expressions.select("components").rows() == [("modifier:alto; head:mar",)]


# Cells that cannot be used.


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({"synonym_both_tag": "[False, False, False, True]"}, "the tag list has 4 entries for 5 words"),
        ({"synonym_both_tag": "[False, False, False, False, False]"}, "no word is tagged as the target"),
        ({"synonym_both_tag": "[True, False, False, True, True]"}, "the tagged words are not next to each other"),
        ({"synonym_both_tag": "[1, 0]"}, "the tags '[1, 0]' are not a list of True and False"),
        ({"synonym_both_tag": ""}, "the sentence has no tag list"),
        ({"synonym_both": " "}, "the cell is empty"),
    ],
    ids=["wrong length", "no target", "apart", "no list", "missing tag", "empty cell"],
)
def test_a_cell_that_cannot_be_used_is_left_out_and_listed_with_its_reason(tmp_path, changes, flaw):
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER, **changes))
    data = read(tmp_path)
    assert ("words", 0) not in written(data, condition="neut")
    assert ("syn", 0) in written(data, condition="neut")
    (row,) = data.flaws.filter(condition="neut").iter_rows(named=True)
    assert row | {"handling": "left out"} == row
    assert (row["file"], row["column"], row["role"], row["index"]) == (
        "dataset/EN/neutral.csv",
        "synonym both",
        "words",
        0,
    )
    assert (row["item"], row["expression"], row["language"]) == ("en/eager beaver/neut", "eager beaver", "en")
    assert row["flaw"] == flaw


def test_what_was_left_out_is_among_what_a_run_dropped_where_it_has_the_condition(tmp_path):
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER, synonym_both_tag="[True]"))
    write_natural(tmp_path, 1, ncimp_row("eager beaver", BEAVER_SENTENCE))
    data = read(tmp_path)
    runs = {
        conditions: evaluate(
            HandmadeEncoder(scattered), data, conditions=conditions, cache_dir=tmp_path / "cache", resamples=100
        )
        for conditions in (("neut",), ("nat",))
    }
    (row,) = runs["neut",].dropped.filter(what="stimulus").iter_rows(named=True)
    assert (row["item"], row["role"]) == ("en/eager beaver/neut", "words")
    assert row["reason"].startswith("the tag list has 1 entries for 5 words")
    assert "(dataset/EN/neutral.csv, column synonym both)" in row["reason"]
    assert runs["neut",].info["counts"]["dropped"] == len(runs["neut",].dropped)
    assert runs["nat",].dropped.filter(what="stimulus").is_empty()


def test_flaws_of_languages_and_expressions_that_a_run_leaves_aside_are_not_its_own(tmp_path):
    beavers = [ncimp_row(name, BEAVER, synonym_both="") for name in ("eager beaver", "busy beaver")]
    write_neutral(tmp_path, *beavers)
    write_neutral(tmp_path, ncimp_row("alto mar", SEA, synonym_both=""), language="PT")
    data = read(tmp_path)
    options = {"conditions": ("neut",), "cache_dir": tmp_path / "cache", "resamples": 100}
    everything, part = (
        evaluate(HandmadeEncoder(scattered), data, **chosen, **options)
        for chosen in ({}, {"languages": ("en",), "limit": 1})
    )
    lost = [result.dropped.filter(what="stimulus")["expression"].to_list() for result in (everything, part)]
    assert [sorted(names) for names in lost] == [["alto mar", "busy beaver", "eager beaver"], ["eager beaver"]]


def test_a_sentence_without_its_original_is_listed_and_none_of_its_variants_stays(tmp_path):
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER, original_sentence_tag="[True]"))
    data = read(tmp_path)
    assert set(data.stimuli["condition"]) == {"none", "neut_plural"}
    assert flaws(data, "role", "handling", condition="neut") == [("original", "left out")]


def test_a_stray_nan_is_kept_and_listed(tmp_path):
    write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER | {"modifier hypernym": "This is a [nan beaver]"}))
    data = read(tmp_path)
    assert written(data, condition="neut")["modifier_generic", 0] == "nan beaver"
    assert flaws(data, "role", "flaw", "handling", condition="neut") == [
        ("modifier_generic", "'nan' stands where a word is missing", "kept as it is")
    ]
    assert left_out(data.flaws.filter(condition="neut")).is_empty()


def test_columns_that_play_no_role_are_listed_as_such_and_with_what_is_wrong_in_them(tmp_path):
    """In the published file, tags of `only head synonym alt*` are one longer than their sentences."""
    more = {"entire neutral sentence": "[This is an eager beaver]", "only head synonym alt1": "This is [rodent]"}
    row = ncimp_row("eager beaver", BEAVER | more) | {"only head synonym alt1_tag": "[False, False, False, True]"}
    write_neutral(tmp_path, row)
    data = read(tmp_path)
    idle = data.flaws.filter(pl.col("expression").is_null()).select("file", "column", "flaw", "handling").rows()
    assert idle == [
        ("dataset/EN/neutral.csv", "entire neutral sentence", "plays no role in any measure", "not read"),
        (
            "dataset/EN/neutral.csv",
            "only head synonym alt1",
            "in 1 of 1 rows the tag list is not as long as the sentence",
            "left out, not read",
        ),
    ]
    assert "entire neutral sentence" not in set(data.stimuli["role"])


def test_an_expression_may_have_a_stroke_in_its_name(tmp_path):
    write_neutral(tmp_path, ncimp_row("and/or test", BEAVER, synonym_both=""))
    assert flaws(read(tmp_path), "expression", "condition", "language", "role", condition="neut") == [
        ("and/or test", "neut", "en", "words")
    ]


def test_a_short_row_has_empty_cells(tmp_path):
    path = write_neutral(tmp_path, EAGER)
    path.write_text(path.read_text() + "red tape,red tape\n")
    data = read(tmp_path)
    assert written(data, expression="red tape") == {("original", 0): "red tape"}
    assert ("original", "the cell is empty") in flaws(data, "role", "flaw", expression="red tape", condition="neut")


# Ratings.


def test_ratings_are_of_the_type_of_each_sentence_and_their_published_mean(folder):
    write_ratings(folder, rated("eager beaver", type_level=1.25, tokens=(0.5, 1.0, 2.0), mean=1.1))
    assert read(folder).ratings.select("sentence", "target", "rating", "mean").rows() == [
        (None, "expression", "type", 1.25),
        (None, "expression", "token_mean", 1.1),
        (1, "expression", "token", 0.5),
        (2, "expression", "token", 1.0),
        (3, "expression", "token", 2.0),
    ]


def test_decimal_commas_are_read(folder):
    write_ratings(folder, rated("eager beaver", type_level="1,25", tokens=("0,5", 1, "2"), mean="1,1"))
    assert read(folder).ratings["mean"].to_list() == [1.25, 1.1, 0.5, 1.0, 2.0]


def test_an_expression_without_a_rating_is_listed_and_left_out_of_correlations_only(folder, tmp_path):
    names = ["eager beaver", "red tape", "wet sock", "dull knife", "old bike"]
    write_neutral(folder, *(ncimp_row(name, BEAVER | {"neutral sentence": f"This is a [{name}]"}) for name in names))
    write_ratings(folder, *(rated(name, type_level=n) for n, name in enumerate(names[:-1])))
    data = read(folder)
    assert flaws(data, "file", "flaw", "handling", expression="old bike") == [
        (SHEET, "no rating in the published sheet", "left out of correlations")
    ]
    result = evaluate(HandmadeEncoder(scattered), data, conditions=("neut",), cache_dir=tmp_path, resamples=100)
    assert result.dropped.filter(what="rating")["expression"].to_list() == ["old bike"]
    rows = result.summary.filter(measure="sim_syn", unit="target", group="all", condition="neut")
    assert rows.filter(statistic="mean")["n"].to_list() == [5]
    assert rows.filter(statistic="rho_type", rating="type")["n"].to_list() == [4]


def test_a_rating_that_is_missing_is_listed_alone(folder):
    write_ratings(folder, rated("eager beaver", tokens=(0.5, None, 1.5)))
    data = read(folder)
    assert data.ratings.filter(rating="token")["sentence"].to_list() == [1, 3]
    assert flaws(data, "flaw", "sentence", handling="left out of correlations") == [("no token rating", 2)]


def test_an_expression_is_selected_by_language_and_experiment_not_by_the_column_that_may_be_empty(tmp_path):
    write_neutral(tmp_path, ncimp_row("alto mar", SEA), language="PT")
    write_ratings(tmp_path, rated("alto mar", language="pt", shown=""))
    data = read(tmp_path)
    assert set(data.ratings["rating"]) == {"type", "token", "token_mean"}
    assert set(data.ratings["language"]) == {"pt"}


def test_the_same_name_in_another_language_has_its_own_rating(tmp_path):
    write_neutral(tmp_path, ncimp_row("alto mar", SEA), language="PT")
    write_ratings(tmp_path, rated("alto mar", language="en"))
    assert read(tmp_path).ratings.is_empty()


def test_published_sentence_lengths_are_those_of_naturalistic_rows(folder):
    write_ratings(folder, rated("Eager beaver", lengths=(7, 8, None)), rated("unknown thing"))
    assert read(folder).lengths.rows() == [("en/eager beaver/nat1", 7), ("en/eager beaver/nat2", 8)]


def test_a_sheet_without_an_expected_column_lists_those_found(folder):
    columns = ["Comp" if c == "CompositionalityType" else c for c in SHEET_COLUMNS]
    write_ratings(folder, rated("eager beaver"), columns=columns)
    with pytest.raises(DatasetError, match=r"scores.xlsx: the column 'CompositionalityType' is missing") as caught:
        read(folder)
    assert f"found {', '.join(columns)}." in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"no spreadsheet", b"PK\x03\x04 broken"])
def test_a_file_that_is_no_spreadsheet_is_named(folder, content):
    (folder / SHEET).write_bytes(content)
    with pytest.raises(DatasetError, match=r"scores.xlsx cannot be read as a spreadsheet: .*; fetch it again\."):
        read(folder)


# Overlap.


def test_overlap_is_that_of_the_expression_and_its_synonym(tmp_path):
    mine = BEAVER | {"only mwe synonym": "[Busy-Beaver type]"}
    write_neutral(tmp_path, ncimp_row("eager beaver", mine), COURAGE)
    overlap = dict(read(tmp_path).expressions.select("expression", "synonym_overlap").iter_rows())
    assert overlap == {"eager beaver": True, "Dutch courage": False}


# Classes.


def labelled(data):
    return dict(data.expressions.select("expression", "class").iter_rows())


def test_every_labelling_there_is_can_be_chosen(folder):
    write_neutral(folder, EAGER, COURAGE)
    write_ratings(folder, rated("eager beaver", labels=("NC", "PC")), rated("Dutch courage", labels=("PC", "C")))
    classes = {("en", "eager beaver"): "C", ("en", "dutch courage"): "NC"}
    expected = {
        "CompScale": {"eager beaver": "C", "Dutch courage": "NC"},
        "ClassType": {"eager beaver": "NC", "Dutch courage": "PC"},
        "ClassToken": {"eager beaver": "PC", "Dutch courage": "C"},
    }
    for labelling, found in expected.items():
        data = read(folder, classes=classes, labelling=labelling)
        assert labelled(data) == found
        assert data.header.labelling == labelling
        table = {}
        for name, _, kind, label in data.labellings.iter_rows():
            table.setdefault(kind, {})[name] = label
        assert table == expected


def test_without_a_choice_it_is_comp_scale_and_without_that_class_type_which_is_said(folder):
    with_nctti = read(folder, classes={("en", "eager beaver"): "C"})
    assert (with_nctti.header.labelling, labelled(with_nctti)) == ("CompScale", {"eager beaver": "C"})
    alone = read(folder)
    assert (alone.header.labelling, labelled(alone)) == ("ClassType", {"eager beaver": "NC"})
    assert any("NCIMP's ClassType" in note and "CompScale" in note for note in alone.header.notes)
    asked = read(folder, labelling="ClassType")
    assert not any("CompScale" in note for note in asked.header.notes)


def test_a_labelling_that_is_not_there_is_an_error_that_says_which_are(folder):
    with pytest.raises(DatasetError, match=r"`labelling` CompScale: there is ClassType, ClassToken; .*NCTTI"):
        read(folder, labelling="CompScale")
    with pytest.raises(DatasetError, match=r"`labelling` mine: there is ClassType, ClassToken\.$"):
        read(folder, labelling="mine")


def test_without_sheet_and_nctti_there_are_no_classes(tmp_path):
    write_neutral(tmp_path, EAGER)
    data = read(tmp_path)
    assert (data.header.labelling, labelled(data)) == ("", {"eager beaver": None})
    with pytest.raises(DatasetError, match="there is none"):
        read(tmp_path, labelling="ClassType")


def test_by_name_classes_come_from_nctti_joined_in_lower_case(tmp_path):
    write_neutral(tmp_path / "ncimp", EAGER, COURAGE)
    rows = [("dutch courage", "PC", 1, 1, 1, 1, ""), ("eager beaver", "NC", 1, 1, 1, 1, "")]
    write_nctti(tmp_path / "nctti", rows)
    data = load_dataset("ncimp", tmp_path)
    assert labelled(data) == {"eager beaver": "NC", "Dutch courage": "PC"}
    assert data.header.labelling == "CompScale"
    assert load_dataset("ncimp", [tmp_path / "ncimp", tmp_path / "nctti"]).digest() == data.digest()


def test_by_name_a_labelling_that_is_not_there_is_an_error(folder):
    assert load_dataset("ncimp", folder, labelling="ClassToken").header.labelling == "ClassToken"
    with pytest.raises((ConfigError, DatasetError), match="`labelling` CompScale"):
        load_dataset("ncimp", folder, labelling="CompScale")


def test_another_labelling_is_another_dataset(folder):
    one, other = (read(folder, labelling=name).digest() for name in ("ClassType", "ClassToken"))
    assert one != other


# Files.


def test_missing_files_are_stated_in_the_notes(tmp_path):
    write_neutral(tmp_path, EAGER)
    write_natural(tmp_path, 2, ncimp_row("eager beaver", BEAVER_SENTENCE))
    absent = [
        "dataset/EN/naturalistics_examplesent1.csv",
        "dataset/EN/naturalistics_examplesent3.csv",
        "dataset/PT/neutral.csv",
        *(f"dataset/PT/naturalistics_examplesent{n}.csv" for n in (1, 2, 3)),
        SHEET,
    ]
    notes = read(tmp_path).header.notes
    assert notes == [f"{name} is missing, so nothing from it is used." for name in absent]


def test_a_sentence_file_with_fewer_expressions_than_there_are_is_stated_too(folder):
    write_neutral(folder, EAGER, COURAGE)
    assert "Naturalistic sentence 1 in en: 1 of 2 expressions." in read(folder).header.notes


def test_of_two_folders_the_first_that_has_a_file_provides_it(tmp_path, folder):
    other = tmp_path / "other"
    write_neutral(other, COURAGE)
    write_natural(other, 1, ncimp_row("eager beaver", BEAVER_SENTENCE))
    write_neutral(other, ncimp_row("alto mar", SEA), language="PT")
    data = read(folder, other)
    assert data.expressions["expression"].to_list() == ["eager beaver", "alto mar"]
    differing = [note for note in data.header.notes if "differs" in note]
    name = "dataset/EN/neutral.csv"
    assert differing == [f"{name}: {folder / name} is read; {other / name} differs and is not."]
    assert read(other, folder).expressions["expression"].to_list() == ["Dutch courage", "eager beaver", "alto mar"]


def test_naturalistic_files_alone_are_enough(tmp_path):
    for number in (1, 2, 3):
        write_natural(tmp_path, number, ncimp_row("eager beaver", BEAVER_SENTENCE))
    data = read(tmp_path)
    assert set(data.stimuli["condition"]) == {"nat", "none"}
    # In English the head comes last, so the files need not say which word it is.
    assert data.expressions.select("components", "synonym_overlap").rows() == [("modifier:eager; head:beaver", False)]
    alone = {
        ("original", 0): "eager beaver",
        ("head", 0): "beaver",
        ("modifier", 0): "eager",
        ("modifier_syn", 0): "keen",
        ("head_syn", 0): "rodent",
    }
    assert written(data, condition="none", derived=True) == alone
    result = evaluate(
        HandmadeEncoder(scattered), data, suites=("probes", "prediction"), cache_dir=tmp_path / "cache", resamples=100
    )
    assert {"sim_syn", "sim_comp", "sim_words", "pred_out_comp"} <= set(result.scores["measure"])


def test_portuguese_naturalistic_files_alone_do_not_say_which_word_is_the_head(tmp_path):
    sentence = {"original sentence": "No [alto mar] azul .", "original head only": "No [mar] azul ."}
    write_natural(tmp_path, 1, ncimp_row("alto mar", sentence), language="PT")
    data = read(tmp_path)
    assert data.expressions.select("components").rows() == [(None,)]
    assert set(data.stimuli["condition"]) == {"nat"}


def test_an_expression_in_another_case_is_the_same_expression(folder):
    write_natural(folder, 1, ncimp_row("Eager Beaver", BEAVER_SENTENCE))
    data = read(folder)
    assert data.expressions["expression"].to_list() == ["eager beaver"]
    assert set(data.stimuli["expression"]) == {"eager beaver"}


def test_a_row_that_stands_there_twice_is_read_once_and_listed(folder):
    write_neutral(folder, EAGER, EAGER | {"synonym for compound": "This is a zealous worker"})
    data = read(folder)
    assert [list(check(getattr(data, name))) for name, check in CHECKS.items()] == [[], [], []]
    assert written(data, condition="neut")["syn", 0] == "hard worker"
    assert "left out" in [handling for (handling,) in flaws(data, "handling", expression="eager beaver")]


def test_what_is_read_is_a_dataset_as_any_other(folder):
    data = read(folder)
    assert [list(check(getattr(data, name))) for name, check in CHECKS.items()] == [[], [], []]
    assert data.languages == ["en"]


def test_a_folder_with_ratings_alone_has_nothing_to_read(tmp_path):
    write_ratings(tmp_path, rated("eager beaver"))
    with pytest.raises(DatasetError, match="has the layout of NCIMP but none of its sentence files"):
        read(tmp_path)


def test_a_file_without_its_first_column_is_named_with_what_it_has(tmp_path):
    path = write_neutral(tmp_path, {"name": "eager beaver", "neutral sentence": "x"})
    with pytest.raises(DatasetError, match=r"neutral.csv: the column 'compound' is missing; found name, neutral sent"):
        read(tmp_path)
    path.write_bytes(b"compound\n\xff\n")
    with pytest.raises(DatasetError, match=r"neutral\.csv:2: byte 0xff is not UTF-8"):
        read(tmp_path)


def test_a_cell_of_monstrous_size_is_refused_with_the_file(tmp_path):
    write_neutral(tmp_path, EAGER | {"synonym both": "x " * 100_000})
    with pytest.raises(DatasetError, match=r"neutral\.csv"):
        read(tmp_path)


def test_by_name_a_file_that_is_not_the_published_one_is_read_and_said_to_differ(folder):
    data = load_dataset("ncimp", folder)
    changed = flaws(data, "file", "handling", flaw="the checksum is not the published file's")
    assert ("dataset/EN/neutral.csv", "kept as it is") in changed
    assert any("dataset/EN/neutral.csv is not the published file" in note for note in data.header.notes)
    assert "Computational Linguistics" in data.header.citation
