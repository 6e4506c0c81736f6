"""Every cell that is kept, against the tables in the papers' texts."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from idioprobe.papers.papers import PAPERS
from idioprobe.papers.reported import PUBLISHED, load_published
from tests.papers import vieira2023
from tests.papers.write import frames

OTHER_NAMES = {"distilbertml": "distilbml"}
"""Names that some tables of the thesis spell out."""

pytestmark = pytest.mark.published


@pytest.fixture(scope="module")
def read():
    return frames()


@pytest.mark.parametrize("source", PAPERS)
def test_every_cell_is_as_the_paper_prints_it(read, source):
    kept = load_published().filter(source=source).select(list(PUBLISHED))
    assert_frame_equal(kept, read[source])


@pytest.mark.parametrize("name", vieira2023.SHAPES)
def test_rows_and_models_of_the_thesis_are_labelled_as_they_are_kept(name):
    """Its tables are read by their shape, so their labels are a check of their own."""
    header, rows = vieira2023.labels()[name]
    kept = load_published(name)
    models = [vieira2023.letters(model) for model in kept["model"].unique(maintain_order=True)]
    assert [OTHER_NAMES.get(label, label) for label in header] == models
    assert rows == [vieira2023.letters(row.split(" / ")[-1]) for row in kept["row"].unique(maintain_order=True)]


def test_what_extraction_has_lost_is_not_guessed(read):
    """A change here is a change of what counts as read with certainty."""
    lost = pl.concat(read.values()).filter(state="unreadable").group_by("table", maintain_order=True).len()
    assert dict(lost.iter_rows()) == {
        "H2": 1, "H6": 4, "H8": 34, "H10": 59, "H16": 15, "G1-2": 66, "G1-4": 12, "G2-5": 24,
    }  # fmt: skip


def test_a_line_of_numbers_that_belongs_to_no_row_is_left_out(read):
    """Table 5's second heading carries 2.62 and others, none of them a correlation there."""
    assert read["he2025"].filter(table="H5")["value"].max() < 1
