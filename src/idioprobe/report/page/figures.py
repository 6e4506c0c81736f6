"""The figures of a page: chart specifications without data, and the small tables that some are drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl
from polars import selectors

from idioprobe.report.figures.draw import REFERENCES
from idioprobe.report.figures.references import ideal_span, with_references
from idioprobe.report.figures.rows import has_score_rows, rows
from idioprobe.report.figures.slices import SLICE_CONDITIONS
from idioprobe.report.figures.spec import Figure, Look, about
from idioprobe.report.figures.theme import CONFIGS as PRINT
from idioprobe.report.tables.gather import Inputs
from idioprobe.run.views import views_of

LOOK = Look(panel_width=300, panels=2, row=13, number_size=12)
ENLARGED = 1.6
"""Sizes of letters on a screen against those in print."""
SCORES = "scores"
DIGITS = 6
"""Of a number in a figure's table: more than anybody sees."""


def _enlarged(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with larger letters and room for them."""
    sized = ("fontsize", "limit", "padding", "size")
    return {
        key: _enlarged(value)
        if isinstance(value, Mapping)
        else round(value * ENLARGED, 1)
        if isinstance(value, int | float) and key.lower().endswith(sized) and not isinstance(value, bool)
        else value
        for key, value in config.items()
    }


SPACING = 30
"""Between panels, so that the ends of two axes do not run into each other."""
WHOLE = 0
"""No limit: labels are whole."""


def _on_screen(config: Mapping[str, Any]) -> dict[str, Any]:
    large = _enlarged(config)
    return {**large, "axis": {**large["axis"], "labelLimit": WHOLE}, "facet": {"spacing": SPACING}}


CONFIGS = {
    "configs": {name: _on_screen(config) for name, config in PRINT.items()},
    "short": SLICE_CONDITIONS,
}
"""What the page's charts are drawn with: by theme; and conditions in short."""


Tables = dict[str, list[dict[str, Any]]]


def drawable(figures: Sequence[Figure], inputs: Inputs, made: Tables | None = None) -> list[str]:
    """The figures that the results have rows for; `made` are their `tables`."""
    made = tables(figures, inputs) if made is None else made
    return [
        figure.name
        for figure in figures
        if (has_score_rows(figure, inputs) if figure.data == SCORES else made[figure.name])
    ]


def tables(figures: Sequence[Figure], inputs: Inputs) -> Tables:
    """Rows of the figures that are not drawn from scores, by the figure's name."""
    made = {f.name: (_in_every_view if f.every_view else _rows)(f, inputs) for f in figures if f.data != SCORES}
    finite = pl.when(selectors.float().is_finite()).then(selectors.float().round_sig_figs(DIGITS))
    return {name: table.with_columns(finite).to_dicts() for name, table in made.items()}


def _rows(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    table = rows(figure, inputs)
    return with_references(figure, inputs, table) if figure.references else table


def _in_every_view(figure: Figure, inputs: Inputs) -> pl.DataFrame:
    """Rows of all views of the models; `owner` is the model that the page knows, whatever the view is called."""
    parts = []
    for model in inputs.models:
        own = Inputs(tuple(replace(model, view=view) for view in views_of(model.result)))
        parts.append(rows(figure, own).with_columns(owner=pl.lit(model.label)))
    return pl.concat(parts)


def specs(
    figures: Sequence[Figure], languages: Iterable[str] = (), classes: Sequence[str] = LOOK.classes
) -> list[dict[str, Any]]:
    """What the page has to know of each figure; languages and classes are those that its charts tell apart."""
    look = replace(LOOK, languages=tuple(sorted(languages)) or LOOK.languages, classes=tuple(classes))
    return [_spec(figure, look) for figure in figures]


def _spec(figure: Figure, look: Look) -> dict[str, Any]:
    words = {name: getattr(figure, name) for name in ("name", "source", "title", "reading", "ideal", "data")}
    fixed = {name: list(values) for name, values in about(figure, look.classes).items()}
    told = {"measures": figure.measures, "fixed": fixed, "byClass": figure.by_class, "needs": _needs(figure)}
    if figure.references:
        words["reading"] += f" {REFERENCES}"
        told["references"] = ideal_span(figure)
    return {**words, **told, "paper": figure.source.partition(",")[0], "spec": figure.spec(look)}


def _needs(figure: Figure) -> str:
    """What it takes beyond the probes, in words."""
    suite = "" if figure.suite == "probes" else f"idioprobe run --suite {figure.suite}"
    return "; ".join(filter(None, (suite, figure.needs, "expressions with classes" if figure.by_class else "")))
