"""What a table is: axes, and how a cell is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from idioprobe.data.dataset import Dataset
from idioprobe.data.registry import DataDirs
from idioprobe.report.tables.grid import Grid

Where = Mapping[str, Any]
"""Columns of the summary or of the scores and the value wanted; a tuple lists values, the first at hand is taken."""


def alternatives(value: Any) -> tuple[Any, ...]:
    """The values that a condition of a `Where` allows, the preferred first."""
    return value if isinstance(value, tuple) else (value,)


@dataclass(frozen=True)
class Entry:
    """One label on an axis, what it selects, and with how many digits if not the table's."""

    label: str
    where: Where
    digits: int | None = None


@dataclass(frozen=True)
class Models:
    """The axis of the models at hand.

    With `per_family`, each brings the entries below it along, in the order of the families; with `per_view`, it is
    there once for each of its views, which may have names of the paper's in `views`.
    """

    per_family: Mapping[str, tuple[Entry, ...]] | None = None
    per_view: bool = False
    views: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Expressions:
    """The axis of the table's expressions, or of those the user names."""


Axis = tuple[Entry, ...] | Models | Expressions
Product = tuple[Axis, ...]
"""Nested axes: every entry of the first has all entries of the next below it."""


def with_entries(axis: Axis, change: Callable[[tuple[Entry, ...]], tuple[Entry, ...]]) -> Axis:
    """An axis whose entries are changed, whether they are its own or those of a family of models."""
    if isinstance(axis, tuple):
        return change(axis)
    if isinstance(axis, Models) and axis.per_family:
        return replace(axis, per_family={kind: change(own) for kind, own in axis.per_family.items()})
    return axis


ANY_LANGUAGE = "any"
"""Stands for English where it is at hand, else for another language of the results."""
SHOW_P = "p"
"""The value of `show` where a cell prints p instead of the statistic."""
SHOW_MEAN = "mean"
"""The value of `show` where an expression's spread is left out."""

CellKind = Literal["rho", "level", "expression", "expression_sd", "expression_winner"]
"""A correlation (a dash unless significant), a level, or the mean over an expression's sentences."""
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
    every_view: bool = False
    expressions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    needs: str = ""
    """What it takes beyond its cells, in words."""
    of_top: Where = field(default_factory=dict)
    """What it selects instead where the user asks for the top dimensions."""


@dataclass(frozen=True)
class Files:
    """Where the user keeps published datasets, and a raw table of annotations; `dataset` is what these are about."""

    data_dirs: DataDirs = None
    annotations: Path | None = None
    dataset: Callable[[], Dataset] | None = None


CHOSEN = "chosen"
"""Stands for the human rating that correlations take, whichever the data have."""


@dataclass(frozen=True)
class MadeTable:
    """A table that a function makes; `needs` says from what.

    By its `source` the function is handed the results (`Inputs`), the results as they are where they need not belong
    together (`answers`), the sentences (`Material`) or the user's `Files`; by name, the options that it `takes`.
    `conditions` and `ratings` are those that it reads
    (`CHOSEN`: those that correlations of these results take).
    """

    name: str
    title: str
    needs: str
    make: Callable[..., Grid]
    source: Literal["results", "answers", "material", "files"] = "results"
    every_view: bool = False
    takes: tuple[str, ...] = ("expressions",)
    conditions: tuple[str, ...] = ("nat", "neut")
    ratings: tuple[str, ...] = ()


Table = LayoutTable | MadeTable
