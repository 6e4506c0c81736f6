"""What a published table is: axes, and how a cell is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from idioprobe.report.tables.grid import Grid

Where = Mapping[str, Any]
"""Columns of the summary or of the scores and the value wanted; a tuple lists values, the first at hand is taken."""


@dataclass(frozen=True)
class Entry:
    """One label on an axis, and what it selects."""

    label: str
    where: Where


@dataclass(frozen=True)
class Models:
    """The axis of the models at hand; with `per_family`, each brings the entries below it along."""

    per_family: Mapping[str, tuple[Entry, ...]] | None = None


@dataclass(frozen=True)
class Compounds:
    """The axis of the table's compounds, or of those the user names."""


Axis = tuple[Entry, ...] | Models | Compounds
Product = tuple[Axis, ...]
"""Nested axes: every entry of the first has all entries of the next below it."""

CellKind = Literal["rho", "level", "compound", "compound_sd", "compound_winner"]
"""A correlation (a dash unless significant), a level, or the mean over a compound's sentences."""
Family = Literal["static", "contextual"]


@dataclass(frozen=True)
class LayoutTable:
    """A table whose cells are looked up in results."""

    name: str
    title: str
    rows: tuple[Product, ...]
    columns: tuple[Product, ...]
    base: Where = field(default_factory=dict)
    cell: CellKind = "rho"
    digits: int = 2
    alpha: float = 0.05
    italic_above: float | None = None
    family: Family | None = None
    suite: str = "probes"
    compounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class MadeTable:
    """A table that a function makes; `needs` says from what."""

    name: str
    title: str
    needs: str
    make: Callable[..., Grid]
    source: Literal["results", "material", "nctti"] = "results"


Table = LayoutTable | MadeTable
