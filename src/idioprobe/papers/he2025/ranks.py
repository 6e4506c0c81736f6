"""Expressions by affinity, and where each class begins in the ranking (He et al. 2025, §4.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.common.axes import H_SLICES, among
from idioprobe.papers.common.scores import scores_at
from idioprobe.report.tables.fitting import languages_of, spoken
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.narrow import conditioned
from idioprobe.report.tables.spec import Entry

RANKED = 10
NO_CLASS = "no class"
ENDS = {"highest": 1, "lowest": -1}


class Ranked(NamedTuple):
    """An expression, its affinity and its class."""

    name: str
    value: float
    label: str

    @property
    def text(self) -> str:
        """As a cell shows it."""
        label = f" ({self.label})" if self.label else ""
        return f"{self.name}{label} {self.value:.2f}"


def ranks(
    inputs: Inputs,
    units: Sequence[str] = (),
    conditions: Sequence[str] = (),
    top: int | None = None,
    **_: Any,
) -> Grid:
    """The expressions of highest and lowest affinity with their classes; where the first of each class stands."""
    if len(units) > 1:
        raise ConfigError("`units`: H-ranks ranks one at a time; name one.")
    (unit,) = units or ("target",)
    count = top or RANKED
    classes = tuple(reversed(inputs.material.classes))
    rows: list[Row] = []
    places = conditioned(spoken(H_SLICES, languages_of(inputs)), conditions)
    for place in among("H-ranks", places, "condition", conditions):
        lists = [_ranking(inputs, i, place, unit) for i in range(len(inputs.models))]
        rows += _rows(place.label, lists, count, classes) if any(lists) else ()
    if not rows:
        raise ConfigError("H-ranks: these results have no affinities there.")
    columns = tuple((model.label,) for model in inputs.models)
    notes = (
        f"Ranked is A_Syn|WordsSyn, {unit} unit, the mean over an expression's sentences; classes: "
        f"{inputs.models[0].result.manifest.dataset.labelling or 'of the dataset'}.",
        f"Positions count from the highest affinity; linguistics expects idiomatic expressions ({classes[-1]}) first.",
    )
    return Grid("H-ranks", "Highest and lowest A_Syn|WordsSyn", columns, tuple(rows), notes)


def _ranking(inputs: Inputs, which: int, place: Entry, unit: str) -> list[Ranked]:
    """From the highest; among equals by name."""
    where: Mapping[str, str] = {"measure": "aff_syn_words", "unit": unit, **place.where}
    means = scores_at(inputs.models[which], dict(where)).group_by("expression").agg(pl.col("value").mean())
    classes = dict(
        inputs.material.expressions.filter(pl.col("language") == place.where["language"])
        .select("expression", "class")
        .iter_rows()
    )
    ordered = means.sort("value", "expression", descending=[True, False])
    return [Ranked(name, value, classes.get(name) or "") for name, value in ordered.iter_rows()]


def _rows(place: str, lists: Sequence[Sequence[Ranked]], count: int, classes: Sequence[str]) -> Iterator[Row]:
    for end, step in ENDS.items():
        for rank in range(count):
            cells = tuple(_at(ranked[::step], rank) for ranked in lists)
            if any(cell.text for cell in cells):
                yield Row((place, end, str(rank + 1)), cells)
        yield Row((place, end, "classes"), tuple(_counts(ranked[::step][:count], classes) for ranked in lists))
    for label in classes[1:]:
        yield Row((place, f"first {label}", "position"), tuple(_first(ranked, label) for ranked in lists))


def _at(ranked: Sequence[Ranked], rank: int) -> Cell:
    return Cell(ranked[rank].text, ranked[rank].value) if rank < len(ranked) else Cell()


def _counts(ranked: Sequence[Ranked], classes: Sequence[str]) -> Cell:
    if not ranked:
        return Cell()
    found = Counter(one.label or NO_CLASS for one in ranked)
    return Cell(
        " / ".join(f"{found[label]} {label}" for label in (*classes, NO_CLASS) if found[label] or label in classes)
    )


def _first(ranked: Sequence[Ranked], label: str) -> Cell:
    for position, one in enumerate(ranked, 1):
        if one.label == label:
            return Cell(f"{position}: {one.name} {one.value:.2f}", float(position), n=len(ranked))
    return Cell("none" if ranked else "")
