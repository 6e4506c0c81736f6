"""What a run prints about ε-compositionality: the tests, the positions, the distances, the category."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.tables import CONDITIONS
from idioprobe.report.terminal.grid import as_wide_as_needed
from idioprobe.run.results import Result
from idioprobe.suites.epsilon.epsilon import category

CLASSES = ("C", "PC", "NC")
ALPHA = 0.05
MEANINGS = {
    "human-aligned": "it departs from composition for idiomatic and partly compositional expressions only",
    "compositionally inclined": "it composes all expressions from their words, idiomatic ones too",
    "anti-compositional": "it departs from composition for all expressions, compositional ones too",
    "mixed": "it departs from composition for some classes, but not as idiomaticity would have it",
    "undecided": "not all of C, PC and NC have ε pairs",
}

Rows = dict[tuple[str, str, str], dict[str, Any]]


def show_epsilon(result: Result, console: Console) -> None:
    """Three tables like the paper's 1, 4 and 3, and the model's category in a sentence."""
    found = result.summary.filter(pl.col("measure").is_in(["epsilon", "epsilon_modifier", "epsilon_head", *_DISTANCES]))
    for language in found["language"].unique(maintain_order=True):
        here = found.filter(pl.col("language") == language)
        condition = next(c for c in CONDITIONS if c in here["condition"])
        part = here.filter(pl.col("condition") == condition)
        by_view = {str(view): _index(rows) for (view,), rows in part.group_by("view", maintain_order=True)}
        name = result.info["model"]["name"]
        console.print(Text(f"ε-compositionality of {name} ({language}, {CONDITIONS[condition]})", style="bold"))
        for table in (_tests(by_view), _positions(by_view), _distances(by_view)):
            as_wide_as_needed(table, console).print(table)
        for sentence in categories(result, language, condition):
            console.print(sentence, highlight=False, markup=False)
        console.print()
    if len(found):
        method = found.filter(pl.col("statistic") == "effect_percent")["method"][0]
        pairing = result.info["config"]["pairing"]
        lines = (
            f"Effect: share of the positive rank sum in per cent, 50 is none. {method}.",
            f"Pairing: {pairing}. Pairs of one expression are not independent, as the test takes them to be; "
            "the intervals resample expressions. epsilon.parquet has every pair.",
        )
        for line in lines:
            console.print(line, style="dim", highlight=False, markup=False)


def categories(result: Result, language: str, condition: str) -> Iterator[str]:
    """For each view, what kind of model this is, in a sentence."""
    tested = result.summary.filter(
        pl.col("measure") == "epsilon",
        pl.col("statistic") == "effect_percent",
        pl.col("language") == language,
        pl.col("condition") == condition,
    )
    for (view,), rows in tested.group_by("view", maintain_order=True):
        p_values = dict(rows.select("group", "p").iter_rows())
        kind = category(p_values, ALPHA)
        yield f"With the view {view}, {result.info['model']['name']} is {kind}: {MEANINGS[kind]} (α = {ALPHA:g})."


_DISTANCES = {"distance_word": "words", "distance_sentence": "sentences"}


def _index(rows: pl.DataFrame) -> Rows:
    return {(row["measure"], row["statistic"], row["group"]): row for row in rows.iter_rows(named=True)}


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="", box=None, pad_edge=False, header_style="bold")
    table.add_column("view", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _tests(by_view: dict[str, Rows]) -> Table:
    table = _table("Signed-rank tests", *(f"p {c}" for c in CLASSES), *(f"effect {c} [95 %]" for c in CLASSES), "pairs")
    for view, rows in by_view.items():
        found = [rows.get(("epsilon", "effect_percent", label)) for label in CLASSES]
        p_values = [_number(row, "p", 3) for row in found]
        effects = [_with_interval(row) for row in found]
        table.add_row(view, *p_values, *effects, str(sum(row["n"] for row in found if row)))
    return table


def _positions(by_view: dict[str, Rows]) -> Table:
    places = [(label, position) for label in CLASSES for position in ("modifier", "head")]
    table = _table("Effect by position", *(f"{label} {position}" for label, position in places))
    for view, rows in by_view.items():
        cells = (rows.get((f"epsilon_{position}", "effect_percent", label)) for label, position in places)
        table.add_row(view, *(_number(row, "value", 1) for row in cells))
    return table


def _distances(by_view: dict[str, Rows]) -> Table:
    table = _table("Distances, mean ± sd", *_DISTANCES.values())
    for view, rows in by_view.items():
        cells = []
        for measure in _DISTANCES:
            mean, sd = (rows.get((measure, statistic, "all")) for statistic in ("mean", "sd"))
            cells.append(f"{_number(mean, 'value', 3)} ± {_number(sd, 'value', 3)}")
        table.add_row(view, *cells)
    return table


def _number(row: dict[str, Any] | None, column: str, digits: int) -> str:
    return "–" if row is None or row[column] is None else f"{row[column]:.{digits}f}"


def _with_interval(row: dict[str, Any] | None) -> str:
    if row is None or row["ci_low"] is None:
        return _number(row, "value", 1)
    return f"{row['value']:.1f} \\[{row['ci_low']:.1f}, {row['ci_high']:.1f}]"
