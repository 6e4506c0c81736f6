"""A model as a paper reports it, in a table beside models run here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import polars as pl

from idioprobe.models.registry import PLAIN
from idioprobe.papers.common.doubt import ALSO, MARK
from idioprobe.papers.common.paper import Paper
from idioprobe.papers.registry import paper_of
from idioprobe.papers.reported import load_reported
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell
from idioprobe.report.tables.spec import Where, alternatives
from idioprobe.report.tables.subject import CONTEXTUAL, STATIC, SUMMARY_KEY

DAGGER = "†"
UNREADABLE = "n/r"
"""Shown for a cell that cannot be read in the text at hand."""
P = "p"
"""The statistic of a cell that prints p."""
EXPRESSION_KEY = ("language", "condition", "unit", "measure", "expression")


@dataclass(frozen=True)
class ReportedModel:
    """A model as one table of a paper reports it, in one view."""

    table: str
    model: str
    paper: Paper
    rows: pl.DataFrame
    reported_view: str | None = None
    marked: bool = True
    _index: dict[tuple[Any, ...], dict[str, Any]] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        """Its name there, with a dagger that says so."""
        return f"{self.model} {DAGGER}" if self.marked else self.model

    @property
    def kind(self) -> str:
        """Whether a word has the same vector in every context."""
        return STATIC if self.model in self.paper.static else CONTEXTUAL

    @property
    def view(self) -> str:
        """Its view where the table prints several, else the paper's."""
        return self.reported_view or next(iter(self.paper.settings.views_of(PLAIN)), "")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it is reported for, English first."""
        there = self.rows["language"].drop_nulls().unique().to_list()
        return tuple(sorted(there, key=lambda code: (code != "en", code)))

    def cell(self, key: tuple[Any, ...], *, p: bool = False) -> Cell | None:
        """The cell as it is printed."""
        if p:
            key = tuple(P if name == "statistic" else value for name, value in zip(SUMMARY_KEY, key, strict=True))
        found = self._by(SUMMARY_KEY).get(key)
        return None if found is None else as_cell(found)

    def of_expression(self, where: Where) -> tuple[Cell, int | None]:
        """The cell of an expression as it is printed, with its spread or the winner's position."""
        index = self._by(EXPRESSION_KEY)
        for condition in alternatives(where["condition"]):
            wanted = {**where, "condition": condition, "expression": str(where["expression"]).lower()}
            found = index.get(tuple(wanted.get(name) for name in EXPRESSION_KEY))
            if found is not None:
                return as_cell(found), None
        return Cell(), None

    def _by(self, columns: tuple[str, ...]) -> dict[tuple[Any, ...], dict[str, Any]]:
        """The rows by some columns; of an expression's mean and spread, which print the same, the mean."""
        if not self._index:
            for row in self.rows.iter_rows(named=True):
                lower = {**row, "expression": row["expression"] and row["expression"].lower()}
                self._index.setdefault(tuple(lower[name] for name in columns), row)
        return self._index


def as_cell(row: dict[str, Any]) -> Cell:
    """A row of the reported data as a cell: a dash is not significant, a doubtful number is marked."""
    texts = {"not_significant": NOT_SIGNIFICANT, "unreadable": UNREADABLE, "missing": ""}
    words = row["state"] == "words"
    text = texts.get(row["state"], str(row["printed"]) if words else str(row["printed"]).replace(",", "."))
    if row["doubt"] and text:
        text += f" {MARK}" if words else MARK
    return Cell(text, row["value"], flag=row["doubt"], reported=True)


def reported_models(table: str, *, marked: bool = True) -> tuple[ReportedModel, ...]:
    """The models that a table of a paper reports, in its order; none for a table that no paper prints."""
    paper = paper_of(table)
    rows = load_reported().filter(pl.col("table") == table, pl.col("model").is_not_null())
    if paper is None or rows.is_empty():
        return ()
    return tuple(
        ReportedModel(table, str(model), paper, part, view, marked)
        for (model, view), part in rows.group_by("model", "view", maintain_order=True)
    )


def reported_notes(table: str, rows: pl.DataFrame, *, marked: bool = True) -> tuple[str, ...]:
    """What a reader of reported cells must know: whose they are, which are doubtful, which cannot be read."""
    paper = paper_of(table)
    notes = [f"{DAGGER} reported: {paper.citation}."] if marked and paper else []
    reasons = dict.fromkeys(reason for told in rows["doubt"].drop_nulls() for reason in told.split(ALSO))
    notes += [f"{MARK} doubtful: {reason}." for reason in reasons]
    unreadable = rows.filter(pl.col("state") == "unreadable").height
    if unreadable:
        notes.append(
            f"{UNREADABLE}: {unreadable} {'cell' if unreadable == 1 else 'cells'} cannot be read in the text at hand."
        )
    return (*notes, *(paper.remarks(table) if paper else ()))
