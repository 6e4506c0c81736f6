"""The correlation of what a model's vectors prefer with what it says, as a table and in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import ALL, CONDITIONS
from idioprobe.core.views import GENERATED, LIKELIHOOD
from idioprobe.report.prose import two_digits
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.spec import MadeTable
from idioprobe.report.words.agreement import GRADED, LIKELIER, PREFERENCE, SAID, TITLES, words_and_vectors
from idioprobe.suites.headline import UNIT_WORDS

NAME = "words-vectors"
TITLE = "Do the vectors know what the words say?"
WAYS = {GENERATED: "in what it writes", LIKELIHOOD: "by likelihood"}
EXPLAINED = (
    "ρ is Spearman's correlation over expressions between what a model's vectors prefer and what the same model says "
    "when it is asked: 1, the expressions that its vectors understand are those that it understands in words; 0, the "
    "one says nothing about the other."
)
MEASURED = (
    f"Vectors: {PREFERENCE}, the share of sentences {TITLES[PREFERENCE]} than to the words' synonyms, and {GRADED}, "
    f"{TITLES[GRADED]}. Words: {SAID}, the share of answers that take the synonym, by what it writes ({GENERATED}) and "
    f"by {LIKELIHOOD}, and {TITLES[LIKELIER]} the synonym is than the words' synonyms, per character."
)
NOTHING = (
    f"{NAME} cannot be made: no model here has both vectors and answers in words; run the same weights with and "
    "without chat:, as in idioprobe run -m chat:FOLDER -d starter --suite questions and idioprobe run -m FOLDER -d "
    "starter."
)


def agreement_grid(table: pl.DataFrame) -> Grid:
    """A row for each way to measure vectors, a column for each way to measure words; sentences below.

    The one model that there is needs no label: the sentences below name it.
    """
    common = table.select("model", "vectors", "language", "condition").unique().height == 1
    said = table.select("words_measure", "words_view").unique(maintain_order=True).rows()
    keys = ["model", "vectors", "language", "condition", "group", "unit", "vector_measure"]
    rows = []
    for _, part in table.group_by(keys, maintain_order=True):
        of = {(row["words_measure"], row["words_view"]): row for row in part.iter_rows(named=True)}
        cells = [_cell(of[way]) if way in of else Cell() for way in said]
        n = part["n"].unique(maintain_order=True).to_list()
        own = _labels(part.row(0, named=True))
        rows.append(Row(own[2:] if common else own, (*cells, Cell(", ".join(map(str, n)), n[0]))))
    columns = (*((_said(*way),) for way in said), ("n",))
    notes = (*conclusions(table), EXPLAINED, MEASURED, *_methods(table))
    return Grid(NAME, TITLE, columns, tuple(rows), notes, conclusion=" ".join(conclusions(table)))


def _labels(row: Mapping[str, Any]) -> tuple[str, ...]:
    group = "all" if row["group"] == ALL else row["group"]
    model = _shared(row["model"], row["vectors"])
    where = f"{row['language']} {row['condition']}"
    return model, where, group, f"{row['vector_measure']}, {UNIT_WORDS[row['unit']]}"


def _shared(one: str, other: str) -> str:
    """The name of a model that is there twice; families tell the two results apart, and the table need not.

    >>> _shared("chat:SmolLM2", "hf:SmolLM2"), _shared("mine", "yours")
    ('SmolLM2', 'mine / yours')
    """
    bare = [label.partition(":")[2] or label for label in (one, other)]
    return bare[0] if bare[0] == bare[1] else f"{one} / {other}"


def _said(measure: str, way: str) -> str:
    return TITLES[LIKELIER] if measure == LIKELIER else way


def _cell(row: Mapping[str, Any]) -> Cell:
    rho, low, high, p, n = (row[name] for name in ("rho", "ci_low", "ci_high", "p", "n"))
    if rho is None:
        return Cell()
    bounds = "" if low is None else f" [{two_digits(low)}, {two_digits(high)}]"
    return Cell(f"{two_digits(rho)}{bounds}", rho, p, n, low, high)


def _methods(table: pl.DataFrame) -> Iterator[str]:
    for method in table["method"].unique(maintain_order=True):
        yield f"{method}."


def conclusions(table: pl.DataFrame) -> tuple[str, ...]:
    """A sentence for each model and language: whether the two go together, where they are read as the scores are."""
    keys = ["model", "vectors", "language"]
    return tuple(_conclusion(_headline(part)) for _, part in table.group_by(keys, maintain_order=True))


def headline_rows(table: pl.DataFrame) -> list[dict[str, Any]]:
    """The row of each model and language that a sentence is about."""
    keys = ["model", "vectors", "language"]
    return [_headline(part) for _, part in table.group_by(keys, maintain_order=True)]


def _headline(rows: pl.DataFrame) -> dict[str, Any]:
    """All expressions, whole sentences, how much nearer, what it writes; or what comes nearest to that."""
    order = [("group", ALL), ("unit", "sentence"), ("vector_measure", GRADED), ("words_measure", SAID)]
    for column, wanted in [*order, ("words_view", GENERATED)]:
        chosen = rows.filter(pl.col(column) == wanted)
        rows = chosen if len(chosen) else rows
    return rows.row(0, named=True)


def _conclusion(row: Mapping[str, Any]) -> str:
    rho, low, high, n = (row[name] for name in ("rho", "ci_low", "ci_high", "n"))
    where = CONDITIONS.get(row["condition"], row["condition"])
    whose = f"{_shared(row['model'], row['vectors'])} ({row['language']}, {where})"
    if rho is None:
        return (
            f"{whose}: whether the vectors know what the words say cannot be told: over {n} expressions, one of the "
            "two does not vary, or there are too few."
        )
    shown = two_digits(rho) if low is None else f"{two_digits(rho)} [{two_digits(low)}, {two_digits(high)}]"
    over = f"over {n} expressions, {WAYS[row['words_view']]}, ρ = {shown}"
    if low is None:
        return f"{whose}: {over}; with so few expressions, that says little."
    if low > 0:
        return (
            f"{whose}: the vectors know something of what the words say: {over}. Expressions that lie nearer to their "
            "meaning are also more often understood when it is asked."
        )
    if high < 0:
        return (
            f"{whose}: vectors and words go against each other: {over}. Expressions that lie nearer to their meaning "
            "are less often understood when it is asked."
        )
    return (
        f"{whose}: it cannot be told whether the vectors know what the words say: {over}. The interval contains 0: "
        "with these expressions, the two may go together or have nothing to do with each other."
    )


def _made(inputs: Inputs) -> Grid:
    results = list({id(model.result): model.result for model in inputs.models}.values())
    views = {model.view for model in inputs.models if "@" in model.view}
    table = words_and_vectors(results, views.pop() if len(views) == 1 else None)
    if table.is_empty():
        raise ConfigError(NOTHING)
    return agreement_grid(table)


def agreement_grids(table: pl.DataFrame) -> Sequence[Grid]:
    """The table, where there is anything in it."""
    return [] if table.is_empty() else [agreement_grid(table)]


TABLES = (
    MadeTable(
        NAME,
        f"{TITLE} Their correlation over expressions",
        "results of the same weights as chat: (suite questions) and with vectors (suite probes), on the same dataset",
        _made,
        takes=(),
    ),
)
"""Tables that no paper has."""
