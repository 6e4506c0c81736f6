"""CSV files from outside: rows with their lines, and a limit on cells that is nobody else's."""

import csv

import pytest

from idioprobe.core.csvfile import open_csv
from idioprobe.core.errors import DatasetError, LexiconError
from idioprobe.core.textfile import LONGEST_CELL


def opened(place, text, **options):
    path = place / "table.csv"
    path.write_bytes(text.encode())
    return open_csv(path, options.pop("error", DatasetError), "do something about it", **options)


def test_each_row_comes_with_the_line_that_it_begins_on(tmp_path):
    file = opened(tmp_path, 'a,b\r\n1,"two\r\nlines"\r\n\r\n3,4\r\n')
    assert file.header == ["a", "b"]
    assert list(file.rows) == [(2, ["1", "two\r\nlines"]), (5, ["3", "4"])]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_told_by_the_first_line(tmp_path, delimiter):
    file = opened(tmp_path, f"a{delimiter}b\n1{delimiter}2\n", delimiter=None)
    assert (file.delimiter, list(file.rows)) == (delimiter, [(2, ["1", "2"])])


def test_other_marks_of_the_first_line_part_nothing(tmp_path):
    file = opened(tmp_path, "a|b|c,d\n1,2\n", delimiter=None)
    assert (file.delimiter, file.header) == (",", ["a|b|c", "d"])


def test_the_limit_of_the_process_is_as_it_was_wherever_the_caller_is(tmp_path):
    before = csv.field_size_limit(77)
    try:
        file = opened(tmp_path, "a,b\n1,2\n3,4\n")
        assert csv.field_size_limit() == 77
        for _ in file.rows:
            assert csv.field_size_limit() == 77
        half_read = opened(tmp_path, "a,b\n1,2\n3,4\n")
        next(half_read.rows)
        assert csv.field_size_limit() == 77
    finally:
        csv.field_size_limit(before)


@pytest.mark.parametrize("error", [DatasetError, LexiconError])
def test_a_cell_that_is_too_long_is_named_with_its_line(tmp_path, error):
    long = "x" * (LONGEST_CELL + 1)
    before = csv.field_size_limit()
    file = opened(tmp_path, f"a\n1\n{long}\n", error=error)
    assert next(file.rows) == (2, ["1"])
    with pytest.raises(error, match=r"table\.csv:3: field larger than field limit \(100000\); do something about it\."):
        next(file.rows)
    assert csv.field_size_limit() == before


def test_a_cell_may_be_as_long_as_the_limit_whatever_the_process_allows(tmp_path):
    before = csv.field_size_limit(10)
    try:
        (row,) = opened(tmp_path, f"a\n{'x' * LONGEST_CELL}\n").rows
    finally:
        csv.field_size_limit(before)
    assert len(row[1][0]) == LONGEST_CELL


def test_a_quote_that_is_never_closed_is_a_mistake_where_files_are_read_strictly(tmp_path):
    with pytest.raises(DatasetError, match=r"table\.csv:2: the file ends within a cell"):
        list(opened(tmp_path, 'a\n"1\n').rows)
    assert list(opened(tmp_path, 'a\n"1\n', strict=False).rows) == [(2, ["1\n"])]


def test_rows_before_a_mistake_are_given_before_it_is_told(tmp_path):
    rows = opened(tmp_path, 'a\n1\n"2\n').rows
    assert next(rows) == (2, ["1"])
    with pytest.raises(DatasetError):
        next(rows)
