"""What the readers make of the published files: everything in them, as it stands there."""

import ast
import csv
import unicodedata

import polars as pl
import pytest

from idioprobe.core.tables import CONDITIONS
from idioprobe.data.checks import CHECKS
from idioprobe.data.components import components_of
from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.catalogue import DATA_VARIABLE
from tests.support import with_ends

pytestmark = pytest.mark.published

NAMES = ("ncimp", "ncs", "nctti")
EXPRESSIONS = {"ncimp": {"en": 281, "pt": 180}, "ncs": {"en": 281, "pt": 180}, "nctti": {"en": 280, "pt": 180}}
CLASSES = {
    "CompScale": {"en": {"NC": 103, "PC": 89, "C": 88, None: 1}, "pt": {"NC": 60, "PC": 60, "C": 60}},
    "ClassType": {"en": {"NC": 91, "PC": 89, "C": 99, None: 2}, "pt": {"NC": 50, "PC": 75, "C": 55}},
    "ClassToken": {"en": {"NC": 104, "PC": 84, "C": 91, None: 2}, "pt": {"NC": 48, "PC": 82, "C": 50}},
}
PORTUGUESE_NATURAL = [f"dataset/PT/naturalistics_examplesent{n}.csv" for n in (1, 2, 3)]
SHEET = "dataset/human_compositionality scores.xlsx"

OF_STIMULI = set(CONDITIONS) - {"question"}
"""Conditions that a stimulus has; a question is none."""


@pytest.fixture(scope="module")
def load(shared_data, tmp_path_factory):
    """Datasets by name and options, each read once; nothing has been fetched."""
    known = {}
    public = [shared_data, shared_data / "ncimp-en-public"]

    def load(name, labelling=None, dirs=public):
        key = (name, labelling, tuple(dirs))
        if key not in known:
            known[key] = load_dataset(name, dirs, labelling=labelling)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_VARIABLE, str(tmp_path_factory.mktemp("fetched")))
        yield load


@pytest.fixture(scope="module")
def ncimp(load):
    return load("ncimp")


@pytest.fixture(scope="module")
def sheet(shared_data):
    """NCIMP's sheet as it is, with the expression in lower case."""
    table = pl.read_excel(shared_data / "ncimp" / SHEET, infer_schema_length=None)
    return table.with_columns(key=pl.col("compound").str.to_lowercase())


def by_language(table, value=None):
    value = pl.len() if value is None else value
    return dict(table.group_by("language").agg(value).iter_rows())


def problems(data):
    return [problem for table, check in CHECKS.items() for problem in check(getattr(data, table))]


# All three.


@pytest.mark.parametrize("name", NAMES)
def test_every_expression_is_there(load, name):
    assert by_language(load(name).expressions) == EXPRESSIONS[name]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_passes_all_checks_of_a_dataset(load, name):
    data = load(name)
    assert {table: list(check(getattr(data, table))) for table, check in CHECKS.items()} == {
        table: [] for table in CHECKS
    }


@pytest.mark.parametrize("name", NAMES)
def test_stimuli_and_ratings_are_of_expressions_that_are_listed(load, name):
    data = load(name)
    for table in (data.stimuli, data.ratings, data.labellings):
        assert table.join(data.expressions, on=["expression", "language"], how="anti").is_empty()
    items = set(data.stimuli["item"])
    assert {item for item in data.lengths["item"] if item.startswith("pt/")} <= items


@pytest.mark.parametrize("name", NAMES)
def test_no_file_was_changed_and_every_class_has_its_labelling(load, name):
    data = load(name)
    assert data.header.labelling == "CompScale"
    assert not [note for note in data.header.notes if "not the published file" in note]
    counts = {language: {} for language in ("en", "pt")}
    for language, label, count in data.expressions.group_by("language", "class").len().iter_rows():
        counts[language][label] = count
    expected = CLASSES["CompScale"]
    assert counts["pt"] == expected["pt"]
    assert {k: v for k, v in counts["en"].items() if k} == {k: v for k, v in expected["en"].items() if k}


