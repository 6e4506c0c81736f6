"""Tables about NCTTI itself, from six expressions that can be checked by hand."""

from statistics import fmean, stdev

import numpy as np
import pytest
from scipy.stats import spearmanr

from idioprobe import make_table
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.lexicon.fromfile import build_from_file
from idioprobe.make.judgments.judge import judge
from idioprobe.make.judgments.sources import source_of_dataset
from idioprobe.make.judgments.table import read_answers
from idioprobe.make.judgments.write import write_judgments
from idioprobe.papers.garcia2021_acl.datatables import all_paraphrases
from idioprobe.papers.garcia2021_acl.inputs import nctti_data
from idioprobe.stats.agreement import krippendorff_alpha
from tests.papers.nctti import CLASSES, SCORES, means, said, write_annotations, write_small_nctti
from tests.report.tables.small import texts


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_small_nctti(tmp_path_factory.mktemp("nctti"))


@pytest.fixture(scope="module")
def annotations(folder):
    return write_annotations(folder / "annotations.csv")


def test_type_and_token_ratings_overall_and_by_class(folder):
    grid = make_table("G2-2", data_dir=folder)
    assert [row.labels for row in grid.rows] == [("All",), ("Idiomatic",), ("Partial",), ("Compositional",)]
    assert grid.columns == (("English",), ("Portuguese",))
    expected = spearmanr(SCORES, [fmean(means(i)) for i in range(6)]).statistic
    shown = texts(grid)
    assert shown["All", "English"] == f"{expected:.2f}" == "0.77"
    assert shown["Idiomatic", "English"] == ""


def test_class_means_have_no_head_and_modifier_without_annotations(folder):
    grid = make_table("G2-3", data_dir=folder)
    assert [row.labels for row in grid.rows] == [("Idiom.",), ("Partial",), ("Comp.",)]
    assert [labels[0] for labels in grid.columns] == ["Noun Compound"] * 4 + ["Head"] * 4 + ["Modifier"] * 4
    shown = texts(grid)
    own = [fmean(means(i)) for i in range(6) if CLASSES[i] == "PC"]
    assert shown["Partial", "Noun Compound", "English", "Mean"] == f"{fmean(own):.2f}"
    assert shown["Partial", "Noun Compound", "English", "StD"] == f"{stdev(own):.2f}"
    assert shown["Partial", "Head", "English", "Mean"] == ""
    assert grid.notes[1] == "From NCTTI's own files."
    assert "head and modifier need a raw table of annotations" in grid.notes[2]


def mean_said(target, i):
    """The mean over an expression's sentences of what the annotators said of it (0), its head or its modifier."""
    return fmean(fmean(said(a, i, s)[target] for a in ("p", "q", "r") if a != "r" or s == 1) for s in (1, 2, 3))


@pytest.mark.parametrize("name", ["G2-3", "V4.2"])
def test_with_annotations_all_columns_come_from_them(folder, annotations, name):
    grid = make_table(name, data_dir=folder, annotations=annotations)
    shown = texts(grid)
    for target, column in enumerate(("Noun Compound", "Head", "Modifier")):
        own = [mean_said(target, i) for i in range(6) if CLASSES[i] == "C"]
        assert shown["Comp.", column, "English", "Mean"] == f"{fmean(own):.2f}"
        assert shown["Comp.", column, "English", "StD"] == f"{stdev(own):.2f}"
    assert grid.notes[1:] == ("Token ratings from annotations.csv; classes from NCTTI.",)


def test_so_does_the_correlation_with_type_ratings(folder, annotations):
    grid = make_table("G2-2", data_dir=folder, annotations=annotations)
    expected = spearmanr(SCORES, [mean_said(0, i) for i in range(6)]).statistic
    assert texts(grid)["All", "English"] == f"{expected:.2f}" != "0.77"
    assert grid.notes[1:] == ("Token ratings from annotations.csv; type ratings and classes from NCTTI.",)


@pytest.mark.parametrize("name", ["G2-2", "G2-3", "V4.1"])
def test_a_language_without_annotations_is_empty_and_not_filled_from_elsewhere(folder, tmp_path, name):
    english = write_annotations(tmp_path / "english.csv", ("en",))
    cells = make_table(name, data_dir=folder, annotations=english).cells()
    portuguese = [cell.text for _, column, cell in cells if "Portuguese" in column]
    assert len(portuguese) > 3
    assert set(portuguese) == {""}


def test_agreement_of_two_and_three_annotators(folder, annotations):
    grid = make_table("G2-1", data_dir=folder, annotations=annotations)
    assert [row.labels for row in grid.rows] == [("NC",), ("Head",), ("Modifier",)]
    assert grid.columns == (("English", "2"), ("English", "3"), ("Portuguese", "2"), ("Portuguese", "3"))
    shown = texts(grid)
    assert shown["NC", "English", "2"] == "1.00"
    three = np.array([[float(said(a, i, 1)[0]) for i in range(6)] for a in ("p", "q", "r")])
    assert shown["NC", "English", "3"] == f"{krippendorff_alpha(three):.2f}"
    assert float(shown["NC", "English", "3"]) < 1


def test_agreement_needs_annotations(folder):
    with pytest.raises(ConfigError, match=r"G2-1 needs a raw table of annotations \(`annotations`\)"):
        make_table("G2-1", data_dir=folder)


