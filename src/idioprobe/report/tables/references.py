"""Chance, word by word and the ideal as lines below the models: quiet, never ranked, never the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from idioprobe.report.tables.gather import Inputs, flag_of
from idioprobe.report.tables.grid import Cell
from idioprobe.report.tables.spec import Where
from idioprobe.report.tables.subject import CONTEXTUAL, STATIC, SUMMARY_KEY
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.stats.correlation import FEWEST

FAMILY = "reference"
NOTE = (
    "Word by word, chance and ideal are references, not models: vectors that only add up words, random ones, and ones "
    "that give an expression the meaning of its synonym."
)
"""What a table with such lines says of them."""
CONSTANT = "values are all the same"
"""Why a reference has no correlation."""
EMPTY = "Where the cell of a reference is empty, its values are all the same: they correlate with nothing."
_BY_CHANCE = "random"


@dataclass(frozen=True)
class Reference:
    """A reference model as a subject of a table."""

    name: str
    kind: str
    languages: tuple[str, ...]
    view: str = ""
    _rows: Mapping[tuple[Any, ...], Mapping[str, Any]] = field(default_factory=dict, repr=False)

    @property
    def label(self) -> str:
        """In plain words."""
        return LABELS[self.name]

    def cell(self, key: tuple[Any, ...], *, p: bool = False) -> Cell | None:
        """A statistic, or its p; no interval, for it is no estimate of anything. One that is undefined says why."""
        found = self._rows.get(key)
        if found is None:
            return None
        if found["value"] is None:
            return Cell(n=found["n"], flag=CONSTANT if found["n"] >= FEWEST else None, reference=True)
        return Cell(
            "",
            found["p"] if p else found["value"],
            found["p"],
            found["n"],
            flag=flag_of(found["method"]),
            reference=True,
        )

    def of_expression(self, where: Where) -> tuple[Cell, int | None]:
        """Nothing: references are remembered by their statistics."""
        del where
        return Cell(reference=True), None


def known_references(results: Sequence[Result], *, undefined: bool = False) -> pl.DataFrame:
    """The statistics of the references that were not run as models themselves, each once, from low to high.

    Those without a value are among them where `undefined`.
    """
    run = {r.manifest.model.name for r in results if r.manifest.model.family == FAMILY}
    there = pl.concat([result.references for result in results]).unique(["model", *SUMMARY_KEY], maintain_order=True)
    there = there if undefined else there.drop_nulls("value")
    shown = [there.filter(pl.col("model") == name) for name in LABELS if name not in run]
    return pl.concat(shown) if shown else there.clear()


def references_of(inputs: Inputs, kind: str | None = None) -> list[Reference]:
    """The references of results; in a table about one `kind` of models they are of that kind."""
    table = known_references([model.result for model in inputs.models], undefined=True)
    languages = inputs.models[0].languages
    found: dict[str, dict[tuple[Any, ...], Mapping[str, Any]]] = {}
    for row in table.iter_rows(named=True):
        found.setdefault(row["model"], {})[tuple(row[name] for name in SUMMARY_KEY)] = row
    own = {name: CONTEXTUAL if name == _BY_CHANCE else STATIC for name in found}
    return [Reference(name, kind or own[name], languages, _rows=rows) for name, rows in found.items()]


def marked(cell: Cell) -> Cell:
    """A cell as that of a reference, also where it is empty."""
    return cell if cell.reference else replace(cell, reference=True)
