"""A panel of ideal values below a chart, as He et al. draw one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import altair as alt

from idioprobe.report.figures.charts import NEUTRAL, AnyChart, Chart
from idioprobe.report.figures.spec import Look
from idioprobe.suites.measure import Range

TITLE = "Ideal Values"
HEADING = 1.15
"""How large the title is against numbers inside a chart: about as large as those of other panels."""


def with_ideal_panel(chart: Chart, ranges: Mapping[str, Range]) -> Chart:
    """A chart, and below it, on the same axis, where an ideal model would have each measure, by its label."""

    def both(look: Look) -> AnyChart:
        panel = _panel(list(ranges), list(ranges.values()), look)
        below: alt.VConcatChart = alt.vconcat(chart(look), panel, spacing=10).resolve_scale(x="shared")
        return below

    return both


def _panel(labels: list[str], ranges: list[Range], look: Look) -> alt.LayerChart:
    """A grey bar for each measure; its numbers are in the chart, so that it needs no rows."""
    axis = alt.Axis(tickCount=5, format="~g", labelFlush=False, grid=True)
    bars = (
        alt.Chart()
        .mark_bar(color=NEUTRAL, opacity=0.6)
        .encode(
            alt.X("low:Q").title(None).axis(axis),
            alt.X2("high:Q"),
            alt.Y("measure:N").sort(labels).title(None).scale(paddingInner=0.5, paddingOuter=0.25),
            tooltip=[alt.Tooltip("measure:N"), alt.Tooltip("low:Q"), alt.Tooltip("high:Q")],
        )
    )
    zero = alt.Chart().transform_aggregate(n="count()").mark_rule(strokeWidth=0.75, opacity=0.6)
    panel = alt.LayerChart(layer=[zero.encode(x=alt.datum(0)), bars], data=alt.sequence(0, len(labels)))
    panel.transform = (
        alt.Chart()
        .transform_calculate(
            measure=_nth(labels), low=_nth([low for low, _ in ranges]), high=_nth([high for _, high in ranges])
        )
        .transform
    )
    title = alt.TitleParams(TITLE, fontSize=HEADING * look.number_size, anchor="middle")
    return panel.properties(width=look.panel_width, height={"step": 2 * look.row}, title=title)


def _nth(values: list[Any]) -> str:
    """The value at the place of a row."""
    return f"{json.dumps(values, ensure_ascii=False)}[datum.data]"
