"""Examples for each probe with ratings and similarities (G1 tables 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from idioprobe.data.targets import target_texts
from idioprobe.report.tables.examples import SENTENCES, Clues, Shown, about, clue_to, known_expressions, shown_sentence
from idioprobe.report.tables.gather import Inputs, Material, Model
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.subject import CONTEXTUAL

PROBED_EN: dict[str, Clues] = {
    "P1": {"music journalist": "new wave", "world conference": "vienna", "brick wall": "3 month"},
    "P2": {"poison pill": "pension", "box office": "jim carrey"},
    "P3": {"dirty money": "clean face", "cocktail dress": "dinner jacket", "radioactive waste": "coal"},
    "P4": {
        "engine room": "osprey",
        "rice paper": "ordinary paper",
        "bad apple": "barrel",
        "bad hat": "jury",
        "melting pot": "heyday",
    },
}
PROBED_PT: dict[str, Clues] = {
    "P1": {"centro comercial": "restaurantes", "sexto sentido": "pesaroso", "agente secreto": "licença"},
    "P2": {"elefante branco": "copa", "mar aberto": "natação"},
    "P3": {"arma branca": "foices", "gato-pingado": "quase ninguém"},
    "P4": {
        "leite integral": "desnatado",
        "pé-frio": "currículo",
        "lua nova": "crescente",
        "exame clínico": "radiográfico",
    },
}
"""By probe the expressions, each with a clue to the sentence that the paper shows."""
MEASURES = {"P1": "sim_syn", "P2": "sim_comp", "P3": "sim_words", "P4": "ctx_in_out"}
FILLERS = {"P1": ("syn",), "P2": ("modifier", "head"), "P3": ("words",)}
FILLER_NAMES = {"P1": "NC_syn", "P2": "w_i", "P3": "NC_synW"}
IN_OUT = ("sim in-out", "Avg NAT", "Avg NEU")
RESULTS = "Probe-specific results"
Heads = tuple[tuple[str, ...], ...]


def probed(
    name: str,
    inputs: Inputs,
    language: str,
    probes: Mapping[str, Clues],
    expressions: tuple[str, ...] = (),
    **_: Any,
) -> Grid:
    """A block for each probe: sentences, their expression's rating, what it is compared with, its similarity by model.

    The last block, of expressions in and out of context, is about contextual models and has averages instead.
    """
    material = inputs.material
    contextual = [model for model in inputs.models if model.kind == CONTEXTUAL]
    asked = expressions or tuple(c for clues in probes.values() for c in clues)
    there = [expression for _, expression in known_expressions(material, asked, name, language)]
    heads = {probe: _heads(probe, inputs.models, contextual) for probe in probes}
    width = max(map(len, heads.values()))
    rows: list[Row] = []
    sentences: list[Shown] = []
    for probe, clues in probes.items():
        mine = {c.lower() for c in expressions or clues}
        for expression in (c for c in there if c.lower() in mine and heads[probe]):
            shown = shown_sentence(material, language, expression, clue_to(clues, expression))
            if shown is None:
                continue
            sentences.append(shown)
            results = _in_and_out(shown, contextual) if probe == "P4" else _replaced(probe, shown, inputs, contextual)
            cells = [Cell(shown.text), _rating(material, shown), *results]
            blank: Heads = ((),) * (width - len(results))
            rows.append(Row((probe, expression), (*cells, *(Cell() for _ in blank)), ((), (), *heads[probe], *blank)))
    columns = (("Sentence",), ("HC",), *((RESULTS, ""),) * width)
    nearer = f"w_i is the word that is nearer for {(contextual or inputs.models)[0].label}. "
    notes = (
        f"HC is the type-level rating; similarities are those in the sentence shown, target unit. {nearer}"
        "Avg is in and out of context, over the naturalistic and the neutral sentences of the expression.",
        *about(material, asked, dict.fromkeys(sentences))[1:],
        *(() if contextual else ("P4 is about contextual models; none is among these.",)),
    )
    return Grid(name, "Examples for each probe, target unit", columns, tuple(rows), notes, 1)


def _heads(probe: str, models: Sequence[Model], contextual: Sequence[Model]) -> Heads:
    """What the columns of a probe's block are called."""
    if probe == "P4":
        return tuple((model.label, what) for model in contextual for what in IN_OUT)
    return (("", FILLER_NAMES[probe]), *((model.label, f"sim {probe}") for model in models))


def _scores(probe: str, shown: Shown, model: Model) -> pl.DataFrame:
    return model.scores.filter(
        pl.col("measure") == MEASURES[probe],
        pl.col("unit") == "target",
        pl.col("expression") == shown.expression,
        pl.col("language") == shown.language,
    )


def _in_and_out(shown: Shown, models: Sequence[Model]) -> list[Cell]:
    """In the sentence shown, and the averages over the expression's naturalistic and neutral sentences."""
    cells = []
    for scores in (_scores("P4", shown, model) for model in models):
        averages = [scores.filter(pl.col("condition") == condition) for condition in SENTENCES]
        cells += [_cell(part) for part in (scores.filter(pl.col("item") == shown.item), *averages)]
    return cells


def _replaced(probe: str, shown: Shown, inputs: Inputs, contextual: Sequence[Model]) -> list[Cell]:
    """What takes the expression's place, and how similar it is for each model."""
    filler = _filler(probe, shown, inputs.material, (contextual or inputs.models)[0])
    scores = (_scores(probe, shown, model).filter(pl.col("item") == shown.item) for model in inputs.models)
    return [Cell(filler), *map(_cell, scores)]


def _cell(part: pl.DataFrame) -> Cell:
    if part.is_empty():
        return Cell()
    mean = float(part["value"].mean())  # type: ignore[arg-type]
    return Cell(f"{mean:.2f}", mean, n=len(part))


def _rating(material: Material, shown: Shown) -> Cell:
    rated = material.ratings.filter(
        pl.col("language") == shown.language,
        pl.col("expression") == shown.expression,
        pl.col("rating") == "type",
        pl.col("target") == "expression",
    )
    return Cell(f"{rated['mean'][0]:.2f}", rated["mean"][0]) if len(rated) else Cell()


def _filler(probe: str, shown: Shown, material: Material, model: Model) -> str:
    roles = FILLERS[probe]
    item = material.stimuli.filter(pl.col("item") == shown.item, pl.col("role").is_in(roles), pl.col("index") == 0)
    texts = dict(zip(item["role"], target_texts(item), strict=True))
    if probe != "P2":
        return next(iter(texts.values()), "")
    pairs = model.result.similarities.filter(
        pl.col("item") == shown.item, pl.col("unit") == "target", pl.col("view") == model.view
    )
    nearest = pairs.filter(pl.col("comparison").is_in(roles)).sort("value", descending=True)
    return texts.get(nearest["comparison"][0], "") if len(nearest) else ""