@pytest.mark.parametrize("name", NAMES)
def test_every_span_is_of_whole_words(load, name):
    for text, start, end in with_ends(load(name).stimuli).select("text", "start", "end").iter_rows():
        assert text == " ".join(text.split())
        around = (text[start - 1 : start], text[end : end + 1])
        assert all(not side or not side.isalnum() for side in around), (text, text[start:end])
        assert text[start:end] == text[start:end].strip()


@pytest.mark.parametrize(
    ("name", "natural"), [("ncs", {"en": 545, "pt": 498}), ("nctti", {"en": 544, "pt": 498})], ids=["ncs", "nctti"]
)
def test_sentences_published_as_text_are_there_and_the_others_listed(load, name, natural):
    data = load(name)
    originals = data.stimuli.filter(condition="nat", role="original")
    assert by_language(originals) == natural
    references = data.flaws.filter(flaw="only a corpus reference is published", handling="left out")
    assert by_language(references) == {k: 3 * EXPRESSIONS[name][k] - n for k, n in natural.items()}
    assert not originals["derived"].any()
    made = data.stimuli.filter(pl.col("role") != "original", condition="nat")
    assert made["derived"].all()


def test_ncs_and_ncimp_have_the_same_expressions_and_neutral_sentences(load, ncimp):
    ncs = load("ncs")
    sides = [
        {
            (language, name.lower()): text.removesuffix(" .")
            for language, name, text in data.stimuli.filter(condition="neut", role="original")
            .select("language", "expression", "text")
            .iter_rows()
        }
        for data in (ncs, ncimp)
    ]
    assert sides[0].keys() == sides[1].keys()
    different = [key for key, text in sides[0].items() if text != sides[1][key]]
    assert len(different) < 10, different


# NCIMP: its sentences.


def cells(path):
    """By expression: each tagged cell of a row as its text and its tagged words, read without the package."""
    found = {}
    with path.open(encoding="utf-8-sig", newline="") as stream:
        for row in csv.DictReader(stream):
            own = found.setdefault(" ".join(row["compound"].split()).lower(), set())
            for column, tags in row.items():
                name = column.removesuffix("_tag")
                text = row.get("neutral sentence" if name == "original sentence" and name not in row else name)
                if name == column or not tags or not text:
                    continue
                tokens, marked = text.split(), ast.literal_eval(tags)
                if len(tokens) == len(marked):
                    words = [token for token, mark in zip(tokens, marked, strict=True) if mark]
                    own.add((" ".join(tokens), " ".join(words)))
    return found


@pytest.mark.parametrize(
    ("folder", "file", "where"),
    [
        *(("ncimp", f"dataset/{code}/neutral.csv", {"language": code.lower()}) for code in ("EN", "PT")),
        *(
            (folder, f"dataset/{code}/naturalistics_examplesent{n}.csv", {"language": code.lower(), "sentence": n})
            for folder, code in (("ncimp", "PT"), ("ncimp-en-public", "EN"))
            for n in (1, 2, 3)
        ),
    ],
    ids=lambda value: value.removeprefix("dataset/") if isinstance(value, str) and "/" in value else "",
)
def test_every_target_is_the_tagged_words(ncimp, shared_data, folder, file, where):
    tagged = cells(shared_data / folder / file)
    stimuli = ncimp.stimuli.filter(derived=False, **where)
    if "sentence" not in where:
        stimuli = stimuli.filter(pl.col("condition") != "nat")
    assert len(stimuli) > 500
    for expression, text, start, end in with_ends(stimuli).select("expression", "text", "start", "end").iter_rows():
        assert (text, text[start:end]) in tagged[expression.lower()]


def test_all_conditions_are_there_and_only_the_long_sentence_and_words_alone_are_derived(ncimp):
    assert set(ncimp.stimuli["condition"]) == OF_STIMULI
    derived = ncimp.stimuli.filter("derived")
    assert set(derived.select("condition", "role").filter(pl.col("condition") != "neut_long").rows()) == {
        ("none", "modifier_syn"),
        ("none", "head_syn"),
    }
    assert ncimp.stimuli.filter(condition="neut_long")["derived"].all()
    originals = ncimp.stimuli.filter(role="original")
    for condition in ("neut", "neut_long", "neut_plural", "none"):
        assert by_language(originals.filter(condition=condition)) == EXPRESSIONS["ncimp"]
    assert by_language(originals.filter(condition="nat")) == {"en": 178 + 180 + 185, "pt": 540}


