"""One table of counts, as `corpus stats` writes it and `--counts` and `--association` read it."""

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.core.notices import OldFormWarning
from idioprobe.data.counts import read_counts
from idioprobe.data.lexicon.frequency import Figures, average_frequency

COUNTS = "expression,language,frequency,frequency1,frequency2,total\n"
GIVEN = "expression,frequency,ppmi\n"


def written(tmp_path, content: str | bytes, name: str = "counts.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def rows(tmp_path, content: str, name: str = "counts.csv"):
    """What each row gives: expression, language, frequency, PMI, PPMI."""
    found = read_counts(written(tmp_path, content, name)).rows
    return [(r.expression, r.language, r.figures.frequency, r.figures.pmi, r.figures.ppmi) for r in found]


def test_what_never_occurs_has_no_pmi_and_a_ppmi_of_zero(tmp_path):
    found = rows(tmp_path, COUNTS + "a b,en,0,10,10,100\nc d,en,0,0,0,100\n")
    assert found == [("a b", "en", 0.0, None, 0.0), ("c d", "en", 0.0, None, 0.0)]


def test_counts_give_frequency_pmi_and_ppmi(tmp_path):
    found = rows(tmp_path, COUNTS + "a b,en,4,8,16,1024\nc d,pt,1,64,64,1024\n")
    assert found == [("a b", "en", 4.0, 5.0, 5.0), ("c d", "pt", 1.0, -2.0, 0.0)]


def test_figures_are_taken_as_given(tmp_path):
    found = rows(tmp_path, "expression;frequency;PPMI\na b;120.5;7,25\nc d;;\n")
    assert found == [("a b", None, 120.5, None, 7.25), ("c d", None, None, None, None)]


def test_tabs_do_as_well_and_pmi_is_kept_where_it_is_given(tmp_path):
    found = rows(tmp_path, "expression\tfrequency\tppmi\tpmi\na b\t3\t0\t-1.5\n", "a.tsv")
    assert found == [("a b", None, 3.0, -1.5, 0.0)]


def test_the_size_of_a_corpus_need_stand_there_once_for_each_language(tmp_path):
    lines = "a b,en,4,8,16,1024\nc d,en,4,8,16,\ne f,pt,4,8,16,2.048e3\ng h,pt,4,8,16,\n"
    assert [row[3] for row in rows(tmp_path, COUNTS + lines)] == [5, 5, 6, 6]


def test_counts_are_looked_up_whatever_their_case_and_are_0_where_unknown(tmp_path):
    frequency = read_counts(written(tmp_path, "expression,frequency\nRed Tape,7\nred,2.5\n")).of("en")
    assert [frequency(text) for text in ("red tape", "RED", "tape")] == [7.0, 2.5, 0.0]


def test_columns_may_be_in_any_order_after_a_byte_order_mark(tmp_path):
    frequency = read_counts(written(tmp_path, b"\xef\xbb\xbffrequency,expression\n3,owl\n")).of("en")
    assert frequency("owl") == 3.0


def test_words_may_have_rows_of_their_own(tmp_path):
    path = written(tmp_path, "expression,frequency,total\nred tape,4,1024\nred,8,\ntape,16,\n")
    assert read_counts(path).of("en").figures("red tape", ["red", "tape"]) == Figures(4.0, 28 / 3, 5.0, 5.0)


def test_a_row_counts_the_words_of_its_own_expression(tmp_path):
    lines = "red tape,en,4,8,16,1024\nred hat,en,2,8,2,1024\ntape deck,en,1,9,3,1024\n"
    found = read_counts(written(tmp_path, COUNTS + lines)).of("en")
    assert found.figures("red tape") == Figures(4.0, 28 / 3, 5.0, 5.0)
    assert average_frequency("tape deck", found) == pytest.approx(13 / 3)


def test_languages_are_kept_apart_and_rows_without_one_are_for_all(tmp_path):
    table = read_counts(written(tmp_path, "expression,language,frequency\nchat,en,3\nchat,fr,9\nradio,,5\n"))
    assert [table.of(code)("chat") for code in ("en", "fr", "pt")] == [3.0, 9.0, 0.0]
    assert table.of("pt-BR")("radio") == 5.0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("text,count,total\nred tape,4,64\nred,8,\n", "expression,frequency,total\nred tape,4,64\nred,8,\n"),
        ("expression,language,count,count1,count2,total\na b,en,4,8,16,1024\n", COUNTS + "a b,en,4,8,16,1024\n"),
    ],
)
def test_the_columns_of_both_earlier_formats_are_read_with_a_notice(tmp_path, old, new):
    path = written(tmp_path, old)
    with pytest.warns(OldFormWarning, match=r"the columns .*count.* are called .*frequency.* now; rename them"):
        before = read_counts(path)
    assert before == read_counts(written(tmp_path, new))


