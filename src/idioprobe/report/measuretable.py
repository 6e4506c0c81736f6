"""The measures as tables of the documentation: `python -m idioprobe.report.measuretable docs/measures.md`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from idioprobe.report.prose import predicted
from idioprobe.suites.catalogue import SUITES
from idioprobe.suites.controls.measures import MEASURES as OF_CONTROLS
from idioprobe.suites.measure import Measure

BEGIN, END = "<!-- measures: make docs-measures -->", "<!-- end -->"


def measure_tables() -> str:
    """One table for each suite, and one of ordinary words, in Markdown."""
    tables = [(f"`--suite {suite.name}`: {suite.title}", suite.measures) for suite in SUITES.values()]
    tables.append(("`--controls`: ordinary words beside idioms", OF_CONTROLS))
    return "\n".join(line for heading, measures in tables for line in _table(heading, measures)).strip()


def _table(heading: str, measures: Sequence[Measure]) -> Iterator[str]:
    yield f"### {heading}"
    yield ""
    yield "| measure | in words | what it is | formula | better | prediction | source |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for measure in measures:
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
