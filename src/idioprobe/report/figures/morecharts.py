"""Charts of tables that are made beforehand, and of single items."""

from __future__ import annotations

from typing import Any, Literal

import altair as alt

from idioprobe.report.figures.charts import (
    ARROWS,
    NEUTRAL,
    Chart,
    Measures,
    colour_of,
    line_at,
    models_down,
    panels,
    places,
    shades,
)
from idioprobe.report.figures.rows import RATIOS
from idioprobe.report.figures.sample import GIVEN
from idioprobe.report.figures.spec import Look

LONGEST_NAME = 150
"""How long a name beside a correlogram may be; what is longer is cut."""
NUMBER = ".2f"
SHORT = f"replace(format(datum.value, '{NUMBER}'), '0.', '.')"


def intervals(measures: Measures, title: str, by: Literal["class", "language"], facets: tuple[str, ...]) -> Chart:
    """Points with their 95 % intervals or standard deviations, beside the line at which a ratio says nothing.

    A point off the axis is written at its end, with its interval.
    """

    def chart(look: Look) -> alt.FacetChart:
        base = alt.Chart().encode(y=models_down(), **places(by, measures, look))
        scale = alt.Scale(domain=list(RATIOS), clamp=True, nice=False)
        x = (
            alt.X("value:Q")
            .title(look.wrapped(title))
            .scale(scale)
            .axis(tickCount=5, format="~g", labelFlush=False, grid=True)
        )
        colour = colour_of(by, measures, look)
        shade: dict[str, Any] = shades(("nat", "neut"), look) if by == "language" else {}
        tooltip = [
            *(alt.Tooltip(f"{name}:N") for name in ("model", "measure", "slice", "group")),
            *(alt.Tooltip(f"{name}:Q", format=NUMBER) for name in ("value", "low", "high", "sd")),
            alt.Tooltip("n:Q"),
            alt.Tooltip("note:N"),
        ]
        ends = {"interval": ("low", "high"), "sd": ("below", "above")}[look.spread]
        within = base.transform_filter("!datum.beyond")
        layers = [
            line_at(1),
            within.mark_rule(strokeWidth=1.25).encode(
                alt.X(f"{ends[0]}:Q").scale(scale), alt.X2(f"{ends[1]}:Q"), colour, tooltip=tooltip, **shade
            ),
            within.mark_point(filled=True, opacity=1, size=22).encode(x, colour, tooltip=tooltip, **shade),
            within.transform_filter("isValid(datum.mark)")
            .mark_text(align="left", dx=4, dy=1, fontSize=1.5 * look.number_size)
            .encode(x, alt.Text("mark:N"), colour, tooltip=tooltip),
            *(
                base.transform_filter(f"indexof(datum.beyond || '', '{arrow}') >= 0")
                .mark_text(align=align, fontSize=look.row_number_size)
                .encode(x, alt.Text("beyond:N"), colour, tooltip=tooltip)
                for arrow, align in ARROWS.items()
            ),
        ]
        return panels(layers, look, facets, measures, height={"step": look.row, "for": "offset"})

    return chart


def correlogram(measures: Measures) -> Chart:
    """Models against models; red is agreement, blue its opposite, as deep as ρ is far from 0; empty: none."""

    def chart(look: Look) -> alt.FacetChart:
        base = alt.Chart().encode(
            alt.X("other:N").sort(None).title(None).axis(labelAngle=-90, labelLimit=LONGEST_NAME),
            alt.Y("model:N").sort(None).title(None).axis(labelLimit=LONGEST_NAME),
        )
        scale = alt.Scale(domain=[-1, 1], scheme="redblue", reverse=True)
        legend = alt.Legend(
            title="Spearman's ρ", gradientLength=min(90, look.panel_width), gradientThickness=6, titleOrient="top"
        )
        tooltip = [
            *(alt.Tooltip(f"{name}:N") for name in ("model", "other", "measure", "slice", "unit")),
            alt.Tooltip("value:Q", title="ρ", format=NUMBER),
            alt.Tooltip("p:Q", format=".2g"),
            alt.Tooltip("n:Q"),
        ]
        on_pale = alt.condition("abs(datum.value) < 0.6", alt.value("#222222"), alt.value("#ffffff"))
        layers = [
            base.mark_rect().encode(alt.Color("value:Q").scale(scale).legend(legend), tooltip=tooltip),
            base.transform_calculate(short=SHORT)
            .mark_text(fontSize=alt.ExprRef(f"min({look.number_size}, bandwidth('x') / 2.2)"))
            .encode(alt.Text("short:N"), opacity=alt.value(1), color=on_pale, tooltip=tooltip),
        ]
        by = ("unit", "measure", "slice", "counted")
        return panels(layers, look, by, measures, height=look.panel_width, stacked=True)

    return chart


