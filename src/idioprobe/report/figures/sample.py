"""One sentence and what ε is computed from there: the lines of a figure that is read, not looked at."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from idioprobe.report.figures.slices import with_slice
from idioprobe.report.figures.spec import Figure
from idioprobe.report.tables.gather import Inputs

EXAMPLE = "black box"
"""The expression of the paper's figure; where it is not at hand, an idiomatic one is shown."""
GIVEN = "sentence and synonyms"
WRAPPED = 62
"""Letters of a line, for one column of a page."""
SIDES = {"eps_idiom": ("word", "idiom"), "eps_base": ("other", "base")}
"""By ε: with what the synonym is compared, and how the columns of its distances end."""
LINES: dict[str, pl.DataType] = {
    **{name: pl.String() for name in ("model", "view", "language", "condition", "slice", "unit", "expression")},
    "measure": pl.String(),
    "line": pl.Int64(),
    "text": pl.String(),
    "value": pl.Float64(),
}


def pair_rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """Every ε pair of every model and view; `compositional` is false for idiomatic expressions."""
    del figure
    views = Counter(model.label for model in inputs.models)
    keys = ["language", "expression"]
    parts = []
    for model in inputs.models:
        label = f"{model.label} {model.view}" if views[model.label] > 1 else model.label
        ranks = {label: rank for rank, label in enumerate(model.result.classes)}
        rank = pl.col("class").replace_strict(ranks, default=len(ranks), return_dtype=pl.Int64)
        classes = model.result.expressions.select(*keys, compositional=rank != 0).unique(keys, keep="first")
        pairs = model.result.table("epsilon").filter(pl.col("view") == model.view)
        pairs = pairs.join(classes, on=keys, how="left", maintain_order="left")
        parts.append(pairs.with_columns(model=pl.lit(label), unit=pl.lit("sentence")))
    return with_slice(pl.concat(parts)) if parts else pl.DataFrame(schema=LINES)


def sample_lines(pairs: pl.DataFrame, measures: Mapping[str, str]) -> pl.DataFrame:
    """What is written for one sentence: itself, its synonyms, then both ε of each synonym, by model."""
    rows: list[dict[str, Any]] = []
    for (model, view), part in _one_sentence(pairs).group_by("model", "view", maintain_order=True):
        first = part.row(0, named=True)
        place = {name: first[name] for name in ("language", "condition", "slice", "unit", "expression")}
        for line, (measure, text, value) in enumerate(_lines(part, measures)):
            said = {"measure": measure, "line": line, "text": text, "value": value}
            rows.append({"model": model, "view": view, **place, **said})
    return pl.DataFrame(rows, schema=LINES)


def _one_sentence(pairs: pl.DataFrame) -> pl.DataFrame:
    """The first sentence of the example, or else of the first idiomatic expression; the modifier before the head."""
    if pairs.is_empty():
        return pairs
    order = (
        pl.col("expression").str.to_lowercase() != EXAMPLE,
        pl.col("compositional"),
        pl.col("language") != "en",
        pl.col("expression"),
        pl.col("condition") != "nat",
        pl.col("item"),
        pl.col("position") != "modifier",
    )
    chosen = pairs.sort(order, maintain_order=True).head(1).select("item", "position")
    return pairs.join(chosen, on=["item", "position"], how="semi", maintain_order="left")


def _lines(pairs: pl.DataFrame, measures: Mapping[str, str]) -> Iterator[tuple[str, str, float | None]]:
    """A synonym that has several baselines is shown with the first of them."""
    first = pairs.row(0, named=True)
    synonyms = pairs["synonym"].unique(maintain_order=True).to_list()
    for text in textwrap.wrap(first["text"], WRAPPED):
        yield GIVEN, text, None
    listed = f"{first['expression']}, {first['position']} {first['word']}: {', '.join(synonyms)}"
    for text in textwrap.wrap(listed, WRAPPED):
        yield GIVEN, text, None
    for row in pairs.unique("synonym", keep="first", maintain_order=True).iter_rows(named=True):
        for name, (other, end) in SIDES.items():
            sentence, word = (row[f"distance_{what}_{end}"] for what in ("sentence", "word"))
            result = f"{row[name]:.3f}".replace("-", "−")
            text = f"ε({row['synonym']}, {row[other]}) = {sentence:.3f} / {word:.3f} − 1 = {result}"
            yield measures[name], text, row[name]