# name: (content, line, what the message says)
MISTAKES = {
    "no frequency": ("expression,pmi\na b,3\n", 1, "the column 'frequency' is missing"),
    "no expression column": ("name,frequency,ppmi\na b,3,4\n", 1, "the column 'expression' is missing"),
    "misspelt column": ("expression,frequency,ppmi,pmis\na b,3,4,5\n", 1, "unknown column 'pmis'; name it 'pmi'"),
    "no expression": (GIVEN + "a b,1,1\n,3,4\n", 3, "expression is empty; fill it in"),
    "twice": (GIVEN + "a b,1,1\nc d,1,1\nA  B,3,4\n", 4, "'A B' is on line 2 already; keep one"),
    "frequency": (GIVEN + "a b,often,1\n", 2, "frequency 'often' is not a number"),
    "not a number": (GIVEN + "a b,nan,1\n", 2, "frequency 'nan' is not a number"),
    "without end": (GIVEN + "a b,inf,1\n", 2, "frequency 'inf' is not a number"),
    "separator in frequency": (GIVEN + 'a b,"1,234",1\n', 2, "frequency '1,234' has a comma; write it without"),
    "negative frequency": (GIVEN + "a b,-3,1\n", 2, "frequency -3 is below 0"),
    "negative ppmi": (GIVEN + "a b,3,-1\n", 2, "ppmi -1 is below 0"),
    "count": (COUNTS + "a b,en,4,8,x,100\n", 2, "frequency2 'x' is not a count; write a whole number"),
    "half a count": (COUNTS + "a b,en,4.5,8,16,100\n", 2, "frequency '4.5' is not a count"),
    "separator in count": (COUNTS + 'a b,en,"4,000",8,16,100\n', 2, "frequency '4,000' is not a count"),
    "point as separator": (COUNTS + "a b,en,4.000,8,16,100\n", 2, "frequency '4.000' is not a count"),
    "negative count": (COUNTS + "a b,en,-4,8,16,100\n", 2, "frequency '-4' is not a count"),
    "more than its words": (COUNTS + "a b,en,9,8,16,100\n", 2, "no more frequent than its words"),
    "more than all": (COUNTS + "a b,en,4,8,16,10\n", 2, "nor these than all words together"),
    "no total": (COUNTS + "a b,en,4,8,16,100\nc d,pt,4,8,16,\n", 3, "total is empty; write the size of the corpus"),
    "which total": (COUNTS + "a b,en,4,8,16,100\nc d,en,4,8,16,90\ne f,en,4,8,16,\n", 4, "total is empty"),
    "ragged": (GIVEN + "a b,1\n", 2, "2 cells where the header has 3"),
    "quote": (GIVEN + '"a b,1,2\n', 2, "close every quote"),
    "monstrous": ("expression,frequency\nowl,3\n" + "x" * 10_000_000 + ",1\n", 3, "characters at most"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_line(tmp_path, name):
    content, line, message = MISTAKES[name]
    path = written(tmp_path, content)
    with pytest.raises(DatasetError) as caught:
        read_counts(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert message in str(caught.value)


def test_one_corpus_has_one_size(tmp_path):
    path = written(tmp_path, "expression,frequency,total\nowl,3,100\nhat,2,90\n")
    with pytest.raises(DatasetError, match=r"counts\.csv:3: total 90, but 100 above; one corpus has one size"):
        read_counts(path).of("en")


@pytest.mark.parametrize("content", [b"", b"expression,frequency\ncaf\xe9,3\n", b"expression,frequency\nx\0,3\n"])
def test_counts_that_are_not_text_are_refused(tmp_path, content):
    with pytest.raises(DatasetError, match=r"counts\.csv"):
        read_counts(written(tmp_path, content))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DatasetError, match=r"absent\.csv cannot be read"):
        read_counts(tmp_path / "absent.csv")


def test_a_table_without_rows_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="has no rows below its header"):
        read_counts(written(tmp_path, GIVEN + "\n,,\n"))
