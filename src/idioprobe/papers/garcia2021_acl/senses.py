"""Whether a model tells the senses of an expression apart (G2 §4.4): sentences of one sense against those of two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.report.tables.examples import known_expressions
from idioprobe.report.tables.gather import Inputs, Material, Model
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.suites.pairs.comparisons import ACROSS

NAMED = ("brick wall", "gold mine")
MIDDLE = 2.5
"""Below the middle of the scale from 0 to 5 a sentence counts as idiomatic, above as compositional."""
IDIOMATIC, COMPOSITIONAL = "idiomatic", "compositional"


def sense_pairs(inputs: Inputs, expressions: Sequence[str] = (), **_: Any) -> Grid:
    """The cosine of an expression in every two of its sentences, and its mean by the senses of the two."""
    rows: list[Row] = []
    unrated: list[str] = []
    for language, name in known_expressions(inputs.material, tuple(expressions or NAMED), "G2-senses"):
        senses = _senses(inputs.material, language, name)
        cosines = [_cosines(model, language, name) for model in inputs.models]
        if not any(cosines):
            raise ConfigError(
                "G2-senses needs results of the suite prediction, target unit, naturalistic sentences "
                "(idioprobe run --suite prediction --condition nat)."
            )
        unrated += [] if senses else [name]
        rows += _rows(name, senses, cosines)
    columns = (("Ratings",), *((model.label,) for model in inputs.models))
    notes = [
        f"Cosine of the expression in two of its sentences, target unit. Senses by the rating of the sentence: "
        f"{IDIOMATIC} below {MIDDLE:g}, else {COMPOSITIONAL}."
    ]
    notes += [f"No ratings of sentences: {', '.join(unrated)}."] if unrated else []
    return Grid("G2-senses", "Sense pairs", columns, tuple(rows), tuple(notes))


def _senses(material: Material, language: str, name: str) -> dict[int, float]:
    """The rating of each sentence."""
    rated = material.ratings.filter(
        pl.col("language") == language,
        pl.col("expression") == name,
        pl.col("rating") == "token",
        pl.col("target") == "expression",
    )
    return {sentence: mean for sentence, mean in rated.select("sentence", "mean").iter_rows() if sentence is not None}


def _cosines(model: Model, language: str, name: str) -> dict[tuple[int, int], float]:
    found = model.result.similarities.filter(
        pl.col("comparison") == ACROSS.name,
        pl.col("unit") == "target",
        pl.col("view") == model.view,
        pl.col("language") == language,
        pl.col("expression") == name,
    )
    return {(one, other): value for one, other, value in found.select("sentence", "index", "value").iter_rows()}


def _rows(name: str, ratings: dict[int, float], cosines: Sequence[dict[tuple[int, int], float]]) -> Iterator[Row]:
    """Each pair of sentences, then the mean over the pairs of like and of unlike senses."""
    sentences = sorted({number for found in cosines for pair in found for number in pair})
    by_senses: dict[str, list[tuple[int, int]]] = {}
    for pair in combinations(sentences, 2):
        senses = _pair(*(ratings.get(number) for number in pair))
        by_senses.setdefault(senses, []).append(pair)
        values = [f"{ratings[number]:.1f}" if number in ratings else "–" for number in pair]
        cells = tuple(_cell([found[pair]]) if pair in found else Cell() for found in cosines)
        yield Row((name, f"sentences {pair[0]} and {pair[1]}", senses), (Cell(" / ".join(values)), *cells))
    for senses, pairs in by_senses.items():
        cells = tuple(_cell([found[pair] for pair in pairs if pair in found]) for found in cosines)
        if senses:
            yield Row((name, "mean", senses), (Cell(), *cells))


def _pair(one: float | None, other: float | None) -> str:
    """The senses of two sentences, the idiomatic first; nothing where one is not known.

    >>> _pair(3.2, 1.1)
    'idiomatic-compositional'
    """
    if one is None or other is None:
        return ""
    low, high = sorted((one, other))
    return "-".join(IDIOMATIC if value < MIDDLE else COMPOSITIONAL for value in (low, high))


def _cell(values: Sequence[float]) -> Cell:
    return Cell(f"{fmean(values):.2f}", fmean(values), n=len(values)) if values else Cell()
