"""Examples for each probe with ratings and similarities (G1 tables 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from idioprobe.report.tables.examples import SENTENCES, about, known_expressions, marked
from idioprobe.report.tables.gather import Inputs, Material, Model
from idioprobe.report.tables.grid import Cell, Grid, Row

PROBED_EN: dict[str, tuple[str, ...]] = {
    "P1": ("music journalist", "world conference", "brick wall"),
    "P2": ("poison pill", "box office"),
    "P3": ("dirty money", "cocktail dress", "radioactive waste"),
    "P4": ("engine room", "rice paper", "bad apple", "bad hat", "melting pot"),
}
PROBED_PT: dict[str, tuple[str, ...]] = {
    "P1": ("centro comercial", "sexto sentido", "agente secreto"),
    "P2": ("elefante branco", "mar aberto"),
    "P3": ("arma branca", "gato-pingado"),
    "P4": ("leite integral", "pé-frio", "lua nova", "exame clínico"),
}
MEASURES = {"P1": "sim_syn", "P2": "sim_comp", "P3": "sim_words", "P4": "ctx_in_out"}
FILLERS = {"P1": ("syn",), "P2": ("modifier", "head"), "P3": ("words",)}


def probed(
    name: str,
    inputs: Inputs,
    language: str,
    probes: Mapping[str, tuple[str, ...]],
    expressions: tuple[str, ...] = (),
    **_: Any,
) -> Grid:
    """For each probe: an expression in a sentence, its rating, what it is compared with, its similarity by model."""
    material = inputs.material
    rows: list[Row] = []
    asked = expressions or tuple(c for group in probes.values() for c in group)
    there = [expression for _, expression in known_expressions(material, asked, name, language)]
    for probe, wanted in probes.items():
        mine = {c.lower() for c in expressions or wanted}
        for expression in (c for c in there if c.lower() in mine):
            rows += _rows(probe, expression, language, inputs)
    columns: list[tuple[str, ...]] = [("Sentence",), ("HC",), ("Filler",)]
    columns += [(model.label, what) for model in inputs.models for what in ("sim", "Avg NAT", "Avg NEU")]
    return Grid(
        name,
        "Examples for each probe, target unit",
        tuple(columns),
        tuple(rows),
        (
            f"{material.name}; HC: type-level rating; similarity in the sentence shown; "
            "for P4 the averages over an expression's naturalistic and neutral sentences.",
            *about(material, asked, [])[1:],
        ),
    )


def _rows(probe: str, expression: str, language: str, inputs: Inputs) -> Iterator[Row]:
    material = inputs.material
    own = material.stimuli.filter(pl.col("language") == language, pl.col("expression") == expression)
    for condition in SENTENCES:
        original = own.filter(pl.col("role") == "original", pl.col("condition") == condition).sort("item").head(1)
        if len(original):
            break
    else:
        return
    item, text, start, end = original.select("item", "text", "start", "end").row(0)
    scores = [m.scores.filter(pl.col("measure") == MEASURES[probe], pl.col("unit") == "target") for m in inputs.models]
    similarities = []
    for part in scores:
        mine = part.filter(pl.col("expression") == expression, pl.col("language") == language)
        averages = [mine.filter(pl.col("condition") == c) if probe == "P4" else mine.head(0) for c in SENTENCES]
        similarities += [_cell(one) for one in (part.filter(pl.col("item") == item), *averages)]
    filler = _filler(probe, own.filter(pl.col("item") == item), inputs.models[0], item)
    cells = (Cell(marked(text, start, end)), _rating(material, language, expression), Cell(filler), *similarities)
    yield Row((probe, expression), cells)


def _cell(part: pl.DataFrame) -> Cell:
    if part.is_empty():
        return Cell()
    mean = float(part["value"].mean())  # type: ignore[arg-type]
    return Cell(f"{mean:.2f}", mean, n=len(part))


def _rating(material: Material, language: str, expression: str) -> Cell:
    rated = material.ratings.filter(
        pl.col("language") == language,
        pl.col("expression") == expression,
        pl.col("rating") == "type",
        pl.col("target") == "expression",
    )
    return Cell(f"{rated['mean'][0]:.2f}", rated["mean"][0]) if len(rated) else Cell()


def _filler(probe: str, item: pl.DataFrame, model: Model, name: str) -> str:
    roles = FILLERS.get(probe, ())
    texts = {
        role: text[a:b]
        for role, text, a, b in item.filter(pl.col("role").is_in(roles), pl.col("index") == 0)
        .select("role", "text", "start", "end")
        .iter_rows()
    }
    if probe != "P2":
        return next(iter(texts.values()), "")
    pairs = model.result.similarities.filter(
        pl.col("item") == name, pl.col("unit") == "target", pl.col("view") == model.view
    )
    nearest = pairs.filter(pl.col("comparison").is_in(roles)).sort("value", descending=True)
    return texts.get(nearest["comparison"][0], "") if len(nearest) else ""
