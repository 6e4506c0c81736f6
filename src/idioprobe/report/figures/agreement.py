"""How far every two models agree: the rows of a correlogram."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from idioprobe.report.figures.slices import joint_slice
from idioprobe.stats.correlation import spearman_of_all

FEWEST_EXPRESSIONS = 5
"""Models that share fewer agree or disagree by chance."""
ALPHA = 0.05
AGREEMENTS: dict[str, pl.DataType] = {
    **{
        name: pl.String() for name in ("model", "other", "language", "condition", "slice", "unit", "measure", "counted")
    },
    "value": pl.Float64(),
    "p": pl.Float64(),
    "n": pl.Int64(),
}
"""`language` and `condition` are null where there are several, which are then taken together."""


def agreements(scores: pl.DataFrame) -> pl.DataFrame:
    """ρ between every two models over all items that they share, where it is significant.

    None where these are of too few expressions; no panel where no two models share any. Each model with itself comes
    first, so that rows and columns have one order, whichever pairs are significant. `slice` names what two models or
    more share, `counted` says how many items; the label of a model that has less of it says what it has.
    """
    found = []
    named, together = _shared(scores)
    for (unit, measure), part in named.group_by("unit", "measure", maintain_order=True):
        pairs = [{**pair, **together, "unit": unit, "measure": measure} for pair in _pairs(part)]
        compared = [pair["n"] for pair in pairs if pair["model"] != pair["other"]]
        if compared:
            most = f"{max(compared):,}" if min(compared) == max(compared) else f"{min(compared):,}–{max(compared):,}"
            found += [
                {**pair, "counted": f"n = {most}"}
                for pair in sorted(pairs, key=lambda pair: pair["model"] != pair["other"])
                if pair["p"] < ALPHA
            ]
    return pl.DataFrame(found, schema=AGREEMENTS)


def _shared(scores: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, str | None]]:
    """Scores of the slices that two models or more have, models that lack some named with theirs; and all of these."""
    slices = scores.select("model", "language", "condition").unique(maintain_order=True)
    several = slices.filter(pl.len().over("language", "condition") > 1)
    languages, conditions = (several[name].unique().sort().to_list() for name in ("language", "condition"))
    labels = {
        str(model): str(model)
        if len(own) == several.select("language", "condition").n_unique()
        else f"{model} ({joint_slice(own['language'].unique(), own['condition'].unique())})"
        for (model,), own in several.group_by("model", maintain_order=True)
    }
    shared = scores.join(several, on=["model", "language", "condition"], how="semi", maintain_order="left")
    return shared.with_columns(pl.col("model").replace(labels)), {
        "language": languages[0] if len(languages) == 1 else None,
        "condition": conditions[0] if len(conditions) == 1 else None,
        "slice": joint_slice(languages, conditions) if len(several) else "",
    }


def _pairs(scores: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Models that have the same items are compared all at once."""
    models = scores["model"].unique(maintain_order=True).to_list()
    numbers = {model: str(number) for number, model in enumerate(models)}
    wide = scores.with_columns(pl.col("model").replace_strict(numbers)).pivot(
        "model", index=["sentence", "language", "expression"], values="value", aggregate_function="last"
    )
    values = wide.select(pl.col(number).cast(pl.Float64) for number in numbers.values()).to_numpy().T
    there = wide.select(pl.col(number).is_not_null() for number in numbers.values()).to_numpy().T
    expressions = wide.select(pl.struct("language", "expression").rank("dense")).to_series().to_numpy()
    alike: dict[bytes, list[int]] = {}
    for number, own in enumerate(there):
        alike.setdefault(own.tobytes(), []).append(number)
    for ones, others in product(alike.values(), repeat=2):
        shared = there[ones[0]] & there[others[0]]
        if len(np.unique(expressions[shared])) < FEWEST_EXPRESSIONS:
            continue
        rho, p = spearman_of_all(values[ones][:, shared], values[others][:, shared])
        for (i, one), (j, other) in product(enumerate(ones), enumerate(others)):
            if np.isfinite(rho[i, j]):
                found = {"value": float(rho[i, j]), "p": float(p[i, j]), "n": int(shared.sum())}
                yield {"model": models[one], "other": models[other], **found}