def test_thirty_expressions_of_each_portuguese_file_are_put_right(ncimp):
    put_right = ncimp.flaws.filter(handling="put right")
    counts = {(file, role): n for file, role, n in put_right.group_by("file", "role").len().iter_rows()}
    assert counts == {
        **{(file, role): 30 for file in PORTUGUESE_NATURAL for role in ("head", "head_alt")},
        ("dataset/PT/neutral.csv", "head_alt"): 30,
    }
    expressions = put_right.group_by("file", "role").agg(pl.col("expression").unique().sort())["expression"].to_list()
    assert all(names == expressions[0] for names in expressions)


def bare(word):
    return unicodedata.normalize("NFD", word.lower())[0]


def test_then_every_component_begins_as_it_does_in_the_dictionary(ncimp):
    """Forms of a word differ in their endings and accents."""
    listed = components_of(ncimp.expressions)
    parts = {name: {one.role: one.word for one in components} for name, components in listed.items()}
    alone = ncimp.stimuli.filter(pl.col("role").is_in(["head", "modifier"]), pl.col("condition").is_in(["nat", "neut"]))
    for expression, language, role, text, start, end in (
        with_ends(alone).select("expression", "language", "role", "text", "start", "end").iter_rows()
    ):
        assert bare(text[start:end]) == bare(parts[language, expression][role]), (expression, text)


def test_overlap_is_what_the_sheet_has_counted(ncimp, sheet):
    assert by_language(ncimp.expressions, pl.col("synonym_overlap").sum()) == {"en": 101, "pt": 74}
    counted = {
        (language, key): shared > 0
        for language, key, shared in sheet.select("language", "key", "MWE Synonym Overlap").iter_rows()
    }
    worked_out = {
        (language, name.lower()): overlap
        for language, name, overlap in ncimp.expressions.select("language", "expression", "synonym_overlap").iter_rows()
    }
    assert {key: worked_out[key] for key in counted} == counted


# NCIMP: its ratings.


@pytest.mark.parametrize(("kind", "each"), [("type", 1), ("token_mean", 1), ("token", 3)])
def test_every_expression_of_the_sheet_is_rated(ncimp, kind, each):
    assert by_language(ncimp.ratings.filter(rating=kind)) == {"en": 279 * each, "pt": 180 * each}


def test_the_two_without_a_rating_are_listed_and_take_part(ncimp):
    unrated = ncimp.flaws.filter(handling="left out of correlations")
    assert sorted(unrated["expression"]) == ["dust storm", "small fry"]
    assert {"dust storm", "small fry"} <= set(ncimp.stimuli["expression"])


def test_the_expression_that_the_sheet_has_no_type_for_takes_part(ncimp, sheet):
    assert sheet.filter(compound="má-fé")["Type"].null_count() == 4
    rows = ncimp.ratings.filter(expression="má-fé").select("sentence", "rating", "mean").rows()
    assert rows == [
        (None, "type", pytest.approx(sheet.filter(compound="má-fé")["CompositionalityType"][0])),
        (None, "token_mean", pytest.approx(1.2222)),
        (1, "token", pytest.approx(1.875)),
        (2, "token", pytest.approx(1.4)),
        (3, "token", pytest.approx(0.857142857142857)),
    ]
    assert set(ncimp.stimuli.filter(expression="má-fé")["condition"]) == OF_STIMULI
    assert ncimp.expressions.filter(expression="má-fé")["class"].null_count() == 0


def test_the_published_mean_is_not_quite_that_of_the_sentences(ncimp):
    keys = ["expression", "language"]
    tokens = ncimp.ratings.filter(rating="token").group_by(keys).agg(pl.col("mean").mean().alias("average"))
    both = ncimp.ratings.filter(rating="token_mean").join(tokens, on=keys)
    largest = by_language(both, (pl.col("mean") - pl.col("average")).abs().max())
    assert largest == pytest.approx({"en": 0.21, "pt": 0.68}, abs=0.005)


