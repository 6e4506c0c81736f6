"""The rows that figures are drawn from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.tables import CLASSES
from idioprobe.report.figures.agreement import agreements
from idioprobe.report.figures.sample import pair_rows, sample_lines
from idioprobe.report.figures.slices import with_slice
from idioprobe.report.figures.spec import Figure, Kind, about
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.stats.bootstrap import Array
from idioprobe.suites.summary import DENOMINATOR_FLAG, NEGATIVE_FLAG

SCORE_ROWS: dict[str, pl.DataType] = {
    "model": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "slice": pl.String(),
    "unit": pl.String(),
    "class": pl.String(),
    "expression": pl.String(),
    "sentence": pl.String(),
    "measure": pl.String(),
    "value": pl.Float64(),
    "rating": pl.Float64(),
    "length": pl.Int64(),
    "beyond": pl.String(),
}
"""Columns of `scores` rows: `sentence` is the item, `rating` and `length` as correlations take them.

`beyond` is where a reference lies that is drawn at the end of the axis.
"""

EPSILON_NAMES = {"idiomaticity-ε": "idiom", "baseline-ε": "base"}
EPSILON_ROWS: dict[str, pl.DataType] = {
    **{name: pl.String() for name in ("model", "view", "language", "condition", "unit", "measure")},
    "side": pl.Int64(),
    **{name: pl.Float64() for name in ("mean", "sd", "value", "density", "peak")},
    "n": pl.Int64(),
}
RATIOS = (-1.0, 3.0)
"""The axis of ratios; those off it are written at its end."""
MARK = "*"
"""After a ratio that is not to be trusted."""
CORRECTION = 0.05
SHOWN = (0.005, 0.995)
"""Which part of the ε is drawn."""
GRID = 80
"""Points of a density."""


Narrow = Callable[[pl.DataFrame], pl.DataFrame]
"""Leaves of a table what a user asks for."""


def rows(figure: Figure, inputs: Inputs, narrow: Narrow = lambda table: table) -> pl.DataFrame:
    """The rows of a figure, with what it is about and nothing else.

    What is drawn of many rows together is made from those that `narrow` leaves.
    """
    made = MAKERS[figure.data](figure, inputs)
    made = narrow(made.drop_nulls("class") if figure.by_class else made)
    return TOGETHER[figure.data](figure, made) if figure.data in TOGETHER else made


def score_rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """One row per model, item and measure."""
    material = inputs.material
    keys = ["expression", "language"]
    classes = material.expressions.select(*keys, "class").unique(keys, keep="first")
    scores = pl.concat([_of_model(figure, model) for model in inputs.models])
    joined = (
        scores.join(classes, on=keys, how="left", maintain_order="left")
        .join(inputs.ratings, on=keys, how="left", maintain_order="left")
        .join(inputs.lengths, on="item", how="left", maintain_order="left")
    )
    named = with_slice(joined).rename({"item": "sentence"}).with_columns(beyond=pl.lit(None, pl.String))
    return named.select(list(SCORE_ROWS)).cast(pl.Schema(SCORE_ROWS))


def has_score_rows(figure: Figure, inputs: Inputs) -> bool:
    """Whether there would be any, without making them."""
    classes = inputs.material.expressions.drop_nulls("class")
    for model in inputs.models:
        mine = _of_model(figure, model)
        if figure.by_class:
            mine = mine.join(classes, on=["expression", "language"], how="semi")
        if len(mine):
            return True
    return False


def _of_model(figure: Figure, model: Model) -> pl.DataFrame:
    labels = dict(figure.measures)
    wanted = [pl.col(name).is_in(values) for name, values in figure.fixed.items()]
    return (
        model.scores.filter(pl.col("measure").is_in(list(labels)), *wanted)
        .select(
            "item", "expression", "language", "condition", "unit", pl.col("measure").replace_strict(labels), "value"
        )
        .with_columns(model=pl.lit(model.label))
        .drop_nulls("value")
    )


def _about(figure: Figure, table: pl.DataFrame, classes: Sequence[str] = CLASSES) -> pl.DataFrame:
    """The rows that a figure is about."""
    return table.filter(*(pl.col(name).is_in(values) for name, values in about(figure, classes).items()))


def _summary(figure: Figure, model: Model, statistic: str) -> pl.DataFrame:
    """A statistic of the figure's measures, with label and interval."""
    labels = dict(figure.measures)
    return (
        model.result.summary.filter(pl.col("measure").is_in(list(labels)), pl.col("statistic") == statistic)
        .drop_nulls("value")
        .select(
            pl.lit(model.label).alias("model"),
            *("language", "condition", "unit", "view", "group", pl.col("measure").replace_strict(labels), "value"),
            pl.col("ci_low").alias("low"),
            pl.col("ci_high").alias("high"),
            *("n", "method"),
        )
    )


