"""Files in the layout of NCTTI, made by hand."""

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.nctti.read import comp_scale, read_nctti

HEAD = "compound\tCompScale\tCompType\tMeanS1\tMeanS2\tMeanS3\tSynonyms\tSynonymsS1\tSynonymsS2\tSynonymsS3\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()

    def write(**languages: str):
        for language, rows in languages.items():
            (tmp_path / "data" / f"data_{language}.tsv").write_text(HEAD + rows, encoding="utf-8")
        return tmp_path

    return write


def test_numbers_may_stand_in_quotes_or_not_with_a_point_or_a_comma(folder):
    rows = '"red tape"\t"NC"\t"0.5"\t1\t"1,5"\t2,25\t""\t\t\t\n'
    assert read_nctti(folder(en=rows)).scores.rows() == [("red tape", "en", "NC", 0.5, 1.0, 1.5, 2.25)]


def test_a_missing_score_is_null(folder):
    assert read_nctti(folder(en="red tape\tNC\t\t1\t\t2\t\t\t\t\n")).scores.rows() == [
        ("red tape", "en", "NC", None, 1.0, None, 2.0)
    ]


def test_paraphrases_are_kept_in_order_with_their_repetitions(folder):
    rows = "red tape\tNC\t1\t1\t1\t1\trules;rules; paper  work ;\tforms\t\tdelay;forms\n"
    assert read_nctti(folder(en=rows)).paraphrases.drop("expression", "language").rows() == [
        (None, "rules"),
        (None, "rules"),
        (None, "paper work"),
        (1, "forms"),
        (3, "delay"),
        (3, "forms"),
    ]


def test_one_language_is_enough(folder):
    row = "pé-frio\tPC\t1\t1\t1\t1\t\t\t\t\n"
    assert read_nctti(folder(pt=row)).scores["language"].to_list() == ["pt"]
    assert read_nctti(folder(pt=row, en=row)).scores["language"].to_list() == ["en", "pt"]


def test_classes_are_found_by_the_expression_in_lower_case(folder):
    scale = comp_scale(read_nctti(folder(en="Dutch courage\tPC\t1\t1\t1\t1\t\t\t\t\n")))
    assert scale == {("en", "dutch courage"): "PC"}


# name: (rows, line, what the message says)
MISTAKES = {
    "number": ("a b\tC\t1\t1\t1\t1\t\t\t\t\nc d\tC\t1\t1\thigh\t1\t\t\t\t\n", 3, "MeanS2 'high' is not a number"),
    "thousands": ("a b\tC\t1.2.3\t1\t1\t1\t\t\t\t\n", 2, "CompType '1.2.3' is not a number"),
    "class": ("a b\tidiom\t1\t1\t1\t1\t\t\t\t\n", 2, "CompScale 'idiom' is not a class; write one of NC, PC, C"),
    "no class": ("a b\t\t1\t1\t1\t1\t\t\t\t\n", 2, "CompScale '' is not a class"),
    "no expression": ("\tC\t1\t1\t1\t1\t\t\t\t\n", 2, "compound is empty"),
    "twice": ("a b\tC\t1\t1\t1\t1\t\t\t\t\nA b\tC\t1\t1\t1\t1\t\t\t\t\n", 3, "'A b' is on line 2 already"),
    "short row": ("a b\tC\t1\n", 2, "3 cells where the header has 10"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_file_line_and_column(folder, name):
    rows, line, message = MISTAKES[name]
    with pytest.raises(DatasetError) as caught:
        read_nctti(folder(en=rows))
    assert f"data_en.tsv:{line}: " in str(caught.value)
    assert message in str(caught.value)


def test_a_missing_column_is_named_with_those_that_are_there(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "data_pt.tsv").write_text("compound\tCompScale\na b\tC\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"data_pt\.tsv:1: .*'CompType' is missing; .*found compound, CompScale"):
        read_nctti(tmp_path)


def test_a_folder_with_neither_file_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="it is not a copy of the repository marcospln/nctti"):
        read_nctti(tmp_path)
