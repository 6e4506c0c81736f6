"""The documentation of measures is made from their declarations."""

from pathlib import Path

from idioprobe.report.measuretable import filled_in, measure_tables
from idioprobe.suites.catalogue import MEASURES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "measures.md"


def test_the_page_says_what_the_declarations_say():
    written = PAGE.read_text(encoding="utf-8")
    assert filled_in(written) == written, "make docs-measures"


def test_every_measure_has_its_row():
    rows = [line for line in measure_tables().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [measure.name for measure in MEASURES]