def ratio_rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """Ratios with their intervals, over all expressions and by class; `note` says which are not to be trusted.

    `below` and `above` are one standard deviation away. `beyond` is the number of a ratio off the axis, `mark` the
    asterisk of one within it that is not to be trusted.
    """
    flags = [
        pl.when(pl.col("method").str.contains(flag, literal=True)).then(pl.lit(flag))
        for flag in (DENOMINATOR_FLAG, NEGATIVE_FLAG)
    ]
    means, spreads = (
        pl.concat([_summary(figure, m, name).filter(pl.col("view") == m.view) for m in inputs.models])
        for name in ("mean", "sd")
    )
    keys = ["model", "language", "condition", "unit", "view", "group", "measure"]
    joined = means.join(spreads.select(*keys, sd="value"), on=keys, how="left", maintain_order="left")
    ends = {"below": pl.col("value") - pl.col("sd"), "above": pl.col("value") + pl.col("sd")}
    table = with_slice(_about(figure, joined.with_columns(**ends), inputs.material.classes))
    classes = pl.when(pl.col("group").is_in(inputs.material.classes)).then("group")
    return marked(table.with_columns(classes.alias("class"), note=pl.coalesce(*flags, pl.lit(""))))


def marked(ratios: pl.DataFrame) -> pl.DataFrame:
    """With `beyond` and `mark`."""
    beyond = [_off_the_axis(row) for row in ratios.iter_rows(named=True)]
    mark = pl.when(pl.col("beyond").is_null(), pl.col("note") != "").then(pl.lit(MARK))
    return ratios.with_columns(beyond=pl.Series(beyond, dtype=pl.String)).with_columns(mark=mark)


def _off_the_axis(row: dict[str, Any]) -> str | None:
    """The number of a ratio that is not on the axis, with its interval and an arrow to where it is."""
    value = row["value"]
    if RATIOS[0] <= value <= RATIOS[1]:
        return None
    low, high = row["low"], row["high"]
    ends = "" if low is None or low == high else f" [{low:.2f}, {high:.2f}]"
    said = f"{value:.2f}{MARK if row['note'] else ''}{ends}".replace("-", "−")
    return f"← {said}" if value < RATIOS[0] else f"{said} →"


def layer_rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """Means by layer, of results with the views of several layers one by one."""
    parts = [
        _summary(figure, model, "mean").filter(pl.col("group") == "all")
        for model in {model.label: model for model in inputs.models}.values()
    ]
    layer = pl.col("view").str.extract(r"^mean@(\d+)$", 1).cast(pl.Int64)
    table = pl.concat(parts).with_columns(layer=layer).drop_nulls("layer")
    several = pl.col("layer").n_unique().over("model") > 1
    return with_slice(_about(figure, table.filter(several))).drop("view", "method", "group")


def epsilon_rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """The density of both ε on a grid, with mean and sd; the baseline's is negative, so that it is drawn below."""
    views = Counter(model.label for model in inputs.models)
    rows: list[dict[str, Any]] = []
    for model in inputs.models:
        pairs = _about(figure, model.result.table("epsilon").filter(pl.col("view") == model.view))
        label = f"{model.label} {model.view}" if views[model.label] > 1 else model.label
        for (language, condition), part in pairs.group_by("language", "condition", maintain_order=True):
            place = {
                "model": label,
                "view": model.view,
                "language": language,
                "condition": condition,
                "unit": "sentence",
            }
            rows += [{**place, **row} for row in _densities(part)]
    return with_slice(pl.DataFrame(rows, schema=EPSILON_ROWS))


def _densities(pairs: pl.DataFrame) -> Iterator[dict[str, Any]]:
    values = {
        name: corrected_epsilon(pairs[f"distance_sentence_{which}"], pairs[f"distance_word_{which}"])
        for name, which in EPSILON_NAMES.items()
    }
    low, high = np.quantile(np.concatenate(list(values.values())), SHOWN)
    least = max((high - low) / GRID, 1e-3)
    grid = np.linspace(low - least, high + least, GRID)
    for side, (name, sample) in zip((1, -1), values.items(), strict=True):
        spread = float(sample.std(ddof=1)) if len(sample) > 1 else 0.0
        curve = density(sample, grid, max(spread * len(sample) ** -0.2, least))
        shared = {"measure": name, "side": side, "mean": float(sample.mean()), "sd": spread, "n": len(sample)}
        for x, y in zip(grid, curve, strict=True):
            yield {**shared, "value": x, "density": side * y, "peak": curve.max()}


def density(sample: Array, grid: Array, width: float) -> Array:
    """A density by normal kernels of some width."""
    distances = (grid[:, None] - sample[None, :]) / width
    return np.exp(-0.5 * distances**2).mean(axis=1) / (width * np.sqrt(2 * np.pi))  # type: ignore[no-any-return]


def corrected_epsilon(sentence: pl.Series, word: pl.Series) -> Array:
    """ε after adding a little to both distances, as the paper draws it: near 0 a distance makes ε explode."""
    return (sentence.to_numpy() + CORRECTION) / (word.to_numpy() + CORRECTION) - 1


MAKERS: dict[Kind, Callable[[Figure, Inputs], pl.DataFrame]] = {
    "scores": score_rows,
    "ratio": ratio_rows,
    "layers": layer_rows,
    "correlogram": score_rows,
    "epsilon": epsilon_rows,
    "sample": pair_rows,
}
TOGETHER: dict[Kind, Callable[[Figure, pl.DataFrame], pl.DataFrame]] = {
    "correlogram": lambda _, scores: agreements(scores),
    "sample": lambda figure, pairs: sample_lines(pairs, dict(figure.measures)),
}
"""What is made of the rows of a figure, where it is drawn of many together."""