def test_the_thesis_has_both_side_by_side(folder, annotations):
    grid = make_table("V4.1", data_dir=folder, annotations=annotations)
    assert [[cell.text for cell in row.cells][4] for row in grid.rows] == [
        "All",
        "Idiomatic",
        "Partial",
        "Compositional",
    ]
    assert [row.labels[0] for row in grid.rows] == ["NC", "Head", "Modifier", ""]
    alphas, rhos = (texts(make_table(name, data_dir=folder, annotations=annotations)) for name in ("G2-1", "G2-2"))
    first = [cell.text for cell in grid.rows[0].cells]
    assert first[:4] == [alphas["NC", language, n] for language in ("English", "Portuguese") for n in ("2", "3")]
    assert first[5:] == [rhos["All", "English"], rhos["All", "Portuguese"]]


def test_without_annotations_its_left_part_is_empty(folder):
    grid = make_table("V4.1", data_dir=folder)
    assert [cell.text for cell in grid.rows[0].cells] == ["", "", "", "", "All", "0.77", "0.77"]
    assert "agreement (left part) needs a raw table" in " ".join(grid.notes)
    assert {row.labels[0] for row in grid.rows} == {""}, "a label of the left part would be read as one of the right"


@pytest.mark.parametrize("name", ["G2-4", "V4.3"])
def test_an_expressions_sentences_with_their_means_and_one_paraphrase_each(folder, name):
    grid = make_table(name, data_dir=folder)
    assert [column[-1] for column in grid.columns] == ["Sentence", "Mean", "Paraphrase"]
    assert grid.stubs == 0
    rows = [[cell.text for cell in row.cells] for row in grid.rows]
    assert rows == [
        ["We met [disc jockey] & co .", "1.25", "only 0"],
        ["Any [disc jockey] will do .", "1.5", ""],
        ["(a corpus reference; no text is published)", "1.75", ""],
        ["[disc jockey] at the type level, with its most common paraphrase", "0.5", "thing 0"],
    ]


def test_all_paraphrases_are_shown_with_the_data(folder):
    rows = all_paraphrases(nctti_data(folder), "disc jockey").rows
    assert rows[0].cells[-1].text == "only 0; also 0"


@pytest.mark.published
def test_of_several_paraphrases_the_papers_is_shown(shared_data):
    rows = make_table("G2-4", data_dir=shared_data / "nctti").rows
    assert [row.cells[-1].text for row in rows] == ["record player", "broadcaster", "announcer", "dj"]


def test_another_expression_can_be_named_whatever_its_case(folder):
    grid = make_table("G2-4", data_dir=folder, expressions=["PÉ-FRIO"])
    assert {row.labels[0] for row in grid.rows} == {"pé-frio"}
    with pytest.raises(ConfigError, match="which NCTTI does not have"):
        make_table("G2-4", data_dir=folder, expressions=["no such"])


ANSWERS = "annotator,expression,language,sentence,score,paraphrases\n" + "".join(
    f"{who},{name},fr,{sentence},{score},{'chef' if sentence == 2 else 'cuisinier'}\n"
    for name, score in (("cordon bleu", 1), ("pied noir", 3))
    for who in "pq"
    for sentence in (1, 2)
)
MINE = "expression,language,class,sentence1,sentence2,synonym,noun,adjective\n" + "".join(
    f"{name},fr,{label},Un [{name}].,Ce [{name}] rit.,chef,{name.split()[0]},{name.split()[1]}\n"
    for name, label in (("cordon bleu", "NC"), ("pied noir", "PC"))
)
SHOWN = [["Un [pied noir].", "3", "cuisinier"], ["Ce [pied noir] rit.", "3", "chef"]]


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "answers.csv").write_text(ANSWERS, encoding="utf-8")
    (tmp_path / "mine.csv").write_text(MINE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def own(mine):
    return build_from_file(mine / "mine.csv").dataset


def rows_of(grid):
    return [[cell.text for cell in row.cells] for row in grid.rows]


@pytest.mark.parametrize("name", ["G2-4", "V4.3"])
def test_ones_own_answers_are_examples_too(mine, own, name):
    grid = make_table(name, annotations=mine / "answers.csv", dataset=own, expressions=["pied noir"])
    assert rows_of(grid)[:2] == SHOWN
    assert "From answers.csv." in grid.notes
    with pytest.raises(ConfigError, match=r"disc jockey, which answers\.csv does not have; name others"):
        make_table(name, annotations=mine / "answers.csv", dataset=own)


def test_what_judgments_writes_in_another_language_is_read(mine, own):
    judged = judge(read_answers(mine / "answers.csv"), resamples=10)
    source = source_of_dataset(own)
    write_judgments(judged, source, mine / "answers.csv", mine / "judged", synonyms=False)
    there = mine / "judged" / "nctti"
    assert [path.name for path in (there / "data").iterdir()] == ["data_fr.tsv"]
    grid = make_table("G2-4", data_dir=there, dataset=own, expressions=["pied noir"])
    assert rows_of(grid)[:2] == SHOWN
    assert not any("nctti;" in note for note in grid.notes), "it is not NCTTI"
    without = make_table("G2-4", data_dir=there, expressions=["pied noir"])
    assert rows_of(without)[0][0] == "(its text is not at hand)"
    assert make_table("G2-3", data_dir=there).columns[0][1] == "FR"


def test_another_layout_is_recognised_as_such(tmp_path):
    (tmp_path / "input").mkdir()
    (tmp_path / "input" / "sentids_en.csv").write_text("x", encoding="utf-8")
    with pytest.raises(DatasetError, match="is laid out as NCS, not as NCTTI"):
        make_table("G2-2", data_dir=tmp_path)
