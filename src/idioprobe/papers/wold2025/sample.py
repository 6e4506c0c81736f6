"""A sentence of the data and how ε is computed from it (W figure 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.report.tables.examples import known_expressions
from idioprobe.report.tables.gather import Material
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.suites.epsilon.epsilon import pair_up
from idioprobe.suites.epsilon.substitutions import substitutions

EXAMPLE = "black box"
PAIRING = "one"
"""A synonym is shown with one baseline, as in the paper's figure."""


def sample(material: Material, expressions: Sequence[str] = (), **_: Any) -> Grid:
    """Of each expression the first sentence, and for every synonym the fractions of both ε."""
    rows, without = [], []
    for language, name in known_expressions(material, tuple(expressions or (EXAMPLE,)), "W-sample"):
        own = material.stimuli.filter(pl.col("language") == language, pl.col("expression") == name)
        known = material.expressions.filter(pl.col("language") == language, pl.col("expression") == name)
        pairs, _few = pair_up(substitutions(own, known)[0], PAIRING)
        first = pairs.filter(pl.col("item") == pairs["item"].sort()[0]) if len(pairs) else pairs
        without += [] if len(first) else [name]
        for i, row in enumerate(first.iter_rows(named=True)):
            cells = (Cell("" if i else row["text"]), _fraction(row, "word"), _fraction(row, "other"))
            rows.append(Row((name, row["position"], row["synonym"]), cells))
    if not rows:
        raise ConfigError(
            f"W-sample: no word of {', '.join(without)} has two synonyms or more in {material.name}; "
            "name others with `expressions`."
        )
    columns = (("Sentence",), ("idiomaticity-ε + 1",), ("baseline-ε + 1",))
    notes = [f"{material.name}; d: the distance of two sentences that differ in a word, over that of the words alone."]
    notes += [f"No word with two synonyms: {', '.join(without)}."] if without else []
    return Grid("W-sample", "A sentence and its ε pairs", columns, tuple(rows), tuple(notes))


def _fraction(row: dict[str, Any], other: str) -> Cell:
    """The sentences by the words that differ in them."""
    a, b = row["synonym"], row[other]
    return Cell(f"d(… {a} …, … {b} …) / d({a}, {b})")
