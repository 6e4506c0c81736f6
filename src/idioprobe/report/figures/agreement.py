"""How far every two models agree: the rows of a correlogram."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from idioprobe.report.figures.slices import joint_slice
from idioprobe.stats.correlation import spearman

FEWEST_EXPRESSIONS = 5
"""Models that share fewer agree or disagree by chance."""
ALPHA = 0.05
AGREEMENTS: dict[str, pl.DataType] = {
    **{name: pl.String() for name in ("model", "other", "language", "condition", "slice", "unit", "measure")},
    "value": pl.Float64(),
    "p": pl.Float64(),
    "n": pl.Int64(),
}
"""`language` and `condition` are null where there are several, which are then taken together."""


def agreements(scores: pl.DataFrame) -> pl.DataFrame:
    """ρ between every two models over all items that they share, where it is significant.

    None where these are of too few expressions; no panel where no two models share any.
    """
    found = []
    languages, conditions = (scores[name].unique().to_list() for name in ("language", "condition"))
    together = {
        "language": languages[0] if len(languages) == 1 else None,
        "condition": conditions[0] if len(conditions) == 1 else None,
        "slice": joint_slice(languages, conditions) if len(scores) else "",
    }
    for (unit, measure), part in scores.group_by("unit", "measure", maintain_order=True):
        pairs = [{**pair, **together, "unit": unit, "measure": measure} for pair in _pairs(part)]
        if any(pair["model"] != pair["other"] for pair in pairs):
            found += [pair for pair in pairs if pair["p"] < ALPHA]
    return pl.DataFrame(found, schema=AGREEMENTS)


def _pairs(scores: pl.DataFrame) -> Iterator[dict[str, Any]]:
    values: dict[str, dict[str, float]] = {}
    expressions: dict[str, tuple[str, str]] = {}
    for model, sentence, expression, language, value in scores.select(
        "model", "sentence", "expression", "language", "value"
    ).iter_rows():
        values.setdefault(model, {})[sentence] = value
        expressions[sentence] = (language, expression)
    for one, other in product(values, repeat=2):
        shared = [sentence for sentence in values[one] if sentence in values[other]]
        if len({expressions[sentence] for sentence in shared}) < FEWEST_EXPRESSIONS:
            continue
        rho, p = spearman(*(np.array([values[model][sentence] for sentence in shared]) for model in (one, other)))
        if np.isfinite(rho):
            yield {"model": one, "other": other, "value": rho, "p": p, "n": len(shared)}
