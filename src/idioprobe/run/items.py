"""A result as a spreadsheet shows it: one row per expression and sentence, one column per measure."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import ANSWER, DEFAULT_VIEW, WAYS
from idioprobe.suites.catalogue import MEASURES

UNIT_ORDER = ("sentence", "target", *WAYS)
"""The unit whose measures have their plain names comes first; those of the others have its name behind them. Ways to
answer in words count as units here: both stand side by side."""
ASKED = "answers"
"""The table of questions and answers, where there is one."""
OF_EXPRESSION = ("type", "class")
"""What is told of an expression, where it is known."""
EPSILON = ("eps_idiom", "eps_base")
"""Suites without scores: their values, averaged over the pairs of a sentence."""
DECIMALS = 6


def items_table(tables: Mapping[str, pl.DataFrame], view: str | None = None) -> pl.DataFrame:
    """The sentences that were measured, in the order of the data; `view` is the default one, else the last."""
    stimuli, expressions = tables["stimuli"], tables["expressions"]
    parts = [part for name in ("scores", "epsilon") if name in tables for part in [_long(name, tables[name], view)]]
    values = pl.concat(parts) if parts else pl.DataFrame(schema=_LONG)
    columns = _columns(values)
    originals = stimuli.filter(pl.col("role") == "original").unique("item", keep="first", maintain_order=True)
    originals = pl.concat([originals.select(_TEXTS), _questions(tables, originals)])
    known = [column for column in OF_EXPRESSION if column in expressions.columns]
    rows = (
        originals.join(values, on="item", how="semi", maintain_order="left")
        .join(
            expressions.select("expression", "language", *known).unique(["expression", "language"]),
            on=["expression", "language"],
            how="left",
            maintain_order="left",
        )
        .with_columns(order=pl.col("condition").replace_strict(_ORDER, default=len(_ORDER), return_dtype=pl.Int64))
        .sort("language", pl.col("expression").str.to_lowercase(), "order", "sentence", nulls_last=True)
        .select("item", "expression", "language", *known, "condition", "sentence", "text")
    )
    if not columns:
        return rows
    names = pl.DataFrame([(*key, name) for key, name in columns.items()], schema=_NAMES, orient="row")
    beside = values.join(names, on=["unit", "measure"]).pivot("column", index="item", values="value")
    wide = rows.join(beside, on="item", how="left", maintain_order="left")
    return wide.select(*rows.columns, pl.col(list(columns.values())).round(DECIMALS))


_ORDER = {condition: place for place, condition in enumerate(CONDITIONS)}
_LONG: dict[str, pl.DataType] = {
    "item": pl.String(),
    "unit": pl.String(),
    "measure": pl.String(),
    "value": pl.Float64(),
}


_NAMES = dict.fromkeys(("unit", "measure", "column"), pl.String())
_TEXTS = ["item", "expression", "language", "condition", "sentence", "text"]


def _questions(tables: Mapping[str, pl.DataFrame], originals: pl.DataFrame) -> pl.DataFrame:
    """Items without a sentence, which are questions: the text is what was asked."""
    asked = tables.get(ASKED)
    if asked is None:
        return originals.select(_TEXTS).clear()
    others = asked.join(originals, on="item", how="anti").unique("item", keep="first", maintain_order=True)
    return others.rename({"prompt": "text"}).select(_TEXTS)


def _long(name: str, table: pl.DataFrame, view: str | None) -> pl.DataFrame:
    """The values of a suite's table in one view: item, unit, measure, value."""
    if name == "epsilon":
        keys = ["item", "view", "unit"]
        table = table.with_columns(unit=pl.lit(UNIT_ORDER[0])).unpivot(EPSILON, index=keys, variable_name="measure")
    parts = [pl.DataFrame(schema=_LONG)]
    spoken = pl.col("unit") == ANSWER
    table = table.with_columns(unit=pl.when(spoken).then(pl.col("view")).otherwise(pl.col("unit")))
    for _, part in table.group_by("unit", maintain_order=True):
        here = part.filter(pl.col("view") == _shown(part["view"].unique(maintain_order=True).to_list(), view))
        means = here.group_by("item", "unit", "measure", maintain_order=True).agg(pl.col("value").mean())
        parts.append(means.select(list(_LONG)))
    return pl.concat(parts)


def _shown(views: list[str], wanted: str | None) -> str:
    """The view asked for, else the default one, else the last."""
    return next((view for view in (wanted, DEFAULT_VIEW) if view in views and view), views[-1])


def _columns(values: pl.DataFrame) -> dict[tuple[str, str], str]:
    """The column of each unit and measure: in the first unit that has any, the measure's name alone."""
    there = set(values.select("unit", "measure").unique().iter_rows())
    units = [unit for unit in UNIT_ORDER if any(unit == one for one, _ in there)]
    names = [*(measure.name for measure in MEASURES), *EPSILON]
    return {
        (unit, name): name if unit == units[0] else f"{name}_{unit}"
        for unit in units
        for name in dict.fromkeys(names)
        if (unit, name) in there
    }