def test_published_lengths_leave_out_punctuation(ncimp):
    texts = ncimp.stimuli.filter(condition="nat", role="original", language="pt").select("item", "text")
    both = texts.join(ncimp.lengths, on="item")
    assert len(both) == len(texts)
    fewer = [length <= len(text.split()) for text, length in both.select("text", "length").iter_rows()]
    assert sum(fewer) > 0.95 * len(fewer)


# NCIMP: its classes.


@pytest.mark.parametrize("labelling", CLASSES)
def test_classes_are_those_of_the_labelling_asked_for(load, labelling):
    data = load("ncimp", labelling if labelling != "CompScale" else None)
    assert data.header.labelling == labelling
    for language, expected in CLASSES[labelling].items():
        found = dict(data.expressions.filter(language=language).group_by("class").len().iter_rows())
        assert found == expected


def test_all_labellings_are_at_hand_whichever_is_chosen(load, ncimp):
    assert load("ncimp", "ClassToken").labellings.equals(ncimp.labellings)
    wide = ncimp.labellings.pivot("labelling", index=["expression", "language"], values="class")
    both = wide.drop_nulls(["CompScale", "ClassType"])
    assert by_language(both) == {"en": 279, "pt": 180}
    assert by_language(both, (pl.col("CompScale") == pl.col("ClassType")).sum()) == {"en": 195, "pt": 107}


@pytest.mark.parametrize("name", ["Dutch courage", "Freudian slip", "double Dutch"])
def test_expressions_that_nctti_writes_in_lower_case_have_their_class(ncimp, load, name):
    (label,) = ncimp.expressions.filter(expression=name)["class"]
    assert label == load("nctti").expressions.filter(expression=name.lower())["class"].item()


def test_without_nctti_there_is_no_comp_scale(load, shared_data):
    alone = load("ncimp", dirs=[shared_data / "ncimp"])
    assert alone.header.labelling == "ClassType"
    assert any("CompScale, which comes with NCTTI" in note for note in alone.header.notes)


# Parts of NCIMP.


def test_what_is_missing_is_stated(load, shared_data):
    notes = load("ncimp", dirs=[shared_data]).header.notes
    missing = [f"dataset/EN/naturalistics_examplesent{n}.csv" for n in (1, 2, 3)]
    assert [note for note in notes if "is missing, so nothing" in note] == [
        f"{name} is missing, so nothing from it is used." for name in missing
    ]


def test_with_the_public_sentences_it_is_stated_how_many_there_are(ncimp):
    assert ncimp.header.notes == [
        f"Naturalistic sentence {n} in en: {count} of 281 expressions." for n, count in ((1, 178), (2, 180), (3, 185))
    ]


def test_the_public_english_sentences_alone_are_a_dataset(load, shared_data):
    data = load("ncimp", dirs=[shared_data / "ncimp-en-public"])
    assert data.languages == ["en"]
    assert set(data.stimuli["condition"]) == {"nat", "none"}
    assert len(data.expressions) == 245
    assert {table: list(check(getattr(data, table))) for table, check in CHECKS.items()} == {
        table: [] for table in CHECKS
    }
    assert all(len(components) == 2 for components in components_of(data.expressions).values())
    assert data.flaws.filter(handling="put right").is_empty()


def test_and_their_stimuli_are_the_same_as_beside_the_neutral_file(load, ncimp, shared_data):
    alone = load("ncimp", dirs=[shared_data / "ncimp-en-public"])
    columns = ["item", "role", "index", "text", "spans"]
    sides = [d.stimuli.filter(condition="nat", language="en").select(columns).sort(columns) for d in (alone, ncimp)]
    assert sides[0].equals(sides[1])
    heads = ["expression", "components"]
    beside = ncimp.expressions.join(alone.expressions, on=["expression", "language"], how="semi").select(heads)
    assert alone.expressions.select(heads).sort("expression").equals(beside.sort("expression"))
