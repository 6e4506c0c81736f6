"""The measures as tables of the documentation: `python -m idioprobe.report.measuretable docs/measures.md`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from idioprobe.report.prose import predicted
from idioprobe.suites.base import Suite
from idioprobe.suites.catalogue import SUITES

BEGIN, END = "<!-- measures: make docs-measures -->", "<!-- end -->"


def measure_tables() -> str:
    """One table for each suite, in Markdown."""
    return "\n".join(line for suite in SUITES.values() for line in _table(suite)).strip()


def _table(suite: Suite) -> Iterator[str]:
    yield f"### `--suite {suite.name}`: {suite.title}"
    yield ""
    yield "| measure | in words | what it is | formula | better | prediction | source |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for measure in suite.measures:
        expected = "; ".join(predicted(measure)) or "–"
        cells = (measure.title, measure.definition, measure.written, measure.better or "–", expected, measure.source)
        yield f"| `{measure.name}` | {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield ""


def filled_in(page: str) -> str:
    """A page with the tables between its marks."""
    between = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    return between.sub(lambda _: f"{BEGIN}\n\n{measure_tables()}\n\n{END}", page)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(filled_in(path.read_text(encoding="utf-8")), encoding="utf-8")
