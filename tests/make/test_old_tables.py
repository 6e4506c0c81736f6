"""Tables that users wrote for idioprobe 0.3 name the column `compound`; they are read with one notice."""

import warnings

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.core.notices import OldFormWarning
from idioprobe.data.counts import read_counts
from idioprobe.make.judgments.table import read_annotations

ANNOTATIONS = """\
annotator,compound,language,sentence,score,head,modifier,paraphrases
ann1,paper tiger,en,1,0,1,1,empty threat;bluff
ann2,paper tiger,en,1,1,0,2,empty threat
"""
COUNTS = """\
Compound,language,frequency,frequency1,frequency2,total
paper tiger,en,120,480000,21000,2250000000
tea cup,en,950,310000,160000,2250000000
"""
TABLES = [(read_annotations, ANNOTATIONS), (read_counts, COUNTS)]


def read(reader, path, text):
    path.write_text(text, encoding="utf-8")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        table = reader(path)
    return table, [str(each.message) for each in said if each.category is OldFormWarning]


@pytest.mark.parametrize(("reader", "text"), TABLES)
def test_the_old_column_is_read_and_one_notice_says_what_to_rename(reader, text, tmp_path):
    path = tmp_path / "table.csv"
    old, said = read(reader, path, text)
    assert said == [f"{path}: the column compound is called expression now; rename it."]
    new, nothing = read(reader, path, text.replace("compound", "expression").replace("Compound", "expression"))
    assert nothing == []
    assert str(old) == str(new)


@pytest.mark.parametrize(("reader", "text"), TABLES)
def test_the_new_column_goes_before_the_old(reader, text, tmp_path):
    both = text.replace("compound", "expression", 1).replace("Compound", "expression", 1)
    header, _, rest = both.partition("\n")
    rows = "".join(f"{line},something else\n" for line in rest.splitlines())
    table, said = read(reader, tmp_path / "table.csv", f"{header},compound\n{rows}")
    assert "something else" not in str(table)
    assert said == []


@pytest.mark.filterwarnings("ignore::idioprobe.core.notices.OldFormWarning")
@pytest.mark.parametrize(
    ("reader", "text", "message"),
    [
        (read_annotations, ANNOTATIONS.replace("2,empty", "7,empty"), r"table\.csv:3: modifier '7' lies outside"),
        (read_annotations, ANNOTATIONS.replace("paraphrases", "paraphrase"), r"table\.csv:1: unknown column 'paraph"),
        (read_counts, COUNTS.replace("tea cup", " "), r"table\.csv:3: expression is empty"),
        (read_counts, COUNTS.replace("Compound", "Compounds"), r"table\.csv:1: the column 'expression' is miss"),
    ],
)
def test_mistakes_in_old_tables_are_named_with_file_and_line(reader, text, message, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=message):
        reader(path)
