"""A study's answers as a file."""

from __future__ import annotations

import polars as pl

from idioprobe.core.frames import quote_cells
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.table import answers_table
from idioprobe.make.annotate.units import SCORE, TOKEN, Sentence, roles


def csv_bytes(study: Study) -> bytes:
    """The answers as CSV, without cells that a spreadsheet would run as a formula."""
    with study.database() as database:
        table = answers_table(database, study.settings.checks.allowed)
    return quote_cells(table).write_csv().encode("utf-8")


def sheet_bytes(study: Study) -> bytes:
    """The questions as a table to be filled in with a spreadsheet, and to be imported then."""
    components = roles([unit.asked for unit in study.units.values()])
    rows = [
        {
            "annotator": None,
            "expression": unit.asked.expression,
            "language": unit.asked.language,
            "sentence": unit.asked.sentences[0].number if unit.level == TOKEN else None,
            "text": " / ".join(map(_bracketed, unit.asked.sentences)),
            **dict.fromkeys((*components, SCORE, "paraphrases")),
            "level": unit.level,
        }
        for unit in study.wanted_units.values()
    ]
    return quote_cells(pl.DataFrame(rows, infer_schema_length=None)).write_csv().encode("utf-8")


def _bracketed(sentence: Sentence) -> str:
    return "".join(f"[{text}]" if marked else text for text, marked in sentence.pieces())
