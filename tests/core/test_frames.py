"""Cells that a spreadsheet would run are quoted, and come back as they were; numbers are left alone."""

import csv

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.frames import (
    is_formula,
    quote_cells,
    quoted,
    read_csv,
    read_parquet,
    unquote_cells,
    unquoted,
    write_csv,
    write_parquet,
)


@pytest.mark.parametrize("text", ["=1+1", "+x", "-x", "@SUM(A1)", "\t=1", "\rx", "-1 thing", "'=1", "--1", "+-", "-1e"])
def test_text_that_would_run_is_quoted(text):
    assert is_formula(text)
    assert quoted(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-1", "-0.35", "+1.5e-3", "-.5", "-", "+", "-12,5", "-3%", "", "x=1", "'tis", "0"])
def test_numbers_and_other_text_are_not(text):
    assert not is_formula(text)
    assert quoted(text) == text


@given(st.lists(st.one_of(st.none(), st.text(), st.from_regex(r"'*[=+\-@\t\r]['=+\-@0-9x]*", fullmatch=True))))
def test_tables_come_back_as_they_were(texts):
    table = pl.DataFrame(
        {"text": texts, "number": [-1.5] * len(texts)}, schema={"text": pl.String, "number": pl.Float64}
    )
    safe = quote_cells(table)
    assert unquote_cells(safe).equals(table)
    assert safe["number"].equals(table["number"])
    assert safe["text"].to_list() == [None if text is None else quoted(text) for text in texts]
    assert [None if text is None else unquoted(quoted(text)) for text in texts] == texts


def test_files_may_be_anywhere(tmp_path):
    folder = tmp_path / b"caf\xe9".decode("utf-8", "surrogateescape")
    folder.mkdir()
    table = pl.DataFrame({"a": ["x", "y"], "b": [-1.0, 2.0]})
    write_csv(table, folder / "t.csv")
    write_parquet(table, folder / "t.parquet")
    assert read_csv(folder / "t.csv", table.schema).equals(table)
    assert read_parquet(folder / "t.parquet").equals(table)
    assert list(csv.reader((folder / "t.csv").open()))[1] == ["x", "-1.0"]
