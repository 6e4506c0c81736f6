"""Frequency and association from a user's table, and from counts."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.errors import DatasetError
from idioprobe.make.corpus.association import read_association
from idioprobe.stats.association import pmi, ppmi

COUNTS = "expression,language,count,count1,count2,total\n"
counts = st.integers(1, 10**9).map(float)


def written(tmp_path, content: str, name: str = "a.csv"):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def test_words_that_meet_as_often_as_chance_would_have_it_have_a_pmi_of_zero():
    assert pmi(np.array(2.0), np.array(40.0), np.array(50.0), np.array(1000.0)) == pytest.approx(0)


def test_meeting_twice_as_often_is_worth_one_bit():
    assert pmi(np.array(4.0), np.array(40.0), np.array(50.0), np.array(1000.0)) == pytest.approx(1)


def test_two_words_that_never_part_have_the_information_of_one():
    assert pmi(np.array(8.0), np.array(8.0), np.array(8.0), np.array(1024.0)) == 7


@given(counts, counts, counts, counts)
def test_ppmi_is_pmi_cut_off_at_zero(count, count1, count2, total):
    given_ = [np.array(v) for v in (count, count1, count2, total)]
    exact = math.log2(count) + math.log2(total) - math.log2(count1) - math.log2(count2)
    assert float(pmi(*given_)) == pytest.approx(exact, abs=1e-9)
    assert float(ppmi(*given_)) == pytest.approx(max(0.0, exact), abs=1e-9)


def test_what_never_occurs_has_no_pmi_and_a_ppmi_of_zero(tmp_path):
    table = read_association(written(tmp_path, COUNTS + "a b,en,0,10,10,100\nc d,en,0,0,0,100\n"))
    assert table["frequency"].to_list() == [0, 0]
    assert table["pmi"].to_list() == [None, None]
    assert table["ppmi"].to_list() == [0, 0]


def test_counts_give_frequency_pmi_and_ppmi(tmp_path):
    table = read_association(written(tmp_path, COUNTS + "a b,en,4,8,16,1024\nc d,pt,1,64,64,1024\n"))
    assert table.rows() == [("a b", "en", 4.0, 5.0, 5.0), ("c d", "pt", 1.0, -2.0, 0.0)]


def test_figures_are_taken_as_given(tmp_path):
    table = read_association(written(tmp_path, "expression;frequency;PPMI\na b;120.5;7,25\nc d;;\n"))
    assert table.rows() == [("a b", None, 120.5, None, 7.25), ("c d", None, None, None, None)]


def test_tabs_do_as_well_and_pmi_is_kept_where_it_is_given(tmp_path):
    table = read_association(written(tmp_path, "expression\tfrequency\tppmi\tpmi\na b\t3\t0\t-1.5\n", "a.tsv"))
    assert table.rows() == [("a b", None, 3.0, -1.5, 0.0)]


def test_the_size_of_a_corpus_need_stand_there_once_for_each_language(tmp_path):
    rows = "a b,en,4,8,16,1024\nc d,en,4,8,16,\ne f,pt,4,8,16,2.048e3\ng h,pt,4,8,16,\n"
    assert read_association(written(tmp_path, COUNTS + rows))["pmi"].to_list() == [5, 5, 6, 6]


GIVEN = "expression,frequency,ppmi\n"

# name: (content, line, what the message says)
MISTAKES = {
    "no figures": ("expression,pmi\na b,3\n", 1, "frequency and ppmi, or the counts count, count1, count2, total"),
    "half the counts": ("expression,count,count1\na b,3,4\n", 1, "add them; found expression, count, count1"),
    "no expression column": ("name,frequency,ppmi\na b,3,4\n", 1, "the column 'expression' is missing"),
    "misspelt column": ("expression,frequency,ppmi,pmis\na b,3,4,5\n", 1, "unknown column 'pmis'; name it 'pmi'"),
    "no expression": (GIVEN + "a b,1,1\n,3,4\n", 3, "expression is empty; fill it in"),
    "twice": (GIVEN + "a b,1,1\nc d,1,1\nA  B,3,4\n", 4, "'A B' is on line 2 already; keep one"),
    "frequency": (GIVEN + "a b,often,1\n", 2, "frequency 'often' is not a number"),
    "separator in frequency": (GIVEN + 'a b,"1,234",1\n', 2, "frequency '1,234' has a comma; write it without"),
    "negative frequency": (GIVEN + "a b,-3,1\n", 2, "frequency -3 is below 0"),
    "negative ppmi": (GIVEN + "a b,3,-1\n", 2, "ppmi -1 is below 0"),
    "count": (COUNTS + "a b,en,4,8,x,100\n", 2, "count2 'x' is not a count; write a whole number"),
    "half a count": (COUNTS + "a b,en,4.5,8,16,100\n", 2, "count '4.5' is not a count"),
    "separator in count": (COUNTS + 'a b,en,"4,000",8,16,100\n', 2, "count '4,000' is not a count"),
    "point as separator": (COUNTS + "a b,en,4.000,8,16,100\n", 2, "count '4.000' is not a count"),
    "negative count": (COUNTS + "a b,en,-4,8,16,100\n", 2, "count '-4' is not a count"),
    "empty count": (COUNTS + "a b,en,4,,16,100\n", 2, "count1 is empty"),
    "more than its words": (COUNTS + "a b,en,9,8,16,100\n", 2, "no more frequent than its words"),
    "more than all": (COUNTS + "a b,en,4,8,16,10\n", 2, "nor these than all words together"),
    "no total": (COUNTS + "a b,en,4,8,16,100\nc d,pt,4,8,16,\n", 3, "total is empty; write the size of the corpus"),
    "which total": (COUNTS + "a b,en,4,8,16,100\nc d,en,4,8,16,90\ne f,en,4,8,16,\n", 4, "total is empty"),
    "ragged": (GIVEN + "a b,1\n", 2, "2 cells where the header has 3"),
    "quote": (GIVEN + '"a b,1,2\n', 2, "close every quote"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_line(tmp_path, name):
    content, line, message = MISTAKES[name]
    path = written(tmp_path, content)
    with pytest.raises(DatasetError) as caught:
        read_association(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert message in str(caught.value)


def test_a_table_without_rows_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="has no rows below its header"):
        read_association(written(tmp_path, GIVEN + "\n,,\n"))