def densities(title: str, facets: tuple[str, ...]) -> Chart:
    """Violins on their side: one distribution above the line, the other below; mean solid, one sd dotted."""

    def chart(look: Look) -> alt.FacetChart:
        domain = ["idiomaticity-ε", "baseline-ε"]
        colour = alt.Color("measure:N").scale(domain=domain, range=list(look.colours.epsilon))
        y = alt.Y("density:Q").title(None).axis(labels=False, grid=False)
        x = (
            alt.X("value:Q")
            .title(look.wrapped(title))
            .scale(zero=False, nice=False)
            .axis(tickCount=5, format="~g", labelFlush=False)
        )
        tooltip = [
            *(alt.Tooltip(f"{name}:N") for name in ("model", "view", "slice", "measure")),
            *(alt.Tooltip(f"{name}:Q", format=".3f") for name in ("mean", "sd")),
            alt.Tooltip("n:Q"),
        ]
        marks = alt.Chart().transform_aggregate(
            edge="max(peak)", groupby=["measure", "side", "model", "view", "slice", "mean", "sd", "n"]
        )
        layers = [
            alt.Chart().mark_area(opacity=0.75, interpolate="monotone").encode(x, y, colour, tooltip=tooltip),
            *(
                marks.transform_calculate(at=at, zero="0", top="datum.side * datum.edge * 0.9")
                .mark_rule(strokeDash=dash, strokeWidth=0.9)
                .encode(alt.X("at:Q"), alt.Y("zero:Q"), alt.Y2("top:Q"), tooltip=tooltip)
                for at, dash in (
                    ("datum.mean", [1, 0]),
                    ("datum.mean - datum.sd", [1, 2]),
                    ("datum.mean + datum.sd", [1, 2]),
                )
            ),
            line_at(0),
        ]
        return panels(layers, look, facets, height=7 * look.row, y="independent")

    return chart


def written(measures: Measures) -> Chart:
    """Lines of text, one below the other, each in the colour of what it is about."""

    def chart(look: Look) -> alt.FacetChart:
        labels = [GIVEN, *(label for _, label in measures)]
        colour = alt.Color("measure:N").scale(domain=labels, range=[NEUTRAL, *look.colours.epsilon])
        tooltip = [
            *(alt.Tooltip(f"{name}:N") for name in ("model", "view", "slice", "expression", "measure", "text")),
            alt.Tooltip("value:Q", title="ε", format=".3f"),
        ]
        base = (
            alt.Chart()
            .mark_text(align="left", fontSize=look.number_size)
            .encode(
                alt.Y("line:O").axis(None),
                alt.Text("text:N"),
                colour.legend(columns=look.legend_columns),
                x=alt.value(0),
            )
        )
        layers = [
            base.transform_filter("!isValid(datum.value)"),
            base.transform_filter("isValid(datum.value)").encode(tooltip=tooltip),
        ]
        return panels(layers, look, ("model", "slice"), measures, height={"step": 1.6 * look.row})

    return chart


def by_layer(measures: Measures, title: str, facets: tuple[str, ...]) -> Chart:
    """Lines over layers, with bands for the 95 % intervals."""

    def chart(look: Look) -> alt.FacetChart:
        colour = colour_of("measure", measures, look)
        base = alt.Chart().encode(alt.X("layer:Q").title("layer").axis(tickMinStep=1, format="d", grid=False), colour)
        y = alt.Y("value:Q").title(title).scale(zero=True).axis(tickCount=5, format="~g", grid=True)
        tooltip = [
            *(alt.Tooltip(f"{name}:N") for name in ("model", "slice", "unit", "measure")),
            alt.Tooltip("layer:Q"),
            *(alt.Tooltip(f"{name}:Q", format=".3f") for name in ("value", "low", "high")),
        ]
        layers = [
            base.mark_area(opacity=0.25).encode(alt.Y("low:Q"), alt.Y2("high:Q")),
            base.mark_line(strokeWidth=1.25).encode(y),
            base.mark_point(filled=True, opacity=1, size=12).encode(y, tooltip=tooltip),
        ]
        return panels(layers, look, facets, measures, height=12 * look.row)

    return chart


def against_length(measures: Measures, title: str, facets: tuple[str, ...]) -> Chart:
    """One point per sentence, and the straight line that fits them."""

    def chart(look: Look) -> alt.FacetChart:
        colour = colour_of("measure", measures, look)
        x = alt.X("length:Q").title("sentence length (words)").scale(zero=False).axis(tickCount=5, grid=False)
        y = alt.Y("value:Q").title(title).scale(zero=False).axis(tickCount=5, format="~g", grid=True)
        tooltip = [
            *(alt.Tooltip(f"{name}:N") for name in ("expression", "model", "measure", "slice")),
            alt.Tooltip("length:Q"),
            alt.Tooltip("value:Q", format=".3f"),
        ]
        base = alt.Chart().transform_filter("isValid(datum.value) && isValid(datum.length)")
        trend = base.transform_regression("length", "value", groupby=["measure"])
        layers = [
            base.mark_circle(size=5, opacity=1, fillOpacity=0.3).encode(x, y, colour, tooltip=tooltip),
            trend.mark_line(strokeWidth=1.5).encode(x, y, colour),
        ]
        return panels(layers, look, facets, measures, height=12 * look.row)

    return chart
