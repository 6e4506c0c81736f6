"""Every cell that is kept, against the tables in the papers' texts."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from idioprobe.papers.common.paper import REPORTED
from idioprobe.papers.common.transcribe.__main__ import transcribed
from idioprobe.papers.common.transcribe.text import TranscriptionError
from idioprobe.papers.registry import all_papers
from idioprobe.papers.reported import COLUMNS, load_reported
from idioprobe.papers.vieira2023 import PAPER as THESIS
from idioprobe.papers.vieira2023 import transcriber as thesis

PAPERS = Path(__file__).resolve().parents[3] / "shared" / "papers"
OTHER_NAMES = {"distilbertml": "distilbml"}
"""Names that some tables of the thesis spell out."""
TRANSCRIBED = [source for source, paper in all_papers().items() if find_spec(f"{paper.package}.transcriber")]

pytestmark = pytest.mark.published


@pytest.fixture(scope="module")
def read():
    return transcribed(PAPERS)


@pytest.fixture(scope="module")
def labels():
    return thesis.labels((PAPERS / THESIS.text).read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("source", TRANSCRIBED)
def test_every_cell_is_as_the_paper_prints_it(read, source):
    kept = load_reported().filter(source=source).select(list(COLUMNS))
    assert_frame_equal(kept, read[source])


@pytest.mark.parametrize("source", TRANSCRIBED)
def test_a_file_that_is_written_anew_is_the_same_to_the_byte(read, source, tmp_path):
    read[source].write_csv(tmp_path / REPORTED)
    kept = files(all_papers()[source].package) / REPORTED
    assert (tmp_path / REPORTED).read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("source", TRANSCRIBED)
def test_another_text_is_refused(source, tmp_path):
    paper = all_papers()[source]
    (tmp_path / paper.text).write_text("Table 1: something else\n", encoding="utf-8")
    with pytest.raises(TranscriptionError, match="not as expected"):
        paper.transcribe(tmp_path)


@pytest.mark.parametrize("name", thesis.SHAPES)
def test_rows_and_models_of_the_thesis_are_labelled_as_they_are_kept(labels, name):
    """Its tables are read by their shape, so their labels are a check of their own."""
    header, rows = labels[name]
    kept = load_reported(name)
    models = [thesis.letters(model) for model in kept["model"].unique(maintain_order=True)]
    assert [OTHER_NAMES.get(label, label) for label in header] == models
    assert rows == [thesis.letters(row.split(" / ")[-1]) for row in kept["row"].unique(maintain_order=True)]


def test_what_extraction_has_lost_is_not_guessed(read):
    """A change here is a change of what counts as read with certainty."""
    lost = pl.concat(read.values()).filter(state="unreadable").group_by("table", maintain_order=True).len()
    assert dict(lost.iter_rows()) == {
        "H2": 1, "H6": 4, "H8": 34, "H10": 59, "H16": 15, "G1-2": 66, "G1-4": 12, "G2-5": 24,
    }  # fmt: skip


def test_a_line_of_numbers_that_belongs_to_no_row_is_left_out(read):
    """Table 5's second heading carries 2.62 and others, none of them a correlation there."""
    assert read["he2025"].filter(table="H5")["value"].max() < 1
