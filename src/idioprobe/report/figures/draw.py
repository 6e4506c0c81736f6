"""A figure with its rows, ready to be written to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from idioprobe.report.figures.rows import rows
from idioprobe.report.figures.spec import ROWS, Figure, Look
from idioprobe.report.figures.theme import CONFIGS
from idioprobe.report.tables.gather import Inputs

if TYPE_CHECKING:
    import altair as alt


def static(figure: Figure, inputs: Inputs, look: Look | None = None) -> alt.FacetChart:
    """The chart with its rows in it, in the light theme."""
    return with_rows(figure, rows(figure, inputs), look or Look())


def with_rows(figure: Figure, table: pl.DataFrame, look: Look) -> alt.FacetChart:
    """The chart with these rows."""
    import altair as alt

    chart = figure.chart(look)
    chart.datasets = {ROWS: table.to_dicts()}
    chart.config = alt.Config.from_dict({**CONFIGS["light"], "background": "white"})
    return chart
